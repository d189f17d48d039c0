package graph

import (
	"fmt"
	"math/rand"
	"testing"
)

// layered is a system of n services in 20 tiers with about ten calls each,
// most of them retried, to services of the tiers below; one entry reaches all.
func layered(n int) *Fragment {
	const tiers = 20
	r := rand.New(rand.NewSource(1))
	f := &Fragment{}
	per := n / tiers
	name := func(tier, i int) string { return fmt.Sprintf("s%02d-%06d", tier, i) }
	layer := func(id string, attempts int) string {
		f.Layers = append(f.Layers, Layer{ID: id, Kind: KindLoop, RetriesOn: AnyClass,
			Attempts: Exactly(attempts, BoundExact, Pos{}), Backoff: Backoff{Kind: BackoffNone}})
		return id
	}
	handler := func(service string, entry EntryKind, calls []Step) {
		f.Handlers = append(f.Handlers, Handler{Service: service, Entry: entry, Body: &Step{Seq: &Seq{Steps: calls}},
			Answers: []AnswerRule{{Callee: "*", Classes: AnyClass, Kind: AnswerPasses}}})
	}
	var front []Step
	for i := range per {
		front = append(front, Step{Call: &Call{To: Endpoint{Service: name(0, i)}}})
	}
	handler("entry", EntryRequest, front)
	for tier := range tiers - 1 {
		for i := range per {
			service := name(tier, i)
			var calls []Step
			for k := range 10 {
				// The first call keeps every service of the next tier reached; the
				// others favour a few.
				to := i
				if k > 0 {
					to = int(float64(per) * r.Float64() * r.Float64())
				}
				c := &Call{To: Endpoint{Service: name(tier+1, to)}}
				if a := 1 + r.Intn(4); a > 1 {
					c.Layers = []string{layer(fmt.Sprintf("%s#%d", service, k), a)}
				}
				calls = append(calls, Step{Call: c})
			}
			handler(service, "", calls)
		}
	}
	return f
}

// BenchmarkLinkCompute grows by ten: time and memory per call have to stay the
// same.
func BenchmarkLinkCompute(b *testing.B) {
	for _, n := range []int{1_000, 10_000, 100_000} {
		f := layered(n)
		b.Run(fmt.Sprintf("services=%d", n), func(b *testing.B) {
			b.ReportAllocs()
			calls := 0
			for b.Loop() {
				g := Link([]*Fragment{f}, DefaultPolicy())
				calls = len(g.edges)
				Compute(g, Options{})
			}
			b.ReportMetric(float64(calls), "calls")
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*calls), "ns/call")
		})
	}
}
