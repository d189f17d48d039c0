package sdk

import "github.com/ampcheck/ampcheck/graph"

// The retry helper of Thanos runs a function at a fixed interval until it
// succeeds or the channel is closed; Repeat is a loop that ends on an error.
var _ = register("github.com/thanos-io/thanos", func() graph.Library {
	return graph.Library{
		Name: "thanos runutil",
		Calls: []graph.LibraryCall{
			thanosRetry("Retry", 2),
			thanosRetry("RetryWithLog", 3),
			{Func: thanosRunutil + ".Repeat", Effect: graph.EffectDaemon, Runs: param(2), NoContext: true},
			{Func: thanosRunutil + ".RepeatInfinitely", Effect: graph.EffectDaemon, Runs: param(3), NoContext: true},
		},
		Knobs: []graph.Knob{
			{Kind: graph.KnobParam, Name: thanosRunutil + ".Retry", Role: graph.RoleBase},
			{Kind: graph.KnobParam, Name: thanosRunutil + ".RetryWithLog", Arg: 1, Role: graph.RoleBase},
		},
		Sources: []string{
			"github.com/thanos-io/thanos@v0.42.4 pkg/runutil/runutil.go:103",
			"github.com/thanos-io/thanos@v0.42.4 pkg/runutil/runutil.go:108",
		},
	}
})

const thanosRunutil = "github.com/thanos-io/thanos/pkg/runutil"

func thanosRetry(name string, runs int) graph.LibraryCall {
	return graph.LibraryCall{
		Func: thanosRunutil + "." + name, Effect: graph.EffectRuns, Runs: param(runs), NoContext: true,
		Layers: []graph.LibraryLayer{{
			Name: "thanos runutil." + name, Kind: graph.KindLibrary, RetriesOn: graph.AnyClass, Backoff: graph.BackoffConstant,
		}},
	}
}

// The retry helper of the Terraform plugin SDK runs a function until a timeout
// as long as it answers a RetryableError; pauses grow to 10s.
var _ = register("github.com/hashicorp/terraform-plugin-sdk/v2", func() graph.Library {
	return graph.Library{
		Name: "terraform-plugin-sdk/v2 retry",
		Calls: []graph.LibraryCall{
			{
				Func: terraformRetry + ".RetryContext", Effect: graph.EffectRuns, Runs: param(2), Layers: terraformLayers,
			},
			{
				Func: terraformRetry + ".Retry", Effect: graph.EffectRuns, Runs: param(1), Layers: terraformLayers, NoContext: true,
			},
		},
		Knobs: []graph.Knob{
			{Kind: graph.KnobOption, Name: terraformRetry + ".RetryableError", Role: graph.RoleMarks},
			terminal(terraformRetry + ".NonRetryableError"),
			{Kind: graph.KnobParam, Name: terraformRetry + ".RetryContext", Arg: 1, Role: graph.RoleElapsed},
			{Kind: graph.KnobParam, Name: terraformRetry + ".Retry", Role: graph.RoleElapsed},
		},
		Sources: []string{
			"github.com/hashicorp/terraform-plugin-sdk/v2@v2.40.1 helper/retry/wait.go:18",
			"github.com/hashicorp/terraform-plugin-sdk/v2@v2.40.1 helper/retry/state.go:188",
			"github.com/hashicorp/terraform-plugin-sdk/v2@v2.40.1 helper/retry/state.go:197",
			"github.com/hashicorp/terraform-plugin-sdk/v2@v2.40.1 helper/retry/state.go:199",
		},
	}
})

const terraformRetry = "github.com/hashicorp/terraform-plugin-sdk/v2/helper/retry"

var terraformLayers = []graph.LibraryLayer{{
	Name: "terraform-plugin-sdk retry", Kind: graph.KindLibrary, RetriesOn: graph.AnyClass,
	Backoff: graph.BackoffExponential, Base: "500ms", Max: "10s",
}}
