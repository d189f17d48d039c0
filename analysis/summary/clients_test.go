package summary

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ampcheck/ampcheck/graph"
)

// What the call itself sets goes before what its client sets, which goes before the
// defaults.
func TestOverridden(t *testing.T) {
	exactly := func(n int) graph.Bound { return graph.Exactly(n, graph.BoundExact, graph.Pos{File: "own.go"}) }
	lasting := func(text string, kind graph.BoundKind) graph.Bound {
		return graph.Bound{Value: graph.Literal(text), Kind: kind}
	}
	plain := graph.Layer{Attempts: graph.Exactly(1, graph.BoundDefault, graph.Pos{}), Implicit: true, PerTry: lasting("1s", graph.BoundDefault)}
	client := plain
	client.Attempts, client.Implicit = graph.Exactly(3, graph.BoundExact, graph.Pos{File: "client.go"}), false
	client.PerTry, client.RetriesOn = lasting("2s", graph.BoundExact), graph.AnyClass

	ly := client
	overridden(&ly, &plain, &plain)
	if d := cmp.Diff(client, ly); d != "" {
		t.Errorf("a call that sets nothing: want (-) and got (+):\n%s", d)
	}

	own := plain
	own.Attempts, own.Implicit = exactly(5), false
	own.Overall = lasting("9s", graph.BoundExact)
	want := client
	want.Attempts, want.Overall = own.Attempts, own.Overall
	ly = client
	overridden(&ly, &own, &plain)
	if d := cmp.Diff(want, ly); d != "" {
		t.Errorf("a call that sets attempts and time: want (-) and got (+):\n%s", d)
	}
}

// A step that is put into a hole is marked as the hole was, and shares nothing with
// the next.
func TestPut(t *testing.T) {
	onFailure := hole()
	onError(onFailure)
	guess := hole()
	assume(guess, "a guess")
	outer := sequence([]*graph.Step{hole(), onFailure, guess}, false)
	got := put(outer, &graph.Step{Call: &graph.Call{Via: "net/http"}})
	want := &graph.Step{Seq: &graph.Seq{Steps: []graph.Step{
		{Call: &graph.Call{Via: "net/http"}},
		{Call: &graph.Call{Via: "net/http", OnError: true}},
		{Call: &graph.Call{Via: "net/http", Confidence: graph.ConfidenceAssumed, Assumed: "a guess"}},
	}}}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("want (-) and got (+):\n%s", d)
	}
	if !holed(outer) || holed(got) {
		t.Errorf("holes: outer %t, filled %t", holed(outer), holed(got))
	}
}

// A path leads on behind what was made, or not at all.
func TestUnder(t *testing.T) {
	for _, test := range []struct {
		path, begin []string
		rest        []string
		ok          bool
	}{
		{nil, nil, nil, true},
		{[]string{"a", "b"}, []string{"a"}, []string{"b"}, true},
		{[]string{"a"}, []string{"a", "b"}, nil, false},
		{[]string{"a", "b"}, []string{"b"}, nil, false},
	} {
		rest, ok := under(test.path, test.begin)
		if ok != test.ok || len(rest) != len(test.rest) || len(rest) > 0 && !cmp.Equal(rest, test.rest) {
			t.Errorf("under(%v, %v) is %v, %t, want %v, %t", test.path, test.begin, rest, ok, test.rest, test.ok)
		}
	}
}
