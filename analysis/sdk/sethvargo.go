package sdk

import "github.com/ampcheck/ampcheck/graph"

// sethvargo/go-retry repeats only an error wrapped by RetryableError, and then
// until the context ends: a count comes from a wrapper, which takes the number
// first and the policy second. WithMaxDuration cuts the last pause to end with the
// limit, and one more try follows it.
var _ = register(goRetry, func() graph.Library {
	return graph.Library{
		Name:  "sethvargo/go-retry",
		Calls: goRetryCalls(),
		Knobs: []graph.Knob{
			{Kind: graph.KnobOption, Name: goRetry + ".RetryableError", Role: graph.RoleMarks},
			{Kind: graph.KnobWrapper, Name: goRetry + ".WithMaxRetries", Inner: 1, Role: graph.RoleRetries},
			{Kind: graph.KnobWrapper, Name: goRetry + ".WithMaxDuration", Inner: 1, Role: graph.RolePausing},
			{Kind: graph.KnobWrapper, Name: goRetry + ".WithCappedDuration", Inner: 1, Role: graph.RoleMax},
			{Kind: graph.KnobWrapper, Name: goRetry + ".WithJitter", Inner: 1, Role: graph.RoleJitter},
			{Kind: graph.KnobWrapper, Name: goRetry + ".WithJitterPercent", Inner: 1, Role: graph.RoleJitter},
			{Kind: graph.KnobOption, Name: goRetry + ".NewConstant", Role: graph.RoleBase},
			{Kind: graph.KnobOption, Name: goRetry + ".NewConstant", Role: graph.RoleBackoff, Fixed: string(graph.BackoffConstant)},
			{Kind: graph.KnobOption, Name: goRetry + ".NewExponential", Role: graph.RoleBase},
			{Kind: graph.KnobOption, Name: goRetry + ".NewExponential", Role: graph.RoleBackoff, Fixed: string(graph.BackoffExponential)},
			{Kind: graph.KnobOption, Name: goRetry + ".NewFibonacci", Role: graph.RoleBase},
			{Kind: graph.KnobOption, Name: goRetry + ".NewFibonacci", Role: graph.RoleLayer, Sets: &graph.LibraryLayer{
				Backoff: graph.BackoffFibonacci,
			}},
			{Kind: graph.KnobParam, Name: goRetry + ".Constant", Arg: 1, Role: graph.RoleBase},
			{Kind: graph.KnobParam, Name: goRetry + ".Exponential", Arg: 1, Role: graph.RoleBase},
			{Kind: graph.KnobParam, Name: goRetry + ".Fibonacci", Arg: 1, Role: graph.RoleBase},
		},
		Sources: []string{
			"github.com/sethvargo/go-retry@v0.5.0 retry.go:68",
			"github.com/sethvargo/go-retry@v0.5.0 backoff.go:117",
			"github.com/sethvargo/go-retry@v0.5.0 backoff.go:125",
			"github.com/sethvargo/go-retry@v0.5.0 backoff.go:175",
			"github.com/sethvargo/go-retry@v0.5.0 backoff_constant.go:10",
		},
	}
})

const goRetry = "github.com/sethvargo/go-retry"

func goRetryCalls() []graph.LibraryCall {
	run := func(name string, layer graph.LibraryLayer) graph.LibraryCall {
		layer.Name, layer.Kind, layer.RetriesOn = "sethvargo/go-retry", graph.KindLibrary, graph.AnyClass
		return graph.LibraryCall{
			Func: goRetry + "." + name, Effect: graph.EffectRuns, Runs: param(2), Options: param(1), Failure: asLast, Layers: []graph.LibraryLayer{layer},
		}
	}
	return []graph.LibraryCall{
		run("Do", graph.LibraryLayer{}),
		run("DoValue", graph.LibraryLayer{}),
		run("Constant", graph.LibraryLayer{Backoff: graph.BackoffConstant}),
		run("Exponential", graph.LibraryLayer{Backoff: graph.BackoffExponential}),
		run("Fibonacci", graph.LibraryLayer{Backoff: graph.BackoffFibonacci}),
	}
}
