package sdk

import "github.com/ampcheck/ampcheck/graph"

// cenkalti/backoff v2 to v4 run a function until it succeeds or the policy says
// stop: what stops is in the policy, a value that wrappers limit. An exponential
// policy stops once 15 minutes have passed, with no count at all; a constant one
// never. Before v4.0.2 it asked how long it had taken before the pause, so that one
// more try follows after the limit. WithMaxRetries(b, 0) is no limit in v2 and v3,
// and one attempt in v4. The wait can be interrupted only with WithContext.
var (
	_ = register("github.com/cenkalti/backoff", func() graph.Library {
		return backoffPolicies("", "unbounded", graph.RolePausing,
			"github.com/cenkalti/backoff@v2.2.1+incompatible exponential.go:79",
			"github.com/cenkalti/backoff@v2.2.1+incompatible exponential.go:115",
			"github.com/cenkalti/backoff@v2.2.1+incompatible tries.go:23",
		)
	})
	_ = register("github.com/cenkalti/backoff/v3", func() graph.Library {
		return backoffPolicies("/v3", "unbounded", graph.RolePausing,
			"github.com/cenkalti/backoff/v3@v3.2.2 exponential.go:79",
			"github.com/cenkalti/backoff/v3@v3.2.2 exponential.go:116",
			"github.com/cenkalti/backoff/v3@v3.2.2 tries.go:23",
		)
	})
	_ = register(backoffV4, func() graph.Library {
		l := backoffPolicies("/v4", "one", graph.RoleElapsed,
			"github.com/cenkalti/backoff/v4@v4.3.0 exponential.go:79",
			"github.com/cenkalti/backoff/v4@v4.3.0 exponential.go:83",
			"github.com/cenkalti/backoff/v4@v4.3.0 exponential.go:176",
			"github.com/cenkalti/backoff/v4@v4.3.0 tries.go:23",
			"github.com/cenkalti/backoff/v4@v4.3.0 tries.go:27",
			"github.com/cenkalti/backoff/v4@v4.3.0 retry.go:98",
		)
		l.Since = "v4.0.2"
		return l
	})
	_ = register(backoffV4, func() graph.Library {
		l := backoffPolicies("/v4", "one", graph.RolePausing,
			"github.com/cenkalti/backoff/v4@v4.0.0 exponential.go:118",
			"github.com/cenkalti/backoff/v4@v4.0.0 tries.go:23",
		)
		l.Before = "v4.0.2"
		return l
	})
)

const backoffV4 = "github.com/cenkalti/backoff/v4"

func backoffPolicies(version, zeroRetries string, limit graph.Role, sources ...string) graph.Library {
	m := "github.com/cenkalti/backoff" + version
	ends := graph.EndsTries
	if limit == graph.RolePausing {
		ends = graph.EndsPauses
	}
	run := graph.LibraryCall{
		Effect: graph.EffectRuns, Runs: param(0), Options: param(1), NoContext: true, Failure: asLast,
		Layers: []graph.LibraryLayer{{Name: "cenkalti/backoff Retry", Kind: graph.KindLibrary, RetriesOn: graph.AnyClass}},
	}
	names := []string{"Retry", "RetryNotify"}
	knobs := append(backoffKnobs(m),
		graph.Knob{Kind: graph.KnobWrapper, Name: m + ".WithMaxRetries", Arg: 1, Role: graph.RoleRetries, Zero: zeroRetries},
		graph.Knob{Kind: graph.KnobWrapper, Name: m + ".WithContext", Arg: 1, Role: graph.RoleContext},
		graph.Knob{Kind: graph.KnobField, Name: m + ".ExponentialBackOff.MaxElapsedTime", Role: limit, Zero: "unbounded"},
		backoffExponential(m, "15m", ends),
	)
	if version != "" {
		names = append(names, "RetryNotifyWithTimer")
	}
	if version == "/v4" && limit == graph.RoleElapsed {
		names = append(names, "RetryWithData", "RetryNotifyWithData", "RetryNotifyWithTimerAndData")
		knobs = append(knobs,
			graph.Knob{Kind: graph.KnobOption, Name: m + ".WithInitialInterval", Role: graph.RoleBase},
			graph.Knob{Kind: graph.KnobOption, Name: m + ".WithMaxInterval", Role: graph.RoleMax},
			graph.Knob{Kind: graph.KnobOption, Name: m + ".WithMultiplier", Role: graph.RoleFactor},
			graph.Knob{Kind: graph.KnobOption, Name: m + ".WithRandomizationFactor", Role: graph.RoleJitter},
			graph.Knob{Kind: graph.KnobOption, Name: m + ".WithMaxElapsedTime", Role: limit, Zero: "unbounded"},
		)
	}
	return graph.Library{
		Name: "cenkalti/backoff" + version, Calls: each(run, m+".", names...), Knobs: knobs, Sources: sources,
	}
}

// backoffKnobs are the knobs that all versions have.
func backoffKnobs(m string) []graph.Knob {
	constant := &graph.LibraryLayer{Backoff: graph.BackoffConstant}
	return []graph.Knob{
		terminal(m + ".Permanent"),
		{Kind: graph.KnobOption, Name: m + ".NewConstantBackOff", Role: graph.RoleLayer, Sets: constant},
		{Kind: graph.KnobOption, Name: m + ".NewConstantBackOff", Role: graph.RoleBase},
		{Kind: graph.KnobType, Name: m + ".ConstantBackOff", Role: graph.RoleLayer, Sets: constant},
		{Kind: graph.KnobField, Name: m + ".ConstantBackOff.Interval", Role: graph.RoleBase},
		{Kind: graph.KnobType, Name: m + ".ZeroBackOff", Role: graph.RoleLayer, Sets: &graph.LibraryLayer{Backoff: graph.BackoffNone}},
		{Kind: graph.KnobType, Name: m + ".StopBackOff", Role: graph.RoleAttempts, Fixed: "1"},
		{Kind: graph.KnobField, Name: m + ".ExponentialBackOff.InitialInterval", Role: graph.RoleBase},
		{Kind: graph.KnobField, Name: m + ".ExponentialBackOff.MaxInterval", Role: graph.RoleMax},
		{Kind: graph.KnobField, Name: m + ".ExponentialBackOff.Multiplier", Role: graph.RoleFactor},
		{Kind: graph.KnobField, Name: m + ".ExponentialBackOff.RandomizationFactor", Role: graph.RoleJitter},
	}
}

func backoffExponential(m, overall string, ends graph.Ending) graph.Knob {
	return graph.Knob{Kind: graph.KnobOption, Name: m + ".NewExponentialBackOff", Role: graph.RoleLayer, Sets: &graph.LibraryLayer{
		Overall: overall, Ends: ends, Backoff: graph.BackoffExponential, Base: "500ms", Max: "60s", Factor: 1.5, Jitter: true, Spread: 0.5,
	}}
}
