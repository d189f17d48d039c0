package summary

import (
	"go/constant"
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
	"golang.org/x/tools/go/ssa"
)

// layer is one layer of a library call with what its knobs say. Of several
// settings the one with the most attempts counts.
func (w *Walker) layer(c ssa.CallInstruction, f *frame, lib *graph.Library, call *graph.LibraryCall, i int, settings []setting) graph.Layer {
	d := &call.Layers[i]
	pos := w.x.r.Position(c.Pos())
	id := w.Service + ":" + w.id(f.fn, 0) + "@" + strconv.Itoa(pos.Line) + ":" + strconv.Itoa(pos.Col) + "." + strconv.Itoa(i)
	row := graph.CatalogPos(lib.Name, version(lib))
	method := w.methodOf(c, f, call)
	var best graph.Layer
	for n, s := range settings {
		ly := byDefault(d, row, pos)
		w.turnAll(&ly, s, i, d.Name, method)
		variables(&ly, f, lib, i)
		w.limit(&ly, s, i)
		if w.calling != nil && w.calling.site == c && w.calling.again != nil {
			only(&ly, *w.calling.again, pos)
		}
		if n == 0 || more(&ly, &best) {
			best = ly
		}
	}
	best.ID = id
	best.Replays = d.Replays && w.replayable(c, f, method)
	return best
}

// replayable reports whether a client of net/http sends a request again on another
// connection: one of a method without effect, or with an idempotency key
// (go:src/net/http/request.go, isReplayable). A method that is not known counts as one.
func (w *Walker) replayable(c ssa.CallInstruction, f *frame, method string) bool {
	switch method {
	case "", "GET", "HEAD", "OPTIONS", "TRACE":
		return true
	}
	return w.hasKey(c, f)
}

// only takes the classes out of a layer that are not among those in which it is given an
// error to try again; where there are none left it tries once.
func only(ly *graph.Layer, again graph.ClassSet, pos graph.Pos) {
	left := ly.RetriesOn.Intersect(again)
	if left.Empty() {
		ly.Attempts = graph.Exactly(1, graph.BoundExact, pos)
		return
	}
	ly.RetriesOn = left
}

// turnAll turns the knobs of a layer by its place in the call and its name.
func (w *Walker) turnAll(ly *graph.Layer, s setting, i int, name, method string) {
	for _, t := range s {
		if t.knob.Layer == i && (t.knob.LayerName == "" || t.knob.LayerName == name) {
			w.turn(ly, t, method)
		}
	}
}

// more orders layers by their attempts; a number that is not known counts as
// one, so a known one above it is preferred.
func more(a, b *graph.Layer) bool {
	x, _ := a.Attempts.Count(nil)
	y, _ := b.Attempts.Count(nil)
	return x > y
}

func (w *Walker) methodOf(c ssa.CallInstruction, f *frame, call *graph.LibraryCall) string {
	es := w.role(c, f, call, func(k *graph.LibraryCall) *graph.Arg { return k.Method })
	if len(es) != 1 {
		return ""
	}
	m, _ := es[0].Eval(nil)
	return m
}

func version(lib *graph.Library) string {
	if lib.Since != "" {
		return lib.Since
	}
	if lib.Module == "" {
		return "std"
	}
	return "any"
}

// byDefault is a layer of the table as it is when nothing is set.
func byDefault(d *graph.LibraryLayer, row, pos graph.Pos) graph.Layer {
	ly := graph.Layer{Kind: d.Kind, Name: d.Name, RetriesOn: d.RetriesOn, Marks: d.Marks, Pos: pos, Implicit: true,
		Attempts: graph.Exactly(d.Attempts, graph.BoundDefault, row), Budget: d.Budget}
	if d.Attempts == 0 {
		ly.Attempts = graph.Endless(row)
	}
	set := func(b *graph.Bound, text string) {
		if text != "" {
			*b = graph.Bound{Value: graph.Literal(text), Kind: graph.BoundDefault, Pos: row}
		}
	}
	set(&ly.PerTry, d.PerTry)
	set(&ly.Overall, d.Overall)
	ly.Backoff = graph.Backoff{Kind: d.Backoff, Jitter: d.Jitter, Spread: d.Spread, Multiplier: d.Factor}
	set(&ly.Backoff.Base, d.Base)
	set(&ly.Backoff.Max, d.Max)
	set(&ly.Backoff.Added, d.Added)
	return ly
}

// variables lets the environment of the process say a number that code does not
// set, where the library reads it from there.
func variables(ly *graph.Layer, f *frame, lib *graph.Library, i int) {
	for n := range lib.Knobs {
		k := &lib.Knobs[n]
		if k.Kind != graph.KnobEnv || k.Layer != i || k.Reader != "" && f.fn.Prog.ImportedPackage(k.Reader) == nil {
			continue
		}
		switch k.Role {
		case graph.RoleAttempts:
			fromVariable(&ly.Attempts, k.Name, 0)
		case graph.RoleRetries:
			fromVariable(&ly.Attempts, k.Name, 1)
		case graph.RoleOverall:
			fromVariable(&ly.Overall, k.Name, 0)
		}
	}
}

// fromVariable makes a default one of a variable that counts plus less.
func fromVariable(b *graph.Bound, name string, plus int) {
	if b.Kind != graph.BoundDefault || b.Value.Kind != graph.ExprLiteral {
		return
	}
	text := b.Value.Text
	if n, err := strconv.Atoi(text); err == nil {
		text = strconv.Itoa(n + b.Plus - plus)
		b.Plus = plus
	}
	b.Value = graph.Expr{Kind: graph.ExprRef, Source: graph.SourceEnv, Text: name, Args: []graph.Expr{graph.Literal(text)}}
}

// turn sets one number of a layer.
func (w *Walker) turn(ly *graph.Layer, t turned, method string) {
	pos := w.placed(t)
	switch t.knob.Role {
	case graph.RoleServiceConfig:
		w.serviceConfig(ly, t, method)
		return
	case graph.RoleClasses:
		// Code decides what is retried: anything may be.
		ly.RetriesOn = graph.AnyClass
		return
	case graph.RoleBackoff:
		ly.Backoff.Kind = graph.BackoffKind(t.knob.Fixed)
		return
	case graph.RoleLayer:
		if !w.switchedOff(t) {
			replaced(ly, t.knob.Sets, pos)
		}
		return
	case graph.RoleFactor:
		if x, ok := fraction(t.value); ok {
			ly.Backoff.Multiplier = x
		}
		return
	case graph.RoleJitter:
		w.jitter(&ly.Backoff, t, pos)
		return
	}
	b, ok := w.setTo(t, pos)
	if !ok {
		return
	}
	switch t.knob.Role {
	case graph.RoleAttempts, graph.RoleRetries:
		if t.knob.Role == graph.RoleRetries && b.Kind != graph.BoundUnbounded {
			b.Plus++
		}
		attempts(ly, b, t.knob)
	case graph.RolePool:
		ly.Pool = &b
	case graph.RolePerTry:
		ly.PerTry = b
	case graph.RoleOverall, graph.RoleElapsed:
		ly.Overall = b
	case graph.RoleBase:
		ly.Backoff.Base = b
	case graph.RoleMax:
		ly.Backoff.Max = b
	case graph.RoleAdded:
		ly.Backoff.Added = b
	}
}

// fraction is a constant number that a knob is turned to.
func fraction(v ssa.Value) (x float64, ok bool) {
	c, ok := v.(*ssa.Const)
	if !ok || c.Value == nil {
		return 0, false
	}
	switch n := constant.ToFloat(c.Value); n.Kind() {
	case constant.Int, constant.Float:
		x, _ = constant.Float64Val(n)
		return x, true
	}
	return 0, false
}

// jitter reads by how much pauses are drawn at random: a length of time, a share, or
// a whole number of percent. What is not known may be as long as the pause.
func (w *Walker) jitter(b *graph.Backoff, t turned, pos graph.Pos) {
	b.Jitter, b.Spread = true, 1
	if t.value == nil {
		return
	}
	basic, _ := t.value.Type().Underlying().(*types.Basic)
	x, known := fraction(t.value)
	switch {
	case types.TypeString(t.value.Type(), nil) == "time.Duration":
		b.Added = w.number(t.value, 0, nil, t.frame, pos)
	case !known || basic == nil:
	case x == 0:
		b.Jitter, b.Spread = false, 0
	case basic.Info()&types.IsInteger != 0:
		b.Spread = x / 100
	default:
		b.Spread = x
	}
}

// setTo is the value a knob is turned to.
func (w *Walker) setTo(t turned, pos graph.Pos) (graph.Bound, bool) {
	switch {
	case t.knob.Fixed == "unbounded":
		return graph.Endless(pos), true
	case t.knob.Fixed != "":
		return graph.Bound{Value: graph.Literal(t.knob.Fixed), Kind: graph.BoundExact, Pos: pos}, true
	case t.text == "true":
		return graph.Bound{}, false
	case t.text != "":
		return graph.Bound{Value: graph.Literal(strings.Replace(t.text, "false", "0", 1)), Kind: graph.BoundExact, Pos: pos}, true
	case t.kept != nil:
		return t.kept.Value, t.kept.Value.IsSet()
	case t.value == nil:
		return graph.Bound{}, false
	}
	if text, ok, known := w.countOf(t.value, t.frame); known {
		return graph.Bound{Value: graph.Literal(text), Kind: graph.BoundExact, Pos: pos}, ok
	}
	return w.number(t.value, 0, nil, t.frame, pos), true
}

// placed is where a knob is turned.
func (w *Walker) placed(t turned) graph.Pos {
	if t.kept != nil {
		return t.kept.Pos
	}
	return w.x.r.Position(t.pos)
}

// attempts sets the number of attempts.
func attempts(ly *graph.Layer, b graph.Bound, k *graph.Knob) {
	if b, ok := meant(b, k); ok {
		ly.Attempts, ly.Implicit = b, false
	}
}

// meant is a number with what the library makes of 0, -1 and other values that
// stand for something else; false where they change nothing.
func meant(b graph.Bound, k *graph.Knob) (graph.Bound, bool) {
	text, _ := b.Value.Eval(nil)
	switch meaning := k.Meaning(text); meaning {
	case "default":
		return b, false
	case "unbounded":
		return graph.Endless(b.Pos), true
	case "one":
		return graph.Exactly(1, graph.BoundExact, b.Pos), true
	default:
		if n, err := strconv.Atoi(meaning); err == nil {
			return graph.Exactly(n, graph.BoundExact, b.Pos), true
		}
	}
	return b, true
}

// switchedOff reports whether a knob that is a switch is set to false.
func (w *Walker) switchedOff(t turned) bool {
	if t.value == nil || !types.Identical(t.value.Type().Underlying(), types.Typ[types.Bool]) {
		return false
	}
	n, ok, _ := w.countOf(t.value, t.frame)
	return ok && n == "0"
}

// replaced sets the numbers that a policy of the library brings.
func replaced(ly *graph.Layer, sets *graph.LibraryLayer, pos graph.Pos) {
	if sets == nil {
		return
	}
	n := byDefault(sets, pos, pos)
	if sets.Attempts != 0 {
		ly.Attempts, ly.Implicit = graph.Exactly(sets.Attempts, graph.BoundExact, pos), false
	}
	if !sets.RetriesOn.Empty() && (sets.Attempts != 0 || ly.RetriesOn != graph.AnyClass) {
		ly.RetriesOn = sets.RetriesOn
	}
	for _, p := range []struct{ to, from *graph.Bound }{{&ly.PerTry, &n.PerTry}, {&ly.Overall, &n.Overall}, {&ly.Backoff.Base, &n.Backoff.Base}, {&ly.Backoff.Max, &n.Backoff.Max}} {
		if p.from.IsSet() {
			*p.to = *p.from
		}
	}
	if sets.Backoff != "" {
		// Other pauses are drawn in their own way.
		b := &ly.Backoff
		b.Kind, b.Jitter, b.Spread, b.Added = n.Backoff.Kind, n.Backoff.Jitter, n.Backoff.Spread, n.Backoff.Added
		if b.Kind == graph.BackoffConstant || b.Kind == graph.BackoffNone {
			b.Max = n.Backoff.Max
		}
	}
	if sets.Factor != 0 {
		ly.Backoff.Multiplier = sets.Factor
	}
}

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
		return put(t.kept.Around, step)
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
	if made, k, ok := w.constructor(o); ok && len(k.Layers) > 0 {
		lib, _, _ := w.x.row(callee(&made.Call))
		settings := w.knobs(made, o.frame, lib, k)
		for i := range settings {
			settings[i] = append(settings[i], w.ofCall(lib)...)
		}
		for i := len(k.Layers) - 1; i >= 0; i-- {
			at := &frame{fn: made.Parent()}
			step = w.layered(w.layer(made, at, lib, k, i, settings), step)
		}
		return step
	}
	for _, t := range w.x.asFunctions(o) {
		if outer := w.around(o, t, step); outer != nil {
			return outer
		}
	}
	if fn := w.x.method(o.value, roundTrip); fn != nil && len(fn.Blocks) > 0 {
		return w.around(o, unwrapped(target{fn, &frame{fn: fn, receiver: &o}}), step)
	}
	return nil
}

// madeDecorator is a step inside an interceptor or a transport that another
// package made.
func (w *Walker) madeDecorator(there *elsewhere, step *graph.Step) *graph.Step {
	var alts []*graph.Step
	ls, _ := w.partLeaves(there, nil, 0, w.exporting)
	for _, l := range ls {
		if l.origin != nil {
			alts = append(alts, w.decorator(*l.origin, copied(step)))
			continue
		}
		for _, t := range l.set {
			if t.knob.Role == graph.RoleCarries {
				alts = append(alts, put(t.kept.Around, step))
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
// calls of its function parameters, and of the next transport.
func (w *Walker) around(o origin, t target, step *graph.Step) *graph.Step {
	before := w.inside
	w.inside = &inside{of: o, step: step, frame: t.frame, up: before}
	if w.calling != nil {
		t.frame.ran = w.calling.site
	}
	defer func() { w.inside = before }()
	r, cut := regions(t.fn, func(ssa.CallInstruction) bool { return true })
	w.Truncated = w.Truncated || cut
	return w.region(r, t.frame)
}

// inside is the call that a decorator is round, and where that was made.
type inside struct {
	of    origin
	step  *graph.Step
	frame *frame
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
				next = append(next, w.decorator(o, copied(w.inside.step)))
			}
		}
		s := alternatives(next)
		if s == nil {
			s = copied(w.inside.step)
		}
		if again {
			eachCall(s, false, func(c *graph.Call, _ bool) { c.Confidence = graph.ConfidenceType })
		}
		return s
	}
	return copied(w.inside.step)
}

// given is the step that a call of a decorator's function parameter stands for.
func (w *Walker) given(v ssa.Value, f *frame) *graph.Step {
	if w.inside == nil {
		return nil
	}
	for _, o := range w.x.trace(v, f) {
		if p, ok := o.value.(*ssa.Parameter); ok && p.Parent() == w.inside.frame.fn {
			return copied(w.inside.step)
		}
	}
	return nil
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
