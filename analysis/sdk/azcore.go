package sdk

import "github.com/ampcheck/ampcheck/graph"

// The Azure SDK sends every request of its clients up to 4 times, writes too:
// after errors of the transport and 408, 429, 500, 502, 503 and 504. MaxRetries
// 0 is the default, below zero it is off. A Retry-After longer than the longest
// pause ends the tries.
var _ = register(azureModule+"/azcore", func() graph.Library {
	return graph.Library{
		Name:  "azure-sdk-for-go azcore",
		Calls: azureCalls(),
		Knobs: []graph.Knob{
			{Kind: graph.KnobField, Name: azurePolicy + ".RetryOptions.MaxRetries", Role: graph.RoleRetries, Zero: "default", Minus: "one"},
			{Kind: graph.KnobField, Name: azurePolicy + ".RetryOptions.TryTimeout", Role: graph.RolePerTry, Zero: "unbounded"},
			{Kind: graph.KnobField, Name: azurePolicy + ".RetryOptions.RetryDelay", Role: graph.RoleBase, Zero: "default", Minus: "none"},
			{Kind: graph.KnobField, Name: azurePolicy + ".RetryOptions.MaxRetryDelay", Role: graph.RoleMax, Zero: "default", Minus: "unbounded"},
			{Kind: graph.KnobField, Name: azurePolicy + ".RetryOptions.StatusCodes", Role: graph.RoleClasses},
			{Kind: graph.KnobField, Name: azurePolicy + ".RetryOptions.ShouldRetry", Role: graph.RoleClasses},
			{Kind: graph.KnobOption, Name: azurePolicy + ".WithRetryOptions", Arg: 1, Role: graph.RolePolicy},
		},
		Sources: []string{
			"github.com/Azure/azure-sdk-for-go/sdk/azcore@v1.24.0 runtime/policy_retry.go:24",
			"github.com/Azure/azure-sdk-for-go/sdk/azcore@v1.24.0 runtime/policy_retry.go:30",
			"github.com/Azure/azure-sdk-for-go/sdk/azcore@v1.24.0 runtime/policy_retry.go:42",
			"github.com/Azure/azure-sdk-for-go/sdk/azcore@v1.24.0 runtime/policy_retry.go:48",
			"github.com/Azure/azure-sdk-for-go/sdk/azcore@v1.24.0 runtime/policy_retry.go:199",
			"github.com/Azure/azure-sdk-for-go/sdk/azcore@v1.24.0 runtime/policy_retry.go:209",
		},
	}
})

const (
	azureModule = "github.com/Azure/azure-sdk-for-go/sdk"
	azurePolicy = azureModule + "/azcore/policy"
)

// azureCalls covers the clients of all modules: their packages lie two to four
// folders below the SDK. Builders of pagers and of other clients send nothing.
func azureCalls() []graph.LibraryCall {
	send := graph.LibraryCall{
		Effect: graph.EffectRemote, Protocol: graph.ProtocolHTTP, Address: maker,
		Layers: []graph.LibraryLayer{{
			Name: "azcore RetryOptions", Kind: graph.KindClientDefault, Attempts: 4,
			RetriesOn: transport.Union(on("http:429", "http:500", "http:502", "http:503", "http:504")),
			Backoff:   graph.BackoffExponential, Base: "800ms", Max: "60s", Jitter: true,
		}},
	}
	var calls []graph.LibraryCall
	for _, folders := range []string{"/*/*", "/*/*/*", "/*/*/*/*"} {
		client := "(*" + azureModule + folders + ".*Client)."
		calls = append(calls, each(send, client, "*")...)
		calls = append(calls, each(graph.LibraryCall{Effect: graph.EffectConstructs, Protocol: graph.ProtocolHTTP, Address: maker}, client, "New*")...)
		calls = append(calls, each(graph.LibraryCall{Effect: graph.EffectNone}, client, "URL")...)
	}
	return calls
}
