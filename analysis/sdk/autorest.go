package sdk

import (
	"slices"

	"github.com/ampcheck/ampcheck/graph"
)

// Azure/go-autorest, under the services of azure-sdk-for-go before its modules,
// sends a request up to 4 times, writes too, 30s apart and twice that each time:
// after every error of the transport and 408, 429, 500, 502, 503 and 504.
// RetryAttempts says that it counts attempts and 1 switches retries off; it counts
// retries, and 1 still sends twice. A value of 0 sends nothing at all.
var _ = register(autorest, func() graph.Library {
	return graph.Library{
		Name:  "Azure/go-autorest",
		Calls: autorestCalls(),
		Knobs: []graph.Knob{
			{Kind: graph.KnobField, Name: autorest + ".Client.RetryAttempts", Role: graph.RoleRetries, Zero: "never"},
			{Kind: graph.KnobField, Name: autorest + ".Client.RetryDuration", Role: graph.RoleBase, Zero: "none"},
			{Kind: graph.KnobOption, Name: autorest + ".DoRetryForStatusCodes", Role: graph.RoleRetries},
			{Kind: graph.KnobOption, Name: autorest + ".DoRetryForStatusCodes", Arg: 1, Role: graph.RoleBase},
			{Kind: graph.KnobOption, Name: autorest + ".DoRetryForStatusCodesWithCap", Role: graph.RoleRetries},
			{Kind: graph.KnobOption, Name: autorest + ".DoRetryForStatusCodesWithCap", Arg: 1, Role: graph.RoleBase},
			{Kind: graph.KnobOption, Name: autorest + ".DoRetryForStatusCodesWithCap", Arg: 2, Role: graph.RoleMax},
			{Kind: graph.KnobOption, Name: autorest + ".DoRetryForAttempts", Role: graph.RoleLayer, Sets: &graph.LibraryLayer{RetriesOn: transport}},
			{Kind: graph.KnobOption, Name: autorest + ".DoRetryForAttempts", Role: graph.RoleAttempts, Zero: "never"},
			{Kind: graph.KnobOption, Name: autorest + ".DoRetryForAttempts", Arg: 1, Role: graph.RoleBase},
		},
		Sources: []string{
			autorest + "@v0.11.30 client.go:39",
			autorest + "@v0.11.30 client.go:42",
			autorest + "@v0.11.30 client.go:47",
			autorest + "@v0.11.30 sender.go:269",
			autorest + "@v0.11.30 sender.go:322",
			autorest + "@v0.11.30 sender.go:447",
			autorest + "@v0.11.30 azure/rp.go:34",
			autorest + "@v0.11.30 azure/rp.go:41",
		},
	}
})

const autorest = "github.com/Azure/go-autorest/autorest"

// autorestCalls covers the clients of all services: the methods that prepare a
// request and read an answer send nothing.
func autorestCalls() []graph.LibraryCall {
	send := graph.LibraryCall{
		Effect: graph.EffectRemote, Protocol: graph.ProtocolHTTP, Address: maker,
		Layers: []graph.LibraryLayer{{
			Name: "autorest RetryAttempts", Kind: graph.KindClientDefault, Attempts: 4,
			RetriesOn: transport.Union(on("http:408", "http:429", "http:500", "http:502", "http:503", "http:504")),
			Backoff:   graph.BackoffExponential, Base: "30s",
		}},
	}
	none := graph.LibraryCall{Effect: graph.EffectNone}
	plain := send
	plain.Layers = slices.Clone(send.Layers)
	plain.Layers[0].Attempts, plain.Address, plain.Options, plain.Rest = 1, nil, param(1), true
	calls := each(plain, "("+autorest+".Client).", "Send")
	for _, folders := range []string{"/*/*/*/*", "/*/*/*/*/*", "/*/*.*/*"} {
		client := "(github.com/Azure/azure-sdk-for-go/services" + folders + ".*Client)."
		calls = slices.Concat(calls, each(send, client, "*"), each(none, client, "*Preparer", "*Responder"))
	}
	return calls
}
