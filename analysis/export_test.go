package analysis

import (
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/ampcheck/ampcheck/analysis/summary"
	"github.com/ampcheck/ampcheck/graph"
)

// Repeats is what the pass sees of the functions of a package that repeat
// something, in the form in which the check driver writes them.
func Repeats(pass *analysis.Pass) *graph.Fragment {
	p := newPackage(pass)
	f := &graph.Fragment{}
	p.index.Repeats(pass.Pkg.Path(), p.fns, f)
	return f
}

// Exported is what the pass sees of the functions that a package exports.
func Exported(pass *analysis.Pass) *graph.Fragment {
	p := newPackage(pass)
	f := &graph.Fragment{}
	var fns []*ssa.Function
	for _, fn := range p.fns {
		if obj := fn.Object(); obj != nil && obj.Exported() && fn.Synthetic == "" {
			fns = append(fns, fn)
		}
	}
	summary.NewWalker(p.index, pass.Pkg.Path(), f).Exported(fns)
	return f
}

// FactData is a fact as it is encoded.
func FactData(f analysis.Fact) []byte { return f.(*body).Data }

// Whole runs the pass over a package, whatever its scope, and lets a panic through.
func Whole(pass *analysis.Pass) {
	p := newPackage(pass)
	p.export()
	p.report()
}
