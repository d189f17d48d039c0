package summary

import (
	"go/types"

	"github.com/ampcheck/ampcheck/graph"
	"golang.org/x/tools/go/ssa"
)

// around are the functions that a program puts round its handlers: interceptors
// and middleware. Those of libraries are taken to pass on what they get.
type around struct {
	fns []fact
	// lost is set where one of them is not known.
	lost bool
	// libraries is set where a library made one, recovering where that recovers from
	// panics.
	libraries, recovering bool
}

func (a *around) open() bool { return a != nil && a.lost }

// around finds what stands round a handler.
func (w *Walker) aroundHandler(reg *registration) *around {
	out := &around{}
	if reg.lib == nil {
		return out
	}
	for _, lib := range w.x.table.Libraries() {
		for i := range lib.Knobs {
			k := &lib.Knobs[i]
			if k.Role != graph.RoleServes || lib.Module != reg.lib.Module {
				continue
			}
			for _, site := range w.x.setters[k.Name] {
				if w.x.linked[site.Parent()] && w.sameRouter(site, reg.call) {
					w.roundBy(out, site)
				}
			}
		}
	}
	return out
}

// roundBy adds the functions that a call puts round handlers.
func (w *Walker) roundBy(out *around, site ssa.CallInstruction) {
	com := site.Common()
	for i := 0; ; i++ {
		v := operand(com, i)
		if v == nil {
			return
		}
		values := []origin{{v, nil}}
		if _, list := v.Type().Underlying().(*types.Slice); list {
			values = w.x.elements(v, nil)
		}
		for _, o := range values {
			for _, from := range w.x.trace(unboxed(o.value), o.frame) {
				if isString(from.value.Type()) {
					continue // the path below which the others stand
				}
				switch made := from.value.(type) {
				case *ssa.Call:
					out.byLibrary(made)
					continue
				case *ssa.Extract, *ssa.Const:
					out.libraries = true
					continue
				}
				f, ok := w.function1(from.value, from.frame)
				if !ok {
					out.lost = true
					continue
				}
				if len(f.fn.fn.Blocks) > 0 {
					out.fns = append(out.fns, f)
				}
			}
		}
	}
}

// maxGroups bounds the groups of routes inside one another.
const maxGroups = 8

// sameRouter reports whether what is put round the handlers of a router goes
// round one that is registered: on the same router, or on a group of it.
func (w *Walker) sameRouter(set, reg ssa.CallInstruction) bool {
	a, b := receiver(set.Common()), receiver(reg.Common())
	if a == nil || b == nil {
		return true
	}
	on := w.x.trace(outermostOf(a), nil)
	for depth := 0; b != nil && depth < maxGroups; depth++ {
		var up ssa.Value
		for _, o := range w.x.trace(outermostOf(b), nil) {
			for _, p := range on {
				if p.value == o.value {
					return true
				}
			}
			if made, k, ok := w.constructor(o); ok && k.Path != nil {
				up = receiver(&made.Call)
			}
		}
		b = up
	}
	return false
}

// outermostOf is the object that a pointer to an embedded field points into.
func outermostOf(v ssa.Value) ssa.Value {
	for {
		fa, ok := v.(*ssa.FieldAddr)
		if !ok {
			return v
		}
		v = fa.X
	}
}

// function1 is the one function that a value is.
func (w *Walker) function1(v ssa.Value, f *frame) (fact, bool) {
	if v == nil {
		return fact{}, false
	}
	fns := w.x.functions(v, f, nil)
	if len(fns) != 1 {
		return fact{}, false
	}
	t := fns[0]
	return fact{kind: factFunc, fn: &function{fn: t.fn, closure: t.frame.closure, made: t.frame.made}}, true
}

// through runs the handler with what stands round it, from the i-th function on.
func (r *run) through(how *answering, t target, i int, st *state, args []fact, k then) {
	if how.around == nil || i >= len(how.around.fns) {
		all := make([]fact, len(t.fn.Params))
		if off := len(all) - len(args); off >= 0 && len(args) > 0 {
			copy(all[off:], args)
		}
		r.enter(t, all, nil, nil, st, k)
		return
	}
	f := how.around.fns[i]
	next := fact{kind: factFunc, fn: &function{then: func(st *state, args []fact, k then) { r.through(how, t, i+1, st, args, k) }}}
	res := f.fn.fn.Signature.Results()
	switch {
	case res.Len() == 1 && isFunc(res.At(0).Type()):
		r.apply(st, nil, nil, f, f.fn.with(isFunc, next), func(st *state, made fact) {
			if made = made.single(); made.kind != factFunc {
				r.end(reply{}, st.classes, st.where)
				return
			}
			r.apply(st, nil, nil, made, make([]fact, len(made.fn.params())), k)
		})
	case takesOne(f.fn.fn.Signature, isFunc):
		r.apply(st, nil, nil, f, f.fn.with(isFunc, next), k)
	default:
		r.inChain(how, t, i, f, st, k)
	}
}

func takesOne(sig *types.Signature, is func(types.Type) bool) bool {
	for i := range sig.Params().Len() {
		if is(sig.Params().At(i).Type()) {
			return true
		}
	}
	return false
}

// inChain runs a function after which the next of the chain follows by itself,
// unless it went on itself or answered.
func (r *run) inChain(how *answering, t target, i int, f fact, st *state, k then) {
	st.at = i
	r.apply(st, nil, nil, f, make([]fact, len(f.fn.params())), func(st *state, res fact) {
		if st.nexts&(1<<i) != 0 || st.sent {
			k(st, res)
			return
		}
		r.through(how, t, i+1, st, nil, k)
	})
}

// next goes on with the handler inside the function that runs, and gives back what
// that one returns.
func (r *run) next(st *state, k then) {
	i := st.at
	st.nexts |= 1 << i
	r.through(r.how, r.to, i+1, st, nil, func(st *state, res fact) {
		st.at = i
		k(st, res)
	})
}

// carried runs the failing call inside the interceptors of its client, those of
// the program; those of libraries pass on what they get.
func (r *run) carried(st *state, a *active, c ssa.CallInstruction, k then) {
	fns, known := r.carriers(c, a.frame)
	if !known {
		r.cut = true
		return
	}
	var from func(i int, st *state, k then)
	from = func(i int, st *state, k then) {
		if i >= len(fns) {
			r.fails(st, c, k)
			return
		}
		next := fact{kind: factFunc, fn: &function{then: func(st *state, _ []fact, k then) { from(i+1, st, k) }}}
		r.apply(st, a, c, fns[i], fns[i].fn.with(isFunc, next), k)
	}
	from(0, st, k)
}

// carriers are the functions of the program round a call, the outermost first;
// known is false where clients differ in them.
func (r *run) carriers(c ssa.CallInstruction, f *frame) (fns []fact, known bool) {
	for i, s := range r.w.knobs(c, f, r.lib, r.row) {
		var here []fact
		for _, t := range s {
			if t.knob.Role != graph.RoleCarries {
				continue
			}
			if t.kept != nil {
				return nil, false
			}
			here = append(here, r.carrying(t, c)...)
		}
		if i > 0 && len(here) != len(fns) {
			return nil, false
		}
		fns = here
	}
	return fns, true
}

// carrying are the functions of the program that one knob carries, for calls with
// as many results.
func (r *run) carrying(t turned, c ssa.CallInstruction) (out []fact) {
	values := r.w.x.elements(t.value, t.frame)
	if len(values) == 0 {
		values = []origin{{t.value, t.frame}}
	}
	for _, v := range values {
		f, ok := r.w.function1(v.value, v.frame)
		if ok && len(f.fn.fn.Blocks) > 0 && f.fn.fn.Signature.Results().Len() == c.Common().Signature().Results().Len() {
			out = append(out, f)
		}
	}
	return out
}

// isFunc reports whether a type is that of functions.
func isFunc(t types.Type) bool {
	_, ok := t.Underlying().(*types.Signature)
	return ok
}
