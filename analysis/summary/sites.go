package summary

import (
	"go/token"
	"go/types"
	"slices"

	"github.com/ampcheck/ampcheck/graph"
	"golang.org/x/tools/go/ssa"
)

// Sites finds the places in code that repeat something, one function at a time,
// whether a program runs it or not.
type Sites struct {
	x   *Index
	w   *Walker
	out *outward
	// helpers are the functions that repeat what they are given.
	helpers *helpers
	config  *configuration
}

// NewSites prepares the search: it looks at every function once.
func NewSites(x *Index) *Sites {
	x.out = newOutward(x)
	s := &Sites{x: x, w: NewWalker(x, "", &graph.Fragment{}), out: x.out}
	s.helpers = newHelpers(s)
	s.config = newConfiguration(s)
	return s
}

// Of lists the sites in some functions, in no order.
func (s *Sites) Of(fns []*ssa.Function) []graph.Site {
	var out []graph.Site
	for _, fn := range fns {
		if fn.Synthetic != "" && fn.Origin() == nil && !isLoopBody(fn) {
			continue // a wrapper without code of its own
		}
		s.w.steps, s.w.work = 0, s.x.work
		for _, l := range s.loopsIn(fn) {
			if site, ok := s.loop(fn, l); ok {
				out = append(out, site)
			}
		}
		if isLoopBody(fn) {
			if site, ok := s.iterator(fn); ok {
				out = append(out, site)
			}
		}
		out = append(out, s.again(fn)...)
		out = append(out, s.requeues(fn)...)
		out = append(out, s.config.sites(fn)...)
		out = append(out, s.helpers.calls(fn)...)
	}
	return onceEach(out)
}

// onceEach drops what is said of a line twice: a site of which the number is not
// known, where another one of its kind there has one.
func onceEach(all []graph.Site) []graph.Site {
	type line struct {
		file string
		line int
		kind graph.SiteKind
	}
	at := func(s graph.Site) line { return line{s.Pos.File, s.Pos.Line, s.Kind} }
	known := map[line]bool{}
	for _, s := range all {
		known[at(s)] = known[at(s)] || s.Attempts != nil
	}
	return slices.DeleteFunc(all, func(s graph.Site) bool { return s.Attempts == nil && known[at(s)] && s.Kind == graph.SiteConfig })
}

// loopsIn are the loops of a function in source order.
func (s *Sites) loopsIn(fn *ssa.Function) []*loop {
	all := s.x.loopsOf(fn)
	out := make([]*loop, 0, len(all))
	for _, b := range fn.Blocks {
		if l := all[b]; l != nil {
			out = append(out, l)
		}
	}
	return out
}

// loop is the site that a loop is.
func (s *Sites) loop(fn *ssa.Function, l *loop) (graph.Site, bool) {
	best, of := s.repeats(fn, l)
	if of == nil {
		return graph.Site{}, false
	}
	kind, ok := s.kind(l, best, of)
	if !ok {
		return graph.Site{}, false
	}
	pos := s.w.loopPos(l, fn)
	site := s.site(fn, kind, pos)
	site.Remote = s.out.call(of)
	root := &frame{fn: fn}
	if kind == graph.SiteLoop && !best.endless && s.peeled(fn, l, best, of) {
		best.n++
	}
	s.count(&site, best, root, pos)
	if kind == graph.SiteLoop {
		b := s.w.pause(l, of, root)
		site.Backoff, site.Jitter = b.Kind, b.Jitter
	}
	if best.outside == nil && site.Attempts != nil && *site.Attempts <= 1 {
		return graph.Site{}, false
	}
	return site, true
}

// peeled reports whether the first try is made before the loop, which is for when
// that failed.
func (s *Sites) peeled(fn *ssa.Function, l *loop, rep repetition, of ssa.CallInstruction) bool {
	for c := range calls(fn) {
		if l.blocks[c.Block()] || !precedes(c, of) || !sameCall(c, of) {
			continue
		}
		if b := behind(c); rep.after || b.fails[l.header] && !b.good[l.header] {
			return true
		}
	}
	return false
}

func (s *Sites) site(fn *ssa.Function, kind graph.SiteKind, pos graph.Pos) graph.Site {
	return graph.Site{Pos: pos, Func: name(fn), Kind: kind}
}

// count fills in how often a site repeats.
func (s *Sites) count(site *graph.Site, rep repetition, f *frame, pos graph.Pos) {
	if b, ok := s.x.statedFor(statedAs(site.Kind), pos); ok {
		site.SetBound(b)
		return
	}
	open := rep.kind == repeatFanOut || site.Kind != graph.SiteLoop && site.Kind != graph.SiteLibrary
	if site.Kind == graph.SitePagination || rep.endless && open && rep.untold() == nil {
		// So many as there are items, or as it takes.
		site.Bound = graph.BoundAssumed
		return
	}
	site.SetBound(s.w.bound(rep, f, pos))
}

// repeats is what a loop does with the call in it that decides most.
func (s *Sites) repeats(fn *ssa.Function, l *loop) (repetition, ssa.CallInstruction) {
	var best repetition
	var of ssa.CallInstruction
	for _, b := range fn.Blocks {
		if !l.blocks[b] {
			continue
		}
		for _, instr := range b.Instrs {
			c, ok := instr.(ssa.CallInstruction)
			if !ok || !s.operation(c) || l.inner[b] && s.streams(fn, l, c) {
				continue
			}
			rep := s.x.classified(l, c, fn)
			if of == nil || rep.stronger(best) || rep.kind == best.kind && !s.conflict(l, best, of) && s.conflict(l, rep, c) {
				best, of = rep, c
			}
		}
	}
	return best, of
}

// streams reports whether a loop inside another one goes on for ever while a call
// is good: it is the business of that loop then, and not of the one round it.
func (s *Sites) streams(fn *ssa.Function, l *loop, c ssa.CallInstruction) bool {
	for _, in := range s.loopsIn(fn) {
		if in == l || !l.blocks[in.header] || !in.blocks[c.Block()] {
			continue
		}
		if rep := s.x.classified(in, c, fn); rep.kind == repeatFanOut && rep.endless {
			return true
		}
	}
	return false
}

// operation reports whether a call may be what a loop is there for: it may leave
// the process, or it is a function that is not known here and may fail.
func (s *Sites) operation(c ssa.CallInstruction) bool {
	com := c.Common()
	if _, builtin := com.Value.(*ssa.Builtin); builtin {
		return false
	}
	if s.out.call(c) {
		return true
	}
	return !com.IsInvoke() && com.StaticCallee() == nil && fails(com.Signature()) && !isVariable(com.Value)
}

// isVariable reports whether a function value is read from a package variable: it
// is a function of the package, kept there for its tests.
func isVariable(v ssa.Value) bool {
	u, ok := v.(*ssa.UnOp)
	if !ok {
		return false
	}
	_, ok = u.X.(*ssa.Global)
	return ok
}

// kind is the kind of site that a repetition is; ok is false where it is none
// that is listed.
func (s *Sites) kind(l *loop, rep repetition, of ssa.CallInstruction) (kind graph.SiteKind, ok bool) {
	in := s.x.influenceOf(of)
	element := l.element(of)
	switch rep.kind {
	case repeatRetry:
		switch {
		case element || l.throughPlaces(rep) || l.handedOut(of):
			return graph.SiteFailover, true
		case rep.also && l.ticks():
			return graph.SitePoll, true
		case !fails(of.Common().Signature()) && s.x.answer(of, false) == nil:
			return graph.SitePoll, true
		}
		return graph.SiteLoop, true
	case repeatFanOut:
		switch {
		case element || !rep.endless:
			return graph.SiteFanOut, true
		case in.feeds(of):
			return graph.SitePagination, true
		}
	case repeatPages:
		switch {
		case element || l.throughDays():
			return graph.SiteFanOut, true
		case s.conflict(l, rep, of) || l.blames(rep):
			return graph.SiteLoop, true
		case in.feeds(of):
			return graph.SitePagination, true
		case s.w.onFailure(l, &frame{fn: of.Parent()}, of):
			return graph.SiteLoop, true
		}
		return graph.SitePoll, true
	}
	return "", false
}

// conflict reports whether a loop goes round again because a write lost a race: a
// plain yes or no in a good answer decides, and the next try follows at once. A
// loop that waits for something looks again after a pause.
func (s *Sites) conflict(l *loop, rep repetition, of ssa.CallInstruction) bool {
	if rep.kind != repeatPages || l.element(of) || s.x.influenceOf(of).feeds(of) || slices.ContainsFunc(rep.ends, l.steps) {
		return false
	}
	yesNo := false
	for _, v := range rep.asked {
		for {
			u, ok := v.(*ssa.UnOp)
			if !ok || u.Op != token.NOT {
				break
			}
			v = u.X
		}
		switch x := v.(type) {
		case *ssa.UnOp, *ssa.Field:
			yesNo = true
		case *ssa.Extract:
			_, called := x.Tuple.(*ssa.Call)
			yesNo = yesNo || called
		case *ssa.BinOp: // an answer, or none
			yesNo = yesNo || isNil(x.Y) && !isError(x.X.Type())
		}
	}
	return yesNo && !l.waits() && !waitsBelow(of, waitDepth)
}

// steps reports whether a condition holds a value that the loop carries on against
// another one: it goes through a range, a step each round.
func (l *loop) steps(cond ssa.Value) bool {
	b, ok := cond.(*ssa.BinOp)
	if !ok {
		return false
	}
	for _, v := range []ssa.Value{b.X, b.Y} {
		if phi, ok := v.(*ssa.Phi); ok && phi.Block() == l.header && isInt(phi.Type()) {
			return true
		}
	}
	return false
}

// others reports whether a loop retries other calls too that leave the process:
// what it is given then is a step of its own work, and not the work itself.
func (s *Sites) others(fn *ssa.Function, l *loop, but ssa.CallInstruction) bool {
	for c := range calls(fn) {
		if c != but && l.blocks[c.Block()] && s.out.call(c) && s.x.classified(l, c, fn).kind == repeatRetry {
			return true
		}
	}
	return false
}

// throughPlaces reports whether a loop tries as often as there are places to ask: each
// of a list, in whatever order. A list of pauses is none.
func (l *loop) throughPlaces(rep repetition) bool {
	c, ok := rep.outside.(*ssa.Call)
	if !ok || len(c.Call.Args) != 1 || rep.n != 0 {
		return false
	}
	if b, ok := c.Call.Value.(*ssa.Builtin); !ok || b.Name() != "len" {
		return false
	}
	list, ok := c.Call.Args[0].Type().Underlying().(*types.Slice)
	if !ok {
		return false
	}
	of, ok := list.Elem().Underlying().(*types.Basic)
	return !ok || of.Info()&types.IsNumeric == 0
}

// handedOut reports whether a call is made with what the loop gets anew each round,
// until there is no more: the next one to ask.
func (l *loop) handedOut(of ssa.CallInstruction) bool {
	return slices.ContainsFunc(append([]ssa.Value{of.Common().Value}, of.Common().Args...), func(v ssa.Value) bool {
		if load, ok := v.(*ssa.UnOp); ok { // a client that it holds
			v = rootOf(load.X)
		}
		next, ok := v.(*ssa.Phi)
		if !ok || next.Block() != l.header {
			return false
		}
		for _, e := range next.Edges {
			c, ok := e.(*ssa.Call)
			first, same := next.Edges[0].(*ssa.Call)
			if !ok || !same || callee(&c.Call) == nil || callee(&c.Call) != callee(&first.Call) {
				return false
			}
		}
		return slices.ContainsFunc(*next.Referrers(), func(r ssa.Instruction) bool {
			b, ok := r.(*ssa.BinOp)
			return ok && b.Block() == l.header && b.X == next && isNil(b.Y)
		})
	})
}

// ticks reports whether a loop waits for a ticker: it looks at something again and
// again, and is not there for one try that failed.
func (l *loop) ticks() bool {
	for b := range l.blocks {
		for _, instr := range b.Instrs {
			switch x := instr.(type) {
			case *ssa.UnOp:
				if x.Op == token.ARROW && isTicker(x.X) {
					return true
				}
			case *ssa.Select:
				if slices.ContainsFunc(x.States, func(s *ssa.SelectState) bool { return s.Dir == types.RecvOnly && isTicker(s.Chan) }) {
					return true
				}
			}
		}
	}
	return false
}

// isTicker reports whether a channel is that of a ticker.
func isTicker(ch ssa.Value) bool {
	load, ok := ch.(*ssa.UnOp)
	if !ok {
		return false
	}
	fa, ok := load.X.(*ssa.FieldAddr)
	return ok && types.TypeString(fa.X.Type(), nil) == "*time.Ticker"
}
