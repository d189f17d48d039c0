package sdk

import "github.com/ampcheck/ampcheck/graph"

// Small libraries that run a function again.

// eapache/go-resiliency retrier runs a function once more for each pause in a
// slice, whose length is the number of retries.
var _ = register("github.com/eapache/go-resiliency", func() graph.Library {
	return graph.Library{
		Name: "eapache/go-resiliency",
		Calls: []graph.LibraryCall{
			with(eapacheRun(), "(*"+eapacheRetrier+".Retrier).Run", func(c *graph.LibraryCall) { c.Runs, c.NoContext = param(0), true }),
			with(eapacheRun(), "(*"+eapacheRetrier+".Retrier).RunCtx", func(c *graph.LibraryCall) { c.Runs = param(1) }),
			with(eapacheRun(), "(*"+eapacheRetrier+".Retrier).RunFn", func(c *graph.LibraryCall) { c.Runs = param(1) }),
			{Func: eapacheRetrier + ".New", Effect: graph.EffectConstructs, Options: param(0), NoContext: true},
		},
		Knobs: []graph.Knob{
			{Kind: graph.KnobParam, Name: eapacheRetrier + ".New", Role: graph.RoleRetries},
			{Kind: graph.KnobOption, Name: eapacheRetrier + ".ConstantBackoff", Role: graph.RoleRetries},
			{Kind: graph.KnobOption, Name: eapacheRetrier + ".ConstantBackoff", Role: graph.RoleBackoff, Fixed: string(graph.BackoffConstant)},
			{Kind: graph.KnobOption, Name: eapacheRetrier + ".ConstantBackoff", Arg: 1, Role: graph.RoleBase},
			{Kind: graph.KnobOption, Name: eapacheRetrier + ".ExponentialBackoff", Role: graph.RoleRetries},
			{Kind: graph.KnobOption, Name: eapacheRetrier + ".ExponentialBackoff", Role: graph.RoleBackoff, Fixed: string(graph.BackoffExponential)},
			{Kind: graph.KnobOption, Name: eapacheRetrier + ".ExponentialBackoff", Arg: 1, Role: graph.RoleBase},
			{Kind: graph.KnobOption, Name: eapacheRetrier + ".LimitedExponentialBackoff", Role: graph.RoleRetries},
			{Kind: graph.KnobOption, Name: eapacheRetrier + ".LimitedExponentialBackoff", Role: graph.RoleBackoff, Fixed: string(graph.BackoffExponential)},
			{Kind: graph.KnobOption, Name: eapacheRetrier + ".LimitedExponentialBackoff", Arg: 1, Role: graph.RoleBase},
			{Kind: graph.KnobOption, Name: eapacheRetrier + ".LimitedExponentialBackoff", Arg: 2, Role: graph.RoleMax},
			{Kind: graph.KnobSetter, Name: "(*" + eapacheRetrier + ".Retrier).WithInfiniteRetry", Role: graph.RoleAttempts, Fixed: "unbounded"},
		},
		Sources: []string{
			"github.com/eapache/go-resiliency@v1.7.0 retrier/retrier.go:88",
			"github.com/eapache/go-resiliency@v1.7.0 retrier/backoffs.go:6",
		},
	}
})

const eapacheRetrier = "github.com/eapache/go-resiliency/retrier"

func eapacheRun() graph.LibraryCall {
	return graph.LibraryCall{Effect: graph.EffectRuns, Layers: []graph.LibraryLayer{{
		Name: "eapache/go-resiliency retrier", Kind: graph.KindLibrary, RetriesOn: graph.AnyClass,
	}}}
}

// flowchartsman/retry runs a function 5 times; 0 and less stand for 5 too.
var _ = register("github.com/flowchartsman/retry", func() graph.Library {
	return graph.Library{
		Name: "flowchartsman/retry",
		Calls: []graph.LibraryCall{
			flowchartsman("Run", 0, true),
			flowchartsman("RunContext", 1, false),
			{Func: "github.com/flowchartsman/retry.NewRetrier", Effect: graph.EffectConstructs, NoContext: true},
		},
		Knobs: []graph.Knob{
			terminal("github.com/flowchartsman/retry.Stop"),
			{Kind: graph.KnobParam, Name: "github.com/flowchartsman/retry.NewRetrier", Role: graph.RoleAttempts, Zero: "default", Minus: "default"},
			{Kind: graph.KnobParam, Name: "github.com/flowchartsman/retry.NewRetrier", Arg: 1, Role: graph.RoleBase, Zero: "default"},
			{Kind: graph.KnobParam, Name: "github.com/flowchartsman/retry.NewRetrier", Arg: 2, Role: graph.RoleMax, Zero: "default"},
		},
		Sources: []string{
			"github.com/flowchartsman/retry@v1.2.0 retry.go:12",
			"github.com/flowchartsman/retry@v1.2.0 retry.go:13",
			"github.com/flowchartsman/retry@v1.2.0 retry.go:81",
		},
	}
})

func flowchartsman(name string, runs int, noContext bool) graph.LibraryCall {
	return graph.LibraryCall{
		Func: "(*github.com/flowchartsman/retry.Retrier)." + name, Effect: graph.EffectRuns, Runs: param(runs), NoContext: noContext,
		Layers: []graph.LibraryLayer{{
			Name: "flowchartsman/retry", Kind: graph.KindLibrary, Attempts: 5, RetriesOn: graph.AnyClass,
			// The pauses are up to three times the doubled ones, and half the maximum behind
			// it: no schedule that is told apart.
			Base: "200ms", Max: "1s", Jitter: true,
		}},
	}
}

// Rican7/retry runs a function until it succeeds, at once, unless a strategy
// says otherwise. Limit(0) does not run it at all.
var _ = register("github.com/Rican7/retry", func() graph.Library {
	return graph.Library{
		Name: "Rican7/retry",
		Calls: []graph.LibraryCall{{
			Func: "github.com/Rican7/retry.Retry", Effect: graph.EffectRuns, Runs: param(0), Options: param(1), Rest: true, NoContext: true,
			Layers: []graph.LibraryLayer{{Name: "Rican7/retry", Kind: graph.KindLibrary, RetriesOn: graph.AnyClass, Backoff: graph.BackoffNone}},
		}},
		Knobs: []graph.Knob{
			{Kind: graph.KnobOption, Name: "github.com/Rican7/retry/strategy.Limit", Role: graph.RoleAttempts, Zero: "never"},
			{Kind: graph.KnobOption, Name: "github.com/Rican7/retry/strategy.Backoff", Role: graph.RolePolicy},
			{Kind: graph.KnobOption, Name: "github.com/Rican7/retry/strategy.BackoffWithJitter", Role: graph.RolePolicy},
		},
		Sources: []string{
			"github.com/Rican7/retry@v0.3.1 retry.go:19",
			"github.com/Rican7/retry@v0.3.1 strategy/strategy.go:27",
		},
	}
})

// matryer/try runs a function that answers (retry, error) up to 10 times, at
// once; the limit is a variable of the package that counts attempts.
var _ = register("github.com/matryer/try", func() graph.Library {
	return graph.Library{
		Name: "matryer/try",
		Calls: []graph.LibraryCall{{
			Func: "github.com/matryer/try.Do", Effect: graph.EffectRuns, Runs: param(0), NoContext: true,
			Layers: []graph.LibraryLayer{{
				Name: "matryer/try MaxRetries", Kind: graph.KindLibrary, Attempts: 10, RetriesOn: graph.AnyClass, Backoff: graph.BackoffNone,
			}},
		}},
		Knobs: []graph.Knob{{Kind: graph.KnobVariable, Name: "github.com/matryer/try.MaxRetries", Role: graph.RoleAttempts}},
		Sources: []string{
			"github.com/matryer/try@v0.0.0-20161228173917-9ac251b645a2 try.go:6",
			"github.com/matryer/try@v0.0.0-20161228173917-9ac251b645a2 try.go:25",
		},
	}
})
