package summary

import (
	"github.com/ampcheck/ampcheck/graph"
)

// Which failures of a call let a loop make it again is found by running the function
// with the call failing: what leads to its second execution is what the conditions
// in between let through.

// again is what a run keeps of the executions of its call.
type again struct {
	reached, second bool
	// classes are those with which it is executed a second time.
	classes graph.ClassSet
}

// note keeps what led to an execution of the call.
func (a *again) note(st *state) {
	if a == nil {
		return
	}
	a.reached = true
	if st.calls > 1 {
		a.second, a.classes = true, a.classes.Union(st.classes)
	}
}

// repeated runs a function for the call at a place; ok is false where that is not
// followed to the end.
func (w *Walker) repeated(f *frame, at graph.Pos, m mode) (a *again, of graph.ClassSet, ok bool) {
	site := w.remotes[at]
	if site == nil {
		return nil, of, false
	}
	r := w.failingRun(site, m)
	if r == nil {
		return nil, of, false
	}
	r.again, r.how, r.to = &again{}, &answering{}, target{f.fn, &frame{fn: f.fn}}
	st := newState(possible(r.protocol))
	r.enter(r.to, make([]fact, len(f.fn.Params)), make([]fact, len(f.fn.FreeVars)), nil, st, func(*state, fact) {})
	return r.again, possible(r.protocol), !r.cut && r.again.reached && len(r.replies) == 0
}

// triedAgain are the failures of the calls in a loop after which it makes them again;
// ok is false where that is not known.
func (w *Walker) triedAgain(f *frame, body *graph.Step) (all graph.ClassSet, ok bool) {
	ok = true
	eachCall(body, false, func(c *graph.Call, inFan bool) {
		if !ok || inFan {
			ok = false
			return
		}
		a, of, followed := w.repeated(f, c.Pos, everyFails)
		if ok = followed; !ok {
			return
		}
		if a.classes == of {
			a.classes = graph.AnyClass
		}
		all = all.Union(a.classes)
	})
	return all, ok && !all.Empty()
}

// goodAgain reports whether a loop may make its calls again after a good answer.
func (w *Walker) goodAgain(f *frame, body *graph.Step) bool {
	may := false
	eachCall(body, false, func(c *graph.Call, _ bool) {
		if !may {
			a, _, ok := w.repeated(f, c.Pos, neverFails)
			may = !ok || a.second
		}
	})
	return may
}
