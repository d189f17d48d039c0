package summary

import (
	"go/token"
	"go/types"
	"strconv"

	"golang.org/x/tools/go/ssa"

	"github.com/ampcheck/ampcheck/graph"
)

// What a client carries round its calls: interceptors, transports, decorators.

// carried puts the layers and functions that a client carries round a call:
// interceptors, a transport of its own.
func (w *Walker) carried(settings []setting, body *graph.Step) *graph.Step {
	var alts []*graph.Step
	type place struct {
		pos token.Pos
		at  graph.Pos
	}
	done := map[place]bool{}
	for _, s := range settings {
		step := body
		for _, t := range s {
			if t.knob.Role != graph.RoleCarries || t.value == nil && t.kept == nil {
				continue
			}
			at := place{pos: t.pos}
			if t.kept != nil {
				at.at = t.kept.Pos
			}
			if !done[at] {
				done[at] = true
				step = w.wrapped(t, step)
			}
		}
		if step != body {
			alts = append(alts, step)
		}
	}
	if len(alts) == 0 {
		return body
	}
	return alternatives(alts)
}

// wrapped is a step with one carried value round it.
func (w *Walker) wrapped(t turned, step *graph.Step) *graph.Step {
	if t.kept != nil {
		return w.put(t.kept.Around, step)
	}
	values := w.x.elements(t.value, t.frame)
	if len(values) == 0 {
		values = []origin{{t.value, t.frame}}
	}
	for i := len(values) - 1; i >= 0; i-- {
		for _, o := range w.x.trace(values[i].value, values[i].frame) {
			if outer := w.decorator(o, step); outer != nil {
				step = outer
				break
			}
		}
	}
	return step
}

// decorator is a step inside an interceptor or a transport: one of the table,
// or a function or type of the program.
func (w *Walker) decorator(o origin, step *graph.Step) *graph.Step {
	if w.exporting {
		if at, ok := w.x.standing(o); ok && len(at.Path) == 0 {
			return &graph.Step{Repeat: &graph.Repeat{Layer: carriedStep + strconv.Itoa(at.Param), Step: *step}}
		}
	}
	if there := w.elsewhere(o); there != nil {
		return w.madeDecorator(there, step)
	}
	if made, k, ok := w.constructor(o); ok && k.Effect != graph.EffectRemote && len(k.Layers) > 0 {
		lib, _, _ := w.x.row(callee(&made.Call))
		settings := w.knobs(made, o.frame, lib, k)
		for i := range settings {
			settings[i] = append(settings[i], w.ofCall(lib)...)
		}
		step = w.carried(settings, step)
		for i := len(k.Layers) - 1; i >= 0; i-- {
			at := &frame{fn: made.Parent()}
			step = w.layered(w.layer(made, at, lib, k, i, settings), step)
		}
		return step
	}
	for _, t := range w.x.asFunctions(o) {
		if outer := w.middleware(o, t, step); outer != nil {
			return outer
		}
		if outer := w.around(o, t, t.fn, step); outer != nil {
			return outer
		}
	}
	if fn := w.x.method(o.value, roundTrip); fn != nil && len(fn.Blocks) > 0 {
		t := unwrapped(target{fn, &frame{fn: fn, receiver: &o}})
		return w.around(o, t, t.fn, step)
	}
	return nil
}

// middleware is a step inside what a function makes of the next one, which it is
// given; nil for functions that are no such.
func (w *Walker) middleware(o origin, t target, step *graph.Step) *graph.Step {
	sig := t.fn.Signature
	if sig.Params().Len() != 1 || sig.Results().Len() != 1 || !types.Identical(sig.Params().At(0).Type(), sig.Results().At(0).Type()) {
		return nil
	}
	if _, function := sig.Params().At(0).Type().Underlying().(*types.Signature); !function {
		return nil
	}
	var alts []*graph.Step
	for _, b := range t.fn.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok {
			continue
		}
		for _, made := range w.x.trace(ret.Results[0], t.frame) {
			for _, in := range w.x.asFunctions(made) {
				alts = append(alts, w.around(o, in, t.fn, w.copied(step)))
			}
		}
	}
	return alternatives(alts)
}

// madeDecorator is a step inside an interceptor or a transport that another
// package made.
func (w *Walker) madeDecorator(there *elsewhere, step *graph.Step) *graph.Step {
	var alts []*graph.Step
	ls, _ := w.partLeaves(there, nil, 0, w.exporting)
	for _, l := range ls {
		if l.origin != nil {
			alts = append(alts, w.decorator(*l.origin, w.copied(step)))
			continue
		}
		for _, t := range l.set {
			if t.knob.Role == graph.RoleCarries {
				alts = append(alts, w.put(t.kept.Around, step))
			}
		}
	}
	return alternatives(alts)
}

const roundTrip = "RoundTrip"

// asFunctions is an origin that is a function.
func (x *Index) asFunctions(o origin) []target {
	switch t := o.value.(type) {
	case *ssa.Function:
		return []target{{t, &frame{fn: t}}}
	case *ssa.MakeClosure:
		if fn, ok := t.Fn.(*ssa.Function); ok {
			return []target{{fn, &frame{fn: fn, closure: t, made: o.frame}}}
		}
	}
	return nil
}

// around is the body of a decorator in which the call it is round stands for
// calls of the function parameters of taker, which is the decorator or what made it,
// and of the next transport.
func (w *Walker) around(o origin, t target, taker *ssa.Function, step *graph.Step) *graph.Step {
	before := w.inside
	w.inside = &inside{of: o, step: step, taker: taker, up: before}
	if w.calling != nil {
		t.frame.ran = w.calling.site
	}
	defer func() { w.inside = before }()
	r, cut := regions(t.fn, func(ssa.CallInstruction) bool { return true })
	if cut {
		w.cut(t.frame)
	}
	return w.region(r, t.frame)
}

// inside is the call that a decorator is round, where that was made, and the function
// whose parameters are called for it.
type inside struct {
	of    origin
	step  *graph.Step
	taker *ssa.Function
	up    *inside
}

// maxDecorators bounds a chain of transports.
const maxDecorators = 8

// depth is the number of decorators round a call.
func (i *inside) depth() int {
	n := 0
	for ; i != nil; i = i.up {
		n++
	}
	return n
}

// holds reports whether a decorator is one that the call is inside already: made in
// the same place, as when a loop puts decorators round one another.
func (i *inside) holds(o origin) bool {
	for ; i != nil; i = i.up {
		if i.of.value == o.value && i.of.frame.same(o.frame) {
			return true
		}
	}
	return false
}

// wired is the step that a call of the next transport stands for, inside a
// decorator: what the decorator is round, or the next one of a chain. What is made in a
// loop is in the chain once: that it is, and not how often, is what the types say.
func (w *Walker) wired(c ssa.CallInstruction, f *frame) *graph.Step {
	if w.inside == nil {
		return nil
	}
	if fn := callee(c.Common()); fn == nil || fn.Name() != roundTrip {
		return nil
	}
	if w.inside.depth() < maxDecorators {
		var next []*graph.Step
		again := false
		for _, o := range w.x.trace(receiver(c.Common()), f) {
			if w.inside.holds(o) {
				again = true
			} else {
				next = append(next, w.decorator(o, w.copied(w.inside.step)))
			}
		}
		s := alternatives(next)
		if s == nil {
			s = w.copied(w.inside.step)
		}
		if again {
			eachCall(s, false, func(c *graph.Call, _ bool) { c.Confidence = graph.ConfidenceType })
		}
		return s
	}
	return w.copied(w.inside.step)
}

// given is the step that a call of a decorator's function parameter stands for.
func (w *Walker) given(v ssa.Value, f *frame) *graph.Step {
	if w.inside == nil {
		return nil
	}
	for _, o := range w.x.trace(v, f) {
		if p, ok := o.value.(*ssa.Parameter); ok && p.Parent() == w.inside.taker {
			return w.copied(w.inside.step)
		}
	}
	return nil
}

// copied is copied for a body that the walk puts together. The copies are a part of the
// body: decorators that call what they are round more than once, inside one another,
// double it each time.
func (w *Walker) copied(s *graph.Step) *graph.Step {
	w.steps += callsIn(s)
	return copied(s)
}

// put is put for a body that the walk puts together.
func (w *Walker) put(outer, step *graph.Step) *graph.Step {
	s := put(outer, step)
	w.steps += callsIn(s)
	return s
}

// callsIn counts the calls of which a step consists.
func callsIn(s *graph.Step) (n int) {
	eachCall(s, false, func(*graph.Call, bool) { n++ })
	return n
}

// copied is a step that shares nothing with another that may be changed.
func copied(s *graph.Step) *graph.Step {
	if s == nil {
		return nil
	}
	all := func(steps []graph.Step) []graph.Step {
		out := make([]graph.Step, len(steps))
		for i := range steps {
			out[i] = *copied(&steps[i])
		}
		return out
	}
	switch {
	case s.Call != nil:
		c := *s.Call
		return &graph.Step{Call: &c}
	case s.Seq != nil:
		return &graph.Step{Seq: &graph.Seq{Steps: all(s.Seq.Steps), FailFast: s.Seq.FailFast}}
	case s.Par != nil:
		return &graph.Step{Par: &graph.Par{Steps: all(s.Par.Steps), Width: s.Par.Width}}
	case s.Alt != nil:
		return &graph.Step{Alt: &graph.Alt{Steps: all(s.Alt.Steps)}}
	case s.Repeat != nil:
		return &graph.Step{Repeat: &graph.Repeat{Layer: s.Repeat.Layer, FanOut: s.Repeat.FanOut, Step: *copied(&s.Repeat.Step)}}
	}
	c := *s
	return &c
}
