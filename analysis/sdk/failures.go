package sdk

import "github.com/ampcheck/ampcheck/graph"

// What the standard library does with failures: errors that keep what they wrap,
// errors that keep its text, and answers of servers.
var _ = register("", func() graph.Library {
	return graph.Library{
		Name: "errors",
		Calls: []graph.LibraryCall{
			fails("errors.New", graph.FailureFact{Role: graph.FailureText}),
			fails("errors.Join", graph.FailureFact{Role: graph.FailureWraps}),
			fails("errors.Is", graph.FailureFact{Role: graph.FailureIs}),
			fails("errors.As", graph.FailureFact{Role: graph.FailureAs}),
			fails("errors.Unwrap", graph.FailureFact{Role: graph.FailureUnwraps, Arg: param(0)}),
			fails("fmt.Errorf", graph.FailureFact{Role: graph.FailureFormats, Arg: param(0)}),
			fails("os.IsTimeout", graph.FailureFact{Role: graph.FailureTimeout, Arg: param(0)}),
			fails("(net.Error).Timeout", graph.FailureFact{Role: graph.FailureTimeout, Arg: itself}),
			fails("(*net/url.Error).Timeout", graph.FailureFact{Role: graph.FailureTimeout, Arg: itself}),
			fails("(context.Context).Err", graph.FailureFact{Role: graph.FailureContext}),
			fails("context.Cause", graph.FailureFact{Role: graph.FailureContext}),
		},
		Sources: []string{
			"std@go1.26.8 errors/join.go:20",
			"std@go1.26.8 errors/wrap.go:45",
			"std@go1.26.8 fmt/errors.go:23",
			"std@go1.26.8 net/url/url.go:42",
			"std@go1.26.8 net/http/transport.go:2775",
		},
	}
})

// The answers of net/http: the first status counts, and 200 where there is none.
var _ = register("", func() graph.Library {
	return graph.Library{
		Name: "net/http answers",
		Calls: []graph.LibraryCall{
			fails("(net/http.ResponseWriter).WriteHeader", graph.FailureFact{Role: graph.FailureAnswers, Arg: param(0)}),
			fails("(net/http.ResponseWriter).Write", graph.FailureFact{Role: graph.FailureAnswers, Code: 200}),
			fails("net/http.Error", graph.FailureFact{Role: graph.FailureAnswers, Arg: param(2)}),
			fails("net/http.NotFound", graph.FailureFact{Role: graph.FailureAnswers, Code: 404}),
			fails("net/http.Redirect", graph.FailureFact{Role: graph.FailureAnswers, Arg: param(3)}),
		},
		Sources: []string{
			"std@go1.26.8 net/http/server.go:160",
			"std@go1.26.8 net/http/server.go:2301",
			"std@go1.26.8 net/http/server.go:2322",
		},
	}
})

// itself is the receiver.
var itself = &graph.Arg{Receiver: true}

// fails is a function that stays inside the process and does something with a
// failure.
func fails(name string, fact graph.FailureFact) graph.LibraryCall {
	return graph.LibraryCall{Func: name, Effect: graph.EffectNone, Failure: &fact}
}

// asLast is what a function does that ends with the error of the function it
// runs, inChain where it wraps that.
var (
	asLast  = &graph.FailureFact{Role: graph.FailureLast}
	inChain = &graph.FailureFact{Role: graph.FailureChained}
)
