package program

import (
	"fmt"
	"go/types"
	"runtime"

	"golang.org/x/sync/errgroup"
	"golang.org/x/tools/go/ssa"

	"github.com/ampcheck/ampcheck/graph"
)

// build makes SSA of the own packages. Their direct imports are there without
// bodies; whatever else is called makes itself known when it is met.
func (p *Program) build() {
	// Resolving dynamic calls needs instances of generic functions.
	p.SSA = ssa.NewProgram(p.Fset, ssa.InstantiateGenerics)
	created := map[*types.Package]bool{}
	pkgs := p.Packages()
	for _, pkg := range pkgs {
		if pkg.IllTyped {
			p.lost(pkg, mend(pkg.Files, pkg.Info))
		}
		p.guard(pkg, func() { pkg.SSA = p.SSA.CreatePackage(pkg.Types, pkg.Files, pkg.Info, pkg.ForTest == "") })
		created[pkg.Types] = true
	}
	for _, pkg := range pkgs {
		for _, dep := range pkg.Types.Imports() {
			if !created[dep] {
				created[dep] = true
				p.SSA.CreatePackage(dep, nil, nil, true)
			}
		}
	}
	p.buildAll(pkgs)
}

func (p *Program) buildAll(pkgs []*Package) {
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for _, pkg := range pkgs {
		if pkg.SSA != nil {
			group.Go(func() error {
				p.guard(pkg, pkg.SSA.Build)
				return nil
			})
		}
	}
	_ = group.Wait() // no function returns an error
}

// guard runs a step of the builder. A panic of it costs that package only.
func (p *Program) guard(pkg *Package, step func()) {
	defer func() {
		if r := recover(); r != nil {
			pkg.SSA, pkg.IllTyped = nil, true
			p.loader.problems.add(graph.Problem{
				Pos:     graph.Pos{File: pkg.Dir},
				Message: fmt.Sprintf("package %s cannot be analysed: internal error of the SSA builder: %v", pkg.Path, r),
			})
		}
	}()
	step()
}
