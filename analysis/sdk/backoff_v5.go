package sdk

import "github.com/ampcheck/ampcheck/graph"

// cenkalti/backoff v5 takes its limits as options of the call: WithMaxTries
// counts attempts, where WithMaxRetries of v4 counted retries, and 0 is no limit.
// Without options it goes on for 15 minutes. An error that carries a Retry-After
// sets the pause and starts the policy again.
var _ = register(backoffV5, func() graph.Library {
	return graph.Library{
		Name: "cenkalti/backoff/v5",
		Calls: []graph.LibraryCall{{
			Func: backoffV5 + ".Retry", Effect: graph.EffectRuns, Runs: param(1), Options: param(2), Rest: true, Failure: asLast,
			Layers: []graph.LibraryLayer{{
				Name: "cenkalti/backoff Retry", Kind: graph.KindLibrary, RetriesOn: graph.AnyClass, Overall: "15m", Ends: graph.EndsTries,
				Backoff: graph.BackoffExponential, Base: "500ms", Max: "60s", Factor: 1.5, Jitter: true, Spread: 0.5,
			}},
		}},
		Knobs: append(backoffKnobs(backoffV5),
			graph.Knob{Kind: graph.KnobOption, Name: backoffV5 + ".WithMaxTries", Role: graph.RoleAttempts, Zero: "unbounded"},
			graph.Knob{Kind: graph.KnobOption, Name: backoffV5 + ".WithMaxElapsedTime", Role: graph.RoleElapsed, Zero: "unbounded"},
			graph.Knob{Kind: graph.KnobOption, Name: backoffV5 + ".WithBackOff", Role: graph.RolePolicy},
			backoffExponential(backoffV5, "", ""),
		),
		Sources: []string{
			"github.com/cenkalti/backoff/v5@v5.0.3 retry.go:10",
			"github.com/cenkalti/backoff/v5@v5.0.3 retry.go:93",
			"github.com/cenkalti/backoff/v5@v5.0.3 retry.go:116",
			"github.com/cenkalti/backoff/v5@v5.0.3 retry.go:122",
			"github.com/cenkalti/backoff/v5@v5.0.3 exponential.go:58",
		},
	}
})

const backoffV5 = "github.com/cenkalti/backoff/v5"
