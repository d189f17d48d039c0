package program

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Roots are the functions at which the program can be entered: main and the
// package initialisers of the selected main packages, and in a module without
// one what the selected packages export.
func (m *Module) Roots() []*ssa.Function {
	var roots []*ssa.Function
	pkgs := m.Mains()
	if len(pkgs) == 0 {
		pkgs = m.Packages
	}
	for _, p := range pkgs {
		if p.SSA == nil || !p.Selected {
			continue
		}
		roots = append(roots, p.SSA.Func("init"))
		if p.Name == "main" {
			roots = appendFunc(roots, p.SSA.Func("main"))
		} else {
			roots = append(roots, exported(p.SSA)...)
		}
	}
	return roots
}

func appendFunc(fns []*ssa.Function, fn *ssa.Function) []*ssa.Function {
	if fn == nil {
		return fns
	}
	return append(fns, fn)
}

// exported lists the exported functions of a package and the exported methods of
// all its types: an unexported type leaves its package through an exported
// constructor. Generic ones are reached from their uses.
func exported(pkg *ssa.Package) []*ssa.Function {
	var fns []*ssa.Function
	for name, member := range pkg.Members {
		switch member := member.(type) {
		case *ssa.Function:
			if ast.IsExported(name) && member.TypeParams().Len() == 0 {
				fns = append(fns, member)
			}
		case *ssa.Type:
			fns = append(fns, exportedMethods(pkg.Prog, member.Type())...)
		}
	}
	slices.SortFunc(fns, compareFuncs)
	return fns
}

func exportedMethods(prog *ssa.Program, t types.Type) []*ssa.Function {
	named, ok := t.(*types.Named)
	if !ok || types.IsInterface(named) || named.TypeParams().Len() > 0 {
		return nil
	}
	var fns []*ssa.Function
	for i := range named.NumMethods() {
		if m := named.Method(i); m.Exported() {
			fns = appendFunc(fns, prog.FuncValue(m))
		}
	}
	return fns
}
