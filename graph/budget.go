package graph

import (
	"math"
	"time"
)

// Rates are what the policy knows of the load; zero is not known.
type Rates struct {
	// Base is the work at an entry per second, Failure the share of calls that fail.
	// They count where Base is set.
	Base, Failure float64
	// RPS are the calls per second of one client or proxy, InFlight the calls
	// that run at once in one proxy.
	RPS, InFlight float64
	// First and Retry are how long a first attempt and a retry take.
	First, Retry time.Duration
}

// Factor is how many calls a budget lets through for each first attempt, over
// time, when attempts fail with probability p: 1 to attempts. Without the rates
// that the budget depends on it is the factor of the attempts alone.
func (b *Budget) Factor(p float64, attempts Count, r Rates) float64 {
	e := extra(p, attempts)
	return 1 + min(e, b.retries(p, e, r))
}

// retries are the retries for each first attempt that the budget pays for; all
// that are wanted where what it depends on is not known.
func (b *Budget) retries(p, wanted float64, r Rates) float64 {
	succeed := 1 - p
	switch b.Kind {
	case BudgetSuccessFunded:
		return over(b.Ratio*succeed, 1-b.Ratio*succeed)
	case BudgetRequestRatio:
		return b.Ratio
	case BudgetRequestFloor:
		if r.RPS > 0 {
			return b.Ratio + b.MinPerSecond/r.RPS
		}
	case BudgetSuccessFloor:
		if r.RPS > 0 {
			return over(b.Ratio*succeed+b.MinPerSecond/r.RPS, 1-b.Ratio*succeed)
		}
	case BudgetActiveRatio, BudgetConcurrent:
		return b.running(wanted, r)
	case BudgetThrottle:
		if p >= b.Ratio/(1+b.Ratio) {
			return 0
		}
	case BudgetTokens:
		return over(succeed, b.Cost*p)
	}
	return wanted
}

// running is retries for a limit on those that run at once: a share of all that
// runs, and no fewer than a floor. A retry is itself something that runs, so a
// share b lets b/(1-b) retries through for each first attempt.
func (b *Budget) running(wanted float64, r Rates) float64 {
	share := 0.0
	if b.Kind == BudgetActiveRatio {
		share = b.Ratio
	}
	switch {
	case r.RPS > 0 && r.First > 0 && r.Retry > 0:
		first := r.RPS * r.First.Seconds()
		return max(over(first*share, 1-share), b.MinConcurrent) / (r.RPS * r.Retry.Seconds())
	case r.InFlight > 0 && b.Kind == BudgetActiveRatio:
		share = max(share, b.MinConcurrent/r.InFlight)
		return over(share, 1-share)
	}
	return wanted
}

// Peak is the greatest Factor over all p.
func (b *Budget) Peak(attempts Count, r Rates) float64 {
	if b.Kind == BudgetThrottle { // approached from below the threshold
		return 1 + extra(b.Ratio/(1+b.Ratio), attempts)
	}
	const steps = 2000
	at := func(i float64) float64 { return b.Factor(min(max(i/steps, 0), 1), attempts, r) }
	best := 0
	for i := range steps + 1 {
		if at(float64(i)) > at(float64(best)) {
			best = i
		}
	}
	low, high := float64(best)-1, float64(best)+1
	for range 60 { // the factor has one peak
		a, b := low+(high-low)/3, high-(high-low)/3
		if at(a) < at(b) {
			low = a
		} else {
			high = b
		}
	}
	return max(at((low+high)/2), at(float64(best)))
}

// Burst is how many retries a full bucket pays for before it holds them back,
// when everything fails; 0 for budgets without a bucket. A throttle lets calls that are
// made one after the other waste what their last attempts take; Unbounded attempts are
// those of calls that run at once, which waste nothing.
func (b *Budget) Burst(attempts Count) float64 {
	switch b.Kind {
	case BudgetSuccessFunded:
		return b.Tokens
	case BudgetTokens:
		return math.Floor(over(b.Tokens, b.Cost))
	case BudgetThrottle:
		n := math.Ceil(b.Tokens/2) - 1
		return n - math.Floor(n/float64(max(attempts, 1)))
	}
	return 0
}

// extra is how many retries an attempt that fails with probability p has, with
// the given number of attempts.
func extra(p float64, attempts Count) float64 {
	switch {
	case attempts == Unbounded:
		return over(p, 1-p)
	case p >= 1:
		return float64(attempts) - 1
	}
	return (1-math.Pow(p, float64(attempts)))/(1-p) - 1
}

// over is a / b, and infinite where b is nothing.
func over(a, b float64) float64 {
	if b <= 0 {
		return math.Inf(1)
	}
	return a / b
}

// info is the budget with its factors, where they are known and finite.
func (b *Budget) info(attempts Count, r Rates) *BudgetInfo {
	if b == nil {
		return nil
	}
	i := &BudgetInfo{Budget: *b}
	if x := b.Peak(attempts, r); !math.IsInf(x, 0) && !math.IsNaN(x) {
		i.Sustained = &x
	}
	if x := b.Factor(1, attempts, r); !math.IsInf(x, 0) && !math.IsNaN(x) {
		i.AllFailing = &x
	}
	if x := b.Burst(Unbounded); x > 0 && !math.IsInf(x, 0) {
		i.Burst = &x
	}
	return i
}
