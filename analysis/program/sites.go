package program

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/ampcheck/ampcheck/analysis/sdk"
	"github.com/ampcheck/ampcheck/analysis/summary"
	"github.com/ampcheck/ampcheck/graph"
)

// sites lists what repeats in the selected packages of each module.
func (p *Program) sites(r *resolver, table *sdk.Table) map[string]*graph.Fragment {
	x := summary.NewIndex(newByType(r), table, nil)
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
