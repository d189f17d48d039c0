package graph

import (
	"math"
	"testing"
	"time"
)

func nearBy(t *testing.T, what string, got, want, within float64) {
	t.Helper()
	if math.Abs(got-want) > within {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

// Group c: an index of how failures branch, the utilisation from which a node does
// not recover by itself, and when a load sustains itself.
func TestVectorsBranching(t *testing.T) {
	seen := 0
	for _, v := range vectorGroup(t, "c_branching") {
		in, out := into[map[string]any](t, v.Inputs), into[map[string]any](t, v.Outputs)
		number := func(m map[string]any, name string) float64 { x, _ := m[name].(float64); return x }
		switch v.Name {
		case "sum_ap_k":
			seen++
			p, a, d := number(in, "p"), int(number(in, "a")), int(number(in, "d"))
			if p == 0.333333 {
				p = 1.0 / 3
			}
			var hops [][2]int
			for range d {
				hops = append(hops, [2]int{1, a})
			}
			leaf := expectedLeaf(t, tierChain(hops, ""), p)
			nearBy(t, v.Name, leaf.Criticality, number(out, "sum_0_d"), 1e-5)
			nearBy(t, "alone", leaf.LeafOnly, number(out, "indep_exact"), 1e-5)
			nearBy(t, "in an outage", leaf.Correlated, number(out, "correlated_exact"), 1e-5)
		case "critical_p_and_safe_utilisation":
			seen++
			f := declared([]vectorEdge{{from: "a", to: "b", fanOut: 1, layers: []Layer{tries(int(number(in, "composed_attempts")))}}})
			_, nodes := computed(t, f, DefaultPolicy())
			nearBy(t, v.Name, *nodes["b"].VulnerableAbove, number(out, "safe_utilisation"), 1e-6)
			nearBy(t, v.Name, *nodes["b"].VulnerableAbove, number(out, "p_crit_ap"), 1e-6)
		case "metastable_region":
			seen++
			a, load, capacity := int(number(in, "composed_attempts")), number(in, "load"), number(in, "capacity")
			f := declared([]vectorEdge{{from: "a", to: "b", fanOut: 1, layers: []Layer{tries(a)}}})
			res := Compute(Link([]*Fragment{f}, &Policy{Rates: Rates{Base: load, Failure: 0.5}}), Options{})
			for _, n := range res.Nodes {
				if n.ID != "b" {
					continue
				}
				all := *n.Expected.EverythingFails
				nearBy(t, v.Name, all, number(out, "load_if_all_fail"), 1e-6)
				nearBy(t, v.Name, *n.VulnerableAbove*capacity, number(out, "safe_load_max"), 1e-5)
				if sustains := all >= capacity; sustains != out["self_sustaining"].(bool) {
					t.Errorf("%v: sustains itself %v, want %v", in, sustains, out["self_sustaining"])
				}
			}
		}
	}
	if seen != 14 {
		t.Errorf("%d vectors were looked at", seen)
	}
}

// expectedLeaf is the load of the last node of a chain for one unit of work a second.
func expectedLeaf(t *testing.T, f *Fragment, p float64) *Expected {
	t.Helper()
	var last *Expected
	for _, n := range Compute(Link([]*Fragment{f}, &Policy{Rates: Rates{Base: 1, Failure: p}}), Options{}).Nodes {
		if n.Expected != nil {
			last = n.Expected
		}
	}
	if last == nil {
		t.Fatal("no load")
	}
	return last
}

// Group d: what budgets leave, by the formulas; the simulated figures of the group are
// those of graph/simulate.
func TestVectorsBudget(t *testing.T) {
	seen := 0
	for _, v := range vectorGroup(t, "d_budget") {
		in, out := into[map[string]any](t, v.Inputs), into[map[string]any](t, v.Outputs)
		number := func(m map[string]any, name string) float64 { x, _ := m[name].(float64); return x }
		factor := func(b Budget, p float64, a Count, r Rates, want string) {
			t.Helper()
			seen++
			nearBy(t, v.Name, b.Factor(p, a, r), number(out, want), 2e-5)
		}
		lasts := func(name string) time.Duration { return time.Duration(number(in, name) * float64(time.Second)) }
		a := Count(number(in, "a"))
		switch v.Name {
		case "success_funded_ratio0.1_a3":
			factor(Budget{Kind: BudgetSuccessFunded, Ratio: 0.1}, number(in, "p"), 3, Rates{}, "factor")
		case "success_funded_peak":
			seen++
			b := Budget{Kind: BudgetSuccessFunded, Ratio: number(in, "ratio")}
			nearBy(t, v.Name, b.Peak(a, Rates{}), number(out, "max_factor"), 2e-5)
		case "success_funded_sim":
			seen++
			b := Budget{Kind: BudgetSuccessFunded, Ratio: number(in, "ratio")}
			nearBy(t, v.Name, b.Factor(number(in, "p"), a, Rates{}), number(out, "sim"), 2e-3)
		case "finagle_ratio0.2_min10_a4_p1":
			factor(Budget{Kind: BudgetRequestFloor, Ratio: 0.2, MinPerSecond: 10}, 1, 4, Rates{RPS: number(in, "rps_per_client")}, "factor")
		case "fleet_floor":
			factor(Budget{Kind: BudgetRequestFloor, Ratio: number(in, "ratio"), MinPerSecond: number(in, "min_retries_per_s")}, 1, a, Rates{RPS: number(in, "rps_per_client")}, "factor_capped_by_attempts")
		case "request_funded_10pct_no_floor_p1":
			factor(Budget{Kind: BudgetRequestRatio, Ratio: number(in, "ratio")}, 1, a, Rates{}, "factor")
		case "envoy_equal_latency", "envoy_fast_failing_retries_10x", "envoy_low_rate_floor_3", "envoy_no_budget_default_max_retries_3_as_floor":
			b := Budget{Kind: BudgetActiveRatio, Ratio: number(in, "budget"), MinConcurrent: number(in, "min_conc")}
			if b.Ratio == 0 {
				b.Kind = BudgetConcurrent
			}
			factor(b, number(in, "p"), a, Rates{RPS: number(in, "rps"), First: lasts("lat_first"), Retry: lasts("lat_retry")}, "factor")
		case "grpc_throttle_ratio0.1":
			b := Budget{Kind: BudgetThrottle, Ratio: 0.1}
			factor(b, 0.05, a, Rates{}, "factor_p0.05")
			factor(b, 0.5, a, Rates{}, "factor_p0.5")
			nearBy(t, v.Name, b.Peak(a, Rates{}), number(out, "factor_just_below"), 2e-5)
			nearBy(t, v.Name, b.Peak(Unbounded, Rates{}), number(out, "sup_any_a"), 2e-5)
		case "grpc_burst_all_failing_upper_bound_any_a":
			seen++
			b := Budget{Kind: BudgetThrottle, Tokens: number(in, "maxTokens")}
			nearBy(t, v.Name, b.Burst(Unbounded), number(out, "retries_before_throttle"), 0)
		case "grpc_throttle_burst_sequential_all_failing":
			seen++
			b := Budget{Kind: BudgetThrottle, Tokens: number(in, "maxTokens")}
			nearBy(t, v.Name, b.Burst(a), number(out, "burst_retries"), 0)
		case "aws_sdk_standard":
			seen++
			b := Budget{Kind: BudgetTokens, Tokens: number(in, "capacity"), Cost: number(in, "retry_cost")}
			nearBy(t, v.Name, b.Burst(a), number(out, "burst_retries_all_failing"), 0)
			nearBy(t, v.Name, b.Peak(a, Rates{}), number(out, "factor_at_threshold"), 2e-4)
			for p, want := range map[float64]string{0.05: "0.05", 0.1: "0.1", 0.2: "0.2", 0.5: "0.5", 0.8: "0.8", 1: "1.0"} {
				nearBy(t, v.Name, b.Factor(p, a, Rates{}), number(out["sim_factor"].(map[string]any), want), 2e-3)
			}
		case "budgets_compose_per_tier":
			seen++
			budgets := map[int]*Budget{}
			for i := range int(number(in, "tiers")) {
				budgets[i] = &Budget{Kind: BudgetRequestRatio, Ratio: number(in, "factor") - 1}
			}
			_, nodes := computed(t, budgetChain(len(budgets), budgets), DefaultPolicy())
			for _, n := range nodes {
				if n.Happy == 1 && n.Calls == Count(math.Pow(3, number(in, "tiers"))) {
					nearBy(t, v.Name, *n.SustainedCalls, number(out, "composed"), 1e-4)
				}
			}
		case "linkerd_doc_row":
			seen++
			p := 1 - number(in, "attempt_success")
			nearBy(t, v.Name, expectedTries(p, Unbounded), number(out, "E_unbounded"), 1e-3)
			b, r := Budget{Kind: BudgetSuccessFloor, Ratio: 0.2, MinPerSecond: 10}, Rates{RPS: number(in, "effective_rps")}
			nearBy(t, v.Name, 1+b.retries(p, math.Inf(1), r), number(out, "cap"), 1e-3)
			nearBy(t, v.Name, b.Factor(p, Unbounded, r), number(out, "E_unbounded"), 1e-3)
		case "linkerd_profile_p1":
			factor(Budget{Kind: BudgetSuccessFloor, Ratio: number(in, "ratio"), MinPerSecond: number(in, "min_per_s")}, 1, a, Rates{RPS: number(in, "rps_per_client")}, "factor")
		case "burst_of_full_buckets":
			seen++
			b := Budget{Kind: BudgetTokens, Tokens: number(in, "bucket_max"), Cost: 1}
			nearBy(t, v.Name, number(in, "processes")*b.Burst(Unbounded), number(out, "retries_before_empty"), 0)
		default:
			t.Errorf("no check for %s", v.Name)
		}
	}
	if seen != 49 {
		t.Errorf("%d vectors were looked at", seen)
	}
}

// Group h: hedges start one delay apart while nothing has answered, and multiply with
// retries.
func TestVectorsHedging(t *testing.T) {
	seen := 0
	for _, v := range vectorGroup(t, "h_hedging") {
		in, out := into[map[string]float64](t, v.Inputs), into[map[string]float64](t, v.Outputs)
		hedge := func(copies int, delay float64) Layer {
			return Layer{Kind: KindHedge, RetriesOn: AnyClass, Attempts: Exactly(copies, BoundConfigured, Pos{}), Backoff: Backoff{Kind: BackoffConstant, Base: lasting(dur(delay))}}
		}
		switch v.Name {
		case "independent_attempts":
			seen++
			nearBy(t, v.Name, expectedTries(1-in["quantile"], Count(in["max"])), out["expected_factor"], 1e-6)
			_, nodes := computed(t, declared([]vectorEdge{{from: "a", to: "b", fanOut: 1, layers: []Layer{hedge(int(in["max"]), 1)}}}), DefaultPolicy())
			nearBy(t, v.Name, nodes["b"].Calls.Float(), out["worst"], 0)
		case "sent_by_latency":
			seen++
			s := newSchedule(hedge(1, in["delay"]).Backoff, nil)
			got := Count(in["maxAttempts"])
			if in["delay"] > 0 {
				got = s.startsWithin(got, dur(in["latency"]), 0)
			}
			nearBy(t, v.Name, got.Float(), out["sent"], 0)
		case "hedge_times_retry":
			seen++
			var edges []vectorEdge
			for i := range int(in["hops"]) {
				edges = append(edges, vectorEdge{from: string(rune('a' + i)), to: string(rune('b' + i)), fanOut: 1, layers: []Layer{tries(int(in["outer_attempts"])), hedge(int(in["hedges"]), 1)}})
			}
			_, nodes := computed(t, declared(edges), DefaultPolicy())
			nearBy(t, v.Name, nodes[string(rune('a'+int(in["hops"])))].Calls.Float(), out["worst"], 0)
		case "fanout_tail":
			seen++
			o := odds{1, in["p_slow"]}.each(&fan{n: Count(in["n"]), width: Count(in["n"]), mode: FanOutCancel})
			nearBy(t, v.Name, o.fails, out["p_any_slow"], 1e-3)
		}
	}
	if seen != 10 {
		t.Errorf("%d vectors were looked at", seen)
	}
}
