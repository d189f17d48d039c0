package sdk

import "github.com/ampcheck/ampcheck/graph"

// k8s.io/client-go/util/retry runs a function Steps times: RetryOnConflict
// after 409 alone, OnError after what the caller's function says. The function
// usually gets and updates, and each of the two may be sent again by the
// client below.
var _ = register("k8s.io/client-go", func() graph.Library {
	return graph.Library{
		Name: "k8s.io/client-go retry",
		Calls: []graph.LibraryCall{
			{
				Func: k8sRetry + ".RetryOnConflict", Effect: graph.EffectRuns, Runs: param(1), Options: param(0), NoContext: true,
				Layers: []graph.LibraryLayer{{
					Name: "client-go RetryOnConflict", Kind: graph.KindTransaction, RetriesOn: on("conflict", "http:409"),
					Backoff: graph.BackoffExponential,
				}},
			},
			{
				Func: k8sRetry + ".OnError", Effect: graph.EffectRuns, Runs: param(2), Options: param(0), NoContext: true,
				Layers: []graph.LibraryLayer{{
					Name: "client-go retry.OnError", Kind: graph.KindLibrary, RetriesOn: graph.AnyClass, Backoff: graph.BackoffExponential,
				}},
			},
		},
		Knobs: append(waitBackoffKnobs(), []graph.Knob{
			{Kind: graph.KnobVariable, Name: k8sRetry + ".DefaultRetry", Role: graph.RoleLayer, Sets: &graph.LibraryLayer{
				Attempts: 5, Backoff: graph.BackoffConstant, Base: "10ms", Jitter: true, Spread: 0.1,
			}},
			{Kind: graph.KnobVariable, Name: k8sRetry + ".DefaultBackoff", Role: graph.RoleLayer, Sets: &graph.LibraryLayer{
				Attempts: 4, Backoff: graph.BackoffExponential, Base: "10ms", Factor: 5, Jitter: true, Spread: 0.1,
			}},
			{Kind: graph.KnobParam, Name: k8sRetry + ".OnError", Arg: 1, Role: graph.RoleClasses},
		}...),
		Sources: []string{
			"k8s.io/client-go@v0.37.2 util/retry/util.go:29",
			"k8s.io/client-go@v0.37.2 util/retry/util.go:39",
			"k8s.io/client-go@v0.37.2 util/retry/util.go:48",
			"k8s.io/client-go@v0.37.2 util/retry/util.go:103",
		},
	}
})

const k8sRetry = "k8s.io/client-go/util/retry"
