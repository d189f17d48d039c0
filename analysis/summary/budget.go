package summary

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/ampcheck/ampcheck/graph"
)

// allowance is an object that a loop asks whether to go on: it compares a counter
// with a limit, and is told of each round.
type allowance struct {
	asks *ssa.Call
	fn   *ssa.Function
	// compares is the comparison, limit what the counter is compared with in it.
	compares *ssa.BinOp
	limit    *ssa.UnOp
	// plus is how much oftener than the limit says the operation is done.
	plus int
}

// allowed is how often a loop does a call that ends because an object of the tree
// says so; ok is false where that is not the one thing that ends it.
func (w *Walker) allowed(rep repetition, f *frame, pos graph.Pos) (b graph.Bound, ok bool) {
	var asks *ssa.Call
	for _, end := range rep.ends {
		if rep.loop.isSignal(end, 0) {
			continue
		}
		c, called := answered(end)
		if !called || asks != nil {
			return b, false
		}
		asks = c
	}
	if asks == nil || (question{asks: asks, at: asks}).renews(rep.loop) {
		return b, false
	}
	if b, ok := w.allowedBy(asks, rep, f); ok {
		return b, true
	}
	a, ok := w.x.allowance(asks)
	if !ok || !a.order(w.x, rep.loop, rep.call) {
		return b, false
	}
	return w.number(a.limit, a.plus, a.at, &frame{fn: a.fn, site: asks, up: f}, pos), true
}

// allowedBy is the same for an object of a library.
func (w *Walker) allowedBy(asks *ssa.Call, rep repetition, f *frame) (b graph.Bound, ok bool) {
	named := callee(&asks.Call)
	if named == nil {
		return b, false
	}
	lib, call, ok := w.x.row(named)
	if !ok || call.Effect != graph.EffectAsks {
		return b, false
	}
	for c := range calls(f.fn) {
		if !rep.loop.blocks[c.Block()] || !w.x.counts(c) {
			continue
		}
		b = w.layer(asks, f, lib, call, 0, w.knobs(asks, f, lib, call)).Attempts
		if v := w.settings(asks, f, call); b.Kind == graph.BoundUnbounded && v != nil {
			// What it was made with comes from elsewhere: it may have a limit.
			b = graph.Bound{Value: graph.UnknownExpr(describe(v)), Kind: graph.BoundAssumed, Pos: b.Pos}
		}
		if late(rep.call, asks, c) && b.Kind != graph.BoundUnbounded {
			b.Plus++
		}
		return b, true
	}
	return b, false
}

// settings are what the object that a loop asks was made with, where that is not
// written there: a parameter, or a part of the configuration of something larger.
func (w *Walker) settings(asks *ssa.Call, f *frame, call *graph.LibraryCall) ssa.Value {
	for _, o := range w.x.trace(w.x.clientOf(&asks.Call, call), f) {
		made, k, ok := w.constructor(o)
		if !ok || k.Options == nil {
			return asks.Call.Args[0]
		}
		for _, v := range w.optionValues(made.Common(), o.frame, k) {
			for _, from := range w.x.trace(v.value, v.frame) {
				if !madeHere(from.value) {
					return from.value
				}
			}
		}
	}
	return nil
}

// madeHere reports whether a value is written down where it is used: a literal, by
// its address or as it is.
func madeHere(v ssa.Value) bool {
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
		v = load.X
	}
	switch v.(type) {
	case *ssa.Alloc, *ssa.Const:
		return true
	}
	return false
}

// counts reports whether a call tells an object of a library of a round.
func (x *Index) counts(c ssa.CallInstruction) bool {
	named := callee(c.Common())
	if named == nil {
		return false
	}
	_, call, ok := x.row(named)
	return ok && call.Effect == graph.EffectCounts
}

// late reports whether a loop tries, then asks and then counts, so that the first
// try is not counted when it asks.
func late(try, asks, counts ssa.CallInstruction) bool {
	return precedes(try, asks) && precedes(asks, counts)
}

// answered is the call whose answer, yes or no, a condition is.
func answered(v ssa.Value) (*ssa.Call, bool) {
	if u, ok := v.(*ssa.UnOp); ok && u.Op == token.NOT {
		v = u.X
	}
	c, ok := v.(*ssa.Call)
	return c, ok && isBool(c.Type())
}

// allowance reads the method that a loop asks: the one comparison of a counter in
// it.
func (x *Index) allowance(asks *ssa.Call) (*allowance, bool) {
	fn := asks.Call.StaticCallee()
	if fn == nil || receiver(&asks.Call) == nil {
		return nil, false
	}
	a, ok := x.comparison(fn)
	if ok {
		a.asks = asks
	}
	return a, ok
}

// comparison is the one comparison of a counter in a method.
func (x *Index) comparison(fn *ssa.Function) (*allowance, bool) {
	var found *allowance
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			c, ok := instr.(*ssa.BinOp)
			if !ok || !isInt(c.X.Type()) {
				continue
			}
			a := x.compares(c)
			if a == nil {
				continue
			}
			if found != nil {
				return nil, false
			}
			a.fn, found = fn, a
		}
	}
	return found, found != nil
}

// compares is a comparison of a counter that says to go on below a limit.
func (x *Index) compares(c *ssa.BinOp) *allowance {
	counter, limit, plus := c.X, c.Y, 0
	switch c.Op {
	case token.LSS, token.GEQ:
	case token.LEQ:
		plus = 1
	case token.GTR:
		if x.counted(c.X) {
			plus = 1
		} else {
			counter, limit = c.Y, c.X
		}
	default:
		return nil
	}
	u, ok := limit.(*ssa.UnOp)
	if !ok || u.Op != token.MUL || !x.counted(counter) {
		return nil
	}
	return &allowance{compares: c, limit: u, plus: plus}
}

// counted reports whether a value is a field that is counted up by one.
func (x *Index) counted(v ssa.Value) bool {
	u, ok := v.(*ssa.UnOp)
	if !ok {
		return false
	}
	fa, ok := u.X.(*ssa.FieldAddr)
	if !ok {
		return false
	}
	f := fieldOf(fa.X.Type(), fa.Field)
	ups := 0
	for _, st := range x.fields[f] {
		switch s := st.value.(type) {
		case *ssa.BinOp:
			if n, ok := added(s); !ok || n != 1 || !loadsField(s.X, f) {
				return false
			}
			ups++
		case *ssa.Const:
			if k, ok := constKnown(s); !ok || k.n != 0 {
				return false
			}
		default:
			return false
		}
	}
	return ups > 0
}

// order adds what the order of asking, trying and counting makes of the limit. It
// reports whether the loop counts at all.
func (a *allowance) order(x *Index, l *loop, of ssa.CallInstruction) bool {
	counts := func(fn *ssa.Function) bool { return x.countsUp(fn, receiverType(a.fn), waitDepth) }
	if counts(a.fn) {
		return false // it counts how often it is asked, which spends reads
	}
	for c := range calls(of.Parent()) {
		to := c.Common().StaticCallee()
		if !l.blocks[c.Block()] || to == nil || !counts(to) {
			continue
		}
		if late(of, a.asks, c) {
			a.plus++
		}
		return true
	}
	return false
}

// countsUp reports whether a method of a type, or one that it calls, counts a
// field of it up.
func (x *Index) countsUp(fn *ssa.Function, of types.Type, depth int) bool {
	if depth == 0 || fn == nil || receiverType(fn) == nil || !types.Identical(receiverType(fn), of) {
		return false
	}
	for st := range stores(fn) {
		if b, ok := st.Val.(*ssa.BinOp); ok && b.Op == token.ADD && x.counted(b.X) {
			return true
		}
	}
	for c := range calls(fn) {
		if x.countsUp(c.Common().StaticCallee(), of, depth-1) {
			return true
		}
	}
	return false
}

func receiverType(fn *ssa.Function) types.Type {
	if recv := fn.Signature.Recv(); recv != nil {
		return recv.Type()
	}
	return nil
}

// at is how often the operation is done with a limit of 0 or less, which is no
// limit where the method looks for it.
func (a *allowance) at(n int64) int {
	for _, b := range a.fn.Blocks {
		for _, instr := range b.Instrs {
			c, ok := instr.(*ssa.BinOp)
			if !ok || !isInt(c.X.Type()) || !sameLoad(c.X, a.limit) {
				continue
			}
			than, ok := c.Y.(*ssa.Const)
			if !ok {
				continue
			}
			if k, ok := constKnown(than); ok {
				if yes := arithmetic(c.Op, n, k.n); yes != nil && yes.n != 0 {
					return maxExecutions
				}
			}
		}
	}
	return max(0, int(n)+a.plus)
}

// sameLoad reports whether two values are read from one place.
func sameLoad(a, b ssa.Value) bool {
	x, ok1 := a.(*ssa.UnOp)
	y, ok2 := b.(*ssa.UnOp)
	return ok1 && ok2 && x.Op == token.MUL && y.Op == token.MUL && samePlace(x.X, y.X)
}
