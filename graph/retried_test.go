package graph

import (
	"fmt"
	"testing"
)

// told is a client above a service that makes 3 attempts at a leaf, and none on a
// request that it is told is a repeated one.
func told(layers ...Layer) *Fragment {
	inner := Layer{ID: "inner", Kind: KindLoop, RetriesOn: AnyClass, Attempts: Exactly(3, BoundExact, Pos{File: "inner", Line: 1})}
	leaf := Call{To: Endpoint{Service: "leaf", Protocol: ProtocolHTTP}, Confidence: ConfidenceStatic}
	tried := leaf
	tried.Layers = []string{"inner"}
	entry := Call{To: Endpoint{Service: "middle", Operation: "GET /", Protocol: ProtocolHTTP}, Confidence: ConfidenceStatic}
	for _, l := range layers {
		entry.Layers = append(entry.Layers, l.ID)
	}
	return &Fragment{Layers: append(layers, inner), Handlers: []Handler{
		{Service: "client", Body: &Step{Call: &entry}},
		{Service: "middle", Operation: "GET /", Protocol: ProtocolHTTP,
			Body:    &Step{Retried: &Retried{By: []string{"x-try"}, First: Step{Call: &tried}, Again: Step{Call: &leaf}}},
			Answers: []AnswerRule{{Callee: "*", Classes: AnyClass, Kind: AnswerPasses}}},
		{Service: "leaf", Protocol: ProtocolHTTP},
	}}
}

func telling(id string, n int, on ClassSet, marks ...string) Layer {
	return Layer{ID: id, Kind: KindLoop, RetriesOn: on, Attempts: Exactly(n, BoundExact, Pos{File: id, Line: 1}), Marks: marks}
}

// A service that does not try again on a request that is itself a repeated one is
// credited, as far as its caller tells it so.
func TestRetried(t *testing.T) {
	for name, tt := range map[string]struct {
		layers []Layer
		policy []string
		leaf   Count
		middle Count
	}{
		"told":                        {[]Layer{telling("a", 4, AnyClass, "x-try")}, nil, 3 + 3, 4},
		"not told":                    {[]Layer{telling("a", 4, AnyClass)}, nil, 12, 4},
		"told something else":         {[]Layer{telling("a", 4, AnyClass, "x-other")}, nil, 12, 4},
		"told as the policy says":     {[]Layer{telling("a", 4, AnyClass)}, []string{"x-try"}, 6, 4},
		"the policy says another":     {[]Layer{telling("a", 4, AnyClass)}, []string{"x-other"}, 12, 4},
		"one that does not, outside":  {[]Layer{telling("b", 2, AnyClass), telling("a", 4, AnyClass, "x-try")}, nil, 2 * (3 + 3), 8},
		"one that does not, inside":   {[]Layer{telling("a", 4, AnyClass, "x-try"), telling("b", 2, AnyClass)}, nil, 2 * (3 + 3), 8},
		"told of what is not retried": {[]Layer{telling("a", 4, Unavailable, "x-try")}, nil, 3 + 3, 4},
		"told, and tried once":        {[]Layer{telling("a", 1, AnyClass, "x-try")}, nil, 3, 1},
	} {
		policy := DefaultPolicy()
		policy.AttemptHeaders = tt.policy
		r := Compute(Link([]*Fragment{told(tt.layers...)}, policy), Options{})
		got := map[string]NodeInfo{}
		for _, n := range r.Nodes {
			got[n.ID] = n
		}
		if leaf, middle := got["leaf"], got["middle"]; leaf.Calls != tt.leaf || middle.Calls != tt.middle || leaf.Happy != 1 || middle.Happy != 1 {
			t.Errorf("%s: %s calls of leaf, %s of middle, %s and %s when nothing fails; want %s, %s, 1 and 1", name,
				leaf.Calls, middle.Calls, leaf.Happy, middle.Happy, tt.leaf, tt.middle)
		}
		if leaf := got["leaf"]; leaf.HardDown == nil || *leaf.HardDown != tt.leaf {
			t.Errorf("%s: hard down %v, want %s", name, leaf.HardDown, tt.leaf)
		}
	}
}

// A class that the caller does not try again is met by the first request alone.
func TestRetriedByClass(t *testing.T) {
	r := Compute(Link([]*Fragment{told(telling("a", 4, Unavailable, "x-try"))}, DefaultPolicy()), Options{})
	for _, n := range r.Nodes {
		if n.ID != "leaf" {
			continue
		}
		if got := fmt.Sprint(n.Classes["unavailable"], n.Classes["timeout"]); got != "6 3" {
			t.Errorf("unavailable and timeout: %s, want 6 3; all %v", got, n.Classes)
		}
	}
}

// More attempts of the layer that tells, asked for by name, are more requests that
// are told.
func TestRetriedWhatIf(t *testing.T) {
	g, changed, err := Link([]*Fragment{told(telling("a", 4, AnyClass, "x-try"))}, DefaultPolicy()).With([]Setting{{What: "a", N: 6}})
	if err != nil || len(changed) != 1 || changed[0].Before != 4 || changed[0].After != 6 {
		t.Fatalf("%+v, %v; want 4 attempts to become 6", changed, err)
	}
	for _, n := range Compute(g, Options{}).Nodes {
		if n.ID == "leaf" && n.Calls != 3+5 {
			t.Errorf("%s calls of leaf, want 8", n.Calls)
		}
	}
}
