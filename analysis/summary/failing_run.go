package summary

import (
	"go/constant"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// then goes on with what follows; it owns the state it is given.
type then func(*state, fact)

// What bounds one way: how often it comes to a block, where the round is
// computed and where it is not, and how deep calls go.
const (
	maxRounds     = 70
	maxOpenRounds = 2
	maxActivation = 60
	maxSameActive = 3
)

// enter runs a function.
func (r *run) enter(t target, args, free []fact, up *active, st *state, k then) {
	all, same := up.depth(t.fn)
	if len(t.fn.Blocks) == 0 || all > maxActivation || same > maxSameActive {
		k(st, fact{})
		return
	}
	a := &active{fn: t.fn, frame: t.frame, args: args, free: free, up: up, born: r.things}
	r.block(a, t.fn.Blocks[0], nil, st, func(st *state, res fact) {
		st.leaves(a)
		if !r.been(point{a: a}, st, res) {
			k(st, res)
		}
	})
}

func (r *run) block(a *active, b, prev *ssa.BasicBlock, st *state, k then) {
	if st.visits[spot{a, b}]++; st.visits[spot{a, b}] > maxRounds {
		r.cut = true
		return
	}
	r.again.left(a, b, st)
	i := r.phis(a, b, prev, st)
	if len(b.Preds) > 1 {
		st.forgets(a, r.w.liveIn(b))
		if r.been(point{a, b}, st, fact{}) {
			return
		}
	}
	r.instrs(a, b, i, st, k)
}

// phis takes the values that come from the block before, all at once.
func (r *run) phis(a *active, b, prev *ssa.BasicBlock, st *state) int {
	edge := slices.Index(b.Preds, prev)
	var next []fact
	n := 0
	for _, instr := range b.Instrs {
		phi, ok := instr.(*ssa.Phi)
		if !ok {
			break
		}
		n++
		if edge >= 0 {
			next = append(next, r.value(st, a, phi.Edges[edge]))
		} else {
			next = append(next, fact{})
		}
	}
	for i := range n {
		st.know(a, b.Instrs[i].(*ssa.Phi), next[i])
	}
	return n
}

// instrs runs a block from instruction i on.
func (r *run) instrs(a *active, b *ssa.BasicBlock, i int, st *state, k then) {
	for ; i < len(b.Instrs); i++ {
		r.w.failing++
		if r.steps++; r.steps > maxFailingSteps || r.w.failing > maxFailingWork {
			r.cut = true
		}
		if r.cut {
			return
		}
		on := func(v ssa.Value) then {
			return func(st *state, f fact) {
				if v != nil {
					st.know(a, v, f.single())
				}
				r.instrs(a, b, i+1, st, k)
			}
		}
		if v := pointerOf(b.Instrs[i]); v != nil && r.value(st, a, v).kind == factNil && !r.onNothing(st, r.value(st, a, v)) {
			return
		}
		switch x := b.Instrs[i].(type) {
		case *ssa.Call:
			r.call(st, a, x, on(x))
			return
		case *ssa.Go:
			r.call(st, a, x, on(nil))
			return
		case *ssa.Defer:
			st.defers[a] = append(slices.Clip(st.defers[a]), r.deferred(st, a, x))
		case *ssa.RunDefers:
			r.runDefers(st, a, on(nil))
			return
		case *ssa.Select:
			r.choose(st, a, x, on(x))
			return
		case *ssa.If:
			r.branch(st, a, b, x, k)
			return
		case *ssa.Jump:
			r.block(a, b.Succs[0], b, st, k)
			return
		case *ssa.Return:
			res := fact{kind: factParts}
			for _, v := range x.Results {
				res.parts = append(res.parts, r.value(st, a, v))
			}
			k(st, res)
			return
		case *ssa.Panic:
			if st.failed {
				r.panics(st)
			}
			return
		default:
			r.instr(st, a, b.Instrs[i])
		}
	}
}

// branch goes where a condition leads: one way where it is computed, both where
// it is not, and with a part of the classes each where they decide.
func (r *run) branch(st *state, a *active, b *ssa.BasicBlock, x *ssa.If, k then) {
	cond := r.value(st, a, x.Cond)
	switch cond.kind {
	case factNumber:
		to := b.Succs[0]
		if cond.n == 0 {
			to = b.Succs[1]
		}
		r.block(a, to, b, st, k)
		return
	case factByClass:
		yes, no, open := st.split(cond)
		for i, classes := range []struct{ sure, open [4]uint64 }{{yes, open}, {no, open}} {
			all := classes.sure
			for j := range all {
				all[j] |= classes.open[j]
			}
			if all != ([4]uint64{}) {
				r.block(a, b.Succs[i], b, r.fork(st, all), k)
			}
		}
		return
	}
	if st.visits[spot{a, b}] > maxOpenRounds {
		// Both ways were gone before; that out of the loop goes on.
		r.leave(st, a, b, x, k)
		return
	}
	for i, s := range b.Succs {
		other := r.fork(st, st.classes)
		r.learn(other, a, x.Cond, i == 0)
		r.block(a, s, b, other, k)
	}
}

// leave goes on only by ways that do not come back to the block.
func (r *run) leave(st *state, a *active, b *ssa.BasicBlock, x *ssa.If, k then) {
	for i, s := range b.Succs {
		if reachedFrom([]*ssa.BasicBlock{s})[b] {
			continue
		}
		other := r.fork(st, st.classes)
		r.learn(other, a, x.Cond, i == 0)
		r.block(a, s, b, other, k)
	}
}

func reachedFrom(blocks []*ssa.BasicBlock) map[*ssa.BasicBlock]bool {
	out := map[*ssa.BasicBlock]bool{}
	stack := slices.Clone(blocks)
	for len(stack) > 0 {
		b := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if !out[b] {
			out[b] = true
			stack = append(stack, b.Succs...)
		}
	}
	return out
}

// learn keeps what a condition that was not computed says on one way.
func (r *run) learn(st *state, a *active, cond ssa.Value, holds bool) {
	st.know(a, cond, truthFact(holds))
	bin, ok := cond.(*ssa.BinOp)
	if !ok || bin.Op != token.EQL && bin.Op != token.NEQ {
		return
	}
	x, y := bin.X, bin.Y
	if isNil(x) {
		x, y = y, x
	}
	if !isNil(y) || r.value(st, a, x).kind != factNone {
		return
	}
	known := factOfSome
	if holds == (bin.Op == token.EQL) {
		known = factOfNil
	}
	st.know(a, x, known)
}

// choose goes every way of a select. The way on which a context ended is one on
// which its error is set.
func (r *run) choose(st *state, a *active, x *ssa.Select, k then) {
	n := len(x.States)
	if !x.Blocking {
		n++
	}
	for i := range n {
		other := r.fork(st, st.classes)
		res := fact{kind: factParts, parts: make([]fact, 2+len(x.States))}
		res.parts[0] = num(int64(i))
		if i == len(x.States) {
			res.parts[0] = num(-1)
		} else if c, ok := x.States[i].Chan.(*ssa.Call); ok {
			if f := callee(&c.Call); f != nil && f.FullName() == "(context.Context).Done" {
				other.ended = true
			}
		}
		k(other, res)
	}
}

func (r *run) deferred(st *state, a *active, x *ssa.Defer) deferred {
	d := deferred{at: x, call: r.value(st, a, x.Call.Value)}
	for _, v := range x.Call.Args {
		d.args = append(d.args, r.value(st, a, v))
	}
	return d
}

// runDefers runs what was deferred, the last first: functions of the tree, which
// may change the error that is returned.
func (r *run) runDefers(st *state, a *active, k then) {
	ds := st.defers[a]
	if len(ds) == 0 {
		k(st, fact{})
		return
	}
	d := ds[len(ds)-1]
	st.defers[a] = ds[:len(ds)-1]
	on := func(st *state, _ fact) { r.runDefers(st, a, k) }
	fn := d.at.Call.StaticCallee()
	if fn == nil || len(fn.Blocks) == 0 || !r.matters(fn, st, d.args) && len(d.call.free()) == 0 {
		on(st, fact{})
		return
	}
	f := &frame{fn: fn, site: d.at, up: a.frame}
	if d.call.fn != nil {
		f.closure, f.made = d.call.fn.closure, d.call.fn.made
	}
	r.enter(target{fn, f}, d.args, d.call.free(), a, st, on)
}

func (f fact) free() []fact {
	if f.fn == nil {
		return nil
	}
	return f.fn.free
}

func constFact(c *ssa.Const) fact {
	switch {
	case c.Value == nil:
		if isNil(c) {
			return factOfNil
		}
		return fact{}
	case c.Value.Kind() == constant.String:
		return fact{kind: factText, text: constant.StringVal(c.Value)}
	}
	if k, ok := constKnown(c); ok && (k.kind == knownInt || k.kind == knownBool) {
		return num(k.n)
	}
	return fact{}
}
