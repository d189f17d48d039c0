package graph

import (
	"fmt"
	"maps"
	"slices"
	"testing"
)

// The narrowest word that holds a class has its figure: a service that passes 404 and
// 501 on and answers all else with 503 lets its caller try all of 4xx again but 404.
func TestWordsOfFigures(t *testing.T) {
	notFound, _ := HTTPClass(404)
	gone, _ := HTTPClass(410)
	unimplemented, _ := HTTPClass(501)
	rules := []AnswerRule{
		{Callee: "*", Classes: NewClassSet(notFound, unimplemented), Kind: AnswerPasses},
		{Callee: "*", Classes: AnyClass, Kind: AnswerBecomes, Becomes: httpCodes(503, 503)},
	}
	f := &Fragment{Layers: []Layer{{ID: "l", Kind: KindLoop, RetriesOn: Unavailable, Attempts: Exactly(3, BoundExact, Pos{})}}, Handlers: []Handler{
		{Service: "app", Body: &Step{Call: &Call{To: Endpoint{Service: "middle", Protocol: ProtocolHTTP}, Layers: []string{"l"}, Confidence: ConfidenceStatic}}},
		{Service: "middle", Protocol: ProtocolHTTP, Answers: rules,
			Body: &Step{Call: &Call{To: Endpoint{Service: "leaf", Protocol: ProtocolHTTP}, Confidence: ConfidenceStatic}}},
		{Service: "leaf", Protocol: ProtocolHTTP},
	}}
	_, nodes := computed(t, f, DefaultPolicy())
	leaf := nodes["leaf"]
	words := slices.Sorted(maps.Keys(leaf.Classes))
	if got, want := fmt.Sprint(words), "[connect error http:404 http:4xx http:501 overload reset timeout unavailable]"; got != want {
		t.Errorf("words %s, want %s", got, want)
	}
	for class, want := range map[Class]Count{notFound: 1, gone: 3, unimplemented: 1, ClassTimeout: 3, ClassReset: 3} {
		if got, ok := leaf.Classes.Of(class); !ok || got != want {
			t.Errorf("%s: %s, want %s: %v", class, got, want, leaf.Classes)
		}
	}
	if got, ok := leaf.Classes.Of(ClassConflict); ok {
		t.Errorf("a class that HTTP does not speak has a figure: %s", got)
	}
}
