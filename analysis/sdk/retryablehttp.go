package sdk

import "github.com/ampcheck/ampcheck/graph"

// hashicorp/go-retryablehttp tries any method up to 5 times, POST too: after
// every transport error but those of the redirects, the scheme, a header or the
// certificate, after 429, and after 5xx but 501. Retry-After is obeyed on 429
// and 503 without a limit. Neither the client nor one try has a timeout.
// StandardClient hides all of it in a plain *http.Client.
var _ = register(retryableHTTP, func() graph.Library {
	return graph.Library{
		Name:  "hashicorp/go-retryablehttp",
		Calls: retryableHTTPCalls(),
		Knobs: []graph.Knob{
			{Kind: graph.KnobField, Name: retryableHTTP + ".Client.RetryMax", Role: graph.RoleRetries, Minus: "one"},
			{Kind: graph.KnobField, Name: retryableHTTP + ".Client.RetryWaitMin", Role: graph.RoleBase},
			{Kind: graph.KnobField, Name: retryableHTTP + ".Client.RetryWaitMax", Role: graph.RoleMax},
			{Kind: graph.KnobField, Name: retryableHTTP + ".Client.Backoff", Role: graph.RoleBackoff}, // a function: what it does is not known
			{Kind: graph.KnobField, Name: retryableHTTP + ".Client.CheckRetry", Role: graph.RoleClasses},
			{Kind: graph.KnobField, Name: retryableHTTP + ".Client.HTTPClient", Role: graph.RoleCarries},
			{Kind: graph.KnobField, Name: retryableHTTP + ".Client.HTTPClient", Role: graph.RolePolicy},
			{Kind: graph.KnobField, Name: "net/http.Client.Timeout", Role: graph.RolePerTry},
			{Kind: graph.KnobField, Name: retryableHTTP + ".RoundTripper.Client", Role: graph.RolePolicy},
		},
		Sources: []string{
			"github.com/hashicorp/go-retryablehttp@v0.7.8 client.go:49",
			"github.com/hashicorp/go-retryablehttp@v0.7.8 client.go:50",
			"github.com/hashicorp/go-retryablehttp@v0.7.8 client.go:51",
			"github.com/hashicorp/go-retryablehttp@v0.7.8 client.go:442",
			"github.com/hashicorp/go-retryablehttp@v0.7.8 client.go:529",
			"github.com/hashicorp/go-retryablehttp@v0.7.8 client.go:537",
			"github.com/hashicorp/go-retryablehttp@v0.7.8 client.go:578",
			"github.com/hashicorp/go-retryablehttp@v0.7.8 client.go:761",
			"github.com/hashicorp/go-retryablehttp@v0.7.8 client.go:920",
		},
	}
})

const retryableHTTP = "github.com/hashicorp/go-retryablehttp"

func retryableHTTPCalls() []graph.LibraryCall {
	layers := []graph.LibraryLayer{{
		Name: "hashicorp/go-retryablehttp RetryMax", Kind: graph.KindLibrary,
		Attempts: 5, RetriesOn: transport.Union(on("http:429", "http:5xx")).Minus(on("http:501")),
		Backoff: graph.BackoffExponential, Base: "1s", Max: "30s",
	}}
	// What it tries again ends in an error, unless the program decides that.
	givesUp := &graph.FailureFact{Role: graph.FailureResponse, Classes: on("http:429", "http:5xx").Minus(on("http:501")),
		Unless: []string{retryableHTTP + ".Client.ErrorHandler", retryableHTTP + ".Client.CheckRetry"}}
	var calls []graph.LibraryCall
	for _, m := range httpVerbs {
		call := graph.LibraryCall{
			Effect: graph.EffectRemote, Protocol: graph.ProtocolHTTP,
			Address: param(0), Method: constant(m.method), Layers: layers, NoContext: true, Mutates: m.mutates,
			Failure: givesUp,
		}
		calls = append(calls, each(call, retryableHTTP+".", m.name)...)
		calls = append(calls, each(call, "(*"+retryableHTTP+".Client).", m.name)...)
	}
	do := graph.LibraryCall{Effect: graph.EffectRemote, Protocol: graph.ProtocolHTTP, Address: of(0), Method: of(0), Layers: layers, Failure: givesUp}
	request := graph.LibraryCall{Effect: graph.EffectConstructs, Protocol: graph.ProtocolHTTP}
	return append(calls,
		with(do, "(*"+retryableHTTP+".Client).Do", func(*graph.LibraryCall) {}),
		with(do, "(*"+retryableHTTP+".RoundTripper).RoundTrip", func(*graph.LibraryCall) {}),
		with(request, retryableHTTP+".NewRequest", func(c *graph.LibraryCall) {
			c.Method, c.Address, c.NoContext = param(0), param(1), true
		}),
		with(request, retryableHTTP+".NewRequestWithContext", func(c *graph.LibraryCall) {
			c.Method, c.Address = param(1), param(2)
		}),
		with(request, retryableHTTP+".FromRequest", func(c *graph.LibraryCall) { c.Method, c.Address = of(0), of(0) }),
		with(request, "(*"+retryableHTTP+".Request).WithContext", func(c *graph.LibraryCall) { c.Method, c.Address = maker, maker }),
		graph.LibraryCall{Func: retryableHTTP + ".NewClient", Effect: graph.EffectConstructs, Protocol: graph.ProtocolHTTP},
		graph.LibraryCall{
			Func: "(*" + retryableHTTP + ".Client).StandardClient", Effect: graph.EffectConstructs, Protocol: graph.ProtocolHTTP,
			Layers: layers,
		},
	)
}
