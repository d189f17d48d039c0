package summary

import (
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// errorSide tells which side of a branch is taken when a call failed, and the
// calls whose error is tested; side is -1 for other branches.
func errorSide(cond *ssa.If) (side int, tested map[ssa.CallInstruction]bool) {
	b, ok := cond.Cond.(*ssa.BinOp)
	if !ok || b.Op != token.EQL && b.Op != token.NEQ {
		return -1, nil
	}
	v := b.X
	if isNil(b.X) {
		v = b.Y
	} else if !isNil(b.Y) {
		return -1, nil
	}
	if !isError(v.Type()) {
		return -1, nil
	}
	tested = errorCalls(v)
	if b.Op == token.EQL {
		return 1, tested
	}
	return 0, tested
}

func isNil(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.Value == nil
}

// errorCalls lists the calls of the function whose error a value may be.
func errorCalls(v ssa.Value) map[ssa.CallInstruction]bool {
	out := map[ssa.CallInstruction]bool{}
	seen := map[ssa.Value]bool{}
	var walk func(v ssa.Value)
	walk = func(v ssa.Value) {
		if seen[v] {
			return
		}
		seen[v] = true
		switch x := v.(type) {
		case *ssa.Phi:
			for _, e := range x.Edges {
				walk(e)
			}
		case *ssa.Extract:
			if c, ok := x.Tuple.(*ssa.Call); ok {
				out[c] = true
			}
		case *ssa.Call:
			out[x] = true
		case *ssa.MakeInterface:
			walk(x.X)
		case *ssa.ChangeInterface:
			walk(x.X)
		case *ssa.UnOp:
			if a, ok := x.X.(*ssa.Alloc); ok && x.Op == token.MUL {
				for _, ref := range *a.Referrers() {
					if s, ok := ref.(*ssa.Store); ok && s.Addr == a {
						walk(s.Val)
					}
				}
			}
		}
	}
	walk(v)
	return out
}
