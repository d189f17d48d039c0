package program

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/ampcheck/ampcheck/analysis/sdk"
	"github.com/ampcheck/ampcheck/analysis/summary"
	"github.com/ampcheck/ampcheck/graph"
)

// sites lists what repeats in the selected packages of each module.
func (p *Program) sites(r *resolver, table *sdk.Table, stated map[*Module]*summary.Stated) map[string]*graph.Fragment {
	x := summary.NewIndex(newByType(r), table, nil)
	for _, m := range p.Modules {
		x.State(stated[m])
	}
	byModule := map[string][]*ssa.Function{}
	module := map[*types.Package]string{}
	for _, m := range p.Modules {
		for _, pkg := range m.Packages {
			if pkg.Selected && pkg.Types != nil {
				module[pkg.Types] = m.Dir
			}
		}
	}
	for _, fn := range r.fns {
		if dir, ok := module[packageOf(fn)]; ok {
			byModule[dir] = append(byModule[dir], fn)
		}
	}
	out := map[string]*graph.Fragment{}
	s := summary.NewSites(x)
	for _, m := range p.Modules {
		if m.selected() {
			out[m.Dir] = &graph.Fragment{Sites: s.Of(byModule[m.Dir])}
		}
	}
	return out
}

// methods are those that the selected packages declare, and the function literals
// in them. A call graph has none of a type that is not exported and that nothing
// uses, as in a library of which a part is to be used by others.
func (p *Program) methods() []*ssa.Function {
	var out []*ssa.Function
	var add func(fn *ssa.Function)
	add = func(fn *ssa.Function) {
		out = append(out, fn)
		for _, in := range fn.AnonFuncs {
			add(in)
		}
	}
	for _, m := range p.Modules {
		for _, pkg := range m.Packages {
			if !pkg.Selected || pkg.Types == nil {
				continue
			}
			for _, name := range pkg.Types.Scope().Names() {
				t, ok := pkg.Types.Scope().Lookup(name).Type().(*types.Named)
				if !ok || t.Obj().Name() != name || t.Obj().Pkg() != pkg.Types || t.TypeParams().Len() > 0 {
					continue
				}
				for method := range t.Methods() {
					if fn := p.SSA.FuncValue(method); fn != nil {
						add(fn)
					}
				}
			}
		}
	}
	return out
}
