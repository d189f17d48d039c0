package summary

import (
	"reflect"
	"slices"

	"github.com/ampcheck/ampcheck/graph"
)

// answers says what a handler makes of the failures of the calls below it. Where
// all are answered alike one list of rules holds for all callees; else each call
// of the body gets its own.
func (w *Walker) answers(t target, how *answering, body *graph.Step) []graph.AnswerRule {
	if declared := w.declaredAnswers(t.fn); declared != nil {
		return declared
	}
	how.fails = fails(t.fn.Signature)
	var calls []*graph.Call
	fanned := map[graph.Pos]bool{}
	callees := map[graph.Pos][]graph.Endpoint{}
	eachCall(body, false, func(c *graph.Call, inFan bool) {
		calls = append(calls, c)
		fanned[c.Pos] = fanned[c.Pos] || inFan
		if !isOf(callees[c.Pos], c.To) {
			callees[c.Pos] = append(callees[c.Pos], c.To)
		}
	})
	found := make([][]graph.AnswerRule, len(calls))
	alike := true
	for i, c := range calls {
		var only *graph.Endpoint
		if len(callees[c.Pos]) > 1 {
			only = &c.To
		}
		same := func(o *graph.Call) bool { return o.Pos == c.Pos && (only == nil || reflect.DeepEqual(o.To, c.To)) }
		if before := slices.IndexFunc(calls[:i], same); before >= 0 {
			found[i] = found[before]
		} else {
			found[i] = w.answersAt(t, how, c.Pos, only, fanned[c.Pos])
		}
		alike = alike && reflect.DeepEqual(found[0], found[i])
	}
	if len(calls) == 0 {
		return nil
	}
	if alike {
		return found[0]
	}
	for i, c := range calls {
		c.Answers = found[i]
	}
	return nil
}

// isOf reports whether an endpoint is one of several.
func isOf(all []graph.Endpoint, one graph.Endpoint) bool {
	return slices.ContainsFunc(all, func(e graph.Endpoint) bool { return reflect.DeepEqual(e, one) })
}

// answersAt says what becomes of the failures of the call at a place; only is set
// where several are called from there, each by its own way.
func (w *Walker) answersAt(t target, how *answering, at graph.Pos, only *graph.Endpoint, fanned bool) []graph.AnswerRule {
	unknown := []graph.AnswerRule{{Callee: anyCallee, Classes: graph.AnyClass, Kind: graph.AnswerUnknown, Pos: w.x.r.Position(t.fn.Pos())}}
	c := w.remotes[at]
	if c == nil {
		return unknown
	}
	modes := []mode{everyFails}
	if fanned {
		modes = append(modes, firstFails, restFails)
	}
	if rules := w.answersOf(t, how, c, only, modes); rules != nil {
		return rules
	}
	return unknown
}

// anyCallee stands for every callee in a rule.
const anyCallee = "*"

// eachCall visits the calls of a step, and says which are made for each item of a
// fan-out.
func eachCall(s *graph.Step, inFan bool, visit func(c *graph.Call, inFan bool)) {
	list := func(steps []graph.Step) {
		for i := range steps {
			eachCall(&steps[i], inFan, visit)
		}
	}
	switch {
	case s == nil:
	case s.Call != nil:
		visit(s.Call, inFan)
	case s.Seq != nil:
		list(s.Seq.Steps)
	case s.Par != nil:
		list(s.Par.Steps)
	case s.Alt != nil:
		list(s.Alt.Steps)
	case s.Repeat != nil:
		eachCall(&s.Repeat.Step, inFan || s.Repeat.FanOut != "", visit)
	case s.Retried != nil:
		eachCall(&s.Retried.First, inFan, visit)
		eachCall(&s.Retried.Again, inFan, visit)
	}
}
