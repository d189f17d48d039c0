package summary

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/ampcheck/ampcheck/graph"
)

// library runs a call of the table.
func (r *run) library(st *state, a *active, c ssa.CallInstruction, call *graph.LibraryCall, args []fact, k then) {
	if call.Effect == graph.EffectRemote {
		for _, f := range args {
			r.loses(st, f) // an answer may be written into what it is given
		}
	}
	switch {
	case c == r.site && r.meant(c, a.frame):
		r.carried(st, a, c, k)
	case call.Effect == graph.EffectRemote:
		k(st, r.good(st, c, call))
	case call.Effect == graph.EffectRuns:
		r.repeats(st, a, c, call, args, k)
	case call.Effect == graph.EffectParallel:
		r.beside(st, a, c, call, k)
	case call.Effect == graph.EffectWaits:
		f := r.results(st, c, false, false)
		if f.kind == factNil {
			f, st.started = st.started, factOfNil
		}
		k(st, f)
	case call.Failure != nil && r.failure(st, a, c, call, args, k):
	default:
		r.outside(st, a, c, args, false, k)
	}
}

// given is a function that is handed to a library.
func (r *run) given(st *state, a *active, c ssa.CallInstruction, arg *graph.Arg) (fact, bool) {
	if arg == nil {
		return fact{}, false
	}
	v := operand(c.Common(), arg.Index)
	if v == nil {
		return fact{}, false
	}
	if f := r.value(st, a, v); f.kind == factFunc {
		return f, true
	}
	for _, t := range r.w.x.functions(v, a.frame, c) {
		f := &function{fn: t.fn, closure: t.frame.closure, made: t.frame.made}
		return fact{kind: factFunc, fn: f}, len(t.fn.FreeVars) == 0
	}
	return fact{}, false
}

// repeats runs a function that a library calls, perhaps several times: all fail
// alike, so once is enough. What the library answers is a fact of the table.
func (r *run) repeats(st *state, a *active, c ssa.CallInstruction, call *graph.LibraryCall, args []fact, k then) {
	f, ok := r.given(st, a, c, call.Runs)
	if !ok {
		r.unclear(st)
		k(st, r.results(st, c, true, false))
		return
	}
	r.apply(st, a, c, f, make([]fact, len(f.fn.params())), func(st *state, res fact) {
		k(st, r.ended(st, c, call, res))
	})
}

// ended is what a library answers when the function it runs ended with res.
func (r *run) ended(st *state, c ssa.CallInstruction, call *graph.LibraryCall, res fact) fact {
	out := r.results(st, c, true, false)
	parts := out.parts
	if out.kind != factParts {
		parts = []fact{out}
	}
	at := errorAt(c.Common().Signature())
	if at < 0 {
		return out
	}
	err := lastOfParts(res).markedFor("") // the library takes the mark off again
	yes, isKnown := err.isNil()
	switch {
	case len(res.parts) == 0 || !isError(resultType(c, at)):
		return out
	case isKnown && yes, call.Failure != nil && call.Failure.Role == graph.FailureLast:
		parts[at] = err
	case call.Failure != nil && call.Failure.Role == graph.FailureChained && isKnown:
		parts[at] = fact{kind: factError, err: &failure{chain: []fact{err}}}
	}
	for i := range parts {
		if i < len(res.parts)-1 && i != at {
			parts[i] = res.parts[i]
		}
	}
	return fact{kind: factParts, parts: parts}.single()
}

func resultType(c ssa.CallInstruction, i int) types.Type {
	return c.Common().Signature().Results().At(i).Type()
}

// errorAt is the place of the last result that is an error; -1 without one.
func errorAt(sig *types.Signature) int {
	for i := sig.Results().Len() - 1; i >= 0; i-- {
		if isError(sig.Results().At(i).Type()) {
			return i
		}
	}
	return -1
}

// beside runs a function that is started beside; the first error is what those
// that wait for it get.
func (r *run) beside(st *state, a *active, c ssa.CallInstruction, call *graph.LibraryCall, k then) {
	f, ok := r.given(st, a, c, call.Runs)
	if !ok {
		st.started = fact{}
		k(st, r.results(st, c, false, false))
		return
	}
	r.apply(st, a, c, f, make([]fact, len(f.fn.params())), func(st *state, res fact) {
		if st.started.kind == factNil && len(res.parts) > 0 {
			st.started = lastOfParts(res)
		}
		k(st, r.results(st, c, false, false))
	})
}
