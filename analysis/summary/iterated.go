package summary

import (
	"github.com/ampcheck/ampcheck/graph"
	"golang.org/x/tools/go/ssa"
)

// loopBody is the body of a loop over an iterator function, where a call is one of
// that function.
func loopBody(c ssa.CallInstruction) (*ssa.MakeClosure, bool) {
	com := c.Common()
	if com.IsInvoke() || com.StaticCallee() != nil || len(com.Args) != 1 {
		return nil, false
	}
	mc, ok := com.Args[0].(*ssa.MakeClosure)
	if !ok {
		return nil, false
	}
	fn, ok := mc.Fn.(*ssa.Function)
	return mc, ok && isLoopBody(fn)
}

// iterated is a loop over an iterator that another module made, as maps.Keys: its
// body is not known, so that the number of rounds is a symbol.
func (w *Walker) iterated(c ssa.CallInstruction, mc *ssa.MakeClosure, f *frame) *graph.Step {
	fn := mc.Fn.(*ssa.Function)
	t := target{fn, &frame{fn: fn, site: c, up: f, closure: mc, made: f}}
	if f.runs(fn) || t.frame.depth() > maxDepth {
		return nil
	}
	body := w.function(t)
	if body == nil {
		return nil
	}
	kind, failFast := w.rounds(fn, t.frame)
	pos := w.x.r.Position(fn.Pos())
	if mc.Pos().IsValid() {
		pos = w.x.r.Position(mc.Pos())
	}
	// The body has a number of its own among the functions of its parent.
	id, of := w.Service+":"+w.id(fn, 1), describe(c.Common().Value)
	if kind != graph.SiteFanOut {
		n := w.attemptsOf(graph.Bound{Value: graph.UnknownExpr(of), Kind: graph.BoundAssumed, Pos: pos}, pos)
		return w.layered(graph.Layer{ID: id, Kind: graph.KindLoop, Name: name(outer(fn)), Attempts: n, RetriesOn: graph.AnyClass, Pos: pos}, body)
	}
	symbol := "n(" + of + ")"
	fo := graph.FanOut{ID: id, Mode: graph.FanOutContinue, Symbol: symbol, N: graph.Bound{Value: graph.UnknownExpr(of), Kind: graph.BoundAssumed, Pos: pos}, Pos: pos}
	if failFast {
		fo.Mode = graph.FanOutFailFast
	}
	w.statedItems(&fo)
	return &graph.Step{Repeat: &graph.Repeat{FanOut: w.registerFan(fo), Step: *body}}
}

// rounds is what a loop over an iterator is, by the first remote call in its body that
// tells, and whether a failure ends it.
func (w *Walker) rounds(body *ssa.Function, f *frame) (kind graph.SiteKind, failFast bool) {
	kind = graph.SiteFanOut
	for c := range calls(body) {
		if !w.keep(c) || !w.effect(c, f) {
			continue
		}
		failing, _ := ways(body, c, true)
		failFast = !goesOn(failing)
		if k := iteration(body, c); k != "" {
			return k, failFast
		}
	}
	return kind, failFast
}

// iteration is what the body of a loop over an iterator does with a call in it: it
// asks for another round, or not, as the back edge of a loop does; "" where neither
// outcome tells.
func iteration(body *ssa.Function, c ssa.CallInstruction) graph.SiteKind {
	failing, _ := ways(body, c, true)
	good, _ := ways(body, c, false)
	switch {
	case goesOn(failing) && stops(good) && !takes(c, body.Params):
		return graph.SiteLoop
	case goesOn(failing) && stops(good):
		return graph.SiteFailover
	case goesOn(good) && takes(c, body.Params):
		return graph.SiteFanOut
	}
	return ""
}
