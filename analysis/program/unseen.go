package program

import (
	"slices"
	"strconv"
	"strings"

	"github.com/ampcheck/ampcheck/analysis/sdk"
	"github.com/ampcheck/ampcheck/graph"
)

// unseen says which libraries a module imports whose calls are not seen, each once, at
// its first import. Those that the policy describes are seen.
func (m *Module) unseen(clients []graph.Library) []graph.Problem {
	at := map[string]graph.Problem{}
	for _, pkg := range m.Packages {
		if !pkg.Selected {
			continue
		}
		for _, file := range pkg.Files {
			for _, spec := range file.Imports {
				path, _ := strconv.Unquote(spec.Path.Value) // the parser has read it
				lib, ok := sdk.Unseen(path)
				if !ok || inPolicy(clients, path) {
					continue
				}
				p := graph.Problem{Pos: m.Program.Position(spec.Path.Pos()), Advisory: true,
					Message: lib.Name + ": " + lib.Why + "; clients in the policy can say what they do"}
				if old, there := at[lib.Name]; !there || p.Pos.Compare(old.Pos) < 0 {
					at[lib.Name] = p
				}
			}
		}
	}
	var all []graph.Problem
	for _, name := range sortedKeys(at) {
		all = append(all, at[name])
	}
	return all
}

// inPolicy reports whether a row of the policy is one for an import path: by its module,
// or by a function of the package that it describes.
func inPolicy(clients []graph.Library, path string) bool {
	return slices.ContainsFunc(clients, func(l graph.Library) bool {
		return l.Module != "" && (path == l.Module || strings.HasPrefix(path, l.Module+"/")) ||
			slices.ContainsFunc(l.Calls, func(c graph.LibraryCall) bool { return strings.HasPrefix(c.Func, path+".") })
	})
}
