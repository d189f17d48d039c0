package summary

import (
	"fmt"
	"go/types"
	"strconv"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
	"golang.org/x/tools/go/ssa"
)

// Store holds the bodies of functions of other packages, for a driver that
// sees one package at a time.
type Store interface {
	// Body is what a function calls, with the layers and fan-outs it names; nil
	// when nothing is known of it or it calls nothing.
	Body(fn *types.Func) *Stored
}

// Stored is a body on its own: what Walk finds of a function without knowing
// its callers. Calls of a parameter are steps that name it, and become the
// bodies of what is passed when the function is called.
type Stored struct {
	Body    graph.Step     `json:"body"`
	Layers  []graph.Layer  `json:"layers,omitempty"`
	FanOuts []graph.FanOut `json:"fan_outs,omitempty"`
}

const (
	parameterStep = "parameter "
	recursionStep = "recursion through "
)

// parameterCall is the step of a call of parameter i of the function that is
// walked.
func parameterCall(i int, pos graph.Pos) *graph.Step {
	return &graph.Step{Unknown: &graph.Unknown{What: parameterStep + strconv.Itoa(i), Pos: pos}}
}

// parameter is the place of the parameter that an Unknown step calls.
func parameter(u *graph.Unknown) (int, bool) {
	n, ok := strings.CutPrefix(u.What, parameterStep)
	if !ok {
		return 0, false
	}
	i, err := strconv.Atoi(n)
	return i, err == nil
}

// stored is the body of a function of another package, called here.
func (w *Walker) stored(c ssa.CallInstruction, f *frame) *graph.Step {
	named := callee(c.Common())
	if named == nil || w.x.store == nil {
		return nil
	}
	s := w.x.store.Body(named)
	if s == nil {
		return nil
	}
	ids := map[string]string{}
	at := w.x.r.Position(c.Pos())
	for _, l := range s.Layers {
		old := l.ID
		if w.bind(&l.Attempts, c, f) {
			l.ID = fmt.Sprintf("%s@%s", l.ID, at)
		}
		ids[old] = w.register(l)
	}
	for _, o := range s.FanOuts {
		old := o.ID
		if w.bind(&o.N, c, f) {
			o.ID = fmt.Sprintf("%s@%s", o.ID, at)
		}
		ids[old] = w.registerFan(o)
	}
	body := copied(&s.Body)
	renamed(body, ids) // before what is passed is put in, whose repeats have their own
	return w.filled(body, c, f)
}

// bind replaces a number that is a parameter of the stored function by the
// argument of this call.
func (w *Walker) bind(b *graph.Bound, c ssa.CallInstruction, f *frame) bool {
	if b.Value.Kind != graph.ExprUnknown {
		return false
	}
	i, ok := parameter(&graph.Unknown{What: b.Value.Text})
	if !ok {
		return false
	}
	v := argument(c.Common(), i)
	if v == nil {
		return false
	}
	*b = w.number(v, b.Plus, f, w.x.r.Position(c.Pos()))
	return true
}

// renamed gives the repeats of a step the IDs they have here.
func renamed(s *graph.Step, ids map[string]string) {
	if s == nil {
		return
	}
	each := func(steps []graph.Step) {
		for i := range steps {
			renamed(&steps[i], ids)
		}
	}
	switch {
	case s.Seq != nil:
		each(s.Seq.Steps)
	case s.Par != nil:
		each(s.Par.Steps)
	case s.Alt != nil:
		each(s.Alt.Steps)
	case s.Repeat != nil:
		if id, ok := ids[s.Repeat.Layer]; ok {
			s.Repeat.Layer = id
		}
		if id, ok := ids[s.Repeat.FanOut]; ok {
			s.Repeat.FanOut = id
		}
		renamed(&s.Repeat.Step, ids)
	}
}

// filled copies a stored step, with the bodies of the arguments in place of
// calls of parameters.
func (w *Walker) filled(s *graph.Step, c ssa.CallInstruction, f *frame) *graph.Step {
	return rewritten(s, func(leaf *graph.Step) *graph.Step {
		if leaf.Call != nil {
			call := *leaf.Call
			return &graph.Step{Call: &call}
		}
		if i, ok := parameter(leaf.Unknown); ok {
			return w.argument(c, f, i)
		}
		return leaf
	})
}

// rewritten copies a step with what leaf makes of its calls and unknown steps;
// it is nil where nothing is left.
func rewritten(s *graph.Step, leaf func(*graph.Step) *graph.Step) *graph.Step {
	each := func(steps []graph.Step) []*graph.Step {
		var out []*graph.Step
		for i := range steps {
			out = append(out, rewritten(&steps[i], leaf))
		}
		return out
	}
	switch {
	case s == nil:
		return nil
	case s.Call != nil, s.Unknown != nil:
		return leaf(s)
	case s.Seq != nil:
		return sequence(each(s.Seq.Steps), s.Seq.FailFast)
	case s.Alt != nil:
		return alternatives(each(s.Alt.Steps))
	case s.Par != nil:
		step := sequence(each(s.Par.Steps), false)
		if step == nil || step.Seq == nil {
			return step
		}
		return &graph.Step{Par: &graph.Par{Steps: step.Seq.Steps, Width: s.Par.Width}}
	case s.Repeat != nil:
		inner := rewritten(&s.Repeat.Step, leaf)
		if inner == nil {
			return nil
		}
		return &graph.Step{Repeat: &graph.Repeat{Layer: s.Repeat.Layer, FanOut: s.Repeat.FanOut, Step: *inner}}
	}
	return s
}

// argument is the body of the function passed as parameter i, the receiver
// counted as SSA does.
func (w *Walker) argument(c ssa.CallInstruction, f *frame, i int) *graph.Step {
	v := argument(c.Common(), i)
	if v == nil {
		return nil
	}
	var steps []*graph.Step
	targets, open := w.x.functionValues(v, f, nil)
	for _, t := range targets {
		if !f.runs(t.fn) {
			steps = append(steps, w.function(t))
		}
	}
	if open {
		steps = append(steps, w.ownParameter(v, f, c))
	}
	return alternatives(steps)
}

// ownParameter is the step of a function value that is a parameter of the
// function walked, where a driver keeps bodies for other packages.
func (w *Walker) ownParameter(v ssa.Value, f *frame, c ssa.CallInstruction) *graph.Step {
	if i, ok := w.rootParameter(v, f); ok {
		return parameterCall(i, w.x.r.Position(c.Pos()))
	}
	return nil
}

// rootParameter is the place of the parameter, of the function that is walked
// for the store, that a value is.
func (w *Walker) rootParameter(v ssa.Value, f *frame) (int, bool) {
	if w.x.store == nil {
		return 0, false
	}
	for _, o := range w.x.trace(v, f) {
		if p, ok := o.value.(*ssa.Parameter); ok && o.frame != nil && o.frame.site == nil && o.frame.up == nil && p.Parent() == o.frame.fn {
			return paramIndex(p), true
		}
	}
	return 0, false
}

// StoredAny walks functions of which any may be called: the methods behind one of
// an interface.
func (x *Index) StoredAny(fns []*ssa.Function, service string) *Stored {
	out := &graph.Fragment{}
	w := NewWalker(x, service, out)
	var bodies []*graph.Step
	for _, fn := range fns {
		bodies = append(bodies, w.Body(fn))
	}
	body := alternatives(bodies)
	if body == nil {
		return nil
	}
	return &Stored{Body: *body, Layers: out.Layers, FanOuts: out.FanOuts}
}

// Stored walks one function for the Store; nil when it calls nothing.
func (x *Index) Stored(fn *ssa.Function, service string) *Stored {
	return x.StoredAny([]*ssa.Function{fn}, service)
}
