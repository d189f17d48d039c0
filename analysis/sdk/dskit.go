package sdk

import "github.com/ampcheck/ampcheck/graph"

// A Backoff of grafana/dskit is asked by a loop, Ongoing, and told of each round,
// Wait or NextDelay. MaxRetries counts tries, and 0 is no limit.
var _ = register(dskit, func() graph.Library {
	asked := graph.LibraryCall{Effect: graph.EffectAsks, NoContext: true, Layers: []graph.LibraryLayer{{
		Name: "dskit backoff MaxRetries", Kind: graph.KindLoop, RetriesOn: graph.AnyClass,
		Backoff: graph.BackoffExponential, Jitter: true,
	}}}
	return graph.Library{
		Name: "grafana/dskit backoff",
		Calls: append(
			each(graph.LibraryCall{Effect: graph.EffectCounts, NoContext: true}, "(*"+dskitBackoff+".Backoff).", "Wait", "NextDelay"),
			with(asked, "(*"+dskitBackoff+".Backoff).Ongoing", func(*graph.LibraryCall) {}),
			graph.LibraryCall{Func: dskitBackoff + ".New", Effect: graph.EffectConstructs, Options: param(1)},
		),
		Knobs: []graph.Knob{
			{Kind: graph.KnobField, Name: dskitBackoff + ".Config.MaxRetries", Role: graph.RoleAttempts, Zero: "unbounded"},
			{Kind: graph.KnobField, Name: dskitBackoff + ".Config.MinBackoff", Role: graph.RoleBase},
			{Kind: graph.KnobField, Name: dskitBackoff + ".Config.MaxBackoff", Role: graph.RoleMax},
		},
		Sources: []string{
			"github.com/grafana/dskit@v0.0.0-20260703122047-de1ec7541c44 backoff/backoff.go:54",
			"github.com/grafana/dskit@v0.0.0-20260703122047-de1ec7541c44 backoff/backoff.go:100",
		},
	}
})

const (
	dskit        = "github.com/grafana/dskit"
	dskitBackoff = dskit + "/backoff"
)
