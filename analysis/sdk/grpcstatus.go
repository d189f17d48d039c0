package sdk

import "github.com/ampcheck/ampcheck/graph"

// The status of google.golang.org/grpc: an error has the code of the first status
// in its chain, UNKNOWN without one.
var _ = register(grpcModule, func() graph.Library {
	const status = grpcModule + "/status"
	const inner = "(*google.golang.org/grpc/internal/status.Status)"
	coded := graph.FailureFact{Role: graph.FailureCoded, Arg: param(0), Protocol: graph.ProtocolGRPC}
	of := func(role graph.FailureRole, arg *graph.Arg) graph.FailureFact {
		return graph.FailureFact{Role: role, Arg: arg, Protocol: graph.ProtocolGRPC, Default: 2}
	}
	return graph.Library{
		Name: "google.golang.org/grpc status",
		Calls: []graph.LibraryCall{
			fails(status+".Error", coded),
			fails(status+".Errorf", coded),
			fails(status+".New", coded),
			fails(status+".Newf", coded),
			fails(status+".Code", of(graph.FailureCode, param(0))),
			fails(status+".FromError", of(graph.FailureStatus, param(0))),
			fails(status+".Convert", of(graph.FailureStatus, param(0))),
			fails(inner+".Code", of(graph.FailureCode, itself)),
			fails(inner+".Err", of(graph.FailureError, itself)),
		},
		Sources: []string{
			"google.golang.org/grpc@v1.85.0 status/status.go:58",
			"google.golang.org/grpc@v1.85.0 status/status.go:96",
			"google.golang.org/grpc@v1.85.0 status/status.go:139",
			"google.golang.org/grpc@v1.85.0 server.go:1465",
		},
	}
})
