package sdk

import (
	"slices"

	"github.com/ampcheck/ampcheck/graph"
)

// olivere/elastic v7 sends a request once until it is given a Retrier. It then repeats
// every error of the transport but a timeout; a status only with SetRetryStatusCodes. The
// first pause of a backoff is never taken: SetMaxRetries and the pauses of a
// SimpleBackoff count attempts. What asks a cluster for its nodes and their health goes
// beside.
var _ = register(olivere, func() graph.Library {
	send := graph.LibraryCall{
		Effect: graph.EffectRemote, Protocol: graph.ProtocolHTTP, Address: maker,
		Layers: []graph.LibraryLayer{{
			Name: "elastic SetRetrier", Kind: graph.KindLibrary, Attempts: 1, RetriesOn: transport.Minus(on("timeout")), Backoff: graph.BackoffNone,
		}},
	}
	builder := graph.LibraryCall{Effect: graph.EffectConstructs, Protocol: graph.ProtocolHTTP, Address: maker, NoContext: true}
	return graph.Library{
		Name: "olivere/elastic",
		Calls: slices.Concat(
			each(send, "(*"+olivere+".", "*Service).Do", "XPackAsyncSearchDelete).Do", "XPackAsyncSearchGet).Do", "XPackAsyncSearchSubmit).Do"),
			each(send, "(*"+olivere+".Client).", "PerformRequest"),
			each(builder, "(*"+olivere+".Client).", "Index", "Get", "MultiGet", "Delete", "DeleteByQuery", "Update", "UpdateByQuery", "Bulk", "Reindex",
				"Search", "MultiSearch", "Count", "Exists", "Scroll", "ClearScroll", "CreateIndex", "DeleteIndex", "IndexExists", "PutMapping", "Refresh", "ClusterHealth", "Ping"),
			each(withOptions(constructsHTTP("", 0), 0), olivere+".", "NewClient", "NewSimpleClient"),
		),
		Knobs: []graph.Knob{
			{Kind: graph.KnobOption, Name: olivere + ".SetMaxRetries", Role: graph.RoleAttempts, Zero: "one"},
			{Kind: graph.KnobOption, Name: olivere + ".SetRetrier", Role: graph.RolePolicy},
			{Kind: graph.KnobOption, Name: olivere + ".NewBackoffRetrier", Role: graph.RolePolicy},
			{Kind: graph.KnobOption, Name: olivere + ".NewSimpleBackoff", Role: graph.RoleAttempts, Zero: "one"},
			{Kind: graph.KnobOption, Name: olivere + ".NewConstantBackoff", Role: graph.RoleAttempts, Fixed: "unbounded"},
			{Kind: graph.KnobOption, Name: olivere + ".SetRetryStatusCodes", Role: graph.RoleClasses},
			{Kind: graph.KnobOption, Name: olivere + ".SetURL", Role: graph.RoleAddress},
			{Kind: graph.KnobOption, Name: olivere + ".SetHttpClient", Role: graph.RoleCarries},
		},
		Sources: []string{
			"github.com/olivere/elastic/v7@v7.0.32 client.go:254",
			"github.com/olivere/elastic/v7@v7.0.32 client.go:635",
			"github.com/olivere/elastic/v7@v7.0.32 client.go:1431",
			"github.com/olivere/elastic/v7@v7.0.32 client.go:1436",
			"github.com/olivere/elastic/v7@v7.0.32 backoff.go:143",
			"github.com/olivere/elastic/v7@v7.0.32 client.go:1452",
		},
	}
})

const olivere = "github.com/olivere/elastic/v7"
