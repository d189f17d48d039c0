package graph

import (
	"encoding/json"
	"math"
	"os"
	"testing"
	"time"
)

// corpusBudget is a budget of the corpus, with the rates that it depends on.
type corpusBudget struct {
	Kind      string
	Ratio     float64
	MinPerS   float64 `json:"min_per_s"`
	RPS       float64
	Budget    float64
	MinConc   float64 `json:"min_conc"`
	Cost      float64
	LatFirst  float64 `json:"lat_first"`
	LatRetry  float64 `json:"lat_retry"`
	MaxTokens float64 `json:"max_tokens"`
}

func (b *corpusBudget) budget(t *testing.T) *Budget {
	t.Helper()
	kinds := map[string]BudgetKind{"envoy": BudgetActiveRatio, "aws": BudgetTokens, "request-ratio": BudgetRequestRatio, "finagle": BudgetRequestFloor,
		"success-funded": BudgetSuccessFunded, "grpc-throttle": BudgetThrottle, "linkerd-profile": BudgetSuccessFloor}
	kind, ok := kinds[b.Kind]
	if !ok {
		t.Fatalf("budget %q", b.Kind)
	}
	return &Budget{Kind: kind, Ratio: b.Ratio + b.Budget, MinPerSecond: b.MinPerS, MinConcurrent: b.MinConc, Cost: b.Cost, Tokens: b.MaxTokens}
}

// rates are those of the budget; where it has none, so much is in flight that no
// floor counts.
func (b *corpusBudget) rates() Rates {
	lasts := func(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }
	return Rates{RPS: b.RPS, First: lasts(b.LatFirst), Retry: lasts(b.LatRetry), InFlight: 1e6}
}

// Factors of budgets at one rate of failures, at all, and at the worst.
func TestCorpusBudgets(t *testing.T) {
	data, err := os.ReadFile("testdata/graphs.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Budgets []struct {
			Attempts            Figure
			Budget              corpusBudget
			P, Factor, P1, Peak float64
		}
	}
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	if len(file.Budgets) == 0 {
		t.Fatal("no budgets")
	}
	for i, v := range file.Budgets {
		b, a, r := v.Budget.budget(t), Count(v.Attempts), v.Budget.rates()
		for what, pair := range map[string][2]float64{"factor": {b.Factor(v.P, a, r), v.Factor}, "p1": {b.Factor(1, a, r), v.P1}, "peak": {b.Peak(a, r), v.Peak}} {
			if math.Abs(pair[0]-pair[1]) > 2e-5 {
				t.Errorf("%d, %+v: %s %g, want %g", i, v.Budget, what, pair[0], pair[1])
			}
		}
	}
}

// What budgets leave of the calls of whole systems.
func TestCorpusSustained(t *testing.T) {
	compared, held := 0, 0
	for _, sys := range readCorpus(t).Systems {
		if sys.Kind != "budget" {
			continue
		}
		f := corpusFragment(t, &sys.System)
		policy := DefaultPolicy()
		policy.Entries, policy.Rates = []string{sys.System.Entry}, Rates{InFlight: 1e6, RPS: rpsOf(t, sys.System)}
		for _, n := range Compute(Link([]*Fragment{f}, policy), Options{}).Nodes {
			want, ok := sys.Expected.Nodes[n.ID]
			if !ok || want.SustainedPeak == nil {
				continue
			}
			got := n.Calls.Float()
			if n.SustainedCalls != nil {
				got = *n.SustainedCalls
				held++
			}
			compared++
			if math.Abs(got-*want.SustainedPeak) > 1e-5 {
				t.Errorf("%s: %s gets %g calls over time, want %g", sys.Name, n.ID, got, *want.SustainedPeak)
			}
		}
	}
	if compared < 8 || held < 4 {
		t.Errorf("only %d figures over time were compared, %d of them held by budgets", compared, held)
	}
}

// rpsOf is the rate that the budgets of a system are written for.
func rpsOf(t *testing.T, sys corpusSystem) float64 {
	t.Helper()
	rps := 0.0
	var look func(any)
	look = func(x any) {
		switch x := x.(type) {
		case map[string]any:
			if r, ok := x["rps"].(float64); ok {
				if rps != 0 && rps != r {
					t.Fatalf("budgets for %g and %g calls per second", rps, r)
				}
				rps = r
			}
			for _, v := range x {
				look(v)
			}
		case []any:
			for _, v := range x {
				look(v)
			}
		}
	}
	for _, n := range sys.Nodes {
		var body any
		if len(n.Body) > 0 {
			if err := json.Unmarshal(n.Body, &body); err != nil {
				t.Fatal(err)
			}
		}
		look(body)
	}
	return rps
}
