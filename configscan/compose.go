package configscan

import (
	"path"
	"regexp"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
)

func init() {
	register(Scanner{Name: "compose", Detect: isCompose, Scan: scanCompose})
}

// composeFile matches the names that compose looks for, and those people give
// to further files.
var composeFile = regexp.MustCompile(`^(docker-)?compose([._-].*)?\.(ya?ml|json)$`)

// isCompose detects a mapping of services in a file with the name of one, or
// with a service that has an image or a build context.
func isCompose(d *Doc) bool {
	services := d.Root.Get("services")
	if d.IsObject() || services.Kind() != Map {
		return false
	}
	if composeFile.MatchString(path.Base(d.File)) {
		return true
	}
	for _, s := range services.Fields() {
		if s.Value.Get("image").Exists() || s.Value.Get("build").Exists() {
			return true
		}
	}
	return false
}

func scanCompose(d *Doc, ix *Index) graph.Fragment {
	services := composeServices(d, ix)
	names := map[string]string{} // host name -> service
	for _, s := range services {
		for _, n := range s.names {
			if _, taken := names[n.name]; !taken {
				names[n.name] = s.ref.Name
			}
		}
	}
	given := map[string]int{} // how many services have an environment file
	for _, s := range services {
		for _, e := range s.envFiles() {
			given[e.file]++
		}
	}
	var f graph.Fragment
	for _, s := range services {
		f.Workloads = append(f.Workloads, s.workload())
		f.Problems = append(append(append(f.Problems, s.problems...), s.refused()...), s.missingFiles()...)
		f.Bindings = append(f.Bindings, s.bindings()...)
		finder := peerFinder{
			known: func(host string) bool { return names[host] != "" },
			own:   func(host string) bool { return names[host] == s.ref.Name },

			watches: ix.composed().watches[s.ref.Name],
		}
		for _, v := range s.settings(given) {
			f.Values = append(f.Values, finder.values(s.ref, v)...)
		}
	}
	return f
}

// composeService is one service of a compose file.
type composeService struct {
	ref   graph.WorkloadRef
	key   Value // the key that names it
	value Value
	// root is the whole file.
	root  Value
	dir   string
	names []composeName
	// files are the environment files of the run, and vars the variables of the
	// one beside the compose file.
	files map[string]*Doc
	vars  variables
	// base is the service that this one extends, and problems are those of
	// finding it.
	base     *composeService
	problems []graph.Problem
}

// composeName is a host name of a service, with the place that gives it.
type composeName struct {
	name string
	pos  graph.Pos
}

// composeServices lists the services of a file with the names that reach them.
// A link gives a name to the service it leads to. depends_on is an order of
// starting, not a call.
func composeServices(d *Doc, ix *Index) []*composeService {
	return servicesOf(d, ix, map[string]map[string]*composeService{d.File: nil})
}

// servicesOf is composeServices for a file of a project of which others are read.
func servicesOf(d *Doc, ix *Index, others map[string]map[string]*composeService) []*composeService {
	var list []*composeService
	files, vars := dotenvFiles(ix), variables{}
	if beside := files[path.Join(path.Dir(d.File), ".env")]; beside != nil {
		vars.read(beside)
	}
	byName := map[string]*composeService{}
	for _, f := range d.Root.Get("services").Fields() {
		if f.Key == "" || f.Value.Kind() != Map {
			continue
		}
		s := &composeService{ref: graph.WorkloadRef{Name: f.Key}, key: f.KeyValue, value: f.Value, root: d.Root, dir: path.Dir(d.File), files: files, vars: vars}
		list, byName[f.Key] = append(list, s), s
	}
	extend(list, byName, ix, others)
	for _, s := range list {
		s.ownNames()
	}
	for _, s := range list {
		for _, v := range s.get("links").Items() {
			link, _ := v.Str()
			target, alias, ok := strings.Cut(link, ":")
			if to := byName[target]; ok && to != nil {
				to.addName(alias, v.Pos())
			}
		}
	}
	return list
}

func (s *composeService) ownNames() {
	s.addName(s.ref.Name, s.key.Pos())
	for _, key := range []string{"container_name", "hostname"} {
		if name, ok := s.get(key).Str(); ok {
			s.addName(s.vars.fill(name), s.get(key).Pos())
		}
	}
	for _, o := range s.chain() {
		for _, network := range o.value.Get("networks").Fields() {
			for _, v := range network.Value.Get("aliases").Items() {
				if name, ok := v.Str(); ok {
					s.addName(s.vars.fill(name), v.Pos())
				}
			}
		}
	}
}

func (s *composeService) addName(name string, pos graph.Pos) {
	if !isHostName(name) {
		return
	}
	for _, n := range s.names {
		if n.name == name {
			return
		}
	}
	s.names = append(s.names, composeName{name, pos})
}

func (s *composeService) workload() graph.Workload {
	image := s.image()
	p := imagePart(image)
	return graph.Workload{
		WorkloadRef: s.ref,
		Object:      "compose service",
		Kind:        p.kind,
		Protocol:    p.protocol,
		Image:       image,
		Build:       s.build(),
		Command:     shownWords(commandLine(s.get("entrypoint"))),
		Args:        shownWords(commandLine(s.get("command"))),
		Replicas:    s.replicas(),
		Pos:         s.key.Pos(),
	}
}

// image is the name of the image. What comes from the environment file may be a
// secret, so that of the rest only the name is shown.
func (s *composeService) image() string {
	image, _ := s.get("image").Str()
	shown, filled := interpolate(image, nil), s.vars.fill(image)
	if filled == shown {
		return shown
	}
	name, _, _ := strings.Cut(filled[strings.LastIndexByte(filled, '/')+1:], ":")
	return name
}

// build is the directory whose code the service runs, relative to the analysed
// directory: the working directory where that is one of the tree that is mounted,
// that of its Dockerfile where it lies below the build context, which several
// services may share, else the context; "" where it is none, or lies somewhere
// else.
func (s *composeService) build() string {
	if dir := s.workingDir(); dir != "" {
		return dir
	}
	v := s.get("build")
	dockerfile := ""
	if v.Kind() == Map {
		dockerfile, _ = v.Get("dockerfile").Str()
		v = v.Get("context")
	}
	context, ok := v.Str()
	context, dockerfile = s.vars.fill(context), path.Clean(s.vars.fill(dockerfile))
	if !ok || context == "" || path.IsAbs(context) || strings.Contains(context, "://") || hasPlaceholder(context) {
		return ""
	}
	dir := path.Join(s.owner("build").dir, context)
	if dir == ".." || strings.HasPrefix(dir, "../") {
		return ""
	}
	if !path.IsAbs(dockerfile) && !strings.HasPrefix(dockerfile, "..") && !hasPlaceholder(dockerfile) {
		return path.Join(dir, path.Dir(dockerfile))
	}
	return dir
}

// workingDir is the directory of the tree that is mounted where the service works;
// "" for none.
func (s *composeService) workingDir() string {
	at, ok := s.get("working_dir").Str()
	if at = path.Clean(at); !ok || at == "/" {
		return ""
	}
	for _, m := range s.mounts() {
		if at == m.target || strings.HasPrefix(at, strings.TrimSuffix(m.target, "/")+"/") {
			return path.Join(m.source, strings.TrimPrefix(at, m.target))
		}
	}
	return ""
}

// replicas is deploy.replicas, or scale; 1 where neither is written
// (compose-spec/05-services.md, scale; deploy.md, replicas).
func (s *composeService) replicas() graph.Bound {
	v := s.scale()
	if !v.Exists() {
		return graph.Exactly(1, graph.BoundDefault, s.key.Pos())
	}
	if n, ok := s.int(v); ok {
		return graph.Exactly(n, graph.BoundConfigured, v.Pos())
	}
	return graph.Bound{Value: graph.UnknownExpr("replicas of " + s.ref.Name), Kind: graph.BoundAssumed, Pos: v.Pos()}
}

// scale is where the number of containers is written.
func (s *composeService) scale() Value {
	if v := given(s.get("deploy", "replicas")); v.Exists() {
		return v
	}
	return given(s.get("scale"))
}

// refused are what compose refuses of a service, as problems; it then starts
// nothing.
func (s *composeService) refused() []graph.Problem {
	var problems []graph.Problem
	refuse := func(v Value, what string) {
		problems = append(problems, graph.Problem{Pos: v.Pos(), Message: what + " of " + s.ref.Name + " is refused by compose"})
	}
	for _, v := range []Value{s.value.Get("scale"), s.value.Get("deploy", "replicas")} {
		if _, ok := s.int(v); v.Exists() && !ok && !hasPlaceholder(s.vars.fill(textOf(v))) {
			refuse(v, "the number of containers")
		}
	}
	for _, v := range s.value.Get("ports").Items() {
		if v.Kind() == Scalar && s.containerPorts(v) == nil && !hasPlaceholder(s.vars.fill(textOf(v))) {
			refuse(v, "a port")
		}
	}
	for _, f := range s.value.Get("environment").Fields() {
		if k := f.Value.Kind(); k == Map || k == List {
			refuse(f.Value, "variable "+f.Key)
		}
	}
	if v := s.value.Get("env_file"); v.Kind() == Map || v.IsNull() {
		refuse(v, "env_file, which is no path and no list of them,")
	}
	each(s.value, func(v Value) {
		for _, f := range v.Fields() {
			if text, ok := f.Value.Str(); ok && unclosed(text) {
				refuse(f.Value, "a variable that is not closed")
			}
		}
	})
	return problems
}

// commandLine lists the words of a command, which is a list or one text, without
// what the environment file says: it may be a secret.
func commandLine(v Value) []string {
	if text, ok := v.Str(); ok {
		return strings.Fields(interpolate(text, nil))
	}
	words := v.Strings()
	for i, w := range words {
		words[i] = interpolate(w, nil)
	}
	return words
}
