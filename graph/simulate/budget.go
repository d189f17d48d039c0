package simulate

import (
	"time"

	"github.com/ampcheck/ampcheck/graph"
)

// bucketSeconds is for how long a budget whose size is not known saves up what
// it is given.
const bucketSeconds = 10

// budget is a retry budget at work: what it holds, and what it sees running.
// All calls of one layer share it. Nil is no budget: every retry is allowed.
type budget struct {
	def             *graph.Budget
	tokens, most    float64
	at              time.Duration // of the last refill
	active, retries int
}

func newBudget(def *graph.Budget) *budget {
	if def == nil {
		return nil
	}
	b := &budget{def: def, most: def.Tokens}
	if b.most == 0 {
		b.most = bucketSeconds * (1 + def.MinPerSecond)
	}
	b.tokens = b.most
	return b
}

func (b *budget) add(n float64) { b.tokens = max(0, min(b.most, b.tokens+n)) }

// request is a call that is made for the first time.
func (b *budget) request(now time.Duration) {
	if b == nil {
		return
	}
	b.refill(now)
	switch b.def.Kind {
	case graph.BudgetRequestRatio, graph.BudgetRequestFloor:
		b.add(b.def.Ratio)
	}
}

// refill is the floor, which comes with time.
func (b *budget) refill(now time.Duration) {
	b.add(b.def.MinPerSecond * (now - b.at).Seconds())
	b.at = now
}

// attempt is one that begins; what it returns is to be called at its end.
func (b *budget) attempt(retry bool, after func(outcome)) func(outcome) {
	if b == nil {
		return after
	}
	b.active++
	if retry {
		b.retries++
	}
	return func(o outcome) {
		b.active--
		if retry {
			b.retries--
		}
		b.ended(retry, o.ok)
		after(o)
	}
}

func (b *budget) ended(retry, ok bool) {
	switch k := b.def.Kind; {
	case ok && (k == graph.BudgetSuccessFunded || k == graph.BudgetSuccessFloor || k == graph.BudgetThrottle):
		b.add(b.def.Ratio)
	case ok && k == graph.BudgetTokens && retry:
		b.add(b.def.Cost)
	case ok && k == graph.BudgetTokens:
		b.add(1)
	case !ok && k == graph.BudgetThrottle:
		b.add(-1)
	}
}

// allow takes what a retry costs; false where it is not there.
func (b *budget) allow(now time.Duration) bool {
	if b == nil {
		return true
	}
	b.refill(now)
	cost := 1.0
	switch b.def.Kind {
	case graph.BudgetActiveRatio:
		return float64(b.retries) < max(b.def.Ratio*float64(b.active), b.def.MinConcurrent)
	case graph.BudgetConcurrent:
		return float64(b.retries) < b.def.MinConcurrent
	case graph.BudgetThrottle:
		return b.tokens > b.most/2
	case graph.BudgetTokens:
		cost = b.def.Cost
	}
	if b.tokens < cost {
		return false
	}
	b.tokens -= cost
	return true
}
