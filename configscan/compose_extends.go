package configscan

import (
	"cmp"
	"path"

	"github.com/ampcheck/ampcheck/graph"
)

// A service can extend another one of its file or of another file: what it does
// not say itself is said there, and lists and mappings are joined
// (compose-spec/05-services.md, extends).

// extend links the services of a file to those they extend.
func extend(list []*composeService, byName map[string]*composeService, ix *Index, files map[string]map[string]*composeService) {
	for _, s := range list {
		v := s.value.Get("extends")
		name, file := textOf(v), ""
		if v.Kind() == Map {
			name, file = textOf(v.Get("service")), s.vars.fill(textOf(v.Get("file")))
		}
		if !v.Exists() {
			continue
		}
		among := byName
		if file != "" {
			among = otherServices(path.Join(s.dir, file), ix, files)
		}
		base := among[name]
		if base == nil || base.extends(s) {
			s.problems = append(s.problems, graph.Problem{Pos: v.Pos(), Advisory: true,
				Message: "service " + s.ref.Name + " extends " + cmp.Or(name, "a service") + ", which is not in the input: what that says of it is missing"})
			continue
		}
		s.base = base
	}
	for _, s := range list {
		for b := s.base; b != nil; b = b.base {
			b.vars = s.vars // those of the project
		}
	}
}

// otherServices are those of another file, by name; none where files extend each
// other. files are those that were read for the same project.
func otherServices(file string, ix *Index, files map[string]map[string]*composeService) map[string]*composeService {
	if services, ok := files[file]; ok {
		return services
	}
	files[file] = nil
	services := map[string]*composeService{}
	for _, d := range ix.docs {
		if d.File == file && isCompose(d) {
			for _, s := range servicesOf(d, ix, files) {
				services[s.ref.Name] = s
			}
		}
	}
	files[file] = services
	return services
}

// extends reports whether a service is another one, or extends it.
func (s *composeService) extends(other *composeService) bool {
	for ; s != nil; s = s.base {
		if s == other {
			return true
		}
	}
	return false
}

// get is what the service says, else what those that it extends do.
func (s *composeService) get(keys ...string) Value { return s.owner(keys...).value.Get(keys...) }

// owner is who says it: paths are those of its file.
func (s *composeService) owner(keys ...string) *composeService {
	for o := s; o != nil; o = o.base {
		if o.value.Get(keys...).Exists() {
			return o
		}
	}
	return s
}

// chain is the service with all that it extends, those first.
func (s *composeService) chain() []*composeService {
	if s.base == nil {
		return []*composeService{s}
	}
	return append(s.base.chain(), s)
}
