package summary

import (
	"fmt"
	"go/types"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
	"golang.org/x/tools/go/ssa"
)

// Walker writes the bodies of the handlers of one service into a fragment.
type Walker struct {
	x *Index
	// Service is the name under which handlers are written.
	Service string
	out     *graph.Fragment
	layers  map[string]bool
	fans    map[string]bool
	steps   int
	// Truncated is set when a body was too large and was cut.
	Truncated bool
}

// NewWalker starts a walk whose layers and fan-outs go into out.
func NewWalker(x *Index, service string, out *graph.Fragment) *Walker {
	return &Walker{x: x, Service: service, out: out, layers: map[string]bool{}, fans: map[string]bool{}}
}

// maxBody bounds the steps of one handler.
const maxBody = 20_000

// Body is what a function calls when it runs once; nil for nothing.
func (w *Walker) Body(fn *ssa.Function) *graph.Step {
	w.steps = 0
	return w.function(target{fn, &frame{fn: fn}})
}

// target is a function with the frame in which it runs.
type target struct {
	fn    *ssa.Function
	frame *frame
}

func (w *Walker) function(t target) *graph.Step {
	if len(t.fn.Blocks) == 0 || !w.x.reaches[t.fn] {
		return nil
	}
	r, cut := regions(t.fn, w.keep)
	w.Truncated = w.Truncated || cut
	return w.region(r, t.frame)
}

// keep accepts the calls that may matter.
func (w *Walker) keep(c ssa.CallInstruction) bool {
	com := c.Common()
	if _, builtin := com.Value.(*ssa.Builtin); builtin {
		return false
	}
	if f := callee(com); f != nil {
		if _, call, ok := w.x.table.Func(f.FullName()); ok {
			return matters(call)
		}
	}
	if to := com.StaticCallee(); to != nil {
		return w.x.reaches[to] || len(to.Blocks) == 0 && w.x.store != nil
	}
	return true
}

// matters reports whether a call of the table is part of a body.
func matters(call *graph.LibraryCall) bool {
	switch call.Effect {
	case graph.EffectRemote, graph.EffectRuns, graph.EffectParallel:
		return true
	}
	return false
}

func (w *Walker) region(r *region, f *frame) *graph.Step {
	if w.steps++; w.steps > maxBody {
		w.Truncated = true
		return nil
	}
	switch r.kind {
	case regionCall:
		return w.call(r.call, f)
	case regionLoop:
		return w.loop(r, f)
	case regionAlt:
		return alternatives(w.kids(r, f))
	}
	return w.seq(r.kids, f)
}

func (w *Walker) kids(r *region, f *frame) []*graph.Step {
	var out []*graph.Step
	for _, k := range r.kids {
		out = append(out, w.region(k, f))
	}
	return out
}

// seq is a sequence. A branch on the error of a call before it says what runs
// on failure, and whether the sequence ends there.
func (w *Walker) seq(kids []*region, f *frame) *graph.Step {
	var done []*graph.Step
	var calls []ssa.CallInstruction // the call of each step, nil for others
	for i, k := range kids {
		if k.kind != regionAlt || k.cond == nil {
			if s := w.region(k, f); s != nil {
				done, calls = append(done, s), append(calls, k.call)
			}
			continue
		}
		side, tested := errorSide(k.cond)
		at := lastOf(calls, tested)
		if side < 0 || at < 0 {
			if s := w.region(k, f); s != nil {
				done, calls = append(done, s), append(calls, nil)
			}
			continue
		}
		failed, good := w.region(k.kids[side], f), w.region(k.kids[1-side], f)
		onError(failed)
		if !k.ends[side] {
			done = append(done[:at+1], append(flat(failed), done[at+1:]...)...)
			for range flat(failed) {
				calls = append(calls, nil)
			}
			if good != nil {
				done, calls = append(done, good), append(calls, nil)
			}
			continue
		}
		rest := w.seq(kids[i+1:], f)
		tail := append([]*graph.Step{done[at]}, flat(failed)...)
		tail = append(tail, done[at+1:]...)
		tail = append(tail, good, rest)
		return sequence(append(done[:at:at], sequence(tail, true)), false)
	}
	return sequence(done, false)
}

func lastOf(calls []ssa.CallInstruction, tested map[ssa.CallInstruction]bool) int {
	for i := len(calls) - 1; i >= 0; i-- {
		if calls[i] != nil && tested[calls[i]] {
			return i
		}
	}
	return -1
}

// flat is a step as the list of its parts.
func flat(s *graph.Step) []*graph.Step {
	if s == nil {
		return nil
	}
	if s.Seq == nil {
		return []*graph.Step{s}
	}
	var out []*graph.Step
	for i := range s.Seq.Steps {
		out = append(out, &s.Seq.Steps[i])
	}
	return out
}

func sequence(steps []*graph.Step, failFast bool) *graph.Step {
	var kept []graph.Step
	for _, s := range steps {
		if s != nil {
			kept = append(kept, *s)
		}
	}
	switch len(kept) {
	case 0:
		return nil
	case 1:
		return &kept[0]
	}
	return &graph.Step{Seq: &graph.Seq{Steps: kept, FailFast: failFast}}
}

func alternatives(steps []*graph.Step) *graph.Step {
	var kept []graph.Step
	for _, s := range steps {
		if s != nil {
			kept = append(kept, *s)
		}
	}
	switch len(kept) {
	case 0:
		return nil
	case 1:
		return &kept[0]
	}
	return &graph.Step{Alt: &graph.Alt{Steps: kept}}
}

// onError marks every call of a step as one that runs after a failure.
func onError(s *graph.Step) {
	switch {
	case s == nil:
	case s.Call != nil:
		s.Call.OnError = true
	case s.Repeat != nil:
		onError(&s.Repeat.Step)
	case s.Seq != nil:
		for i := range s.Seq.Steps {
			onError(&s.Seq.Steps[i])
		}
	case s.Par != nil:
		for i := range s.Par.Steps {
			onError(&s.Par.Steps[i])
		}
	case s.Alt != nil:
		for i := range s.Alt.Steps {
			onError(&s.Alt.Steps[i])
		}
	}
}

// call is one call site: what the table says, or the bodies of the functions
// it may reach.
func (w *Walker) call(c ssa.CallInstruction, f *frame) *graph.Step {
	com := c.Common()
	if named := callee(com); named != nil {
		if lib, call, ok := w.x.table.Func(named.FullName()); ok {
			return w.library(c, f, lib, call)
		}
	}
	if s := w.stored(c, f); s != nil {
		return s
	}
	steps := []*graph.Step{w.called(com, c, f)}
	for _, t := range w.x.callees(c, f) {
		switch {
		case f.runs(t.fn) && com.StaticCallee() == nil:
			// A chain of decorators: each enters it once.
		case f.runs(t.fn) && w.x.reaches[t.fn]:
			steps = append(steps, &graph.Step{Unknown: &graph.Unknown{What: "recursion through " + name(t.fn), Pos: w.x.r.Position(c.Pos())}})
		case t.frame.depth() > maxDepth:
			w.Truncated = true
		default:
			steps = append(steps, w.function(t))
		}
	}
	return alternatives(steps)
}

// called is the step of a call of the walked function's own parameter.
func (w *Walker) called(com *ssa.CallCommon, c ssa.CallInstruction, f *frame) *graph.Step {
	if com.IsInvoke() || com.StaticCallee() != nil {
		return nil
	}
	return w.ownParameter(com.Value, f, c)
}

// callees lists the functions a call may reach, with their frames.
func (x *Index) callees(c ssa.CallInstruction, f *frame) []target {
	com := c.Common()
	if com.IsInvoke() {
		return x.methods(c, f)
	}
	if fn := com.StaticCallee(); fn != nil {
		fr := &frame{fn: fn, site: c, up: f}
		if mc, ok := com.Value.(*ssa.MakeClosure); ok {
			fr.closure, fr.made = mc, f
		}
		return []target{{fn, fr}}
	}
	if _, builtin := com.Value.(*ssa.Builtin); builtin {
		return nil
	}
	out, open := x.functionValues(com.Value, f, c)
	if len(out) == 0 && open {
		for _, fn := range x.r.Callees(c) {
			if !f.runs(fn) {
				out = append(out, target{fn, &frame{fn: fn, site: c, up: f}})
			}
		}
	}
	return out
}

// functions lists the functions a value may be. With a site their parameters
// are its arguments.
func (x *Index) functions(v ssa.Value, f *frame, site ssa.CallInstruction) []target {
	out, _ := x.functionValues(v, f, site)
	return out
}

// functionValues also reports whether the value may be a function that was not
// found. One that another module made, as the cancel function of a context, is
// none of ours.
func (x *Index) functionValues(v ssa.Value, f *frame, site ssa.CallInstruction) (out []target, open bool) {
	seen := map[*ssa.Function]bool{}
	origins := x.trace(v, f)
	open = len(origins) == 0
	for _, o := range origins {
		fr := &frame{site: site, up: f}
		switch t := o.value.(type) {
		case *ssa.Function:
			fr.fn = t
		case *ssa.MakeClosure:
			fr.fn, _ = t.Fn.(*ssa.Function)
			fr.closure, fr.made = t, o.frame
		case *ssa.Const, *ssa.Call, *ssa.Extract:
		default:
			open = true
		}
		if fr.fn != nil && !seen[fr.fn] {
			seen[fr.fn] = true
			out = append(out, target{fr.fn, fr})
		}
	}
	return out, open
}

// methods lists the methods behind a call through an interface: those of the
// values that reach it, else those of every type that fits.
func (x *Index) methods(c ssa.CallInstruction, f *frame) []target {
	com := c.Common()
	var out []target
	seen := map[*ssa.Function]bool{}
	open := false
	for _, o := range x.trace(com.Value, f) {
		t := o.value.Type()
		if types.IsInterface(t) {
			if k, ok := o.value.(*ssa.Const); !ok || k.Value != nil {
				open = true
			}
			continue
		}
		fn := c.Parent().Prog.LookupMethod(t, com.Method.Pkg(), com.Method.Name())
		if fn != nil && !seen[fn] {
			seen[fn] = true
			out = append(out, target{fn, &frame{fn: fn, site: c, up: f}})
		}
	}
	if len(out) > 0 && !open {
		return out
	}
	for _, fn := range x.r.Callees(c) {
		if !seen[fn] {
			seen[fn] = true
			out = append(out, target{fn, &frame{fn: fn, site: c, up: f}})
		}
	}
	return out
}

// name is a function as reports and the policy name it:
// order.(*Service).Price, with $n for function literals.
func name(fn *ssa.Function) string {
	if o := fn.Origin(); o != nil {
		fn = o
	}
	s := fn.RelString(nil)
	pkg := fn.Package()
	if pkg == nil {
		return s
	}
	path := pkg.Pkg.Path()
	s = strings.ReplaceAll(s, path+".", "")
	return pkg.Pkg.Name() + "." + s
}

// id makes the stable name of a repeat: the function, and the place among its
// repeats.
func (w *Walker) id(fn *ssa.Function, n int) string {
	return fmt.Sprintf("%s#%d", name(fn), n)
}
