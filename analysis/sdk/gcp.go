package sdk

import (
	"slices"

	"github.com/ampcheck/ampcheck/graph"
)

// cloud.google.com/go/spanner runs the function of a transaction again without
// end while Spanner aborts it, with whatever that function calls.
var _ = register(spanner, func() graph.Library {
	return graph.Library{
		Name: "cloud.google.com/go/spanner",
		Calls: each(graph.LibraryCall{
			Effect: graph.EffectRuns, Runs: param(1),
			Layers: []graph.LibraryLayer{{
				Name: "spanner ReadWriteTransaction", Kind: graph.KindTransaction, RetriesOn: on("conflict", "grpc:8", "grpc:13"),
				Backoff: graph.BackoffExponential, Base: "20ms", Max: "32s", Factor: 1.3, Jitter: true,
			}},
		}, "(*"+spanner+".Client).", "ReadWriteTransaction", "ReadWriteTransactionWithOptions"),
		Sources: []string{
			"cloud.google.com/go/spanner@v1.96.1 retry.go:39",
			"cloud.google.com/go/spanner@v1.96.1 retry.go:108",
			"cloud.google.com/go/spanner@v1.96.1 client.go:1358",
		},
	}
})

const spanner = "cloud.google.com/go/spanner"

// cloud.google.com/go/bigquery repeats a request until the context ends: after
// errors of the connection, 500, 502, 503 and 504, and the reasons that say so.
var _ = register(bigquery, func() graph.Library {
	return graph.Library{
		Name: "cloud.google.com/go/bigquery",
		Calls: slices.Concat(
			each(graph.LibraryCall{
				Effect: graph.EffectRemote, Protocol: graph.ProtocolHTTP,
				Layers: []graph.LibraryLayer{{
					Name: "cloud.google.com/go/bigquery", Kind: graph.KindClientDefault,
					RetriesOn: transport.Union(on("http:500", "http:502", "http:503", "http:504")),
					Backoff:   graph.BackoffExponential, Base: "1s", Max: "32s", Jitter: true,
				}},
			}, "(*"+bigquery+".",
				"Query).Run", "Query).Read", "Job).Status", "Job).Read", "Inserter).Put",
				"Table).Create", "Table).Metadata", "Table).Update", "Table).Delete",
				"Dataset).Create", "Dataset).Metadata", "Dataset).Update", "Dataset).Delete"),
			each(withOptions(graph.LibraryCall{Effect: graph.EffectConstructs, Protocol: graph.ProtocolHTTP}, 2), bigquery+".", "NewClient"),
		),
		Sources: []string{
			"cloud.google.com/go/bigquery@v1.86.2 bigquery.go:239",
			"cloud.google.com/go/bigquery@v1.86.2 bigquery.go:242",
			"cloud.google.com/go/bigquery@v1.86.2 bigquery.go:243",
			"cloud.google.com/go/bigquery@v1.86.2 bigquery.go:256",
			"cloud.google.com/go/bigquery@v1.86.2 bigquery.go:262",
		},
	}
})

const bigquery = "cloud.google.com/go/bigquery"
