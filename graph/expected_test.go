package graph

import (
	"encoding/json"
	"fmt"
	"math"
	"testing"
)

// tierChain is a chain of hops, each [fan-out, attempts], of which one loop at a
// time stops at its first failure or goes on.
func tierChain(hops [][2]int, mode FanOutMode) *Fragment {
	f := &Fragment{}
	for i, h := range hops {
		from, to := fmt.Sprintf("n%d", i), fmt.Sprintf("n%d", i+1)
		l := tries(h[1])
		l.ID = from
		f.Layers = append(f.Layers, l)
		step := Step{Call: &Call{To: Endpoint{Service: to}, Layers: []string{from}, Confidence: ConfidenceStatic}}
		if h[0] > 1 {
			f.FanOuts = append(f.FanOuts, FanOut{ID: from, N: Exactly(h[0], BoundExact, Pos{}), Mode: mode})
			step = Step{Repeat: &Repeat{FanOut: from, Step: step}}
		}
		f.Handlers = append(f.Handlers, Handler{Service: from, Body: &step, Answers: []AnswerRule{{Callee: "*", Classes: AnyClass, Kind: AnswerPasses}}})
	}
	return f
}

// The worked formulas of group b: calls of each tier when calls of the last one
// fail, each by itself, and in an outage.
func TestVectorsExpected(t *testing.T) {
	seen := 0
	for _, v := range vectorGroup(t, "b_expected") {
		in := into[map[string]json.RawMessage](t, v.Inputs)
		var out struct {
			Tiers       []float64 `json:"tier_calls"`
			TopFailure  *float64  `json:"top_failure"`
			Correlated  *float64  `json:"correlated_leaf"`
			Independent *float64
			Worst       *float64
		}
		if err := json.Unmarshal(v.Outputs, &out); err != nil {
			t.Fatal(err)
		}
		hops, mode := [][2]int{}, FanOutContinue
		switch {
		case in["hops"] != nil:
			hops = into[[][2]int](t, in["hops"])
			if v.Name == "seed_graph_fanout8_seq" || v.Name == "full_outage_p1_sequential_fail_fast" {
				mode = FanOutFailFast
			}
		case in["a"] != nil && in["d"] != nil:
			for range into[int](t, in["d"]) {
				hops = append(hops, [2]int{1, into[int](t, in["a"])})
			}
		default:
			continue // the founding table, below
		}
		p, err := probability(in["p"])
		if err != nil {
			t.Fatal(err)
		}
		seen++
		r := runOf(t, tierChain(hops, mode))
		leaf := r.target(r.g.nodeNamed(fmt.Sprintf("n%d", len(hops))))
		for i, want := range out.Tiers {
			tier := r.target(r.g.nodeNamed(fmt.Sprintf("n%d", i+1)))
			if got := leaf.expectedCalls(tier, p); math.Abs(got-want) > 2e-6 {
				t.Errorf("%s p=%v: tier %d gets %.6f, want %.6f", v.Name, p, i+1, got, want)
			}
		}
		if out.Independent != nil {
			if got := leaf.expectedCalls(leaf, p); math.Abs(got-*out.Independent) > 2e-6 {
				t.Errorf("%s: %v, want %v", v.Name, got, *out.Independent)
			}
		}
		if out.TopFailure != nil {
			c := &chance{t: leaf, counted: leaf, p: p, nodes: map[int32]odds{}}
			if got := c.node(r.entry).fails; math.Abs(got-*out.TopFailure) > 2e-6 {
				t.Errorf("%s p=%v: the top fails with %.6f, want %.6f", v.Name, p, got, *out.TopFailure)
			}
		}
		if out.Correlated != nil {
			g := Link([]*Fragment{tierChain(hops, mode)}, &Policy{Rates: Rates{Base: 1, Failure: p}})
			for _, n := range Compute(g, Options{}).Nodes {
				if n.ID == fmt.Sprintf("n%d", len(hops)) && math.Abs(n.Expected.Correlated-*out.Correlated) > 1e-5 {
					t.Errorf("%s p=%v: in an outage %v, want %v", v.Name, p, n.Expected.Correlated, *out.Correlated)
				}
			}
		}
	}
	if seen < 13 {
		t.Errorf("%d vectors were looked at", seen)
	}
}

func probability(raw json.RawMessage) (float64, error) {
	if string(raw) == `"1/3"` {
		return 1.0 / 3, nil
	}
	var p float64
	err := json.Unmarshal(raw, &p)
	if p == 0.333333 {
		p = 1.0 / 3
	}
	return p, err
}

// The founding table: 200 a second, three tiers of 3 attempts, 0.9% of the calls
// fail at every tier.
func TestFoundingTable(t *testing.T) {
	for _, v := range vectorGroup(t, "b_expected") {
		if v.Name != "seed_tier_table_fit" {
			continue
		}
		var out struct {
			Loads   []float64 `json:"loads_at_p_0.009"`
			AllFail []float64 `json:"all_fail"`
		}
		if err := json.Unmarshal(v.Outputs, &out); err != nil {
			t.Fatal(err)
		}
		g := Link([]*Fragment{tierChain([][2]int{{1, 3}, {1, 3}, {1, 3}}, "")}, &Policy{Rates: Rates{Base: 200, Failure: 0.009}})
		for _, n := range Compute(g, Options{}).Nodes {
			var tier int
			if _, err := fmt.Sscanf(n.ID, "n%d", &tier); err != nil {
				t.Fatal(err)
			}
			if tier == 0 {
				continue
			}
			x := n.Expected
			if math.Abs(x.PerTier-out.Loads[tier-1]) > 1e-3 || *x.EverythingFails != out.AllFail[tier-1] {
				t.Errorf("tier %d: %.3f and %v, want %v and %v", tier, x.PerTier, *x.EverythingFails, out.Loads[tier-1], out.AllFail[tier-1])
			}
		}
		return
	}
	t.Error("the vectors have no founding table")
}
