package sdk

import "github.com/ampcheck/ampcheck/graph"

// connectrpc.com/connect sends a call once through the HTTP client that it is
// given; what that client repeats is repeated. Generated clients call these.
var _ = register("connectrpc.com/connect", func() graph.Library {
	return graph.Library{
		Name: "connectrpc.com/connect",
		Calls: append(
			each(graph.LibraryCall{Effect: graph.EffectRemote, Protocol: graph.ProtocolHTTP, Address: maker},
				"(*connectrpc.com/connect.Client[Req, Res]).", "CallUnary", "CallClientStream", "CallServerStream", "CallBidiStream"),
			graph.LibraryCall{
				Func: "connectrpc.com/connect.NewClient", Effect: graph.EffectConstructs, Protocol: graph.ProtocolHTTP,
				Address: param(1), Options: param(2), Rest: true, NoContext: true,
			},
		),
		Knobs: []graph.Knob{
			{Kind: graph.KnobParam, Name: "connectrpc.com/connect.NewClient", Role: graph.RoleCarries},
		},
		Sources: []string{
			"connectrpc.com/connect@v1.21.1 client.go:42",
			"connectrpc.com/connect@v1.21.1 client.go:149",
			"connectrpc.com/connect@v1.21.1 duplex_http_call.go:152",
		},
	}
})

// The balancer of go-kit makes an endpoint that is tried up to max times, at
// once, after any error, within one timeout for all of them.
var _ = register("github.com/go-kit/kit", func() graph.Library {
	return graph.Library{
		Name: "go-kit/kit lb",
		Calls: []graph.LibraryCall{
			{
				Func: goKitLB + ".Retry", Effect: graph.EffectConstructs, NoContext: true,
				Layers: []graph.LibraryLayer{{Name: "go-kit lb.Retry", Kind: graph.KindLibrary, RetriesOn: graph.AnyClass, Backoff: graph.BackoffNone}},
			},
			{
				Func: goKitLB + ".RetryWithCallback", Effect: graph.EffectConstructs, NoContext: true,
				Layers: []graph.LibraryLayer{{Name: "go-kit lb.RetryWithCallback", Kind: graph.KindLibrary, RetriesOn: graph.AnyClass, Backoff: graph.BackoffNone}},
			},
		},
		Knobs: []graph.Knob{
			{Kind: graph.KnobParam, Name: goKitLB + ".Retry", Role: graph.RoleAttempts, Zero: "one"},
			{Kind: graph.KnobParam, Name: goKitLB + ".Retry", Arg: 1, Role: graph.RoleOverall},
			{Kind: graph.KnobParam, Name: goKitLB + ".RetryWithCallback", Role: graph.RoleOverall},
			{Kind: graph.KnobParam, Name: goKitLB + ".RetryWithCallback", Arg: 2, Role: graph.RoleClasses},
		},
		Sources: []string{
			"github.com/go-kit/kit@v0.13.0 sd/lb/retry.go:50",
			"github.com/go-kit/kit@v0.13.0 sd/lb/retry.go:66",
			"github.com/go-kit/kit@v0.13.0 sd/lb/retry.go:74",
		},
	}
})

const goKitLB = "github.com/go-kit/kit/sd/lb"
