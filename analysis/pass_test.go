package analysis_test

import (
	"go/types"
	"maps"
	"os"
	"reflect"
	"slices"
	"testing"

	goanalysis "golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"

	"github.com/ampcheck/ampcheck/analysis"
)

// passes runs the analyzer as go vet does: one package at a time, after those
// that it imports, and with the facts of direct imports only.
type passes struct {
	t    testing.TB
	done map[*packages.Package]bool
	// facts are those exported, in the order of export.
	facts map[types.Object]goanalysis.Fact
	order []types.Object
	// each, if set, is called with each pass after it ran, while facts are there.
	each        func(*goanalysis.Pass)
	diagnostics []goanalysis.Diagnostic
}

// loadPackages loads the packages below a directory with their syntax, and what
// they import from export data.
func loadPackages(t testing.TB, dir string, patterns ...string) []*packages.Package {
	t.Helper()
	cfg := &packages.Config{Mode: packages.LoadSyntax | packages.NeedModule, Dir: dir,
		Env: append(os.Environ(), "GOPROXY=off", "GOFLAGS=-buildvcs=false", "GOWORK=off", "CGO_ENABLED=0")}
	pkgs, err := packages.Load(cfg, patterns...)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range pkgs {
		for _, e := range p.Errors {
			t.Fatal(e)
		}
	}
	return pkgs
}

func newPasses(t testing.TB) *passes {
	return &passes{t: t, done: map[*packages.Package]bool{}, facts: map[types.Object]goanalysis.Fact{}}
}

func (p *passes) run(pkgs ...*packages.Package) {
	for _, pkg := range pkgs {
		if p.done[pkg] || pkg.Syntax == nil {
			continue
		}
		p.done[pkg] = true
		for _, path := range sortedPaths(pkg.Imports) {
			p.run(pkg.Imports[path])
		}
		p.one(pkg)
	}
}

func sortedPaths(m map[string]*packages.Package) []string {
	return slices.Sorted(maps.Keys(m))
}

func (p *passes) one(pkg *packages.Package) {
	pass := p.pass(pkg)
	if _, err := analysis.Analyzer.Run(pass); err != nil {
		p.t.Errorf("%s: %v", pkg.PkgPath, err)
	}
	if p.each != nil {
		p.each(pass)
	}
}

func (p *passes) pass(pkg *packages.Package) *goanalysis.Pass {
	direct := map[*types.Package]bool{pkg.Types: true}
	for _, i := range pkg.Types.Imports() {
		direct[i] = true
	}
	var module *goanalysis.Module
	if m := pkg.Module; m != nil {
		module = &goanalysis.Module{Path: m.Path, Version: m.Version, GoVersion: m.GoVersion}
	}
	return &goanalysis.Pass{
		Analyzer: analysis.Analyzer, Fset: pkg.Fset, Files: pkg.Syntax, Pkg: pkg.Types, TypesInfo: pkg.TypesInfo,
		TypesSizes: pkg.TypesSizes, Module: module,
		Report: func(d goanalysis.Diagnostic) { p.diagnostics = append(p.diagnostics, d) },
		ImportObjectFact: func(obj types.Object, fact goanalysis.Fact) bool {
			have, ok := p.facts[obj]
			if ok = ok && direct[obj.Pkg()]; ok {
				reflect.ValueOf(fact).Elem().Set(reflect.ValueOf(have).Elem())
			}
			return ok
		},
		ExportObjectFact: func(obj types.Object, fact goanalysis.Fact) {
			if _, again := p.facts[obj]; !again {
				p.order = append(p.order, obj)
			}
			p.facts[obj] = fact
		},
	}
}
