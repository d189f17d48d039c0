package summary

import (
	"fmt"
	"go/token"
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
	layers  map[string]graph.Layer
	fans    map[string]graph.FanOut
	steps   int
	work    int     // of the index when the handler was begun
	inside  *inside // the call that the decorator being walked is round
	calling *calling
	// exporting is set where bodies are for callers that are not known yet, and
	// clients are those that such callers make.
	exporting bool
	clients   []Client
	// Linked are the packages of the program; nil is all of them. A call through an
	// interface leads to no type of another program.
	Linked map[*ssa.Package]bool
	// taking counts the settings of other packages inside one another.
	taking int
	// failing counts the instructions that were run to find answers.
	failing int
	// live are the values that are used from the beginning of a block on.
	live map[*ssa.BasicBlock]map[ssa.Value]bool
	// numbered are the values of a function in their order, looping the blocks that
	// come back to themselves, typeTexts the names of types.
	numbered  map[*ssa.Function]map[ssa.Value]int
	looping   map[*ssa.BasicBlock]bool
	typeTexts map[types.Type]string
	// repeating counts those that were run to find what loops retry.
	repeating int
	// remotes are the remote calls of the body that is walked, by position.
	remotes map[graph.Pos]ssa.CallInstruction
	// Truncated is set when a body was too large and was cut, TruncatedAt is the
	// function at which the first of them begins.
	Truncated   bool
	TruncatedAt token.Pos
	// cuts counts what was left out.
	cuts int
	// StartupCut is set when that was the work of main itself, which is listed
	// and never gated.
	StartupCut bool
	// startup is set while what a program does first is walked.
	startup bool
}

// NewWalker starts a walk whose layers and fan-outs go into out.
func NewWalker(x *Index, service string, out *graph.Fragment) *Walker {
	return &Walker{x: x, Service: service, out: out, layers: map[string]graph.Layer{}, fans: map[string]graph.FanOut{}}
}

// maxBody bounds the steps of one handler.
const maxBody = 20_000

// maxWork bounds the values looked at for one handler.
const maxWork = 400_000

// What all bodies of a program together may cost before only those of an ordinary size
// are followed to the end: each function that a large library exports may lead through
// most of it.
const (
	maxTogether  = 2_000_000
	ordinaryBody = 2_000
	ordinaryWork = 40_000
)

// What one package may cost where each is looked at alone, as under go vet: beyond
// it only small bodies are followed.
const (
	maxVisited  = 100_000
	smallBody   = 50
	smallWork   = 500
	maxLookedAt = 2_000_000
)

// limits are the steps of one body and the values looked at for it.
func (x *Index) limits() (steps, work int) {
	alone := x.store != nil
	switch {
	case alone && (x.visited > maxVisited || x.work > maxLookedAt):
		return smallBody, smallWork
	case !alone && x.visited > maxTogether:
		return ordinaryBody, ordinaryWork
	}
	return maxBody, maxWork
}

// tree is the region tree of a function, made once.
func (w *Walker) tree(fn *ssa.Function) (*region, bool) {
	t, ok := w.x.trees[fn]
	if !ok {
		t.r, t.cut = regions(fn, w.keep)
		w.x.trees[fn] = t
	}
	return t.r, t.cut
}

// Body is what a function calls when it runs once; nil for nothing.
func (w *Walker) Body(fn *ssa.Function) *graph.Step {
	w.begin()
	if s := w.function(target{fn, &frame{fn: fn}}); leavesProcess(s) {
		return s
	}
	return nil
}

// begin starts the walk of a body.
func (w *Walker) begin() {
	w.steps, w.work, w.remotes = 0, w.x.work, map[graph.Pos]ssa.CallInstruction{}
}

// cut notes that a body is not followed to the end.
func (w *Walker) cut(f *frame) {
	w.cuts++
	if w.Truncated {
		return
	}
	for f.up != nil {
		f = f.up
	}
	w.Truncated, w.TruncatedAt = true, f.fn.Pos()
}

// target is a function with the frame in which it runs.
type target struct {
	fn    *ssa.Function
	frame *frame
}

func (w *Walker) function(t target) *graph.Step {
	if w.x.r.Unread(t.fn) {
		return &graph.Step{Unknown: &graph.Unknown{What: "what " + name(t.fn) + " calls: its body does not type-check", Pos: w.x.r.Position(t.fn.Pos())}}
	}
	if len(t.fn.Blocks) == 0 || !w.x.reaches[t.fn] {
		return nil
	}
	if w.x.nothing[t.fn] {
		return nil
	}
	w.x.walked[t.fn] = true
	before := w.cuts
	r, cut := w.tree(t.fn)
	if cut {
		w.cut(t.frame)
	}
	s := w.region(r, t.frame)
	if !leavesProcess(s) {
		s = withoutRecursion(s, recursion(t.fn))
	}
	if s == nil && w.cuts == before && sameForAll(t.fn) {
		w.x.nothing[t.fn] = true
	}
	return s
}

// sameForAll reports whether a function does the same whoever calls it, as far
// as functions and interfaces handed to it decide.
func sameForAll(fn *ssa.Function) bool {
	if len(fn.FreeVars) > 0 {
		return false
	}
	for _, p := range fn.Params {
		switch p.Type().Underlying().(type) {
		case *types.Signature, *types.Interface:
			return false
		}
	}
	return true
}

// recursion describes a call that leads back to a function on the way.
func recursion(fn *ssa.Function) string { return recursionStep + name(fn) }

// keep accepts the calls that may matter.
func (w *Walker) keep(c ssa.CallInstruction) bool {
	com := c.Common()
	if _, builtin := com.Value.(*ssa.Builtin); builtin {
		return false
	}
	if f := callee(com); f != nil {
		if _, call, ok := w.x.row(f); ok {
			return matters(call)
		}
		if len(w.x.table.Knobs(f.FullName())) > 0 {
			return false // what it is given is read where the client is used
		}
	}
	if to := com.StaticCallee(); to != nil {
		return w.x.reaches[to] || len(to.Blocks) == 0 && (w.x.store != nil || takesFunction(com))
	}
	return true
}

// takesFunction reports whether a call hands a function to its callee.
func takesFunction(c *ssa.CallCommon) bool {
	for _, a := range c.Args {
		if _, ok := a.Type().Underlying().(*types.Signature); ok && !isNil(a) {
			return true
		}
	}
	return false
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
	w.x.visited++
	steps, work := w.x.limits()
	if w.steps++; w.steps > steps || w.x.work-w.work > work {
		w.cut(f)
		return nil
	}
	switch r.kind {
	case regionCall:
		if w.x.dead[r.call.Block()] {
			return nil
		}
		s := w.call(r.call, f)
		f.note(r.call, s != nil)
		return s
	case regionSend:
		return w.sent(r.sent, f)
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
		if !k.ends[side] && failed != nil && good != nil {
			// One of the two runs: both may lead to the same code.
			done, calls = append(done, alternatives([]*graph.Step{failed, good})), append(calls, nil)
			continue
		}
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

// call is one call site: what the table says, or the bodies of the functions
// it may reach.
func (w *Walker) call(c ssa.CallInstruction, f *frame) *graph.Step {
	com := c.Common()
	if named := callee(com); named != nil {
		if lib, call, ok := w.x.row(named); ok {
			return w.library(c, f, lib, call)
		}
	}
	if s := w.stored(c, f); s != nil {
		return s
	}
	if to := com.StaticCallee(); to != nil && len(to.Blocks) == 0 && !w.x.r.Unread(to) {
		return w.handed(c, f)
	}
	steps := []*graph.Step{w.called(com, c, f)}
	callees := w.x.callees(c, f)
	if mc, ok := loopBody(c); ok && len(callees) == 0 && steps[0] == nil {
		return w.iterated(c, mc, f)
	}
	for _, t := range callees {
		switch {
		case !w.isLinked(t.fn) && com.StaticCallee() == nil:
		case f.runs(t.fn) && com.StaticCallee() == nil:
			// A chain of decorators: each enters it once.
		case f.recursion(t.fn) && w.x.reaches[t.fn]:
			steps = append(steps, &graph.Step{Unknown: &graph.Unknown{What: recursion(t.fn), Pos: w.x.r.Position(c.Pos())}})
		case t.frame.depth() > maxDepth:
			w.cut(f)
		default:
			steps = append(steps, w.function(t))
		}
	}
	return alternatives(steps)
}

// isLinked reports whether a function may be part of the program.
func (w *Walker) isLinked(fn *ssa.Function) bool {
	return w.Linked == nil || fn.Package() == nil || w.Linked[fn.Package()]
}

// handed is a call of a function that is not known, which is given functions:
// they are taken to be called once, which is a guess.
func (w *Walker) handed(c ssa.CallInstruction, f *frame) *graph.Step {
	var steps []*graph.Step
	for _, a := range c.Common().Args {
		if _, ok := a.Type().Underlying().(*types.Signature); !ok {
			continue
		}
		for _, t := range w.x.functions(a, f, nil) {
			if !f.runs(t.fn) && t.frame.depth() <= maxDepth {
				steps = append(steps, w.function(t))
			}
		}
	}
	s := sequence(steps, false)
	assume(s, "it is called by a function given to "+c.Common().StaticCallee().String()+", which is not known")
	return s
}

// called is the step of a call of the walked function's own parameter.
func (w *Walker) called(com *ssa.CallCommon, c ssa.CallInstruction, f *frame) *graph.Step {
	if com.IsInvoke() || com.StaticCallee() != nil {
		return nil
	}
	if s := w.given(com.Value, f); s != nil {
		return s
	}
	return w.ownParameter(com.Value, f, c)
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
