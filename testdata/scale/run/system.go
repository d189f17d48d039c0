package main

import (
	"fmt"
	"math/rand"

	"github.com/ampcheck/ampcheck/graph"
)

// The shape of a system: so many services in tiers, each with so many calls to the
// tier below.
const tiers, callsEach = 20, 10

// layered is a system of n services and about ten calls for each, most of them
// retried. The services of the first tier are entries; of the ten calls of a
// service one keeps every service of the next tier reached, and the others favour
// a few. Where apart is set, only services of the same entry call each other, so
// that each entry reaches its own share; else an entry reaches nearly everything.
func layered(prefix string, n, entries int, apart bool) *graph.Fragment {
	r := rand.New(rand.NewSource(1))
	f := &graph.Fragment{}
	per := (n - entries) / (tiers - 1)
	name := func(tier, i int) string { return fmt.Sprintf("%s%02d-%06d", prefix, tier, i) }
	width := func(tier int) int {
		if tier == 0 {
			return entries
		}
		return per
	}
	for tier := range tiers {
		for i := range width(tier) {
			h := graph.Handler{Service: name(tier, i), Answers: []graph.AnswerRule{{Callee: "*", Classes: graph.AnyClass, Kind: graph.AnswerPasses}}}
			if tier == 0 {
				h.Entry = graph.EntryRequest
			}
			if tier < tiers-1 {
				h.Body = &graph.Step{Seq: &graph.Seq{Steps: callsOf(f, r, i, tier, width(tier), per, entries, apart, name)}}
			}
			f.Handlers = append(f.Handlers, h)
		}
	}
	return f
}

// callsOf are the calls of service i of a tier to the per services of the next one.
func callsOf(f *graph.Fragment, r *rand.Rand, i, tier, width, per, entries int, apart bool, name func(tier, i int) string) []graph.Step {
	var steps []graph.Step
	n := callsEach
	if width < per {
		n = max(n, per/width)
	}
	for k := range n {
		to := int(float64(per) * r.Float64() * r.Float64())
		if k == 0 || width < per {
			to = (i + k*width) % per
		}
		if apart {
			to = to - to%entries + i%entries
			if to >= per {
				to -= entries
			}
		}
		c := &graph.Call{To: graph.Endpoint{Service: name(tier+1, to)}, Confidence: graph.ConfidenceStatic}
		if a := 1 + r.Intn(4); a > 1 {
			c.Layers = []string{fmt.Sprintf("%s#%d", name(tier, i), k)}
			f.Layers = append(f.Layers, graph.Layer{ID: c.Layers[0], Kind: graph.KindLoop, RetriesOn: graph.AnyClass,
				Attempts: graph.Exactly(a, graph.BoundExact, graph.Pos{}), Backoff: graph.Backoff{Kind: graph.BackoffNone}})
		}
		steps = append(steps, graph.Step{Call: c})
	}
	return steps
}
