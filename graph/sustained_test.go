package graph

import (
	"fmt"
	"math"
	"testing"
)

// budgetChain is n0 -> n1 -> ... with three attempts on each hop; budgets are by
// the number of the hop.
func budgetChain(hops int, budgets map[int]*Budget) *Fragment {
	f := &Fragment{}
	for i := range hops {
		l := Layer{ID: fmt.Sprint("l", i), Kind: KindLibrary, Attempts: Exactly(3, BoundExact, Pos{}), RetriesOn: AnyClass,
			Backoff: Backoff{Kind: BackoffNone}, Budget: budgets[i]}
		f.Layers = append(f.Layers, l)
		call := &Call{To: Endpoint{Service: fmt.Sprint("n", i+1)}, Layers: []string{l.ID}, Confidence: ConfidenceStatic}
		f.Handlers = append(f.Handlers, Handler{Service: fmt.Sprint("n", i), Body: &Step{Call: call},
			Answers: []AnswerRule{{Callee: "*", Classes: AnyClass, Kind: AnswerPasses}}})
	}
	f.Handlers[0].Entry = EntryRequest
	return f
}

var tenth = &Budget{Kind: BudgetRequestRatio, Ratio: 0.1}

func gated(limit float64, basis Basis) *Policy {
	p := DefaultPolicy()
	p.Gate.Amplification, p.Gate.Basis = limit, basis
	return p
}

func sustainedOf(t *testing.T, n *NodeInfo) (calls, amplification float64) {
	t.Helper()
	if n.SustainedCalls == nil || n.SustainedAmplification == nil {
		t.Fatalf("%s has no figures over time", n.ID)
	}
	return *n.SustainedCalls, *n.SustainedAmplification
}

// Budgets multiply along a path: 1.1 on every one of three hops is 1.331.
func TestBudgetsMultiply(t *testing.T) {
	_, nodes := computed(t, budgetChain(3, map[int]*Budget{0: tenth, 1: tenth, 2: tenth}), DefaultPolicy())
	n := nodes["n3"]
	calls, amplification := sustainedOf(t, &n)
	near(t, "calls", calls, 1.331)
	near(t, "amplification", amplification, 1.331)
	if n.Calls != 27 || *n.Amplification != 27 {
		t.Errorf("the worst of one request is %s calls, not 27", n.Calls)
	}
	_, nodes = computed(t, budgetChain(3, nil), DefaultPolicy())
	if n := nodes["n3"]; n.SustainedCalls != nil {
		t.Errorf("without a budget: %v calls over time", *n.SustainedCalls)
	}
}

// The gate looks at what budgets leave, unless the policy says worst; one path that
// is held and one that is not are told apart.
func TestBasis(t *testing.T) {
	two := map[int]*Budget{0: tenth, 1: tenth}
	for _, tt := range []struct {
		budgets map[int]*Budget
		limit   float64
		basis   Basis
		found   bool
	}{
		{two, 5, "", false},
		{two, 5, BasisSustained, false},
		{two, 3.62, BasisSustained, true}, // 1.1 x 1.1 x 3 is 3.63
		{two, 5, BasisWorst, true},
		{two, 27, BasisWorst, false},
		{nil, 5, BasisSustained, true},
	} {
		res, _ := computed(t, budgetChain(3, tt.budgets), gated(tt.limit, tt.basis))
		found := false
		for _, f := range res.Findings {
			found = found || f.Rule == "AMP001" && f.Severity == SeverityError
		}
		if found != tt.found {
			t.Errorf("%d budgets, gate %g, basis %q: AMP001 %v, want %v", len(tt.budgets), tt.limit, tt.basis, found, tt.found)
		}
	}
}

// A budget of a layer that does not retry the failure holds nothing back, an
// unbounded loop is held by one, and of alternatives the worst counts.
func TestSustainedShapes(t *testing.T) {
	f := budgetChain(1, map[int]*Budget{0: tenth})
	f.Layers[0].RetriesOn = NewClassSet(ClassReset)
	f.Layers = append(f.Layers, Layer{ID: "out", Kind: KindLoop, Attempts: Exactly(4, BoundExact, Pos{}), RetriesOn: NewClassSet(ClassConflict)})
	f.Handlers[0].Body.Call.Layers = []string{"out", "l0"}
	_, nodes := computed(t, f, DefaultPolicy())
	// (4 - 1) x 1.1 + 1: a reset, retried within the budget, that ends in a conflict.
	n := nodes["n1"]
	calls, _ := sustainedOf(t, &n)
	if want := 3*1.1 + 1.1; math.Abs(calls-want) > 1e-6 {
		t.Errorf("two layers for two classes: %g calls over time, want %g", calls, want)
	}

	f = budgetChain(1, map[int]*Budget{0: tenth})
	f.Layers[0].Attempts = Endless(Pos{})
	res, nodes := computed(t, f, DefaultPolicy())
	n = nodes["n1"]
	if calls, _ := sustainedOf(t, &n); calls != 1.1 || !n.Unbounded {
		t.Errorf("an endless loop with a budget: %g calls over time, unbounded %v", calls, n.Unbounded)
	}
	for _, f := range res.Findings {
		if f.Rule == "AMP001" {
			t.Errorf("an endless loop with a budget is above the gate: %s", f.Message)
		}
	}

	f = budgetChain(1, map[int]*Budget{0: tenth})
	plain := &Call{To: Endpoint{Service: "n1"}, Confidence: ConfidenceStatic, Pos: Pos{File: "a", Line: 2, Col: 1}}
	f.Handlers[0].Body = &Step{Alt: &Alt{Steps: []Step{*f.Handlers[0].Body, {Call: plain}}}}
	_, nodes = computed(t, f, DefaultPolicy())
	n = nodes["n1"]
	if calls, ratio := sustainedOf(t, &n); calls != 1.1 || ratio != 1.1 {
		t.Errorf("alternatives: %g calls and %g over time, want 1.1", calls, ratio)
	}
}

// A bucket that starts full holds nothing in a job that runs once; that of what it
// calls does.
func TestBudgetOfAJob(t *testing.T) {
	f := budgetChain(2, map[int]*Budget{0: tenth, 1: tenth})
	f.Handlers[0].Entry = EntrySchedule
	_, nodes := computed(t, f, DefaultPolicy())
	n := nodes["n2"]
	calls, _ := sustainedOf(t, &n)
	near(t, "calls", calls, 3.3)
}

// The one pass over a large graph has the same figures.
func TestSustainedInBulk(t *testing.T) {
	g := Link([]*Fragment{budgetChain(4, map[int]*Budget{1: tenth, 3: {Kind: BudgetSuccessFunded, Ratio: 0.1}})}, DefaultPolicy())
	for i := range g.nodes {
		if g.nodes[i].entry == "" {
			continue
		}
		ev := newEvaluator(newRun(g, int32(i)), forever)
		all := ev.bulk()
		for _, v := range ev.r.order[1:] {
			one, bulk := ev.node(v), &all[v]
			if fmt.Sprint(*one.sustained, *one.gate, *one.gateSure) != fmt.Sprint(*bulk.sustained, *bulk.gate, *bulk.gateSure) {
				t.Errorf("%s: by itself %v %v %v, in bulk %v %v %v", g.nodes[v].id, *one.sustained, *one.gate, *one.gateSure, *bulk.sustained, *bulk.gate, *bulk.gateSure)
			}
		}
	}
}
