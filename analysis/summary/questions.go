package summary

import (
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// Questions that a loop asks in every round, and what the functions that are asked
// must have seen before they answer.

// question is a condition on which a loop goes on: what a method answers, asked in
// the loop or in a function literal that runs there.
type question struct {
	asks *ssa.Call
	// at is the call in the loop, which is asks or that of the function literal.
	at *ssa.Call
	// stays is the answer with which the loop goes on.
	stays bool
}

// questions are those that a loop asks in every round.
func (r repetition) questions() []question {
	var out []question
	for _, cond := range append(r.ends[:len(r.ends):len(r.ends)], r.asked...) {
		q, ok := r.loop.question(cond)
		if ok && q.at != r.call && r.loop.everyRound(q.at.Block()) {
			out = append(out, q)
		}
	}
	return out
}

// question reads a condition as a question.
func (l *loop) question(cond ssa.Value) (q question, ok bool) {
	if q.stays, ok = l.staysWith(cond); !ok {
		return q, false
	}
	if not, is := cond.(*ssa.UnOp); is && not.Op == token.NOT {
		cond, q.stays = not.X, !q.stays
	}
	q.asks, ok = cond.(*ssa.Call)
	if !ok || !isBool(q.asks.Type()) {
		return q, false
	}
	q.at = q.asks
	mc, ok := q.asks.Call.Value.(*ssa.MakeClosure)
	if !ok {
		return q, true
	}
	q.asks, ok = passedThrough(mc.Fn.(*ssa.Function), q.stays)
	if ok {
		q.stays, ok = true, q.asks != nil
	}
	return q, ok
}

// staysWith is the value of a condition with which a loop goes on, where the other
// one leaves it.
func (l *loop) staysWith(cond ssa.Value) (stays, ok bool) {
	for _, ref := range *cond.Referrers() {
		b, is := ref.(*ssa.If)
		if !is || !l.blocks[b.Block()] {
			continue
		}
		yes, no := l.blocks[b.Block().Succs[0]], l.blocks[b.Block().Succs[1]]
		if yes == no || ok && stays != yes {
			return false, false
		}
		stays, ok = yes, true
	}
	return stays, ok
}

// everyRound reports whether the loop goes back only through a block.
func (l *loop) everyRound(b *ssa.BasicBlock) bool {
	for _, p := range l.header.Preds {
		if l.blocks[p] && !b.Dominates(p) {
			return false
		}
	}
	return true
}

// passedThrough is the one call in a function literal without whose yes it does not
// return an answer.
func passedThrough(fn *ssa.Function, answer bool) (*ssa.Call, bool) {
	for c := range calls(fn) {
		asks, ok := c.(*ssa.Call)
		if !ok || !isBool(asks.Type()) {
			continue
		}
		if yes := onYes(asks); yes != nil && returnsOnly(fn, answer, yes, asks) {
			return asks, true
		}
	}
	return nil, false
}

// onYes is the block that runs where a condition holds, and only there.
func onYes(cond ssa.Value) *ssa.BasicBlock { return branch(cond, 0) }

// branch is a side of the one test of a condition; nil where it is reached otherwise
// too.
func branch(cond ssa.Value, side int) *ssa.BasicBlock {
	var found *ssa.BasicBlock
	for _, ref := range *cond.Referrers() {
		test, ok := ref.(*ssa.If)
		if !ok {
			continue
		}
		to := test.Block().Succs[side]
		if found != nil || len(to.Preds) != 1 {
			return nil
		}
		found = to
	}
	return found
}

// returnsOnly reports whether a function returns an answer only from a block on, or
// as the value of a condition.
func returnsOnly(fn *ssa.Function, answer bool, from *ssa.BasicBlock, cond ssa.Value) bool {
	for _, b := range fn.Blocks {
		r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if b == fn.Recover && !recovers(fn) {
			continue // no panic comes back from here
		}
		if ok && (len(r.Results) != 1 || !onlyFrom(r.Results[0], b, answer, from, cond)) {
			return false
		}
	}
	return true
}

// recovers reports whether a function that another one defers, and that is known,
// stops a panic.
func recovers(fn *ssa.Function) bool {
	for c := range calls(fn) {
		to := c.Common().StaticCallee()
		if _, deferred := c.(*ssa.Defer); !deferred || to == nil {
			continue
		}
		for _, b := range to.Blocks {
			for _, instr := range b.Instrs {
				if c, ok := instr.(*ssa.Call); ok {
					if f, ok := c.Call.Value.(*ssa.Builtin); ok && f.Name() == "recover" {
						return true
					}
				}
			}
		}
	}
	return false
}

func onlyFrom(v ssa.Value, at *ssa.BasicBlock, answer bool, from *ssa.BasicBlock, cond ssa.Value) bool {
	if from != nil && from.Dominates(at) || v == cond {
		return true
	}
	switch x := v.(type) {
	case *ssa.Const:
		k, ok := constKnown(x)
		return ok && k.kind == knownBool && (k.n != 0) != answer
	case *ssa.Phi:
		for i, e := range x.Edges {
			if _, phi := e.(*ssa.Phi); phi || !onlyFrom(e, x.Block().Preds[i], answer, from, cond) {
				return false
			}
		}
		return true
	case *ssa.UnOp: // a function that defers keeps what it returns in a variable
		kept, ok := x.X.(*ssa.Alloc)
		if !ok || x.Op != token.MUL {
			return false
		}
		for _, ref := range *kept.Referrers() {
			switch r := ref.(type) {
			case *ssa.UnOp, *ssa.DebugRef:
			case *ssa.Store:
				if r.Addr != kept || !onlyFrom(r.Val, r.Block(), answer, from, cond) {
					return false
				}
			default:
				return false
			}
		}
		return true
	}
	return false
}
