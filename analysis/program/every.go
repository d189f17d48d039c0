package program

import (
	"go/types"
	"path"

	"golang.org/x/tools/go/ssa"

	"github.com/ampcheck/ampcheck/analysis/summary"
	"github.com/ampcheck/ampcheck/graph"
)

// repeats writes the functions of the module's selected packages that repeat
// something.
func (m *Module) repeats(x *summary.Index, r *resolver) *graph.Fragment {
	selected := map[*types.Package]bool{}
	for _, p := range m.Packages {
		if p.Selected && p.Types != nil {
			selected[p.Types] = true
		}
	}
	var fns []*ssa.Function
	for _, fn := range r.fns {
		if selected[packageOf(fn)] {
			fns = append(fns, fn)
		}
	}
	f := &graph.Fragment{}
	x.Repeats(path.Base(m.Path), fns, f)
	return f
}

// packageOf is the package that declares a function. Instances of generic
// functions belong to no package of the program, and neither do the function
// literals in them.
func packageOf(fn *ssa.Function) *types.Package {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	switch {
	case fn.Pkg != nil:
		return fn.Pkg.Pkg
	case fn.Object() != nil:
		return fn.Object().Pkg()
	}
	return nil
}
