package sdk

import "github.com/ampcheck/ampcheck/graph"

// juju/retry runs the function of its arguments as often as Attempts says, which counts
// tries, or below 1 without end. Arguments with neither Attempts nor MaxDuration are
// refused before the function runs.
var _ = register(jujuRetry, func() graph.Library {
	return graph.Library{
		Name: "juju/retry",
		Calls: []graph.LibraryCall{{
			Func: jujuRetry + ".Call", Effect: graph.EffectRuns, Runs: fieldOf(0, "Func"), Options: param(0), NoContext: true,
			Layers: []graph.LibraryLayer{{Name: "juju/retry Attempts", Kind: graph.KindLibrary, RetriesOn: graph.AnyClass, Backoff: graph.BackoffConstant}},
		}},
		Knobs: []graph.Knob{
			{Kind: graph.KnobField, Name: jujuRetry + ".CallArgs.Attempts", Role: graph.RoleAttempts, Zero: "unbounded", Minus: "unbounded"},
			{Kind: graph.KnobField, Name: jujuRetry + ".CallArgs.Delay", Role: graph.RoleBase},
			{Kind: graph.KnobField, Name: jujuRetry + ".CallArgs.MaxDelay", Role: graph.RoleMax},
			{Kind: graph.KnobField, Name: jujuRetry + ".CallArgs.MaxDuration", Role: graph.RoleElapsed, Zero: "unbounded"},
			{Kind: graph.KnobField, Name: jujuRetry + ".CallArgs.IsFatalError", Role: graph.RoleClasses},
		},
		Sources: []string{
			"github.com/juju/retry@v1.0.1 retry.go:143",
			"github.com/juju/retry@v1.0.1 retry.go:160",
			"github.com/juju/retry@v1.0.1 retry.go:168",
		},
	}
})

const jujuRetry = "github.com/juju/retry"
