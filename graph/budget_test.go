package graph

import (
	"math"
	"testing"
	"time"
)

func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	if math.Abs(got-want) > 1e-4 {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

// Golden figures of the model, some of them simulated.
func TestBudgetFactor(t *testing.T) {
	ms := func(n int) time.Duration { return time.Duration(n) * time.Millisecond }
	funded := Budget{Kind: BudgetSuccessFunded, Ratio: 0.1}
	finagle := Budget{Kind: BudgetRequestFloor, Ratio: 0.2, MinPerSecond: 10}
	envoy := Budget{Kind: BudgetActiveRatio, Ratio: 0.2, MinConcurrent: 3}
	throttle := Budget{Kind: BudgetThrottle, Ratio: 0.1, Tokens: 10}
	profile := Budget{Kind: BudgetSuccessFloor, Ratio: 0.2, MinPerSecond: 10}
	for _, tt := range []struct {
		name     string
		budget   Budget
		p        float64
		attempts Count
		rates    Rates
		want     float64
	}{
		{"success-funded", funded, 0, 3, Rates{}, 1},
		{"success-funded", funded, 0.02, 3, Rates{}, 1.0204},
		{"success-funded", funded, 0.1, 3, Rates{}, 1.098901},
		{"success-funded", funded, 0.5, 3, Rates{}, 1.052632},
		{"success-funded", funded, 1, 3, Rates{}, 1},
		{"floor", finagle, 1, 4, Rates{RPS: 1}, 4},
		{"floor", finagle, 1, 4, Rates{RPS: 10}, 2.2},
		{"floor", finagle, 1, 4, Rates{RPS: 1000}, 1.21},
		{"floor, rate not known", finagle, 1, 4, Rates{}, 4},
		{"ratio of requests", Budget{Kind: BudgetRequestRatio, Ratio: 0.1}, 1, 3, Rates{}, 1.1},
		{"envoy", envoy, 1, 4, Rates{RPS: 1000, First: ms(100), Retry: ms(100)}, 1.25},
		{"envoy, fast retries", envoy, 1, 4, Rates{RPS: 1000, First: ms(100), Retry: ms(10)}, 3.5},
		{"envoy, low rate", envoy, 1, 4, Rates{RPS: 10, First: ms(100), Retry: ms(100)}, 4},
		{"envoy, 2 in flight", envoy, 1, 4, Rates{InFlight: 2}, 4},
		{"envoy, 6 in flight", envoy, 1, 4, Rates{InFlight: 6}, 2},
		{"envoy, 14 in flight", envoy, 1, 4, Rates{InFlight: 14}, 1.272727},
		{"envoy, 25 in flight", envoy, 1, 4, Rates{InFlight: 25}, 1.25},
		{"envoy, 50 in flight", envoy, 1, 4, Rates{InFlight: 50}, 1.25},
		{"envoy, rates not known", envoy, 1, 4, Rates{}, 4},
		{"envoy, all of them", Budget{Kind: BudgetActiveRatio, Ratio: 1, MinConcurrent: 3}, 1, 4, Rates{InFlight: 25}, 4},
		{"cap", Budget{Kind: BudgetConcurrent, MinConcurrent: 3}, 1, 3, Rates{RPS: 1000, First: ms(100), Retry: ms(100)}, 1.03},
		{"cap, rates not known", Budget{Kind: BudgetConcurrent, MinConcurrent: 3}, 1, 3, Rates{InFlight: 50}, 3},
		{"throttle", throttle, 0.05, 4, Rates{}, 1.052625},
		{"throttle", throttle, 0.5, 4, Rates{}, 1},
		{"tokens", Budget{Kind: BudgetTokens, Tokens: 500, Cost: 5}, 0.5, 3, Rates{}, 1.2},
		{"tokens", Budget{Kind: BudgetTokens, Tokens: 500, Cost: 5}, 1, 3, Rates{}, 1},
		{"profile", profile, 1, 4, Rates{RPS: 100}, 1.1},
		{"profile, no limit of its own", profile, 1, Unbounded, Rates{RPS: 100}, 1.1},
	} {
		near(t, tt.name, tt.budget.Factor(tt.p, tt.attempts, tt.rates), tt.want)
	}
}

func TestBudgetPeak(t *testing.T) {
	funded := Budget{Kind: BudgetSuccessFunded, Ratio: 0.1}
	near(t, "success-funded", funded.Peak(3, Rates{}), 1.099923)
	throttle := Budget{Kind: BudgetThrottle, Ratio: 0.1}
	near(t, "throttle", throttle.Peak(4, Rates{}), 1.099925)
	near(t, "throttle, any attempts", throttle.Peak(Unbounded, Rates{}), 1.1)
	tokens := Budget{Kind: BudgetTokens, Tokens: 500, Cost: 5}
	near(t, "tokens", tokens.Peak(3, Rates{}), 1.4236)
	envoy := Budget{Kind: BudgetActiveRatio, Ratio: 0.2, MinConcurrent: 3}
	near(t, "envoy", envoy.Peak(4, Rates{InFlight: 50}), 1.25)
	profile := Budget{Kind: BudgetSuccessFloor, Ratio: 0.2, MinPerSecond: 10}
	if got := profile.Peak(Unbounded, Rates{}); !math.IsInf(got, 1) {
		t.Errorf("a profile without a rate: %v, want no limit", got)
	}
	if i := profile.info(Unbounded, Rates{}); i.Sustained != nil || i.AllFailing != nil {
		t.Errorf("factors of a profile without a rate: %v", i)
	}
}

func TestBudgetBurst(t *testing.T) {
	for _, tt := range []struct {
		budget   Budget
		attempts Count
		want     float64
	}{
		{Budget{Kind: BudgetThrottle, Tokens: 10}, 2, 2},
		{Budget{Kind: BudgetThrottle, Tokens: 10}, 4, 3},
		{Budget{Kind: BudgetThrottle, Tokens: 10}, Unbounded, 4},
		{Budget{Kind: BudgetThrottle, Tokens: 20}, 5, 8},
		{Budget{Kind: BudgetTokens, Tokens: 500, Cost: 14}, 3, 35},
		{Budget{Kind: BudgetTokens, Tokens: 500, Cost: 5}, 3, 100},
		{Budget{Kind: BudgetActiveRatio, Ratio: 0.2}, 3, 0},
	} {
		near(t, string(tt.budget.Kind), tt.budget.Burst(tt.attempts), tt.want)
	}
}
