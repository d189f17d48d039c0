package sdk

import "github.com/ampcheck/ampcheck/graph"

// golang.org/x/sync/errgroup starts a function beside the caller and never runs
// it again. All run at once unless SetLimit says how many. A group made by
// WithContext cancels the others when one fails; a plain one lets them end.
var _ = register("golang.org/x/sync", func() graph.Library {
	return graph.Library{
		Name: "golang.org/x/sync/errgroup",
		Calls: []graph.LibraryCall{
			{Func: "(*golang.org/x/sync/errgroup.Group).Go", Effect: graph.EffectParallel, Runs: param(0)},
			{Func: "(*golang.org/x/sync/errgroup.Group).TryGo", Effect: graph.EffectParallel, Runs: param(0)},
			{Func: "(*golang.org/x/sync/errgroup.Group).Wait", Effect: graph.EffectWaits},
			{Func: "golang.org/x/sync/errgroup.WithContext", Effect: graph.EffectConstructs},
		},
		Knobs: []graph.Knob{
			{Kind: graph.KnobSetter, Name: "(*golang.org/x/sync/errgroup.Group).SetLimit", Role: graph.RoleWidth, Minus: "unbounded"},
			{Kind: graph.KnobOption, Name: "golang.org/x/sync/errgroup.WithContext", Role: graph.RoleFanOut, Fixed: string(graph.FanOutCancel)},
		},
		Sources: []string{
			"golang.org/x/sync@v0.25.0 errgroup/errgroup.go:48",
			"golang.org/x/sync@v0.25.0 errgroup/errgroup.go:72",
			"golang.org/x/sync@v0.25.0 errgroup/errgroup.go:143",
		},
	}
})
