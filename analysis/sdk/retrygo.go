package sdk

import "github.com/ampcheck/ampcheck/graph"

// avast/retry-go runs a function 10 times by default, with pauses that double
// from 100ms, have no maximum and are up to 100ms longer at random. Attempts(0) goes on until it succeeds; up to
// v3 it did not run at all. The wait ends with the caller's context only where
// Context is given.
//
// In v5 the options are of the Retrier, often a variable of the package.
var (
	_ = register("github.com/avast/retry-go", func() graph.Library {
		return retryGo("",
			"github.com/avast/retry-go@v3.0.0+incompatible retry.go:84",
			"github.com/avast/retry-go@v3.0.0+incompatible retry.go:126",
		)
	})
	_ = register("github.com/avast/retry-go/v3", func() graph.Library {
		return retryGo("/v3",
			"github.com/avast/retry-go/v3@v3.1.1 retry.go:106",
			"github.com/avast/retry-go/v3@v3.1.1 retry.go:152",
		)
	})
	_ = register("github.com/avast/retry-go/v4", func() graph.Library {
		return retryGo("/v4",
			"github.com/avast/retry-go/v4@v4.7.0 retry.go:141",
			"github.com/avast/retry-go/v4@v4.7.0 retry.go:204",
			"github.com/avast/retry-go/v4@v4.7.0 retry.go:227",
			"github.com/avast/retry-go/v4@v4.7.0 retry.go:229",
			"github.com/avast/retry-go/v4@v4.7.0 retry.go:235",
			"github.com/avast/retry-go/v4@v4.7.0 options.go:63",
		)
	})
	_ = register("github.com/avast/retry-go/v5", func() graph.Library {
		return retryGo("/v5",
			"github.com/avast/retry-go/v5@v5.0.0 options.go:86",
			"github.com/avast/retry-go/v5@v5.0.0 options.go:115",
			"github.com/avast/retry-go/v5@v5.0.0 retry.go:175",
			"github.com/avast/retry-go/v5@v5.0.0 retry.go:238",
		)
	})
)

func retryGo(version string, sources ...string) graph.Library {
	m := "github.com/avast/retry-go" + version
	run := graph.LibraryCall{
		Effect: graph.EffectRuns, Runs: param(0), NoContext: true, Failure: inChain,
		Layers: []graph.LibraryLayer{{
			Name: "avast/retry-go Attempts", Kind: graph.KindLibrary, Attempts: 10, RetriesOn: graph.AnyClass,
			Backoff: graph.BackoffExponential, Base: "100ms", Jitter: true, Added: "100ms",
		}},
	}
	attempts := graph.Knob{Kind: graph.KnobOption, Name: m + ".Attempts", Role: graph.RoleAttempts, Zero: "unbounded"}
	l := graph.Library{Name: "avast/retry-go" + version, Knobs: append(retryGoKnobs(m), attempts), Sources: sources}
	switch version {
	case "", "/v3":
		l.Calls = each(withOptions(run, 1), m+".", "Do")
		l.Knobs[len(l.Knobs)-1].Zero = "never"
		return l
	case "/v4":
		l.Calls = each(withOptions(run, 1), m+".", "Do", "DoWithData")
	default:
		l.Calls = append(
			each(run, "(*"+m+".", "Retrier).Do", "RetrierWithData[T]).Do"),
			each(withOptions(graph.LibraryCall{Effect: graph.EffectConstructs}, 0), m+".", "New", "NewWithData")...,
		)
	}
	l.Knobs = append(l.Knobs, graph.Knob{Kind: graph.KnobOption, Name: m + ".UntilSucceeded", Role: graph.RoleAttempts, Fixed: "unbounded"})
	return l
}

func retryGoKnobs(m string) []graph.Knob {
	return []graph.Knob{
		terminal(m + ".Unrecoverable"),
		{Kind: graph.KnobOption, Name: m + ".Delay", Role: graph.RoleBase},
		{Kind: graph.KnobOption, Name: m + ".MaxDelay", Role: graph.RoleMax},
		{Kind: graph.KnobOption, Name: m + ".DelayType", Role: graph.RolePolicy},
		{Kind: graph.KnobOption, Name: m + ".MaxJitter", Role: graph.RoleAdded},
		{Kind: graph.KnobOption, Name: m + ".FixedDelay", Role: graph.RoleLayer, Sets: &graph.LibraryLayer{Backoff: graph.BackoffConstant}},
		{Kind: graph.KnobOption, Name: m + ".BackOffDelay", Role: graph.RoleLayer, Sets: &graph.LibraryLayer{Backoff: graph.BackoffExponential}},
		{Kind: graph.KnobOption, Name: m + ".RetryIf", Role: graph.RoleClasses},
		{Kind: graph.KnobOption, Name: m + ".Context", Role: graph.RoleContext},
	}
}
