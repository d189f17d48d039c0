package sdk

import (
	"slices"

	"github.com/ampcheck/ampcheck/graph"
)

// cloud.google.com/go/firestore runs the function of a transaction up to 5 times
// while the database aborts it, with whatever that function calls; each run begins a
// transaction and commits it, or rolls it back. Each request is repeated until its
// context ends, from v1.11 on for 60s at most where the context has no end; queries
// have no such limit. A connection that is reset is UNAVAILABLE to the client. A
// resource that is exhausted is repeated from v1.6.1 on.
var (
	_ = register(firestoreModule, func() graph.Library {
		return firestore("", "v1.6.1", "", nil,
			"cloud.google.com/go/firestore@v1.5.0 transaction.go:53",
			"cloud.google.com/go/firestore@v1.5.0 transaction.go:118",
			"cloud.google.com/go/firestore@v1.5.0 client.go:65",
			"cloud.google.com/go/firestore@v1.5.0 apiv1/firestore_client.go:73",
			"cloud.google.com/go/firestore@v1.5.0 apiv1/firestore_client.go:136",
		)
	})
	_ = register(firestoreModule, func() graph.Library {
		return firestore("v1.6.1", "v1.11.0", "", exhausted,
			"cloud.google.com/go/firestore@v1.10.0 apiv1/firestore_client.go:85",
		)
	})
	_ = register(firestoreModule, func() graph.Library {
		return firestore("v1.11.0", "", "60s", exhausted,
			"cloud.google.com/go/firestore@v1.29.2 transaction.go:60",
			"cloud.google.com/go/firestore@v1.29.2 transaction.go:209",
			"cloud.google.com/go/firestore@v1.29.2 transaction.go:295",
			"cloud.google.com/go/firestore@v1.29.2 client.go:106",
			"cloud.google.com/go/firestore@v1.29.2 apiv1/firestore_client.go:93",
			"cloud.google.com/go/firestore@v1.29.2 apiv1/firestore_client.go:164",
			"cloud.google.com/go/firestore@v1.29.2 apiv1/firestore_client.go:179",
			"cloud.google.com/go/firestore@v1.29.2 apiv1/firestore_client.go:207",
		)
	})
)

const firestoreModule = "cloud.google.com/go/firestore"

var exhausted = []string{"grpc:8"}

// firestore is a row whose requests, other than queries, are repeated on some classes
// more.
func firestore(since, before, timeout string, more []string, sources ...string) graph.Library {
	m := firestoreModule
	request := func(overall string, mutates graph.Answer, classes []string) graph.LibraryCall {
		return graph.LibraryCall{
			Effect: graph.EffectRemote, Protocol: graph.ProtocolGRPC, Mutates: mutates,
			Address: &graph.Arg{Env: "FIRESTORE_EMULATOR_HOST", Const: "firestore.googleapis.com:443"},
			Layers: []graph.LibraryLayer{{
				Name: "firestore gax", Kind: graph.KindClientDefault, RetriesOn: on(classes...), Overall: overall,
				Backoff: graph.BackoffExponential, Base: "100ms", Max: "60s", Factor: 1.3, Jitter: true,
			}},
		}
	}
	reading := []string{"reset", "grpc:14", "grpc:13", "grpc:4"}
	read := request(timeout, graph.No, slices.Concat(reading, more))
	query := request("", graph.No, reading)
	write := request(timeout, graph.Yes, slices.Concat([]string{"reset", "grpc:14"}, more))
	return graph.Library{
		Name: m, Since: since, Before: before, Sources: sources,
		Calls: slices.Concat(
			each(read, "(*"+m+".", "DocumentRef).Get", "Client).GetAll", "Transaction).Get", "Transaction).GetAll"),
			each(query, "(*"+m+".", "Transaction).Documents"),
			each(query, "("+m+".", "Query).Documents"),
			each(write, "(*"+m+".", "DocumentRef).Create", "DocumentRef).Set", "DocumentRef).Update", "DocumentRef).Delete", "WriteBatch).Commit"),
			[]graph.LibraryCall{{
				Func: "(*" + m + ".Client).RunTransaction", Effect: graph.EffectRuns, Runs: param(1), Options: param(2), Rest: true,
				Before: []graph.LibraryCall{read}, After: []graph.LibraryCall{write}, Undo: []graph.LibraryCall{read},
				Layers: []graph.LibraryLayer{{
					Name: "firestore RunTransaction", Kind: graph.KindTransaction, Attempts: 5, RetriesOn: on("conflict"),
					Backoff: graph.BackoffExponential, Base: "1s", Max: "30s", Jitter: true,
				}},
			}},
		),
		Knobs: []graph.Knob{{Kind: graph.KnobOption, Name: m + ".MaxAttempts", Role: graph.RoleAttempts, LayerName: "firestore RunTransaction"}},
	}
}
