package summary

import (
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// isFloor reports whether a store only keeps a number from being less than 1, or than
// 0: it replaces what is less, and says nothing of what the number is.
func isFloor(st *ssa.Store) bool {
	c, ok := st.Val.(*ssa.Const)
	if !ok || !isInt(c.Type()) || len(st.Block().Preds) != 1 {
		return false
	}
	if k, ok := constKnown(c); !ok || k.kind != knownInt || k.n > 1 {
		return false
	}
	before := st.Block().Preds[0]
	test, ok := before.Instrs[len(before.Instrs)-1].(*ssa.If)
	if !ok || before.Succs[0] != st.Block() {
		return false
	}
	less, ok := test.Cond.(*ssa.BinOp)
	if !ok || less.Op != token.LSS && less.Op != token.LEQ {
		return false
	}
	was, ok := less.X.(*ssa.UnOp)
	_, than := less.Y.(*ssa.Const)
	return ok && than && was.Op == token.MUL && samePlace(was.X, st.Addr)
}
