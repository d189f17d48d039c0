package summary

import (
	"fmt"
	"go/types"
	"reflect"
	"strconv"

	"github.com/ampcheck/ampcheck/graph"
	"golang.org/x/tools/go/ssa"
)

// Store holds what is known of other packages, for a driver that sees one package
// at a time.
type Store interface {
	// Body is what a function calls, with the layers and fan-outs it names; nil
	// when nothing is known of it or it calls nothing.
	Body(fn *types.Func) *Stored
	// Made is what a function returns, or a variable holds; nil when nothing is
	// known of it or nothing in it matters.
	Made(obj types.Object) *Stored
}

// Stored is a body on its own: what Walk finds of a function without knowing
// its callers. Calls of a parameter are steps that name it, and become the
// bodies of what is passed when the function is called.
type Stored struct {
	Body    graph.Step     `json:"body,omitzero"`
	Layers  []graph.Layer  `json:"layers,omitempty"`
	FanOuts []graph.FanOut `json:"fan_outs,omitempty"`
	Clients []Client       `json:"clients,omitempty"`
	Made    []Part         `json:"made,omitempty"`
	// Generated is set where a program wrote the function.
	Generated bool `json:"generated,omitempty"`
}

// CallsNothing reports whether there is no body: only what is returned matters.
func (s *Stored) CallsNothing() bool { return reflect.DeepEqual(s.Body, graph.Step{}) }

// Plain is the body as it is where nothing is known of the clients it is given.
func (s *Stored) Plain() *graph.Step {
	return rewritten(&s.Body, unchanged, func(r *graph.Repeat, inner *graph.Step) *graph.Step {
		if i, ok := numbered(r.Layer, clientStep); ok && i < len(s.Clients) {
			return put(s.Clients[i].otherwise(), inner)
		}
		return repeated(r, inner)
	})
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
	im := &imported{w: w, s: s, c: c, f: f}
	return w.filled(im.renamed(copied(&s.Body)), im)
}

// imported is what a package keeps of one of its functions or variables, used at
// a place of this one: the repeats that it names get IDs of their own where this
// place sets their numbers.
type imported struct {
	w *Walker
	s *Stored
	c ssa.CallInstruction // nil for a variable
	f *frame
}

// here is the ID of a repeat whose numbers are set at this place.
func (im *imported) here(id string) string {
	return fmt.Sprintf("%s@%s", id, im.w.x.r.Position(im.c.Pos()))
}

// layer is the ID here of a layer, which is written down; other IDs are left as
// they are.
func (im *imported) layer(id string) string {
	l, ok := im.s.layer(id)
	if !ok {
		return id
	}
	if im.bind(&l.Attempts) {
		l.ID = im.here(id)
	}
	return im.w.register(l)
}

// layer finds a layer by its ID.
func (s *Stored) layer(id string) (graph.Layer, bool) {
	for _, l := range s.Layers {
		if l.ID == id {
			return l, true
		}
	}
	return graph.Layer{}, false
}

// fanOut is the ID here of a fan-out.
func (im *imported) fanOut(id string) string {
	for _, o := range im.s.FanOuts {
		if o.ID != id {
			continue
		}
		if im.bind(&o.N) {
			o.ID = im.here(id)
		}
		return im.w.registerFan(o)
	}
	return id
}

// bind replaces a number that is a parameter of the stored function by the
// argument of this call.
func (im *imported) bind(b *graph.Bound) bool {
	if b.Value.Kind != graph.ExprUnknown || im.c == nil {
		return false
	}
	i, ok := numbered(b.Value.Text, parameterStep)
	if !ok {
		return false
	}
	v := argument(im.c.Common(), i)
	if v == nil {
		return false
	}
	*b = im.w.number(v, b.Plus, nil, im.f, im.w.x.r.Position(im.c.Pos()))
	return true
}

// renamed gives the repeats of a step the IDs they have here, before what is
// passed is put in, whose repeats have their own.
func (im *imported) renamed(s *graph.Step) *graph.Step {
	return rewritten(s, unchanged, func(r *graph.Repeat, inner *graph.Step) *graph.Step {
		return repeated(&graph.Repeat{Layer: im.layer(r.Layer), FanOut: im.fanOut(r.FanOut)}, inner)
	})
}

// filled copies a stored step, with the bodies of the arguments in place of
// calls of parameters, and the layers of clients round what is called over them.
func (w *Walker) filled(s *graph.Step, im *imported) *graph.Step {
	return rewritten(s, func(leaf *graph.Step) *graph.Step {
		if leaf.Call != nil {
			call := *leaf.Call
			if im.s.Generated && im.c != nil {
				call.Pos = w.x.r.Position(w.x.written(im.c, im.f).Pos())
			}
			return &graph.Step{Call: &call}
		}
		if i, ok := numbered(leaf.Unknown.What, parameterStep); ok {
			return w.argument(im.c, im.f, i)
		}
		return leaf
	}, func(r *graph.Repeat, inner *graph.Step) *graph.Step {
		if i, ok := numbered(r.Layer, clientStep); ok && i < len(im.s.Clients) {
			return w.attached(&im.s.Clients[i], im, inner)
		}
		return repeated(r, inner)
	})
}

// rewritten copies a step with what leaf makes of its calls and unknown steps, and
// round of its repeats and what was made of the step inside; it is nil where
// nothing is left.
func rewritten(s *graph.Step, leaf func(*graph.Step) *graph.Step, round func(*graph.Repeat, *graph.Step) *graph.Step) *graph.Step {
	each := func(steps []graph.Step) []*graph.Step {
		var out []*graph.Step
		for i := range steps {
			out = append(out, rewritten(&steps[i], leaf, round))
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
		inner := rewritten(&s.Repeat.Step, leaf, round)
		if inner == nil {
			return nil
		}
		return round(s.Repeat, inner)
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
	w := newExporter(x, service)
	var bodies []*graph.Step
	for _, fn := range fns {
		bodies = append(bodies, w.Body(fn))
	}
	return w.gathered(alternatives(bodies), nil)
}

// Stored walks one function for the Store; nil when it calls nothing, and nothing
// that it returns decides what others call.
func (x *Index) Stored(fn *ssa.Function, service string) *Stored {
	w := newExporter(x, service)
	body := w.Body(fn)
	s := w.gathered(body, w.results(fn))
	if s != nil {
		s.Generated = x.r.Generated(fn)
	}
	return s
}

// StoredVar is what a package variable holds; nil where nothing in it matters.
func (x *Index) StoredVar(g *ssa.Global, service string) *Stored {
	w := newExporter(x, service)
	return w.gathered(nil, w.held(g))
}

func newExporter(x *Index, service string) *Walker {
	w := NewWalker(x, service, &graph.Fragment{})
	w.exporting = true
	return w
}

// gathered is what the store keeps, without what was looked at in vain.
func (w *Walker) gathered(body *graph.Step, made []Part) *Stored {
	if body == nil && len(made) == 0 {
		return nil
	}
	g := &gatherer{w: w, s: &Stored{Made: made}, used: map[string]bool{}, clients: map[int]string{}}
	if body != nil {
		g.s.Body = *g.step(body)
	}
	for i := range made {
		if set := made[i].Set; set != nil {
			for j := range set.Knobs {
				set.Knobs[j].Around = g.step(set.Knobs[j].Around)
			}
		}
	}
	for _, l := range w.out.Layers {
		if g.used[l.ID] {
			g.s.Layers = append(g.s.Layers, l)
		}
	}
	for _, o := range w.out.FanOuts {
		if g.used[o.ID] {
			g.s.FanOuts = append(g.s.FanOuts, o)
		}
	}
	return g.s
}

// gatherer notes the repeats that steps name, and numbers their clients anew.
type gatherer struct {
	w       *Walker
	s       *Stored
	used    map[string]bool
	clients map[int]string
}

func (g *gatherer) step(step *graph.Step) *graph.Step {
	return rewritten(step, unchanged, func(r *graph.Repeat, inner *graph.Step) *graph.Step {
		g.used[r.Layer], g.used[r.FanOut] = true, true
		if i, ok := numbered(r.Layer, clientStep); ok {
			return repeated(&graph.Repeat{Layer: g.client(i)}, inner)
		}
		return repeated(r, inner)
	})
}

func (g *gatherer) client(i int) string {
	name, ok := g.clients[i]
	if !ok {
		cl := g.w.clients[i]
		for _, id := range cl.Layers {
			g.used[id] = true
		}
		cl.Known, cl.Otherwise = g.step(cl.Known), g.step(cl.Otherwise)
		name = clientStep + strconv.Itoa(len(g.s.Clients))
		g.clients[i], g.s.Clients = name, append(g.s.Clients, cl)
	}
	return name
}
