package sdk

import "github.com/ampcheck/ampcheck/graph"

// The client of net/http sends a request once: its layer is there to hold the
// timeout, which is none by default and stands round the whole call with its
// redirects (up to 10 hops).
//
// A request that fails on a connection it did not open is sent again on
// another one if nothing was written, or if it is replayable: GET, HEAD,
// OPTIONS and TRACE, or any method with an Idempotency-Key header. Over HTTP/2
// a refused stream is tried up to 8 times. Both need a connection that worked
// before, so they are no attempts at a callee that fails every
// time: they are said beside the figures.
var _ = register("", func() graph.Library {
	return graph.Library{
		Name:  "net/http",
		Calls: netHTTPCalls(),
		Knobs: []graph.Knob{
			{Kind: graph.KnobField, Name: "net/http.Client.Timeout", Role: graph.RoleOverall, Zero: "unbounded"},
			{Kind: graph.KnobField, Name: "net/http.Client.Transport", Role: graph.RoleCarries},
		},
		Sources: []string{
			"std@go1.26.8 net/http/client.go:105",
			"std@go1.26.8 net/http/client.go:109",
			"std@go1.26.8 net/http/client.go:835",
			"std@go1.26.8 net/http/transport.go:818",
			"std@go1.26.8 net/http/request.go:1543",
			"std@go1.26.8 net/http/h2_bundle.go:7902",
		},
	}
})

// responds is what a client does that gives back an answer whatever its status.
var responds = &graph.FailureFact{Role: graph.FailureResponse}

var netHTTPClient = []graph.LibraryLayer{{Name: "net/http.Client", Kind: graph.KindClientDefault, Attempts: 1, Replays: true}}

func netHTTPCalls() []graph.LibraryCall {
	var calls []graph.LibraryCall
	for _, m := range httpVerbs {
		call := graph.LibraryCall{
			Effect: graph.EffectRemote, Protocol: graph.ProtocolHTTP,
			Address: param(0), Method: constant(m.method), Layers: netHTTPClient, NoContext: true, Mutates: m.mutates,
			Failure: responds,
		}
		calls = append(calls, each(call, "net/http.", m.name)...)
		calls = append(calls, each(call, "(*net/http.Client).", m.name)...)
	}
	request := graph.LibraryCall{Effect: graph.EffectConstructs, Protocol: graph.ProtocolHTTP}
	return append(calls,
		graph.LibraryCall{
			Func: "(*net/http.Client).Do", Effect: graph.EffectRemote, Protocol: graph.ProtocolHTTP,
			Address: of(0), Method: of(0), Layers: netHTTPClient, Failure: responds,
		},
		graph.LibraryCall{
			Func: "(*net/http.Transport).RoundTrip", Effect: graph.EffectRemote, Protocol: graph.ProtocolHTTP,
			Address: of(0), Method: of(0), Failure: responds,
		},
		graph.LibraryCall{
			Func: "(net/http.RoundTripper).RoundTrip", Effect: graph.EffectRemote, Protocol: graph.ProtocolHTTP,
			Address: of(0), Method: of(0), Failure: responds,
		},
		with(request, "net/http.NewRequest", func(c *graph.LibraryCall) {
			c.Method, c.Address, c.NoContext = param(0), param(1), true
		}),
		with(request, "net/http.NewRequestWithContext", func(c *graph.LibraryCall) {
			c.Method, c.Address = param(1), param(2)
		}),
		with(request, "(*net/http.Request).WithContext", func(c *graph.LibraryCall) {
			c.Method, c.Address = maker, maker
		}),
		with(request, "(*net/http.Request).Clone", func(c *graph.LibraryCall) {
			c.Method, c.Address = maker, maker
		}),
	)
}

// httpVerbs are the methods that clients have for a method of HTTP each.
var httpVerbs = []struct {
	name, method string
	mutates      graph.Answer
}{
	{"Get", "GET", graph.No},
	{"Head", "HEAD", graph.No},
	{"Post", "POST", graph.Yes},
	{"PostForm", "POST", graph.Yes},
}
