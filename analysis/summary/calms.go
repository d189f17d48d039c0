package summary

import (
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// maxCalms bounds how deep functions are looked into for whether they calm.
const maxCalms = 3

// mayCalm reports whether a call that is given an error may answer without one: an
// object that is told why, as a budget, says whether to go on, and so does a function
// that waits. One that only wraps the error does not.
func mayCalm(c ssa.CallInstruction) bool {
	fn := c.Common().StaticCallee()
	if fn == nil || len(fn.Blocks) == 0 {
		return receiver(c.Common()) != nil
	}
	return (fn.Signature.Recv() != nil || waitsWithin(fn, waitDepth)) && returnsNil(fn, maxCalms)
}

// returnsNil reports whether a function may answer without an error where it was
// given one.
func returnsNil(fn *ssa.Function, depth int) bool {
	if fn == nil || depth == 0 {
		return false
	}
	for _, b := range fn.Blocks {
		r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if ok && len(r.Results) > 0 && mayBeNil(r.Results[len(r.Results)-1], b, depth) {
			return true
		}
	}
	return false
}

func mayBeNil(v ssa.Value, at *ssa.BasicBlock, depth int) bool {
	switch x := v.(type) {
	case *ssa.Const:
		return isNil(x) && !givenNone(at)
	case *ssa.Phi:
		for i, e := range x.Edges {
			if _, again := e.(*ssa.Phi); !again && mayBeNil(e, x.Block().Preds[i], depth) {
				return true
			}
		}
	case *ssa.UnOp: // a function that defers keeps what it returns in a variable
		kept, ok := x.X.(*ssa.Alloc)
		if !ok {
			return false
		}
		for _, ref := range *kept.Referrers() {
			if st, ok := ref.(*ssa.Store); ok && st.Addr == kept && mayBeNil(st.Val, st.Block(), depth) {
				return true
			}
		}
	case *ssa.Extract:
		return mayBeNil(x.Tuple, at, depth)
	case *ssa.Call:
		return returnsNil(x.Call.StaticCallee(), depth-1)
	}
	return false
}

// givenNone reports whether a block runs only where the function was given no error.
func givenNone(at *ssa.BasicBlock) bool {
	for _, p := range at.Parent().Params {
		if !isError(p.Type()) {
			continue
		}
		for _, ref := range *p.Referrers() {
			b, ok := ref.(*ssa.BinOp)
			if !ok || !isNil(b.Y) {
				continue
			}
			side := 0
			if b.Op == token.NEQ {
				side = 1
			}
			if none := branch(b, side); none != nil && none.Dominates(at) {
				return true
			}
		}
	}
	return false
}
