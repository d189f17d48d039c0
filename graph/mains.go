package graph

import (
	"path"
	"strings"
)

// MainPrefix goes before the import path of a main package where a handler
// names its service: the linker finds the workloads that run the program.
const MainPrefix = "main:"

// Main is a program: a main package of the tree.
type Main struct {
	Path string `json:"path"`
	// Dir is its directory, relative to the analysed one; ModuleDir that of its
	// module.
	Dir       string `json:"dir"`
	ModuleDir string `json:"module_dir,omitempty"`
	// Selection is set for one of several services that the program is.
	Selection *Selection `json:"selection,omitempty"`
	// Together are the values whose services this one is in one process: a
	// sub-command that starts others.
	Together []string `json:"together,omitempty"`
	// Listens are the addresses that it serves.
	Listens []Expr `json:"listens,omitempty"`
	Pos     Pos    `json:"position,omitzero"`
}

// Selection makes a program one of the services in it: the sub-command that it is
// started with, or the value of a variable of its environment.
type Selection struct {
	Source ValueSource `json:"source"`
	Key    string      `json:"key,omitempty"`
	Value  string      `json:"value"`
}

// Name is the name under which handlers of the program name their service.
func (m *Main) Name() string {
	if m.Selection == nil {
		return MainPrefix + m.Path
	}
	return MainPrefix + m.Path + "#" + m.Selection.Value
}

// programs finds, for each main package, the services that run it, and those that
// listen on a port of the machine.
func (n *names) programs(frags []*Fragment) {
	n.mains, n.listening = map[string][]*service{}, map[int][]*service{}
	n.bases = bases(frags)
	n.sameName, n.programsOf = occurrences(n.bases), programsOf(frags)
	each := func(do func(m *Main, origin string)) {
		for _, f := range frags {
			for i := range f.Mains {
				do(&f.Mains[i], f.Origin)
			}
		}
	}
	each(func(m *Main, origin string) {
		if len(n.mains[m.Name()]) == 0 && len(m.Together) == 0 {
			n.mains[m.Name()] = n.selecting(m, origin)
		}
	})
	each(func(m *Main, origin string) {
		if m.Selection != nil && len(m.Together) > 0 {
			n.join(m, origin)
		}
	})
	each(func(m *Main, _ string) {
		for _, s := range n.mains[m.Name()] {
			n.listens(m, s)
		}
	})
}

// join finds the processes that are several services of their program: no service
// of their own beside those, which have their configuration.
func (n *names) join(m *Main, origin string) {
	for _, s := range n.running(m, origin) {
		if !m.Selection.holds(s) {
			continue
		}
		for _, value := range m.Together {
			one := Main{Path: m.Path, Selection: &Selection{Value: value}}
			for _, p := range n.mains[one.Name()] {
				if p != s && len(p.workloads) == 0 {
					p.namespace = s.namespace
					p.values = append(p.values, s.values...)
					s.parts = append(s.parts, p)
				}
			}
		}
	}
}

// part is the one of the services in a process that a call to a port reaches; the
// service itself where it is one, or where that is not known.
func (n *names) part(s *service, port int) *service {
	var found *service
	for _, p := range s.parts {
		if contains(n.listening[port], p) {
			if found != nil {
				return s
			}
			found = p
		}
	}
	if found == nil {
		return s
	}
	return found
}

// selecting lists the services that run a program as one of the services in it.
// Where nothing in the input does, it is a service of the name of its selection.
func (n *names) selecting(m *Main, origin string) []*service {
	if m.Selection == nil {
		return n.runs(m, origin)
	}
	var found []*service
	for _, s := range n.running(m, origin) {
		if m.Selection.holds(s) {
			found = append(found, s)
		}
	}
	if len(found) == 0 {
		found = []*service{n.program(m.Selection.Value, m)}
	}
	return found
}

// holds reports whether a service runs its program as the selection says.
func (sel *Selection) holds(s *service) bool {
	if sel.Source != SourceArgument {
		text, ok := s.value(sel.Source, sel.Key)
		return ok && strings.EqualFold(text, sel.Value)
	}
	for _, w := range s.workloads {
		for _, word := range append(append([]string{}, w.Command...), w.Args...) {
			if word == sel.Value {
				return true
			}
		}
	}
	return false
}

// listens notes the ports that a service listens on.
func (n *names) listens(m *Main, s *service) {
	for _, e := range m.Listens {
		text, ok := e.Eval(s.value)
		if !ok {
			continue
		}
		if strings.HasPrefix(text, ":") {
			text = "localhost" + text
		}
		if port := parseAddress(text).port; port > 0 && !contains(n.listening[port], s) {
			n.listening[port] = append(n.listening[port], s)
		}
	}
}

// runs lists the services that run a program: those whose build context is its
// directory or module, else those whose image or own name is that of the
// directory, else the one with the name of its module where the module is no more
// than that program. A program that nothing in the input runs is a service of its own.
// Directories of two origins have nothing to do with each other.
func (n *names) runs(m *Main, origin string) []*service {
	if found := n.running(m, origin); len(found) > 0 {
		return found
	}
	return []*service{n.program(n.fullName(m), m)}
}

// running lists the services of the input that run a program.
func (n *names) running(m *Main, origin string) []*service {
	base, full := n.base(m), n.fullName(m)
	for _, fits := range []func(*service, *Workload) bool{
		func(_ *service, w *Workload) bool {
			return w.Pos.Origin == origin && w.Build != "" && w.Build != "." && (w.Build == m.Dir || w.Build == m.ModuleDir && m.Dir == m.ModuleDir)
		},
		func(s *service, w *Workload) bool {
			return full != base && (s.id == full || imageName(w.Image) == full)
		},
		func(_ *service, w *Workload) bool { return imageName(w.Image) == base && !n.startsAnother(w, m) },
		func(s *service, _ *Workload) bool { return s.id == base },
		func(s *service, w *Workload) bool {
			return w.Pos.Origin == origin && n.isAlone(m, origin) && s.id == path.Base(m.ModuleDir)
		},
	} {
		var found []*service
		for _, s := range n.services() {
			for _, w := range s.workloads {
				if fits(s, w) {
					found = append(found, s)
					break
				}
			}
		}
		if len(found) > 0 {
			return found
		}
	}
	return nil
}

// isAlone reports whether a program is the only one of its module.
func (n *names) isAlone(m *Main, origin string) bool { return n.programsOf[moduleOf(m, origin)] == 1 }

// moduleOf tells the modules of several origins apart.
func moduleOf(m *Main, origin string) string { return origin + "\x00" + m.ModuleDir }

// startsAnother reports whether a workload starts another program of the tree than
// the one that its image is named after: an image may hold several.
func (n *names) startsAnother(w *Workload, m *Main) bool {
	if len(w.Command) == 0 {
		return false
	}
	started := path.Base(w.Command[0])
	named := func(base string) bool { return started == base || strings.HasSuffix(started, "-"+base) }
	if named(n.base(m)) {
		return false
	}
	for other, base := range n.bases {
		if other != m.Path && named(base) {
			return true
		}
	}
	return false
}

// program is the service of a program that nothing in the input runs.
func (n *names) program(name string, m *Main) *service {
	s := n.byID[name]
	if s == nil {
		s = n.add(name)
	}
	s.known = true
	if s.pos.IsZero() {
		s.pos = m.Pos
	}
	return s
}

// base is the name of a program.
func (n *names) base(m *Main) string { return n.bases[m.Path] }

// programsOf counts the programs of each module.
func programsOf(frags []*Fragment) map[string]int {
	seen, count := map[string]bool{}, map[string]int{}
	for _, f := range frags {
		for i := range f.Mains {
			if m := &f.Mains[i]; !seen[m.Path] {
				seen[m.Path] = true
				count[moduleOf(m, f.Origin)]++
			}
		}
	}
	return count
}

// bases names the programs, by the path of each: after its directory, or the last
// part of its path where that is the analysed directory itself. Directories of
// several programs may have one name (cart/cmd/server, order/cmd/server): the first
// above in which all of them differ is then that of each.
func bases(frags []*Fragment) map[string]string {
	dirs, byName := map[string][]string{}, map[string][]string{}
	for _, f := range frags {
		for i := range f.Mains {
			m := &f.Mains[i]
			if dirs[m.Path] != nil {
				continue
			}
			dir := m.Dir
			if dir == "" || dir == "." {
				dir = m.Path
			}
			dirs[m.Path] = strings.Split(dir, "/")
			byName[path.Base(dir)] = append(byName[path.Base(dir)], m.Path)
		}
	}
	names := map[string]string{}
	for name, paths := range byName {
		for p, own := range apart(paths, dirs, name) {
			names[p] = own
		}
	}
	return names
}

// fullName is the name of a program where another one is named after the same
// directory above it (order/cmd/api, order/cmd/rpc): with that of its own directory.
func (n *names) fullName(m *Main) string {
	name, own := n.base(m), path.Base(m.Dir)
	if n.sameName[name] < 2 || own == name || saysNothing[own] || own == "." {
		return name
	}
	return name + "-" + own
}

// occurrences counts how many programs have each name.
func occurrences(bases map[string]string) map[string]int {
	count := map[string]int{}
	for _, name := range bases {
		count[name]++
	}
	return count
}

// apart names programs whose directories have one name.
func apart(paths []string, dirs map[string][]string, name string) map[string]string {
	names := map[string]string{}
	for _, p := range paths {
		names[p] = name
	}
	if len(paths) == 1 {
		names[paths[0]] = tellingName(paths[0], name)
		return names
	}
	segment := func(p string, up int) string {
		if at := len(dirs[p]) - up; at >= 0 {
			return dirs[p][at]
		}
		return ""
	}
	best, most := 0, 1
	groups := map[string][]string{}
	for up := 2; up <= maxAbove; up++ {
		at := map[string][]string{}
		for _, p := range paths {
			at[segment(p, up)] = append(at[segment(p, up)], p)
		}
		if better := len(at) > most || len(at) == most && most > 1 && most < len(paths); better && at[""] == nil {
			best, most, groups = up, len(at), at
		}
	}
	for above, same := range groups {
		for _, p := range same {
			names[p] = above
			for up := best - 1; up > 0 && len(same) > 1; up-- {
				if others := countIf(same, func(o string) bool { return segment(o, up) == segment(p, up) }); others < len(same) {
					names[p] = above + "-" + segment(p, up)
					break
				}
			}
		}
	}
	return names
}

// saysNothing are names of directories that every program may have.
var saysNothing = map[string]bool{"cmd": true, "main": true, "src": true, "bin": true}

// tellingName is the last part of the path of a program that says which one it is.
func tellingName(p, name string) string {
	for saysNothing[name] {
		p = path.Dir(p)
		if p == "." || p == "/" {
			break
		}
		name = path.Base(p)
	}
	return name
}

// maxAbove is how many directories above programs of one name are looked at.
const maxAbove = 8

func countIf[T any](all []T, is func(T) bool) int {
	n := 0
	for _, x := range all {
		if is(x) {
			n++
		}
	}
	return n
}

// imageName is an image without registry, repository, tag and digest.
func imageName(image string) string {
	name := image[strings.LastIndexByte(image, '/')+1:]
	if i := strings.IndexAny(name, ":@"); i >= 0 {
		name = name[:i]
	}
	return name
}

// serving lists the services that a handler belongs to.
func (n *names) serving(name string) []*service {
	if p, ok := strings.CutPrefix(name, MainPrefix); ok {
		if found := n.mains[name]; len(found) > 0 {
			return found
		}
		return []*service{n.service(path.Base(p))}
	}
	return []*service{n.service(name)}
}
