package summary

import (
	"go/types"
	"slices"

	"github.com/ampcheck/ampcheck/graph"
	"golang.org/x/tools/go/ssa"
)

// Repeats without a loop: a function that calls itself again after a failure, and
// a call that is written a second time.

// again lists them in a function.
func (s *Sites) again(fn *ssa.Function) []graph.Site {
	var out []graph.Site
	var ops []ssa.CallInstruction
	for c := range calls(fn) {
		if s.out.call(c) {
			ops = append(ops, c)
		}
	}
	for _, c := range ops {
		switch {
		case isSelf(c, fn):
			if site, ok := s.recursion(fn, c, ops); ok {
				out = append(out, site)
			}
		default:
			if site, ok := s.second(fn, c, ops); ok {
				out = append(out, site)
			}
		}
	}
	return out
}

// isSelf reports whether a call is one of the function it stands in, or of the
// function round it.
func isSelf(c ssa.CallInstruction, fn *ssa.Function) bool {
	if _, ok := c.(*ssa.Call); !ok {
		return false
	}
	to := c.Common().StaticCallee()
	for up := fn; up != nil; up = up.Parent() {
		if to == up {
			return true
		}
	}
	return false
}

// recursion is a call of the function itself that is made because the operation
// before it failed, or lost a race.
func (s *Sites) recursion(fn *ssa.Function, self ssa.CallInstruction, ops []ssa.CallInstruction) (graph.Site, bool) {
	if self.Common().StaticCallee() != fn || s.inLoop(fn, self) {
		return graph.Site{}, false
	}
	var last ssa.CallInstruction
	for _, c := range ops {
		if c != self && !isSelf(c, fn) && precedes(c, self) && (last == nil || precedes(last, c)) {
			last = c
		}
	}
	if last == nil || !sameTask(fn, self, s.x.influenceOf(last)) {
		return graph.Site{}, false
	}
	b, at := behind(last), self.Block()
	lost := b.good[at] && b.avoided(at) && !waitsIn(fn.Blocks)
	if !(b.fails[at] && !b.good[at]) && !lost && !s.unread(fn, self, ops) {
		return graph.Site{}, false
	}
	site := s.site(fn, graph.SiteRecursion, s.x.r.Position(self.Pos()))
	site.Remote = true
	s.countSelf(&site, fn, self)
	return site, true
}

// unread reports whether a function calls itself because it could not read what an
// operation answered: that was no answer to what was asked.
func (s *Sites) unread(fn *ssa.Function, self ssa.CallInstruction, ops []ssa.CallInstruction) bool {
	for c := range calls(fn) {
		if c == self || s.out.call(c) || !fails(c.Common().Signature()) || !precedes(c, self) {
			continue
		}
		answer := slices.ContainsFunc(ops, func(op ssa.CallInstruction) bool {
			return op != self && precedes(op, c) && slices.ContainsFunc(c.Common().Args, func(a ssa.Value) bool { return s.x.influenceOf(op).values[a] })
		})
		if b := behind(c); answer && b.fails[self.Block()] && !b.good[self.Block()] {
			return true
		}
	}
	return false
}

func (s *Sites) inLoop(fn *ssa.Function, c ssa.CallInstruction) bool {
	for _, l := range s.loopsIn(fn) {
		if l.blocks[c.Block()] {
			return true
		}
	}
	return false
}

// sameTask reports whether a function calls itself with what it was given, a
// counter apart, and not with a part of an answer.
func sameTask(fn *ssa.Function, self ssa.CallInstruction, answer *influence) bool {
	for i, a := range self.Common().Args {
		if a == fn.Params[i] || isContext(a.Type()) || isInt(a.Type()) || isBool(a.Type()) {
			continue
		}
		if answer.values[a] && !isError(a.Type()) {
			return false
		}
	}
	return true
}

// countSelf fills in how often a function calls itself: without end unless a
// number is counted on the way.
func (s *Sites) countSelf(site *graph.Site, fn *ssa.Function, self ssa.CallInstruction) {
	for i, a := range self.Common().Args {
		if b, ok := a.(*ssa.BinOp); ok && isInt(a.Type()) && (b.X == fn.Params[i] || b.Y == fn.Params[i]) {
			site.Bound = graph.BoundAssumed
			site.Expr = describe(fn.Params[i])
			return
		}
	}
	site.SetBound(graph.Endless(site.Pos))
}

// second is a call that is written again for when the first one failed.
func (s *Sites) second(fn *ssa.Function, c ssa.CallInstruction, ops []ssa.CallInstruction) (graph.Site, bool) {
	if _, ok := c.(*ssa.Call); !ok || isAccessor(c.Common()) {
		return graph.Site{}, false
	}
	for _, first := range ops {
		if first == c || !sameCall(first, c) || !precedes(first, c) || !s.sameLoops(fn, first, c) {
			continue
		}
		if b := behind(first); b.fails[c.Block()] && !b.good[c.Block()] && first.Block() != c.Block() {
			site := s.site(fn, graph.SiteLoop, s.x.r.Position(c.Pos()))
			site.Remote = true
			site.SetBound(graph.Exactly(2, graph.BoundExact, site.Pos))
			return site, true
		}
	}
	return graph.Site{}, false
}

// sameLoops reports whether two calls stand in the same loops.
func (s *Sites) sameLoops(fn *ssa.Function, a, b ssa.CallInstruction) bool {
	for _, l := range s.loopsIn(fn) {
		if l.blocks[a.Block()] != l.blocks[b.Block()] {
			return false
		}
	}
	return true
}

// sameCall reports whether two calls ask the same of the same.
func sameCall(a, b ssa.CallInstruction) bool {
	x, y := a.Common(), b.Common()
	if f, g := callee(x), callee(y); f == nil || f != g || len(x.Args) != len(y.Args) {
		return false
	}
	if x.IsInvoke() && !alike(x.Value, y.Value) {
		return false
	}
	for i := range x.Args {
		if !alike(x.Args[i], y.Args[i]) {
			return false
		}
	}
	return true
}

// alike reports whether two values are read from the same place, or made the same
// way from values that are alike.
func alike(a, b ssa.Value) bool { return alikeTo(a, b, 0) }

func alikeTo(a, b ssa.Value, depth int) bool {
	if a == b || isContext(a.Type()) && isContext(b.Type()) {
		return true
	}
	if depth > 6 || !types.Identical(a.Type(), b.Type()) {
		return false
	}
	switch x := a.(type) {
	case *ssa.Const:
		y, ok := b.(*ssa.Const)
		return ok && (x.Value == nil) == (y.Value == nil) && (x.Value == nil || x.Value.ExactString() == y.Value.ExactString())
	case *ssa.UnOp:
		y, ok := b.(*ssa.UnOp)
		return ok && x.Op == y.Op && alikeTo(x.X, y.X, depth+1)
	case *ssa.FieldAddr:
		y, ok := b.(*ssa.FieldAddr)
		return ok && x.Field == y.Field && alikeTo(x.X, y.X, depth+1)
	case *ssa.IndexAddr:
		y, ok := b.(*ssa.IndexAddr)
		return ok && alikeTo(x.X, y.X, depth+1) && alikeTo(x.Index, y.Index, depth+1)
	case *ssa.Field:
		y, ok := b.(*ssa.Field)
		return ok && x.Field == y.Field && alikeTo(x.X, y.X, depth+1)
	case *ssa.Call:
		y, ok := b.(*ssa.Call)
		if !ok || callee(&x.Call) == nil || callee(&x.Call) != callee(&y.Call) || len(x.Call.Args) != len(y.Call.Args) {
			return false
		}
		for i := range x.Call.Args {
			if !alikeTo(x.Call.Args[i], y.Call.Args[i], depth+1) {
				return false
			}
		}
		return !x.Call.IsInvoke() || alikeTo(x.Call.Value, y.Call.Value, depth+1)
	case *ssa.MakeInterface:
		y, ok := b.(*ssa.MakeInterface)
		return ok && alikeTo(x.X, y.X, depth+1)
	case *ssa.Slice:
		y, ok := b.(*ssa.Slice)
		return ok && alikeArrays(x, y, depth)
	case *ssa.Extract:
		y, ok := b.(*ssa.Extract)
		return ok && x.Index == y.Index && alikeTo(x.Tuple, y.Tuple, depth+1)
	}
	return false
}

// alikeArrays compares what a call is given for its variadic parameter.
func alikeArrays(x, y *ssa.Slice, depth int) bool {
	if alikeTo(x.X, y.X, depth+1) {
		return true
	}
	a, ok1 := x.X.(*ssa.Alloc)
	b, ok2 := y.X.(*ssa.Alloc)
	if !ok1 || !ok2 {
		return false
	}
	va, vb := elementsOf(a), elementsOf(b)
	if len(va) != len(vb) {
		return false
	}
	for i := range va {
		if !alikeTo(va[i], vb[i], depth+1) {
			return false
		}
	}
	return true
}

func elementsOf(a *ssa.Alloc) []ssa.Value {
	var out []ssa.Value
	for _, ref := range *a.Referrers() {
		if ia, ok := ref.(*ssa.IndexAddr); ok {
			for _, r := range *ia.Referrers() {
				if st, ok := r.(*ssa.Store); ok && st.Addr == ia {
					out = append(out, st.Val)
				}
			}
		}
	}
	return out
}

// isAccessor reports whether a call is given nothing and returns an error only: it
// asks for an error that is kept.
func isAccessor(com *ssa.CallCommon) bool {
	sig := com.Signature()
	return sig.Params().Len() == 0 && sig.Results().Len() == 1 && isError(sig.Results().At(0).Type())
}
