package summary

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Budgets that count how often they are asked: the method that says whether to go on
// counts up itself, and the loop does nothing but ask it after each failure.

// spends is the limit of a repetition that ends because a method which it asks counts
// that, and how many rounds there are beside it.
func (x *Index) spends(rep repetition) (*allowance, question, bool) {
	if !rep.endless {
		return nil, question{}, false
	}
	for _, q := range rep.questions() {
		if q.renews(rep.loop) {
			continue
		}
		var most *allowance
		fns := x.asked(q.asks)
		for _, fn := range fns {
			a, ok := x.spentIn(fn, rep, q)
			if !ok {
				most = nil
				break
			}
			if most == nil || a.plus > most.plus {
				most = a
			}
		}
		if most != nil {
			return most, q, true
		}
	}
	return nil, question{}, false
}

// asked are the methods that a question may run.
func (x *Index) asked(c *ssa.Call) []*ssa.Function {
	if c.Call.IsInvoke() {
		return x.r.Callees(c)
	}
	if fn := c.Call.StaticCallee(); fn != nil {
		return []*ssa.Function{fn}
	}
	return nil
}

// spentIn reads a method that counts up and compares.
func (x *Index) spentIn(fn *ssa.Function, rep repetition, q question) (*allowance, bool) {
	a, ok := x.comparison(fn)
	if !ok {
		return nil, false
	}
	st := x.countsItself(fn)
	if st == nil || x.refills(rep, fn) {
		return nil, false
	}
	// The side of the comparison on which the counter is below the limit.
	side := 0
	if a.compares.Op == token.GEQ || a.compares.Op == token.GTR && a.limit == a.compares.Y {
		side = 1
	}
	below := branch(a.compares, side)
	cond := ssa.Value(nil)
	if (side == 0) == q.stays {
		cond = a.compares
	}
	if below == nil && cond == nil || !returnsOnly(fn, q.stays, below, cond) {
		return nil, false
	}
	switch {
	case runsBefore(st, a.compares):
		a.plus--
	case below == nil || !onWay(st.Block(), fn, below):
		return nil, false
	}
	if precedes(rep.call, q.at) {
		a.plus++
	}
	return a, true
}

// countsItself is the one place at which a method counts up.
func (x *Index) countsItself(fn *ssa.Function) *ssa.Store {
	var found *ssa.Store
	for st := range stores(fn) {
		b, ok := st.Val.(*ssa.BinOp)
		if !ok || b.Op != token.ADD || !x.counted(b.X) {
			continue
		}
		if found != nil {
			return nil
		}
		found = st
	}
	return found
}

// refills reports whether the loop calls something that sets the counter back.
func (x *Index) refills(rep repetition, fn *ssa.Function) bool {
	for c := range calls(rep.call.Parent()) {
		to := c.Common().StaticCallee()
		if !rep.loop.blocks[c.Block()] || to == nil || to == fn || receiverType(to) == nil || !sameReceiver(to, fn) {
			continue
		}
		for st := range stores(to) {
			if k, ok := st.Val.(*ssa.Const); ok && isInt(k.Type()) {
				return true
			}
		}
	}
	return false
}

func sameReceiver(a, b *ssa.Function) bool {
	return receiverType(b) != nil && named(receiverType(a)) == named(receiverType(b))
}

// runsBefore reports whether one instruction always runs before another one.
func runsBefore(a, b ssa.Instruction) bool {
	if a.Block() != b.Block() {
		return a.Block().Dominates(b.Block())
	}
	return slices.Index(a.Block().Instrs, a) < slices.Index(b.Block().Instrs, b)
}

// onWay reports whether every way from a block to the end of its function leads
// through another one.
func onWay(through *ssa.BasicBlock, fn *ssa.Function, from *ssa.BasicBlock) bool {
	seen := map[*ssa.BasicBlock]bool{through: true}
	open := []*ssa.BasicBlock{from}
	for len(open) > 0 {
		b := open[len(open)-1]
		open = open[:len(open)-1]
		if seen[b] {
			continue
		}
		seen[b] = true
		if len(b.Succs) == 0 {
			return false
		}
		open = append(open, b.Succs...)
	}
	return true
}

// renews reports whether the object that a loop asks is another one each round: what it
// counted is lost then.
func (q question) renews(l *loop) bool {
	recv := receiver(&q.asks.Call)
	if recv == nil {
		return true
	}
	if mc, ok := q.at.Call.Value.(*ssa.MakeClosure); ok && q.at != q.asks {
		root := leadsBack(recv)
		fn := mc.Fn.(*ssa.Function)
		for i, fv := range fn.FreeVars {
			if fv == root {
				return l.renewed(mc.Bindings[i]) || assigns(fn, fv)
			}
		}
		_, inside := root.(ssa.Instruction)
		return inside
	}
	return l.renewed(recv)
}

// renewed reports whether a value, or what an address holds, may be another one each
// round of a loop that was executed.
func (l *loop) renewed(v ssa.Value) bool {
	switch x := v.(type) {
	case *ssa.MakeInterface:
		return l.renewed(x.X)
	case *ssa.ChangeType:
		return l.renewed(x.X)
	case *ssa.FieldAddr:
		return l.plan.writes(x) || l.renewed(x.X)
	case *ssa.Alloc:
		return l.blocks[x.Block()] || l.plan.writes(x)
	case *ssa.UnOp:
		return l.renewed(x.X)
	}
	instr, ok := v.(ssa.Instruction)
	return ok && l.blocks[instr.Block()]
}
