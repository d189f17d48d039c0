package summary

import (
	"go/token"
	"go/types"
	"math"
	"math/big"
	"slices"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
	"golang.org/x/tools/go/ssa"
)

// loop is a loop round calls: a layer when they are made again on failure, a
// fan-out when they are made again on success.
func (w *Walker) loop(r *region, f *frame) *graph.Step {
	body := w.region(r.kids[0], f)
	if body == nil {
		return nil
	}
	if w.consumes(r.loop, f, body) {
		return nil
	}
	rep, call := w.repetition(r.loop, f)
	if rep.kind == repeatPages && !r.loop.element(call) && w.allOnFailure(r.loop, f, body) {
		rep.kind = repeatRetry
	}
	if rep.after {
		onError(body)
	}
	switch rep.kind {
	case repeatRetry:
		return w.retry(r.loop, rep, call, f, body)
	case repeatFanOut, repeatPages:
		return w.fanOut(r.loop, rep, call, f, body)
	}
	return body
}

// allOnFailure reports whether all calls of a body are made again only when they
// failed.
func (w *Walker) allOnFailure(l *loop, f *frame, body *graph.Step) bool {
	all := true
	eachCall(body, false, func(c *graph.Call, _ bool) { all = all && w.onFailure(l, f, w.remotes[c.Pos]) })
	return all
}

// repetition is what the loop does with the calls in it: the most demanding of
// them decides. A call whose good answer ends the loop comes before those that are
// repeated beside it.
func (w *Walker) repetition(l *loop, f *frame) (repetition, ssa.CallInstruction) {
	var best repetition
	var of ssa.CallInstruction
	for _, b := range f.fn.Blocks {
		if !l.blocks[b] {
			continue
		}
		for _, instr := range b.Instrs {
			c, ok := instr.(ssa.CallInstruction)
			if !ok || !w.keep(c) || !w.effect(c, f) {
				continue
			}
			rep := w.x.classified(l, c, f.fn)
			if of == nil || rep.stronger(best) {
				best, of = rep, c
			}
		}
	}
	if of == nil {
		return w.x.sending(l, f.fn), nil
	}
	return best, of
}

// sending is what a loop without calls does that sends functions to those who call them.
func (x *Index) sending(l *loop, fn *ssa.Function) repetition {
	loops := x.loopsOf(fn)
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if s, ok := instr.(*ssa.Send); ok && l.blocks[b] && isFunction(s.X.Type()) {
				return loops[l.header].sends(s, loops)
			}
		}
	}
	return repetition{}
}

// classified is what a loop of a function does with a call; the execution that
// tells is done once.
func (x *Index) classified(l *loop, c ssa.CallInstruction, fn *ssa.Function) repetition {
	key := classKey{l.header, c}
	r, ok := x.classes[key]
	if !ok {
		loops := x.loopsOf(fn)
		r = loops[l.header].classify(c, loops, x.influenceOf(c))
		x.classes[key] = r
	}
	return r
}

// loopsOf are the loops of a function, found once.
func (x *Index) loopsOf(fn *ssa.Function) map[*ssa.BasicBlock]*loop {
	all, ok := x.loops[fn]
	if !ok {
		all = loopsOf(fn)
		x.loops[fn] = all
	}
	return all
}

type classKey struct {
	header *ssa.BasicBlock
	call   ssa.CallInstruction
}

// effect reports whether a call leads to a remote call.
func (w *Walker) effect(c ssa.CallInstruction, f *frame) bool {
	if known, ok := f.effects[c]; ok {
		return known
	}
	return w.call(c, f) != nil
}

func (r repetition) stronger(s repetition) bool {
	rank := func(k repeatKind) int {
		switch k {
		case repeatRetry:
			return 3
		case repeatPages:
			return 2
		case repeatFanOut:
			return 1
		}
		return 0
	}
	if a, b := rank(r.kind), rank(s.kind); a != b {
		return a > b
	}
	return r.endless && !s.endless || r.outside != nil && s.outside == nil && !s.endless || r.n > s.n && s.outside == nil && !s.endless
}

// retry puts a layer round the body.
func (w *Walker) retry(l *loop, rep repetition, call ssa.CallInstruction, f *frame, body *graph.Step) *graph.Step {
	pos := w.loopPos(l, f.fn)
	on := w.retried(l, f, body)
	ly := graph.Layer{ID: w.Service + ":" + w.id(f.fn, l.number), Kind: graph.KindLoop, Name: name(f.fn),
		Attempts: w.attemptsOf(w.bound(rep, f, pos), pos), RetriesOn: on.classes, Names: on.named, Backoff: w.pause(l, call, f), Context: l.checksContext(), Pos: pos}
	return w.layered(ly, body)
}

// layered registers a layer and puts it round a step.
func (w *Walker) layered(ly graph.Layer, body *graph.Step) *graph.Step {
	return &graph.Step{Repeat: &graph.Repeat{Layer: w.register(ly), Step: *body}}
}

// bound is the number of executions as a bound with its origin.
func (w *Walker) bound(rep repetition, f *frame, pos graph.Pos) graph.Bound {
	switch {
	case rep.endless:
		return w.endless(rep, f, pos)
	case rep.outside == nil:
		return graph.Exactly(rep.n, graph.BoundExact, pos)
	}
	return w.number(rep.outside, rep.n, rep.at, f, pos)
}

// endless is the bound of a repetition that was not seen to end: what an object that
// is asked allows, a number that is not known, or none.
func (w *Walker) endless(rep repetition, f *frame, pos graph.Pos) graph.Bound {
	if rep.kind == repeatRetry {
		if b, ok := w.allowed(rep, f, pos); ok {
			return b
		}
		if a, q, ok := w.x.spends(rep); ok {
			return w.number(a.limit, a.plus, a.at, &frame{fn: a.fn, site: q.asks, up: f}, pos)
		}
	}
	if v := rep.untold(); v != nil {
		return graph.Bound{Value: graph.UnknownExpr(describe(v)), Kind: graph.BoundAssumed, Pos: pos}
	}
	return graph.Endless(pos)
}

// number is a number from outside, plus a constant. Of several possible values
// the greatest counts; one that is not known makes the whole unknown. What 0 and
// less mean, at says, if it is given.
func (w *Walker) number(v ssa.Value, plus int, at func(int64) int, f *frame, pos graph.Pos) graph.Bound {
	v, more, f := w.offset(v, f)
	b := graph.Bound{Value: graph.UnknownExpr(describe(v)), Plus: plus + more, Kind: graph.BoundAssumed, Pos: pos}
	if i, ok := w.rootParameter(v, f); ok {
		b.Value = graph.UnknownExpr(parameterStep + itoa(int64(i)))
		return b
	}
	es := w.x.exprs(v, f)
	if n, ok := length(w.x, v, f); ok {
		es = []graph.Expr{graph.Literal(n)}
	}
	var most graph.Count
	for i, e := range es {
		one := graph.Bound{Value: e, Plus: plus, Kind: graph.BoundExact, Pos: pos}
		if e.Kind != graph.ExprLiteral {
			one.Kind, one.Plus = graph.BoundConfigured, plus+more
		} else {
			one = extreme(one, more, at)
		}
		n, ok := one.Count(nil)
		if !ok && e.Kind == graph.ExprUnknown {
			return b
		}
		if i == 0 || n > most || !ok {
			b, most = one, n
		}
	}
	return b
}

// offset takes a number apart into another one and a constant beside it, as n+1
// that is handed to a helper.
func (w *Walker) offset(v ssa.Value, f *frame) (of ssa.Value, plus int, in *frame) {
	for range maxForwards {
		switch x := v.(type) {
		case *ssa.Convert:
			v = x.X
		case *ssa.Parameter:
			from := w.x.trace(v, f)
			if len(from) != 1 || from[0].value == v {
				return v, plus, f
			}
			v, f = from[0].value, from[0].frame
		case *ssa.BinOp:
			n, ok := added(x)
			if !ok {
				return v, plus, f
			}
			v, plus = x.X, plus+n
		default:
			return v, plus, f
		}
	}
	return v, plus, f
}

// added is the constant that a sum adds to a number.
func added(x *ssa.BinOp) (int, bool) {
	c, ok := x.Y.(*ssa.Const)
	if !ok {
		return 0, false
	}
	k, ok := constKnown(c)
	switch {
	case !ok || k.kind != knownInt || k.n > maxExecutions:
	case x.Op == token.ADD:
		return int(k.n), true
	case x.Op == token.SUB:
		return -int(k.n), true
	}
	return 0, false
}

// extreme is a bound with a written number, to which more is added, also where
// that is 0 or less, or so large that it stands for no limit.
func extreme(b graph.Bound, more int, at func(int64) int) graph.Bound {
	n, ok := new(big.Int).SetString(b.Value.Text, 10)
	if !ok {
		return b
	}
	n.Add(n, big.NewInt(int64(more)))
	b.Value = graph.Literal(n.String())
	switch {
	case n.Cmp(big.NewInt(math.MaxInt32)) >= 0:
		return graph.Endless(b.Pos)
	case n.Sign() <= 0 && at != nil:
		if times := at(n.Int64()); times < maxExecutions {
			return graph.Exactly(times, b.Kind, b.Pos)
		}
		return graph.Endless(b.Pos)
	}
	return b
}

// length is the constant length behind len(x).
func length(x *Index, v ssa.Value, f *frame) (string, bool) {
	c, ok := v.(*ssa.Call)
	if !ok || len(c.Call.Args) != 1 {
		return "", false
	}
	found := ""
	for _, o := range x.trace(c.Call.Args[0], f) {
		n, ok := fixedLength(o.value)
		if !ok || found != "" && n != found {
			return "", false // it grows, or it is one of several
		}
		found = n
	}
	return found, found != ""
}

// fixedLength is the length of a slice that is made with a constant one. An
// empty one is made to grow.
func fixedLength(v ssa.Value) (string, bool) {
	switch s := v.(type) {
	case *ssa.MakeSlice:
		if k, ok := s.Len.(*ssa.Const); ok {
			if es := constant1(k); len(es) == 1 && es[0].Text != "0" {
				return es[0].Text, true
			}
		}
	case *ssa.Slice:
		p, ok := s.X.Type().Underlying().(*types.Pointer)
		if !ok || s.Low != nil || s.High != nil {
			return "", false
		}
		if a, ok := p.Elem().Underlying().(*types.Array); ok && a.Len() > 0 {
			return itoa(a.Len()), true
		}
	}
	return "", false
}

// fanOut puts a fan-out round the body.
func (w *Walker) fanOut(l *loop, rep repetition, call ssa.CallInstruction, f *frame, body *graph.Step) *graph.Step {
	pos := w.loopPos(l, f.fn)
	fo := graph.FanOut{ID: w.Service + ":" + w.id(f.fn, l.number), Mode: graph.FanOutContinue, Pos: pos}
	if rep.failFast {
		fo.Mode = graph.FanOutFailFast
	}
	items := l.taken(call)
	fo.Shared = items != nil
	switch {
	case rep.outside == nil && items != nil && (rep.endless || rep.kind == repeatPages):
		fo.Symbol = "n(" + describe(items) + ")"
		fo.N = graph.Bound{Value: graph.UnknownExpr(describe(items)), Kind: graph.BoundAssumed, Pos: pos}
	case rep.endless || rep.kind == repeatPages && rep.outside == nil:
		fo.Symbol = "pages(" + name(f.fn) + ")"
		fo.N = graph.Bound{Value: graph.UnknownExpr(fo.Symbol), Kind: graph.BoundAssumed, Pos: pos}
	default:
		fo.N = w.bound(rep, f, pos)
		if rep.outside != nil && fo.N.Kind == graph.BoundAssumed {
			fo.Symbol = "n(" + describe(rep.outside) + ")"
		}
	}
	w.statedItems(&fo)
	if w.beside(&fo, call, f) {
		return w.share(fo, body)
	}
	return &graph.Step{Repeat: &graph.Repeat{FanOut: w.registerFan(fo), Step: *body}}
}

// unlimited is the width where nothing limits it.
const unlimited = 1 << 20

// beside sets the width and the mode of a fan-out whose call starts work beside
// its caller: all at once and each to its end, unless the group says otherwise. It
// reports whether that is so. Without a call the work is sent to others.
func (w *Walker) beside(fo *graph.FanOut, c ssa.CallInstruction, f *frame) bool {
	_, started := c.(*ssa.Go)
	parallel := started || c == nil
	var group setting
	if !parallel {
		named := callee(c.Common())
		if named == nil {
			return false
		}
		lib, call, ok := w.x.row(named)
		if !ok || call.Effect != graph.EffectParallel {
			return false
		}
		group = slices.Concat(w.knobs(c, f, lib, call)...)
	}
	fo.Mode = graph.FanOutContinue
	if fo.Width = fo.N; fo.N.Kind == graph.BoundAssumed {
		fo.Width = graph.Exactly(unlimited, graph.BoundAssumed, fo.Pos)
	}
	for _, t := range group {
		switch t.knob.Role {
		case graph.RoleFanOut:
			fo.Mode = graph.FanOutMode(t.knob.Fixed)
		case graph.RoleWidth:
			if b, ok := w.setTo(t, w.x.r.Position(t.pos)); ok && !negative(b) {
				fo.Width = b
			}
		}
	}
	return true
}

func negative(b graph.Bound) bool {
	text, _ := b.Value.Eval(nil)
	return strings.HasPrefix(text, "-")
}

// loopPos is where a loop stands: its first position in the source.
func (w *Walker) loopPos(l *loop, fn *ssa.Function) graph.Pos {
	var first token.Pos
	var in *ssa.BasicBlock
	for _, b := range fn.Blocks {
		if !l.blocks[b] {
			continue
		}
		for _, instr := range b.Instrs {
			if _, phi := instr.(*ssa.Phi); phi {
				continue // it has the place of the variable, which may be declared before
			}
			if p := instr.Pos(); p.IsValid() && (first == token.NoPos || p < first) {
				first, in = p, b
			}
		}
	}
	// A loop inside may be the first to have a place: range without a variable has none.
	inside := 0
	for _, other := range w.x.loopsOf(fn) {
		if other.header != l.header && l.blocks[other.header] && other.blocks[in] {
			inside++
		}
	}
	return w.x.r.Position(w.forPos(fn, first, inside))
}

// pause is the backoff of a loop: a constant sleep, none where nothing that it
// calls beside the retried call waits, or something that is not known.
func (w *Walker) pause(l *loop, of ssa.CallInstruction, f *frame) graph.Backoff {
	b := graph.Backoff{Kind: graph.BackoffNone}
	for c := range calls(f.fn) {
		if !l.blocks[c.Block()] || c == of {
			continue
		}
		named := callee(c.Common())
		switch {
		case named == nil:
		case named.Pkg() != nil && named.Pkg().Path() == "time" && waiting[named.Name()]:
			if b.Kind != graph.BackoffNone {
				return graph.Backoff{} // several pauses
			}
			b = w.constantPause(c, f)
		case w.mayWait(c, named):
			return graph.Backoff{}
		}
	}
	return b
}

// constantPause is a pause that is as long each time; anything else is not known.
func (w *Walker) constantPause(c ssa.CallInstruction, f *frame) graph.Backoff {
	v := operand(c.Common(), 0)
	if v == nil {
		return graph.Backoff{}
	}
	es := w.x.exprs(v, f)
	if len(es) != 1 || es[0].Kind != graph.ExprLiteral {
		return graph.Backoff{}
	}
	return graph.Backoff{Kind: graph.BackoffConstant, Base: graph.Bound{Value: es[0], Kind: graph.BoundExact, Pos: w.x.r.Position(c.Pos())}}
}

// mayWait reports whether a call that is no operation may be the pause of a loop:
// its body waits, or it has none here and is a method that says nothing, as the
// one that waits on a budget.
func (w *Walker) mayWait(c ssa.CallInstruction, named *types.Func) bool {
	fns := []*ssa.Function{c.Common().StaticCallee()}
	if c.Common().IsInvoke() {
		fns = w.x.r.Callees(c)
	}
	known := false
	for _, fn := range fns {
		if fn == nil || len(fn.Blocks) == 0 {
			continue
		}
		if known = true; waitsWithin(fn, waitDepth) {
			return true
		}
	}
	path := ""
	if named.Pkg() != nil {
		path = named.Pkg().Path()
	}
	first, _, _ := strings.Cut(path, "/")
	standard := !strings.Contains(first, ".") && !w.x.r.Own(named.Pkg())
	return !known && !standard && receiver(c.Common()) != nil && !fails(named.Signature())
}

// checksContext reports whether the loop looks at a context, so that it ends
// with it.
func (l *loop) checksContext() bool {
	for b := range l.blocks {
		for _, instr := range b.Instrs {
			c, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			if f := callee(c.Common()); f != nil {
				switch f.FullName() {
				case "(context.Context).Done", "(context.Context).Err":
					return true
				}
			}
		}
	}
	return false
}
