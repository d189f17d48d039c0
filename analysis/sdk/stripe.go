package sdk

import (
	"slices"

	"github.com/ampcheck/ampcheck/graph"
)

// stripe-go sends a request up to 3 times, writes too, which carry a key that makes
// them idempotent: after every error of the transport, 409 and 5xx. A 429 is
// repeated where a lock was waited for, or where the answer is none of Stripe's.
// MaxNetworkRetries points at a number of retries; nil is 2. The answer may decide
// otherwise in a header.
var _ = register(stripe, func() graph.Library {
	send := graph.LibraryCall{
		Effect: graph.EffectRemote, Protocol: graph.ProtocolHTTP, Address: constant("https://api.stripe.com"),
		Layers: []graph.LibraryLayer{{
			Name: "stripe-go MaxNetworkRetries", Kind: graph.KindClientDefault, Attempts: 3,
			RetriesOn: transport.Union(on("http:409", "http:429", "http:5xx")), PerTry: "80s",
			Backoff: graph.BackoffExponential, Base: "500ms", Max: "5s", Jitter: true,
		}},
	}
	none := graph.LibraryCall{Effect: graph.EffectNone}
	made := graph.LibraryCall{Effect: graph.EffectConstructs, Protocol: graph.ProtocolHTTP, NoContext: true}
	return graph.Library{
		Name: "stripe-go",
		Calls: slices.Concat(
			each(send, "("+stripe+".", "*Service).*"),
			each(send, "("+stripe+"/", "*.Client).*", "*/*.Client).*"),
			each(noContext(send), stripe+"/", "*.New", "*.Get", "*.Update", "*.Del", "*.List", "*/*.New", "*/*.Get", "*/*.Update", "*/*.Del", "*/*.List"),
			each(none, stripe+"/", "form.*", "webhook.*"),
			[]graph.LibraryCall{
				withOptions(with(made, stripe+".NewClient", func(*graph.LibraryCall) {}), 1),
				with(made, stripe+".NewBackendsWithConfig", func(c *graph.LibraryCall) { c.Options = param(0) }),
			},
		),
		Knobs: []graph.Knob{
			{Kind: graph.KnobField, Name: stripe + ".BackendConfig.MaxNetworkRetries", Role: graph.RoleRetries},
			{Kind: graph.KnobField, Name: stripe + ".BackendConfig.URL", Role: graph.RoleAddress},
			{Kind: graph.KnobField, Name: stripe + ".BackendConfig.HTTPClient", Role: graph.RoleCarries},
			{Kind: graph.KnobOption, Name: stripe + ".WithBackends", Role: graph.RolePolicy},
			{Kind: graph.KnobOption, Name: stripe + ".NewBackendsWithConfig", Role: graph.RolePolicy},
		},
		Sources: []string{
			"github.com/stripe/stripe-go/v82@v82.5.1 stripe.go:50",
			"github.com/stripe/stripe-go/v82@v82.5.1 stripe.go:592",
			"github.com/stripe/stripe-go/v82@v82.5.1 stripe.go:1019",
			"github.com/stripe/stripe-go/v82@v82.5.1 stripe.go:1478",
		},
	}
})

const stripe = "github.com/stripe/stripe-go/v82"
