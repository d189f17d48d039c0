package summary

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// A client may hold its methods in fields: es.Search(…) calls the value of a named
// function type, esapi.Search, that its constructor put there. The table names the
// type. What is called is then the type, and its receiver the client.

// ofType is the named type of a function in a field, as a function; nil for calls of
// other values.
func ofType(c *ssa.CallCommon) *types.Func {
	n, ok := types.Unalias(c.Value.Type()).(*types.Named)
	if !ok || n.Obj().Pkg() == nil || holder(c) == nil {
		return nil
	}
	return types.NewFunc(n.Obj().Pos(), n.Obj().Pkg(), n.Obj().Name(), c.Signature())
}

// dynamic reports whether a call is of a function value.
func dynamic(c *ssa.CallCommon) bool {
	if _, builtin := c.Value.(*ssa.Builtin); builtin {
		return false
	}
	return !c.IsInvoke() && c.StaticCallee() == nil
}

// standsForType reports whether a function was made for a type.
func standsForType(f *types.Func) bool { return f.Parent() == nil && f.Signature().Recv() == nil }

// holder is the client whose field a called function was read from: the outermost
// struct of the packages that belong to the type of the function. Nil where the
// function lies in no field, or in one of other packages.
func holder(c *ssa.CallCommon) ssa.Value {
	if !dynamic(c) {
		return nil
	}
	pkg := declaredIn(c.Value.Type())
	var out ssa.Value
	for v := c.Value; ; {
		outer, _ := partOf(v)
		if outer == nil || !together(pkg, declaredIn(outer.Type())) {
			return out
		}
		v, out = outer, outer
	}
}

// together reports whether two packages are one, or one of them lies below the other.
func together(a, b *types.Package) bool {
	if a == nil || b == nil {
		return false
	}
	return a == b || strings.HasPrefix(a.Path(), b.Path()+"/") || strings.HasPrefix(b.Path(), a.Path()+"/")
}
