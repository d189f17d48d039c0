package graph

import "testing"

// answering computes app -> middle -> leaf, three tries each on unavailable, where
// the middle answers by the rules.
func answering(t *testing.T, ofCall, ofHandler []AnswerRule) NodeInfo {
	t.Helper()
	layer := func(id string) Layer {
		return Layer{ID: id, Kind: KindLoop, RetriesOn: Unavailable, Attempts: Exactly(3, BoundExact, Pos{})}
	}
	f := &Fragment{Layers: []Layer{layer("outer"), layer("inner")}, Handlers: []Handler{
		{Service: "app", Body: &Step{Call: &Call{To: Endpoint{Service: "middle", Protocol: ProtocolGRPC}, Layers: []string{"outer"}, Confidence: ConfidenceStatic}}},
		{Service: "middle", Protocol: ProtocolGRPC, Answers: ofHandler,
			Body: &Step{Call: &Call{To: Endpoint{Service: "leaf", Protocol: ProtocolGRPC}, Layers: []string{"inner"}, Confidence: ConfidenceStatic, Answers: ofCall}}},
		{Service: "leaf", Protocol: ProtocolGRPC},
	}}
	_, nodes := computed(t, f, DefaultPolicy())
	return nodes["leaf"]
}

func TestAnswersDecideWhichProductsAreReal(t *testing.T) {
	rule := func(k AnswerKind, becomes ClassSet) []AnswerRule {
		return []AnswerRule{{Callee: "*", Classes: AnyClass, Kind: k, Becomes: becomes}}
	}
	for name, tt := range map[string]struct {
		call, handler []AnswerRule
		unavailable   Count
		overload      Count
	}{
		"passes":                     {nil, rule(AnswerPasses, ClassSet{}), 9, 1},
		"becomes unknown":            {nil, rule(AnswerBecomes, grpcCodes(2)), 3, 1},
		"all become unavailable":     {nil, rule(AnswerBecomes, grpcCodes(14)), 9, 3},
		"terminal":                   {nil, rule(AnswerTerminal, ClassSet{}), 3, 1},
		"succeeds":                   {nil, rule(AnswerSucceeds, ClassSet{}), 3, 1},
		"not known":                  {nil, nil, 9, 3},
		"the call's rule goes first": {rule(AnswerSucceeds, ClassSet{}), rule(AnswerPasses, ClassSet{}), 3, 1},
	} {
		leaf := answering(t, tt.call, tt.handler)
		if got := leaf.Classes["unavailable"]; got != tt.unavailable {
			t.Errorf("%s: %s calls of unavailable, want %s", name, got, tt.unavailable)
		}
		if got := leaf.Classes["overload"]; got != tt.overload {
			t.Errorf("%s: %s calls of overload, want %s", name, got, tt.overload)
		}
	}
}

// More classes than are told apart: each of those taken together is answered with
// all that one of them is, so no rule gets lost.
func TestManyAnswersLoseNone(t *testing.T) {
	var rules []AnswerRule
	for n := 400; n < 500; n++ {
		if c, ok := HTTPClass(n); ok && c != ClassTimeout {
			rules = append(rules, AnswerRule{Callee: "*", Classes: NewClassSet(c), Kind: AnswerSucceeds})
		}
	}
	last, _ := HTTPClass(499)
	rules[len(rules)-1] = AnswerRule{Callee: "*", Classes: NewClassSet(last), Kind: AnswerBecomes, Becomes: httpCodes(503, 503)}
	f := &Fragment{Layers: []Layer{{ID: "l", Kind: KindLoop, RetriesOn: Unavailable, Attempts: Exactly(3, BoundExact, Pos{})}}, Handlers: []Handler{
		{Service: "app", Body: &Step{Call: &Call{To: Endpoint{Service: "middle", Protocol: ProtocolHTTP}, Layers: []string{"l"}, Confidence: ConfidenceStatic}}},
		{Service: "middle", Protocol: ProtocolHTTP, Answers: append(rules, AnswerRule{Callee: "*", Classes: AnyClass, Kind: AnswerSucceeds}),
			Body: &Step{Call: &Call{To: Endpoint{Service: "leaf", Protocol: ProtocolHTTP}, Confidence: ConfidenceStatic}}},
		{Service: "leaf", Protocol: ProtocolHTTP},
	}}
	_, nodes := computed(t, f, DefaultPolicy())
	if got := nodes["leaf"].Calls; got != 3 {
		t.Errorf("%s calls of the leaf, want 3: 499 becomes 503, which is tried again", got)
	}
}
