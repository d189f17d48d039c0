package summary

import (
	"github.com/ampcheck/ampcheck/graph"
	"golang.org/x/tools/go/ssa"
)

// In which classes a loop makes its call again is found as the answers of handlers
// are: the call fails in a class that is not chosen beforehand, and what the loop
// asks of the failure cuts the classes in two.

// again are the classes in which a run made its failing call once more.
type again struct {
	// loop is the one that is looked at: what happens once it is left is no repeat.
	loop    *loop
	classes graph.ClassSet
	// named are those of them that a way was taken for alone: the code says so.
	named graph.ClassSet
}

// maxAgain bounds how often one way makes the failing call: a loop may ask something
// else after the second failure than after the first, and that may be another one.
const maxAgain = 3

// left starts anew where the function goes on outside of the loop: when a loop round
// it comes back, for another item, that is no try of the same call.
func (a *again) left(in *active, b *ssa.BasicBlock, st *state) {
	if a != nil && in.up == nil && !a.loop.blocks[b] {
		st.calls = 0
	}
}

// note keeps that the call is made again in some classes.
func (a *again) note(classes graph.ClassSet) {
	a.classes = a.classes.Union(classes)
	if classes.Len() == 1 {
		a.named = a.named.Union(classes)
	}
}

// retried are the classes in which a loop of a function makes a call below it again.
// All that is not followed counts, so it is never less than what is true.
func (w *Walker) retried(l *loop, f *frame, body *graph.Step) again {
	var all again
	open := false
	done := map[graph.Pos]bool{}
	eachCall(body, false, func(c *graph.Call, _ bool) {
		if open || done[c.Pos] {
			return
		}
		done[c.Pos] = true
		one, ok := w.retriedAt(l, f, c.Pos)
		if !ok {
			open = true
			return
		}
		all.classes = all.classes.Union(one.classes)
		all.named = all.named.Union(one.named)
	})
	if open || len(done) == 0 {
		return again{classes: graph.AnyClass, named: all.named}
	}
	return all
}

// retriedAt are those for one remote call; ok is false where every class may be.
func (w *Walker) retriedAt(l *loop, f *frame, at graph.Pos) (again, bool) {
	a, p, ok := w.repeated(l, f, w.remotes[at], everyFails)
	if !ok || a.classes.Empty() || possible(p).Minus(a.classes).Empty() {
		return a, false
	}
	return a, true
}

// onFailure reports whether a loop makes a remote call again only when it failed:
// an answer with a good status ends it, one with a bad status does not.
func (w *Walker) onFailure(l *loop, f *frame, c ssa.CallInstruction) bool {
	bad, _, ok := w.repeated(l, f, c, everyFails)
	if !ok || bad.classes.Empty() {
		return false
	}
	good, _, ok := w.repeated(l, f, c, noneFails)
	return ok && good.classes.Empty()
}

// repeated runs a function and says in which classes a loop of it makes a remote call
// again; ok is false where that is not known.
func (w *Walker) repeated(l *loop, f *frame, c ssa.CallInstruction, m mode) (a again, p graph.Protocol, ok bool) {
	if c == nil {
		return a, p, false
	}
	named := callee(c.Common())
	if named == nil {
		return a, p, false
	}
	lib, call, ok := w.x.row(named)
	if !ok {
		return a, p, false
	}
	r := newRun(w, c, lib, call, m)
	a.loop = l
	r.again = &a
	w.aside(func() {
		r.enter(target{f.fn, f}, nil, nil, nil, newState(possible(r.protocol)), func(*state, fact) {})
	})
	return a, r.protocol, !r.cut
}
