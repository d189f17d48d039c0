package summary

import (
	"go/types"

	"github.com/ampcheck/ampcheck/graph"
	"golang.org/x/tools/go/ssa"
)

// helpers are the functions of the tree that repeat a function they are given.
type helpers struct {
	s *Sites
	// fns maps each to the parameters that it repeats, the receiver counted.
	fns map[*ssa.Function]map[int]bool
	// looks are those that call a condition until it says yes, and stop when it
	// fails.
	looks map[*ssa.Function]bool
}

func newHelpers(s *Sites) *helpers {
	h := &helpers{s: s, fns: map[*ssa.Function]map[int]bool{}, looks: map[*ssa.Function]bool{}}
	for range maxForwards {
		grown := false
		for _, fn := range s.x.r.Functions() {
			if h.learn(fn) {
				grown = true
			}
		}
		if !grown {
			break
		}
	}
	return h
}

// maxForwards bounds how many functions hand a parameter on to the one that
// repeats it.
const maxForwards = 4

// learn notes the parameters of a function that it repeats or hands to one that
// does.
func (h *helpers) learn(fn *ssa.Function) bool {
	grown := false
	add := func(v ssa.Value) {
		p, ok := v.(*ssa.Parameter)
		if !ok {
			return
		}
		of, i := p.Parent(), paramIndex(p)
		if h.fns[of] == nil {
			h.fns[of] = map[int]bool{}
		}
		if !h.fns[of][i] {
			h.fns[of][i], grown = true, true
		}
	}
	for c := range calls(fn) {
		for _, a := range h.repeated(c) {
			for _, p := range h.behind(a) {
				add(p)
				if h.looks[c.Common().StaticCallee()] {
					h.looks[p.Parent()] = true
				}
			}
		}
	}
	for _, l := range h.s.loopsIn(fn) {
		for b := range l.blocks {
			for _, instr := range b.Instrs {
				c, ok := instr.(ssa.CallInstruction)
				if !ok || c.Common().IsInvoke() || c.Common().StaticCallee() != nil || !fails(c.Common().Signature()) {
					continue
				}
				p, ok := h.parameter(c.Common().Value).(*ssa.Parameter)
				if !ok || l.element(c) || h.s.others(fn, l, c) {
					continue
				}
				switch kind := h.s.x.classified(l, c, fn).kind; {
				case kind == repeatRetry:
					add(p)
				case kind == repeatPages && isCondition(c.Common().Signature()):
					h.looks[p.Parent()] = true
					add(p)
				}
			}
		}
	}
	return grown
}

// isCondition reports whether a function says yes or no, and whether it failed.
func isCondition(sig *types.Signature) bool {
	return sig.Results().Len() == 2 && isBool(sig.Results().At(0).Type())
}

// parameter is the parameter that a function value is, of the function itself or
// of the one round a function literal.
func (h *helpers) parameter(v ssa.Value) ssa.Value {
	for range 8 {
		switch x := v.(type) {
		case *ssa.ChangeType:
			v = x.X
		case *ssa.FreeVar:
			made := h.s.x.closures[x.Parent()]
			if len(made) != 1 {
				return v
			}
			v = made[0].Bindings[freeIndex(x)]
		case *ssa.UnOp: // a captured parameter lies in a variable
			a, ok := x.X.(*ssa.Alloc)
			if fv, free := x.X.(*ssa.FreeVar); free {
				made := h.s.x.closures[fv.Parent()]
				if len(made) != 1 {
					return v
				}
				a, ok = made[0].Bindings[freeIndex(fv)].(*ssa.Alloc)
			}
			if !ok || len(h.s.x.stores[a]) != 1 {
				return v
			}
			v = h.s.x.stores[a][0].value
		default:
			return v
		}
	}
	return v
}

// behind are the parameters that run where a function value runs: the value itself,
// those of several that it may be, and those that a function literal calls and that
// may fail.
func (h *helpers) behind(v ssa.Value) []*ssa.Parameter {
	var out []*ssa.Parameter
	seen := map[ssa.Value]bool{}
	var of func(v ssa.Value)
	of = func(v ssa.Value) {
		v = h.parameter(v)
		if seen[v] {
			return
		}
		seen[v] = true
		switch x := v.(type) {
		case *ssa.Parameter:
			out = append(out, x)
		case *ssa.Phi:
			for _, e := range x.Edges {
				of(e)
			}
		case *ssa.UnOp:
			for _, st := range h.s.x.stores[x.X] {
				of(st.value)
			}
		case *ssa.MakeClosure:
			for c := range calls(x.Fn.(*ssa.Function)) {
				if com := c.Common(); !com.IsInvoke() && com.StaticCallee() == nil && fails(com.Signature()) {
					of(com.Value)
				}
			}
		}
	}
	of(v)
	return out
}

func freeIndex(v *ssa.FreeVar) int {
	for i, fv := range v.Parent().FreeVars {
		if fv == v {
			return i
		}
	}
	return -1
}

// repeated lists the arguments of a call that the callee repeats.
func (h *helpers) repeated(c ssa.CallInstruction) []ssa.Value {
	com := c.Common()
	var out []ssa.Value
	if f := callee(com); f != nil {
		if _, call, ok := h.s.x.row(f); ok {
			if call.Effect == graph.EffectRuns && call.Runs != nil && len(call.Layers) > 0 {
				if v := operand(com, call.Runs.Index); v != nil {
					out = append(out, v)
				}
			}
			return out
		}
	}
	fns := []*ssa.Function{com.StaticCallee()}
	if com.IsInvoke() {
		fns = h.s.x.r.Callees(c)
	}
	seen := map[ssa.Value]bool{}
	for _, fn := range fns {
		for i := range h.fns[fn] {
			if v := argument(com, i); v != nil && !seen[v] && (!com.IsInvoke() || i > 0) {
				seen[v] = true
				out = append(out, v)
			}
		}
	}
	return out
}

// calls lists the calls of a function that hand something to be repeated.
func (h *helpers) calls(fn *ssa.Function) []graph.Site {
	var out []graph.Site
	for c := range calls(fn) {
		for _, a := range h.repeated(c) {
			if _, forwarded := h.parameter(a).(*ssa.Parameter); forwarded {
				continue
			}
			if site, ok := h.site(fn, c, a); ok {
				out = append(out, site)
			}
			break
		}
	}
	return out
}

func (h *helpers) site(fn *ssa.Function, c ssa.CallInstruction, repeated ssa.Value) (graph.Site, bool) {
	site := h.s.site(fn, graph.SiteLibrary, h.s.x.r.Position(c.Pos()))
	inner := h.function(repeated)
	site.Remote = inner != nil && h.s.out.fns[inner]
	root := &frame{fn: fn}
	if f := callee(c.Common()); f != nil {
		if lib, call, ok := h.s.x.row(f); ok {
			if call.OnFalse && !h.turnsFalse(inner) {
				site.Kind = graph.SitePoll
			}
			ly := h.s.w.layer(c, root, lib, call, 0, h.s.w.knobs(c, root, lib, call))
			site.Name, site.Backoff, site.Jitter = ly.Name, ly.Backoff.Kind, ly.Backoff.Jitter
			site.SetBound(ly.Attempts)
			return site, true
		}
	}
	if h.looks[c.Common().StaticCallee()] && !h.turnsFalse(inner) {
		site.Kind = graph.SitePoll
		if !site.Remote {
			return site, false
		}
	}
	site.Bound = graph.BoundAssumed
	if rep, in := h.loopOf(c, root); in != nil {
		h.s.count(&site, rep, in, site.Pos)
	}
	return site, true
}

// function is the function that a value is, where one value is given there.
func (h *helpers) function(v ssa.Value) *ssa.Function {
	if fn := functionOf(v); fn != nil {
		return h.bound(fn)
	}
	for _, t := range h.s.x.functions(v, nil, nil) {
		return h.bound(t.fn)
	}
	return nil
}

// bound is the method behind a method value.
func (h *helpers) bound(fn *ssa.Function) *ssa.Function {
	return unwrapped(target{fn, &frame{fn: fn}}).fn
}

// turnsFalse reports whether a condition answers (false, nil), look again, where
// what it called failed.
func (h *helpers) turnsFalse(fn *ssa.Function) bool {
	if fn == nil {
		return false
	}
	for c := range calls(fn) {
		if !h.s.operation(c) {
			continue
		}
		failing, _ := ways(fn, c, true)
		for _, o := range failing {
			if len(o) == 2 && o[0].kind == knownBool && o[0].n == 0 && o[1].kind == knownNil {
				return true
			}
		}
	}
	return false
}

// loopOf is what the function that a call names does in a loop with what it is
// given, in the frame of that loop: the function may hand it on to another one.
// The frame is nil where no loop is found.
func (h *helpers) loopOf(c ssa.CallInstruction, f *frame) (repetition, *frame) {
	fn := c.Common().StaticCallee()
	if fn == nil || f.depth() > maxForwards {
		return repetition{}, nil
	}
	in := &frame{fn: fn, site: c, up: f}
	for _, l := range h.s.loopsIn(fn) {
		for inner := range calls(fn) {
			if !l.blocks[inner.Block()] || inner.Common().IsInvoke() || inner.Common().StaticCallee() != nil {
				continue
			}
			if rep := h.s.x.classified(l, inner, fn); rep.kind == repeatRetry || rep.kind == repeatPages && h.looks[fn] {
				return rep, in
			}
		}
	}
	for inner := range calls(fn) {
		for _, a := range h.repeated(inner) {
			if len(h.behind(a)) > 0 {
				return h.loopOf(inner, in)
			}
		}
	}
	return repetition{}, nil
}
