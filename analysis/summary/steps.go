package summary

import (
	"slices"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
)

// leavesProcess reports whether a step holds a call, or work that was not followed for
// another reason than recursion.
func leavesProcess(s *graph.Step) bool {
	switch {
	case s == nil:
		return false
	case s.Call != nil:
		return true
	case s.Unknown != nil:
		return !strings.HasPrefix(s.Unknown.What, recursionStep)
	case s.Repeat != nil:
		return leavesProcess(&s.Repeat.Step)
	case s.Seq != nil:
		return slices.ContainsFunc(s.Seq.Steps, func(k graph.Step) bool { return leavesProcess(&k) })
	case s.Par != nil:
		return slices.ContainsFunc(s.Par.Steps, func(k graph.Step) bool { return leavesProcess(&k) })
	case s.Alt != nil:
		return slices.ContainsFunc(s.Alt.Steps, func(k graph.Step) bool { return leavesProcess(&k) })
	}
	return false
}

// withoutRecursion drops, from a step that holds no remote call, the recursion
// through one function: it repeats nothing. What leads back to another function
// stays, since that one may hold a call.
func withoutRecursion(s *graph.Step, what string) *graph.Step {
	all := func(steps []graph.Step) []*graph.Step {
		var out []*graph.Step
		for i := range steps {
			out = append(out, withoutRecursion(&steps[i], what))
		}
		return out
	}
	switch {
	case s == nil:
		return nil
	case s.Unknown != nil && s.Unknown.What == what:
		return nil
	case s.Repeat != nil:
		inner := withoutRecursion(&s.Repeat.Step, what)
		if inner == nil {
			return nil
		}
		s.Repeat.Step = *inner
	case s.Seq != nil:
		return alternatives(all(s.Seq.Steps)) // one marker is as good as many
	case s.Par != nil:
		return alternatives(all(s.Par.Steps))
	case s.Alt != nil:
		return alternatives(all(s.Alt.Steps))
	}
	return s
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

// assume marks every call of a step as a guess.
func assume(s *graph.Step, why string) {
	each := func(steps []graph.Step) {
		for i := range steps {
			assume(&steps[i], why)
		}
	}
	switch {
	case s == nil:
	case s.Call != nil:
		s.Call.Confidence, s.Call.Assumed = graph.ConfidenceAssumed, why
	case s.Seq != nil:
		each(s.Seq.Steps)
	case s.Par != nil:
		each(s.Par.Steps)
	case s.Alt != nil:
		each(s.Alt.Steps)
	case s.Repeat != nil:
		assume(&s.Repeat.Step, why)
	}
}
