package summary

import (
	"go/types"
	"slices"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
	"golang.org/x/tools/go/ssa"
)

// A library that repeats a function calls it again when the function gives back an
// error, but for those that are marked for it as the last word. In which classes of
// the failures below it that is so is found by running the function, as it is for the
// loops of the program.

// givenBack are the classes in which functions that a library is given to repeat end
// in an error for which it calls them again. All that is not followed counts, so it is
// never less than what is true. None means that they are called once.
func (w *Walker) givenBack(lib *graph.Library, fns []target, body *graph.Step) graph.ClassSet {
	var all graph.ClassSet
	open := len(fns) == 0
	last := final
	if slices.ContainsFunc(lib.Knobs, func(k graph.Knob) bool { return k.Role == graph.RoleMarks }) {
		last = unmarked
	}
	done := map[graph.Pos]bool{}
	eachCall(body, false, func(c *graph.Call, _ bool) {
		if done[c.Pos] {
			return
		}
		done[c.Pos] = true
		for _, t := range fns {
			one, ok := w.givenBackBy(t, w.remotes[c.Pos], last)
			open = open || !ok
			all = all.Union(one)
		}
	})
	if open || len(done) == 0 {
		return graph.AnyClass
	}
	return all
}

// givenBackBy are those of one function and one remote call below it, where last says
// what the library does not call again for; ok is false where every class may be.
func (w *Walker) givenBackBy(t target, c ssa.CallInstruction, last func(fact) bool) (again graph.ClassSet, ok bool) {
	sig := t.fn.Signature
	if c == nil || errorAt(sig) < 0 && !w.marksResult(sig) || yesNoResult(sig) >= 0 {
		return again, false
	}
	named := callee(c.Common())
	if named == nil {
		return again, false
	}
	lib, call, ok := w.x.row(named)
	if !ok {
		return again, false
	}
	r := newRun(w, c, lib, call, everyFails)
	met := false // the failing call: what does not come to it says nothing
	w.aside(func() {
		r.enter(t, nil, nil, nil, newState(possible(r.protocol)), func(st *state, res fact) {
			if !st.failed {
				return // the call was good, or not come to
			}
			met = true
			if n := len(res.parts); n == 0 || !last(res.parts[n-1]) {
				again = again.Union(st.classes)
			}
		})
	})
	return again, met && !r.cut && !possible(r.protocol).Minus(again).Empty()
}

// marksResult reports whether a function ends with a value of the library's own that
// holds the error and says whether to call again: of the package of a function that
// marks errors.
func (w *Walker) marksResult(sig *types.Signature) bool {
	n := sig.Results().Len()
	if n == 0 {
		return false
	}
	in := declaredIn(sig.Results().At(n - 1).Type())
	return in != nil && slices.ContainsFunc(w.x.table.Libraries(), func(l *graph.Library) bool {
		return slices.ContainsFunc(l.Knobs, func(k graph.Knob) bool {
			name, ok := strings.CutPrefix(k.Name, in.Path()+".")
			return ok && k.Role == graph.RoleMarks && !strings.Contains(name, ".")
		})
	})
}

// final reports whether a library that is given an error back does not call again: there
// is none, or it is marked.
func final(f fact) bool {
	if yes, known := f.isNil(); known && yes {
		return true
	}
	if f.kind != factError {
		return false
	}
	if f.err.mark == graph.RoleTerminal {
		return true
	}
	for _, in := range f.err.chain {
		if final(in) {
			return true
		}
	}
	return false
}

// unmarked is final for libraries that call again only for errors that are marked.
func unmarked(f fact) bool {
	if yes, known := f.isNil(); known && yes {
		return true
	}
	if f.kind != factError || f.err.open || f.err.mark == graph.RoleMarks {
		return false
	}
	for _, in := range f.err.chain {
		if !unmarked(in) {
			return false
		}
	}
	return true
}

// markedFor is an error with the mark of a function of the table on it.
func (f fact) markedFor(role graph.Role) fact {
	if f.kind != factError {
		return f
	}
	e := *f.err
	e.mark = role
	f.err = &e
	return f
}

// aside runs something whose steps are not taken from what the answers may cost.
func (w *Walker) aside(do func()) {
	before := w.failing
	w.failing = w.repeating
	do()
	w.repeating, w.failing = w.failing, before
}
