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
	Pos       Pos    `json:"position,omitzero"`
}

// programs finds, for each main package, the services that run it.
func (n *names) programs(frags []*Fragment) {
	n.mains = map[string][]*service{}
	for _, f := range frags {
		for i := range f.Mains {
			m := &f.Mains[i]
			if len(n.mains[m.Path]) == 0 {
				n.mains[m.Path] = n.runs(m, f.Origin)
			}
		}
	}
}

// runs lists the services that run a program: those whose build context is its
// directory or module, else those whose image or own name is that of the
// directory. A program that nothing in the input runs is a service of its own.
// Directories of two origins have nothing to do with each other.
func (n *names) runs(m *Main, origin string) []*service {
	base := m.base()
	for _, fits := range []func(*service, *Workload) bool{
		func(_ *service, w *Workload) bool {
			return w.Pos.Origin == origin && w.Build != "" && w.Build != "." && (w.Build == m.Dir || w.Build == m.ModuleDir && m.Dir == m.ModuleDir)
		},
		func(_ *service, w *Workload) bool { return imageName(w.Image) == base },
		func(s *service, _ *Workload) bool { return s.id == base },
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
	s := n.byID[base]
	if s == nil {
		s = n.add(base)
	}
	s.known = true
	if s.pos.IsZero() {
		s.pos = m.Pos
	}
	return []*service{s}
}

// base is the name of a program: its directory, or the last part of its path
// where that is the analysed directory itself.
func (m *Main) base() string {
	if m.Dir == "" || m.Dir == "." {
		return path.Base(m.Path)
	}
	return path.Base(m.Dir)
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
		if found := n.mains[p]; len(found) > 0 {
			return found
		}
		return []*service{n.service(path.Base(p))}
	}
	return []*service{n.service(name)}
}
