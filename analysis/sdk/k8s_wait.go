package sdk

import "github.com/ampcheck/ampcheck/graph"

// k8s.io/apimachinery/pkg/util/wait runs a condition again on (false, nil); an
// error ends it. ExponentialBackoff runs it Steps times, and fewer when Cap is
// reached; with no Steps, never. Poll and its like run it until a timeout or
// without end: they are for waiting, and for retrying where the condition turns
// an error into false. At their timeout they run it once more, but for
// PollUntilContextTimeout, which gives it a context that ends then. Until and its like are loops of their own.
var _ = register("k8s.io/apimachinery", func() graph.Library {
	return graph.Library{
		Name:  "k8s.io/apimachinery wait",
		Calls: waitCalls(),
		Knobs: waitKnobs(),
		Sources: []string{
			"k8s.io/apimachinery@v0.37.2 pkg/util/wait/backoff.go:111",
			"k8s.io/apimachinery@v0.37.2 pkg/util/wait/backoff.go:162",
			"k8s.io/apimachinery@v0.37.2 pkg/util/wait/backoff.go:476",
			"k8s.io/apimachinery@v0.37.2 pkg/util/wait/backoff.go:480",
			"k8s.io/apimachinery@v0.37.2 pkg/util/wait/poll.go:45",
			"k8s.io/apimachinery@v0.37.2 pkg/util/wait/poll.go:65",
			"k8s.io/apimachinery@v0.37.2 pkg/util/wait/poll.go:124",
			"k8s.io/apimachinery@v0.37.2 pkg/util/wait/wait.go:219",
		},
	}
})

const waitPackage = "k8s.io/apimachinery/pkg/util/wait"

// waitPolls are the functions that poll, with the places of the interval, the
// timeout (-1 for none) and the condition.
var waitPolls = []struct {
	name                         string
	interval, timeout, condition int
}{
	{"Poll", 0, 1, 2},
	{"PollImmediate", 0, 1, 2},
	{"PollWithContext", 1, 2, 3},
	{"PollImmediateWithContext", 1, 2, 3},
	{"PollUntilContextTimeout", 1, 2, 4},
	{"PollUntilContextCancel", 1, -1, 3},
	{"PollUntil", 0, -1, 1},
	{"PollUntilWithContext", 1, -1, 2},
	{"PollInfinite", 0, -1, 1},
	{"PollInfiniteWithContext", 1, -1, 2},
	{"PollImmediateUntil", 0, -1, 1},
	{"PollImmediateUntilWithContext", 1, -1, 2},
	{"PollImmediateInfinite", 0, -1, 1},
	{"PollImmediateInfiniteWithContext", 1, -1, 2},
}

func waitCalls() []graph.LibraryCall {
	backoff := graph.LibraryLayer{Name: "wait.Backoff", Kind: graph.KindLibrary, RetriesOn: graph.AnyClass}
	calls := []graph.LibraryCall{
		{
			Func: waitPackage + ".ExponentialBackoff", Effect: graph.EffectRuns, Runs: param(1), OnFalse: true,
			Options: param(0), Layers: []graph.LibraryLayer{backoff}, NoContext: true,
		},
		{
			Func: waitPackage + ".ExponentialBackoffWithContext", Effect: graph.EffectRuns, Runs: param(2), OnFalse: true,
			Options: param(1), Layers: []graph.LibraryLayer{backoff},
		},
	}
	for _, p := range waitPolls {
		calls = append(calls, graph.LibraryCall{
			Func: waitPackage + "." + p.name, Effect: graph.EffectRuns, Runs: param(p.condition), OnFalse: true,
			Layers: []graph.LibraryLayer{{
				Name: "wait." + p.name, Kind: graph.KindLoop, RetriesOn: graph.AnyClass, Backoff: graph.BackoffTicker,
			}},
		})
	}
	daemon := graph.LibraryCall{Effect: graph.EffectDaemon, Runs: param(0)}
	calls = append(calls, each(daemon, waitPackage+".", "Until", "NonSlidingUntil", "JitterUntil", "BackoffUntil", "Forever")...)
	daemon.Runs = param(1)
	return append(calls, each(daemon, waitPackage+".",
		"UntilWithContext", "NonSlidingUntilWithContext", "JitterUntilWithContext", "BackoffUntilWithContext")...)
}

func waitKnobs() []graph.Knob {
	knobs := waitBackoffKnobs()
	for _, p := range waitPolls {
		knobs = append(knobs, graph.Knob{Kind: graph.KnobParam, Name: waitPackage + "." + p.name, Arg: p.interval, Role: graph.RoleBase})
		if p.timeout >= 0 {
			role := graph.RoleLastTry
			if p.name == "PollUntilContextTimeout" {
				role = graph.RoleOverall
			}
			knobs = append(knobs, graph.Knob{Kind: graph.KnobParam, Name: waitPackage + "." + p.name, Arg: p.timeout, Role: role})
		}
	}
	return knobs
}

// waitBackoffKnobs are those of a wait.Backoff, which other packages take too.
func waitBackoffKnobs() []graph.Knob {
	return []graph.Knob{
		{Kind: graph.KnobType, Name: waitPackage + ".Backoff", Role: graph.RoleBackoff, Fixed: string(graph.BackoffExponential)},
		{Kind: graph.KnobField, Name: waitPackage + ".Backoff.Steps", Role: graph.RoleAttempts, Zero: "never", Minus: "never"},
		{Kind: graph.KnobField, Name: waitPackage + ".Backoff.Duration", Role: graph.RoleBase},
		{Kind: graph.KnobField, Name: waitPackage + ".Backoff.Factor", Role: graph.RoleFactor, Zero: "1"},
		{Kind: graph.KnobField, Name: waitPackage + ".Backoff.Cap", Role: graph.RoleMax, Zero: "unbounded"},
		{Kind: graph.KnobField, Name: waitPackage + ".Backoff.Jitter", Role: graph.RoleJitter},
	}
}
