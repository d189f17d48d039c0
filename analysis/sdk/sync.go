package sdk

import "github.com/ampcheck/ampcheck/graph"

// The functions of sync that run a function of the caller, each once.
var _ = register("", func() graph.Library {
	return graph.Library{
		Name: "sync",
		Calls: []graph.LibraryCall{
			{Func: "(*sync.WaitGroup).Go", Effect: graph.EffectParallel, Runs: param(0), NoContext: true},
			{Func: "(*sync.WaitGroup).Wait", Effect: graph.EffectWaits, NoContext: true},
			{Func: "(*sync.Once).Do", Effect: graph.EffectRuns, Runs: param(0), NoContext: true},
		},
		Sources: []string{
			"std@go1.26.8 sync/waitgroup.go:236",
			"std@go1.26.8 sync/once.go:52",
		},
	}
})
