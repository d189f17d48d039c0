package sdk

import "github.com/ampcheck/ampcheck/graph"

// googleapis/gax-go v2 runs a call once unless a Retryer is given, and with one
// until the context ends: it knows no count. Generated clients give one for
// each method, usually for UNAVAILABLE. WithTimeout sets a deadline only where
// the context has none.
var _ = register(gaxModule, func() graph.Library {
	return graph.Library{
		Name: "googleapis/gax-go/v2",
		Calls: []graph.LibraryCall{{
			Func: gaxModule + ".Invoke", Effect: graph.EffectRuns, Runs: param(1), Options: param(2), Rest: true,
			Layers: []graph.LibraryLayer{{
				Name: "gax.Invoke", Kind: graph.KindLibrary, Attempts: 1, RetriesOn: graph.AnyClass,
				Backoff: graph.BackoffExponential, Base: "1s", Max: "30s", Jitter: true,
			}},
		}},
		Knobs: []graph.Knob{
			{Kind: graph.KnobOption, Name: gaxModule + ".WithRetry", Role: graph.RoleAttempts, Fixed: "unbounded"},
			{Kind: graph.KnobOption, Name: gaxModule + ".WithRetry", Role: graph.RolePolicy},
			{Kind: graph.KnobOption, Name: gaxModule + ".OnCodes", Role: graph.RoleClasses},
			{Kind: graph.KnobOption, Name: gaxModule + ".OnHTTPCodes", Role: graph.RoleClasses},
			{Kind: graph.KnobOption, Name: gaxModule + ".OnErrorFunc", Arg: 1, Role: graph.RoleClasses},
			{Kind: graph.KnobOption, Name: gaxModule + ".WithTimeout", Role: graph.RoleOverall, Zero: "unbounded"},
			{Kind: graph.KnobField, Name: gaxModule + ".Backoff.Initial", Role: graph.RoleBase, Zero: "default"},
			{Kind: graph.KnobField, Name: gaxModule + ".Backoff.Max", Role: graph.RoleMax, Zero: "default"},
			{Kind: graph.KnobField, Name: gaxModule + ".Backoff.Multiplier", Role: graph.RoleFactor, Zero: "default"},
		},
		Sources: []string{
			"github.com/googleapis/gax-go/v2@v2.27.0 invoke.go:87",
			"github.com/googleapis/gax-go/v2@v2.27.0 invoke.go:160",
			"github.com/googleapis/gax-go/v2@v2.27.0 call_option.go:187",
			"github.com/googleapis/gax-go/v2@v2.27.0 call_option.go:193",
		},
	}
})

const gaxModule = "github.com/googleapis/gax-go/v2"
