package sdk

import "github.com/ampcheck/ampcheck/graph"

// go-kratos/kratos sends once. Its clients bound each call at 2 s where nothing is
// said, 0 takes the bound away; that of gRPC is an interceptor of the connection, that
// of HTTP the timeout of an http.Client. Both are dialled by an endpoint among the
// options: an address, or discovery:///NAME, the name that a service registered.
var _ = register(kratosModule, func() graph.Library {
	const rpc, web = kratosModule + "/transport/grpc", kratosModule + "/transport/http"
	bound := []graph.LibraryLayer{{Name: "kratos timeout", Kind: graph.KindClientDefault, Attempts: 1, Overall: "2s"}}
	dial := graph.LibraryCall{
		Effect: graph.EffectConstructs, Protocol: graph.ProtocolGRPC, Options: param(1), Rest: true, Layers: bound,
	}
	return graph.Library{
		Name: "go-kratos/kratos",
		Calls: append(each(dial, rpc+".", "Dial", "DialInsecure"),
			graph.LibraryCall{Func: web + ".NewClient", Effect: graph.EffectConstructs, Protocol: graph.ProtocolHTTP, Options: param(1), Rest: true},
			graph.LibraryCall{
				Func: "(*" + web + ".Client).Invoke", Effect: graph.EffectRemote, Protocol: graph.ProtocolHTTP,
				Method: param(1), Address: param(2), Layers: bound,
			},
		),
		Knobs: []graph.Knob{
			{Kind: graph.KnobOption, Name: rpc + ".WithEndpoint", Role: graph.RoleAddress},
			{Kind: graph.KnobOption, Name: rpc + ".WithTimeout", Role: graph.RoleOverall, Zero: "unbounded"},
			{Kind: graph.KnobOption, Name: rpc + ".WithUnaryInterceptor", Role: graph.RoleCarries},
			{Kind: graph.KnobOption, Name: rpc + ".WithMiddleware", Role: graph.RoleCarries},
			{Kind: graph.KnobOption, Name: web + ".WithEndpoint", Role: graph.RoleAddress},
			{Kind: graph.KnobOption, Name: web + ".WithTimeout", Role: graph.RoleOverall, Zero: "unbounded"},
			{Kind: graph.KnobOption, Name: web + ".WithMiddleware", Role: graph.RoleCarries},
		},
		Sources: []string{
			"github.com/go-kratos/kratos/v2@v2.8.3 transport/grpc/client.go:152",
			"github.com/go-kratos/kratos/v2@v2.8.3 transport/grpc/client.go:218",
			"github.com/go-kratos/kratos/v2@v2.8.3 transport/http/client.go:149",
			"github.com/go-kratos/kratos/v2@v2.2.0 transport/grpc/client.go:125",
		},
	}
})

// The servers of kratos: generated code adds its routes to a router of a server, or
// registers at the server of gRPC.
var _ = register(kratosModule, func() graph.Library {
	const web = kratosModule + "/transport/http"
	const router, server = "(*" + web + ".Router).", "(*" + web + ".Server)."
	return graph.Library{
		Name: "go-kratos/kratos server",
		Calls: append(routes(router, capital), routeOf(router+"Handle"),
			under(server+"Route", param(0), nil), under(router+"Group", param(0), nil),
			serves(server+"Handle", param(0), param(1)), serves(server+"HandlePrefix", param(0), param(1)),
			serves(server+"HandleFunc", param(0), param(1)),
			// The handler that it gives back runs what generated code gives it.
			graph.LibraryCall{Func: "(" + web + ".Context).Middleware", Effect: graph.EffectRuns, Runs: param(0), NoContext: true},
		),
		Sources: []string{
			"github.com/go-kratos/kratos/v2@v2.8.3 transport/http/router.go:45",
			"github.com/go-kratos/kratos/v2@v2.8.3 transport/http/server.go:244",
		},
	}
})

const kratosModule = "github.com/go-kratos/kratos/v2"
