package graph

import (
	"fmt"
	"testing"
)

// Each guess is listed with what another one makes of the greatest figure, the
// greatest change first.
func TestNotKnown(t *testing.T) {
	call := func(to string, layers ...string) *Call {
		return &Call{To: Endpoint{Service: to}, Layers: layers, Confidence: ConfidenceStatic, Pos: Pos{File: to, Line: 1, Col: 1}}
	}
	f := &Fragment{
		Layers: []Layer{
			{ID: "client", Kind: KindLoop, Attempts: Exactly(3, BoundExact, Pos{}), RetriesOn: Unavailable},
			{ID: "mesh", Kind: KindSidecar, Name: "mesh", Attempts: Exactly(2, BoundDefault, Pos{}), RetriesOn: AnyClass, Assumed: "labels are not seen"},
			{ID: "loop", Kind: KindLoop, Attempts: Bound{Value: UnknownExpr("c.tries"), Kind: BoundAssumed}, RetriesOn: AnyClass},
		},
		FanOuts: []FanOut{{ID: "front.List#1", N: Bound{Value: UnknownExpr("items"), Kind: BoundAssumed}, Symbol: "n(items)", Mode: FanOutContinue}},
		Handlers: []Handler{
			{Service: "client", Entry: EntryRequest, Body: &Step{Call: call("front", "client")}},
			{Service: "front", Body: &Step{Seq: &Seq{Steps: []Step{
				{Repeat: &Repeat{FanOut: "front.List#1", Step: Step{Call: call("db", "mesh")}}},
				{Call: call("log", "loop")},
			}}}},
		},
	}
	guess := call("db")
	guess.Confidence, guess.Assumed = ConfidenceAssumed, "the address stands in DB"
	f.Handlers[1].Body.Seq.Steps = append(f.Handlers[1].Body.Seq.Steps, Step{Call: guess})
	g := Link([]*Fragment{f}, DefaultPolicy())
	var got []string
	for _, n := range g.NotKnown() {
		got = append(got, fmt.Sprintf("%s %s %g", n.Kind, n.Name, n.Effect))
	}
	// db gets 3 x (2 + 1) = 9 and log 3: with ten items db gets 3 x 21, without the
	// mesh 3 x 2, without the guessed call 3 x 2. What front answers when db fails
	// changes nothing, since log may fail as well.
	if want := "fan-out front.List#1 7"; len(got) == 0 || got[0] != want {
		t.Errorf("first of %q, want %q", got, want)
	}
	has := func(line string) {
		t.Helper()
		if !contains(got, line) {
			t.Errorf("no %q in %q", line, got)
		}
	}
	has("layer mesh 0.666667")
	has("call db 0.666667")
	has("attempts loop 1")
	f.Handlers[1].Body = &Step{Call: call("db")}
	alone := Link([]*Fragment{f}, DefaultPolicy()).NotKnown()
	if len(alone) != 1 || alone[0].Kind != UnknownAnswer || alone[0].Effect != 0.333333 {
		t.Errorf("front calls db alone: %+v, want its answer with a third of the calls", alone)
	}
	if res := Compute(g, Options{}); res.NotKnown != nil {
		t.Errorf("what is not known is listed though nobody asked: %v", res.NotKnown)
	}
	if res := Compute(g, Options{NotKnown: true}); len(res.NotKnown) != len(got) {
		t.Errorf("%d things are not known, the graph says %d", len(res.NotKnown), len(got))
	}
}
