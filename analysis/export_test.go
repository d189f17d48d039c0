package analysis

import (
	"golang.org/x/tools/go/analysis"

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

// FactData is a fact as it is encoded.
func FactData(f analysis.Fact) []byte { return f.(*body).Data }

// Whole runs the pass over a package, whatever its scope, and lets a panic through.
func Whole(pass *analysis.Pass) {
	p := newPackage(pass)
	p.export()
	p.report()
}
