package sdk

import "github.com/ampcheck/ampcheck/graph"

// opensearch-go v4 sends a request up to 7 times at once, without a pause,
// writes too, although the comment of MaxRetries says 3: after errors of the
// transport and 502, 503 and 504. Only DisableRetry stops it.
var _ = register(openSearch, func() graph.Library {
	return graph.Library{
		Name: "opensearch-go/v4",
		Calls: append(
			each(graph.LibraryCall{
				Effect: graph.EffectRemote, Protocol: graph.ProtocolHTTP, Address: maker,
				Layers: []graph.LibraryLayer{{
					Name: "opensearch-go MaxRetries", Kind: graph.KindClientDefault,
					Attempts: 7, RetriesOn: transport.Union(on("http:502", "http:503", "http:504")), Backoff: graph.BackoffNone,
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
			{Kind: graph.KnobField, Name: openSearch + ".Config.Addresses", Role: graph.RoleAddress},
		},
		Sources: []string{
			"github.com/opensearch-project/opensearch-go/v4@v4.8.1 opensearchtransport/opensearchtransport.go:61",
			"github.com/opensearch-project/opensearch-go/v4@v4.8.1 opensearchtransport/opensearchtransport.go:555",
			"github.com/opensearch-project/opensearch-go/v4@v4.8.1 opensearchtransport/opensearchtransport.go:558",
			"github.com/opensearch-project/opensearch-go/v4@v4.8.1 opensearchtransport/opensearchtransport.go:1299",
			"github.com/opensearch-project/opensearch-go/v4@v4.8.1 opensearch.go:114",
		},
	}
})

const openSearch = "github.com/opensearch-project/opensearch-go/v4"
