package sdk

import "github.com/ampcheck/ampcheck/graph"

// Circuit breakers run a function once and never again.
var (
	_ = register("github.com/sony/gobreaker", func() graph.Library {
		return graph.Library{
			Name: "sony/gobreaker",
			Calls: []graph.LibraryCall{
				{Func: "(*github.com/sony/gobreaker.CircuitBreaker).Execute", Effect: graph.EffectRuns, Runs: param(0), NoContext: true},
			},
			Sources: []string{"github.com/sony/gobreaker@v1.0.0 gobreaker.go:228"},
		}
	})
	_ = register("github.com/sony/gobreaker/v2", func() graph.Library {
		return graph.Library{
			Name: "sony/gobreaker/v2",
			Calls: []graph.LibraryCall{
				{Func: "(*github.com/sony/gobreaker/v2.CircuitBreaker[T]).Execute", Effect: graph.EffectRuns, Runs: param(0), NoContext: true},
				{Func: "(*github.com/sony/gobreaker/v2.DistributedCircuitBreaker[T]).Execute", Effect: graph.EffectRuns, Runs: param(0), NoContext: true},
			},
			Sources: []string{"github.com/sony/gobreaker/v2@v2.4.0 gobreaker.go:217"},
		}
	})
	_ = register("github.com/afex/hystrix-go", func() graph.Library {
		return graph.Library{
			Name: "afex/hystrix-go",
			Calls: []graph.LibraryCall{
				{Func: "github.com/afex/hystrix-go/hystrix.Do", Effect: graph.EffectRuns, Runs: param(1), NoContext: true},
				{Func: "github.com/afex/hystrix-go/hystrix.DoC", Effect: graph.EffectRuns, Runs: param(2)},
				{Func: "github.com/afex/hystrix-go/hystrix.Go", Effect: graph.EffectParallel, Runs: param(1), NoContext: true},
				{Func: "github.com/afex/hystrix-go/hystrix.GoC", Effect: graph.EffectParallel, Runs: param(2)},
			},
			Sources: []string{"github.com/afex/hystrix-go@v0.0.0-20180502004556-fa1af6a1f4f5 hystrix/hystrix.go:202"},
		}
	})
)
