package sdk

import (
	"slices"

	"github.com/ampcheck/ampcheck/graph"
)

// opensearch-go v4 sends a request up to 7 times at once, without a pause,
// writes too, although the comment of MaxRetries says 3: after errors of the
// transport and 502, 503 and 504; timeouts only with EnableRetryOnTimeout. Only
// DisableRetry stops it.
var _ = register(openSearch, func() graph.Library {
	return graph.Library{
		Name: "opensearch-go/v4",
		Calls: append(
			each(graph.LibraryCall{
				Effect: graph.EffectRemote, Protocol: graph.ProtocolHTTP, Address: maker,
				Layers: []graph.LibraryLayer{{
					Name: "opensearch-go MaxRetries", Kind: graph.KindClientDefault,
					Attempts: 7, RetriesOn: transport.Minus(on("timeout")).Union(on("http:502", "http:503", "http:504")), Backoff: graph.BackoffNone,
				}},
			}, "("+openSearch+"/opensearchapi.", "*Client).*"),
			graph.LibraryCall{
				Func: openSearch + "/opensearchapi.NewClient", Effect: graph.EffectConstructs, Protocol: graph.ProtocolHTTP,
				Options: param(0), NoContext: true,
			},
		),
		Knobs: []graph.Knob{
			{Kind: graph.KnobField, Name: openSearch + ".Config.MaxRetries", Role: graph.RoleRetries, Zero: "default"},
			{Kind: graph.KnobField, Name: openSearch + ".Config.DisableRetry", Role: graph.RoleAttempts, Fixed: "1"},
			{Kind: graph.KnobField, Name: openSearch + ".Config.RetryOnStatus", Role: graph.RoleClasses},
			{Kind: graph.KnobField, Name: openSearch + ".Config.EnableRetryOnTimeout", Role: graph.RoleLayer, Sets: timeoutsToo},
			{Kind: graph.KnobField, Name: openSearch + ".Config.Addresses", Role: graph.RoleAddress},
		},
		Sources: []string{
			"github.com/opensearch-project/opensearch-go/v4@v4.8.1 opensearchtransport/opensearchtransport.go:61",
			"github.com/opensearch-project/opensearch-go/v4@v4.8.1 opensearchtransport/opensearchtransport.go:555",
			"github.com/opensearch-project/opensearch-go/v4@v4.8.1 opensearchtransport/opensearchtransport.go:558",
			"github.com/opensearch-project/opensearch-go/v4@v4.8.1 opensearchtransport/opensearchtransport.go:1299",
			"github.com/opensearch-project/opensearch-go/v4@v4.8.1 opensearchtransport/opensearchtransport.go:1528",
			"github.com/opensearch-project/opensearch-go/v4@v4.8.1 opensearch.go:114",
		},
	}
})

// opensearch-go v2 sends a request up to 4 times, timeouts only with
// EnableRetryOnTimeout.
var _ = register("github.com/opensearch-project/opensearch-go/v2", func() graph.Library {
	const m = "github.com/opensearch-project/opensearch-go/v2"
	send := graph.LibraryCall{
		Effect: graph.EffectRemote, Protocol: graph.ProtocolHTTP,
		Layers: []graph.LibraryLayer{{
			Name: "opensearch-go MaxRetries", Kind: graph.KindClientDefault, Attempts: 4,
			RetriesOn: transport.Minus(on("timeout")).Union(on("http:502", "http:503", "http:504")), Backoff: graph.BackoffNone,
		}},
	}
	request := send
	request.Address = of(1)
	return graph.Library{
		Name: "opensearch-go/v2",
		Calls: slices.Concat(
			each(request, "("+m+"/opensearchapi.", "*Request).Do"),
			functionTypes(with(send, "", func(c *graph.LibraryCall) { c.Address = maker }), m+"/opensearchapi."),
			[]graph.LibraryCall{{
				Func: m + ".NewClient", Effect: graph.EffectConstructs, Protocol: graph.ProtocolHTTP, Address: fieldOf(0, "Addresses"), Options: param(0), NoContext: true,
			}},
		),
		Knobs: []graph.Knob{
			{Kind: graph.KnobField, Name: m + ".Config.MaxRetries", Role: graph.RoleRetries, Zero: "default", Minus: "never"},
			{Kind: graph.KnobField, Name: m + ".Config.DisableRetry", Role: graph.RoleAttempts, Fixed: "1"},
			{Kind: graph.KnobField, Name: m + ".Config.RetryOnStatus", Role: graph.RoleClasses},
			{Kind: graph.KnobField, Name: m + ".Config.EnableRetryOnTimeout", Role: graph.RoleLayer, Sets: timeoutsToo},
			{Kind: graph.KnobField, Name: m + ".Config.Addresses", Role: graph.RoleAddress},
			{Kind: graph.KnobField, Name: m + ".Config.Transport", Role: graph.RoleCarries},
		},
		Sources: []string{
			m + "@v2.3.0 opensearchtransport/opensearchtransport.go:66",
			m + "@v2.3.0 opensearchtransport/opensearchtransport.go:67",
			m + "@v2.3.0 opensearchtransport/opensearchtransport.go:172",
			m + "@v2.3.0 opensearchtransport/opensearchtransport.go:293",
			m + "@v2.3.0 opensearchtransport/opensearchtransport.go:360",
		},
	}
})

const openSearch = "github.com/opensearch-project/opensearch-go/v4"
