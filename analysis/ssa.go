package analysis

import (
	"cmp"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"
)

// buildSSA builds the functions of the package that is analysed; everything it
// imports is known by its types only. The pass does not require buildssa, which
// would build every dependency as well.
func buildSSA(pass *analysis.Pass) *ssa.Package {
	prog := ssa.NewProgram(pass.Fset, ssa.InstantiateGenerics)
	seen := map[*types.Package]bool{}
	var create func(ps []*types.Package)
	create = func(ps []*types.Package) {
		for _, p := range ps {
			if !seen[p] {
				seen[p] = true
				prog.CreatePackage(p, nil, nil, true)
				create(p.Imports())
			}
		}
	}
	create(pass.Pkg.Imports())
	own := prog.CreatePackage(pass.Pkg, pass.Files, pass.TypesInfo, false)
	own.Build()
	return own
}

// functions lists the functions of a package that have bodies, in the order of
// the source; those of test files are left out.
func functions(fset *token.FileSet, own *ssa.Package) []*ssa.Function {
	var fns []*ssa.Function
	for fn := range ssautil.AllFunctions(own.Prog) {
		if len(fn.Blocks) == 0 || strings.HasSuffix(fset.Position(fn.Pos()).Filename, "_test.go") {
			continue
		}
		fns = append(fns, fn)
	}
	slices.SortFunc(fns, func(a, b *ssa.Function) int {
		return cmp.Or(cmp.Compare(a.Pos(), b.Pos()), strings.Compare(a.String(), b.String()))
	})
	return fns
}
