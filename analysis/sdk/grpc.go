package sdk

import "github.com/ampcheck/ampcheck/graph"

// google.golang.org/grpc sends a call once unless a service config names its
// method in a retryPolicy: that comes from WithDefaultServiceConfig, or at run
// time from DNS or xDS, which code does not show. maxAttempts is cut to 5, or to
// WithMaxCallAttempts. A call that the transport never sent, or that the server
// refused unread, is sent again by itself ("transparent retry"); no layer, for
// nothing reached the callee.
//
// Generated clients call Invoke or NewStream of the interface; a stream is one
// call, made when it is opened.
var _ = register(grpcModule, func() graph.Library {
	return graph.Library{
		Name: "google.golang.org/grpc",
		Calls: []graph.LibraryCall{
			grpcCall("(google.golang.org/grpc.ClientConnInterface).Invoke", 1, 4),
			grpcCall("(*google.golang.org/grpc.ClientConn).Invoke", 1, 4),
			grpcCall("(google.golang.org/grpc.ClientConnInterface).NewStream", 2, 3),
			grpcCall("(*google.golang.org/grpc.ClientConn).NewStream", 2, 3),
			grpcDial("google.golang.org/grpc.NewClient", 0),
			grpcDial("google.golang.org/grpc.Dial", 0),
			grpcDial("google.golang.org/grpc.DialContext", 1),
		},
		Knobs: []graph.Knob{
			{Kind: graph.KnobOption, Name: "google.golang.org/grpc.WithDefaultServiceConfig", Role: graph.RoleServiceConfig},
			{Kind: graph.KnobOption, Name: "google.golang.org/grpc.WithMaxCallAttempts", Role: graph.RoleCap, Zero: "default", Minus: "default", Values: map[string]string{"1": "default"}},
			{Kind: graph.KnobOption, Name: "google.golang.org/grpc.WithDisableRetry", Role: graph.RoleAttempts, Fixed: "1"},
			{Kind: graph.KnobOption, Name: "google.golang.org/grpc.WithUnaryInterceptor", Role: graph.RoleCarries},
			{Kind: graph.KnobOption, Name: "google.golang.org/grpc.WithChainUnaryInterceptor", Role: graph.RoleCarries},
			{Kind: graph.KnobOption, Name: "google.golang.org/grpc.WithStreamInterceptor", Role: graph.RoleCarries},
			{Kind: graph.KnobOption, Name: "google.golang.org/grpc.WithChainStreamInterceptor", Role: graph.RoleCarries},
		},
		Sources: []string{
			"google.golang.org/grpc@v1.85.0 dialoptions.go:43",
			"google.golang.org/grpc@v1.85.0 dialoptions.go:801",
			"google.golang.org/grpc@v1.85.0 service_config.go:288",
			"google.golang.org/grpc@v1.85.0 stream.go:825",
			"google.golang.org/grpc@v1.85.0 stream.go:875",
			"google.golang.org/grpc@v1.85.0 internal/envconfig/envconfig.go:32",
		},
	}
})

// The server of google.golang.org/grpc: generated code registers a service with
// its description and the value whose methods answer.
var _ = register(grpcModule, func() graph.Library {
	return graph.Library{
		Name: "google.golang.org/grpc server",
		Calls: []graph.LibraryCall{
			grpcServes("(google.golang.org/grpc.ServiceRegistrar).RegisterService"),
			grpcServes("(*google.golang.org/grpc.Server).RegisterService"),
			{Func: "(*google.golang.org/grpc.Server).Serve", Effect: graph.EffectServes, Protocol: graph.ProtocolGRPC, Address: of(0)},
		},
		Knobs: []graph.Knob{
			round("google.golang.org/grpc.UnaryInterceptor"),
			round("google.golang.org/grpc.ChainUnaryInterceptor"),
		},
		Sources: []string{
			"google.golang.org/grpc@v1.85.0 server.go:765",
			"google.golang.org/grpc@v1.85.0 server.go:778",
		},
	}
})

const grpcModule = "google.golang.org/grpc"

func grpcCall(name string, method, options int) graph.LibraryCall {
	return graph.LibraryCall{
		Func: name, Effect: graph.EffectRemote, Protocol: graph.ProtocolGRPC,
		Address: maker, Method: param(method), Options: param(options), Rest: true,
		Layers: []graph.LibraryLayer{{Name: "grpc retryPolicy", Kind: graph.KindClientDefault, Attempts: 1, Marks: []string{grpcAttempts}}},
	}
}

func grpcDial(name string, target int) graph.LibraryCall {
	return graph.LibraryCall{
		Func: name, Effect: graph.EffectConstructs, Protocol: graph.ProtocolGRPC,
		Address: param(target), Options: param(target + 1), Rest: true,
	}
}

func grpcServes(name string) graph.LibraryCall {
	return graph.LibraryCall{Func: name, Effect: graph.EffectServes, Protocol: graph.ProtocolGRPC, Path: param(0), Runs: param(1)}
}
