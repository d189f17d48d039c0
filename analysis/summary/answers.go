package summary

import (
	"reflect"

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
	eachCall(body, false, func(c *graph.Call, inFan bool) {
		calls = append(calls, c)
		fanned[c.Pos] = fanned[c.Pos] || inFan
	})
	byCall := map[graph.Pos][]graph.AnswerRule{}
	var first []graph.AnswerRule
	alike := true
	for _, c := range calls {
		if _, done := byCall[c.Pos]; !done {
			byCall[c.Pos] = w.answersAt(t, how, c.Pos, fanned[c.Pos])
		}
		if first == nil {
			first = byCall[c.Pos]
		}
		alike = alike && reflect.DeepEqual(first, byCall[c.Pos])
	}
	if alike {
		return first
	}
	for _, c := range calls {
		c.Answers = byCall[c.Pos]
	}
	return nil
}

// answersAt says what becomes of the failures of the call at a place.
func (w *Walker) answersAt(t target, how *answering, at graph.Pos, fanned bool) []graph.AnswerRule {
	unknown := []graph.AnswerRule{{Callee: anyCallee, Classes: graph.AnyClass, Kind: graph.AnswerUnknown, Pos: w.x.r.Position(t.fn.Pos())}}
	c := w.remotes[at]
	if c == nil {
		return unknown
	}
	modes := []mode{everyFails}
	if fanned {
		modes = append(modes, firstFails, restFails)
	}
	if rules := w.answersOf(t, how, c, modes); rules != nil {
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
