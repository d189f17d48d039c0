package sdk

import "github.com/ampcheck/ampcheck/graph"

// digitalocean/godo sends a request once through the client it is given. NewFromToken
// retries 4 times, writes too, and so does New with a RetryConfig, through
// hashicorp/go-retryablehttp: the constructor decides.
var _ = register(godo, func() graph.Library {
	return graph.Library{
		Name: "digitalocean/godo",
		Calls: append(
			each(graph.LibraryCall{
				Effect: graph.EffectRemote, Protocol: graph.ProtocolHTTP, Address: constant("https://api.digitalocean.com"),
				Layers: []graph.LibraryLayer{{
					Name: "godo RetryConfig", Kind: graph.KindClientDefault, Attempts: 1,
					RetriesOn: transport.Union(on("http:429", "http:5xx")).Minus(on("http:501")),
					Backoff:   graph.BackoffExponential, Base: "1s", Max: "30s",
				}},
			}, "("+godo+".*Service).", "*"),
			graph.LibraryCall{Func: godo + ".NewFromToken", Effect: graph.EffectConstructs, Protocol: graph.ProtocolHTTP, NoContext: true},
			withOptions(graph.LibraryCall{Func: godo + ".New", Effect: graph.EffectConstructs, Protocol: graph.ProtocolHTTP, NoContext: true}, 1),
			graph.LibraryCall{Func: godo + ".NewClient", Effect: graph.EffectConstructs, Protocol: graph.ProtocolHTTP, NoContext: true},
		),
		Knobs: []graph.Knob{
			{Kind: graph.KnobParam, Name: godo + ".NewFromToken", Role: graph.RoleAttempts, Fixed: "5"},
			{Kind: graph.KnobParam, Name: godo + ".New", Role: graph.RoleCarries},
			{Kind: graph.KnobParam, Name: godo + ".NewClient", Role: graph.RoleCarries},
			{Kind: graph.KnobOption, Name: godo + ".WithRetryAndBackoffs", Role: graph.RolePolicy},
			{Kind: graph.KnobField, Name: godo + ".RetryConfig.RetryMax", Role: graph.RoleRetries, Minus: "one"},
			{Kind: graph.KnobOption, Name: godo + ".SetBaseURL", Role: graph.RoleAddress},
		},
		Sources: []string{
			"github.com/digitalocean/godo@v1.240.0 godo.go:35",
			"github.com/digitalocean/godo@v1.240.0 godo.go:287",
			"github.com/digitalocean/godo@v1.240.0 godo.go:412",
			"github.com/digitalocean/godo@v1.240.0 godo.go:510",
		},
	}
})

const godo = "github.com/digitalocean/godo"
