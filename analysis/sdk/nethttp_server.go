package sdk

import (
	"github.com/ampcheck/ampcheck/graph"
)

// The server of net/http: patterns hold the method since Go 1.22, "GET /x".
var _ = register("", func() graph.Library {
	return graph.Library{
		Name: "net/http server",
		Calls: []graph.LibraryCall{
			serves("net/http.HandleFunc", param(0), param(1)),
			serves("net/http.Handle", param(0), param(1)),
			serves("(*net/http.ServeMux).HandleFunc", param(0), param(1)),
			serves("(*net/http.ServeMux).Handle", param(0), param(1)),
			listens("net/http.ListenAndServe", param(0), param(1)),
			listens("net/http.ListenAndServeTLS", param(0), param(3)),
			listens("net/http.Serve", of(0), param(1)),
			listens("net/http.ServeTLS", of(0), param(1)),
			listens("(*net/http.Server).ListenAndServe", field("Addr"), field("Handler")),
			listens("(*net/http.Server).ListenAndServeTLS", field("Addr"), field("Handler")),
			listens("(*net/http.Server).Serve", of(0), field("Handler")),
			listens("(*net/http.Server).ServeTLS", of(0), field("Handler")),
			{Func: "net.Listen", Effect: graph.EffectConstructs, Address: param(1)},
			{Func: "(*net.ListenConfig).Listen", Effect: graph.EffectConstructs, Address: param(2)},
			passes("net/http.TimeoutHandler", param(0)),
			passes("net/http.StripPrefix", param(1)),
			passes("net/http.MaxBytesHandler", param(0)),
			passes("net/http.AllowQuerySemicolons", param(0)),
		},
		Sources: []string{
			"std@go1.26.8 net/http/server.go:2872",
			"std@go1.26.8 net/http/server.go:3348",
			"std@go1.26.8 net/http/server.go:3673",
		},
	}
})

// serves registers a handler for a path.
func serves(name string, path, handler *graph.Arg) graph.LibraryCall {
	return graph.LibraryCall{Func: name, Effect: graph.EffectServes, Protocol: graph.ProtocolHTTP, Path: path, Runs: handler}
}

// listens serves a handler at an address.
func listens(name string, address, handler *graph.Arg) graph.LibraryCall {
	return graph.LibraryCall{Func: name, Effect: graph.EffectServes, Protocol: graph.ProtocolHTTP, Address: address, Runs: handler}
}

// passes makes a handler that runs another one once.
func passes(name string, handler *graph.Arg) graph.LibraryCall {
	return graph.LibraryCall{Func: name, Effect: graph.EffectConstructs, Protocol: graph.ProtocolHTTP, Runs: handler}
}

// round is a function that puts functions round the handlers of its receiver.
func round(name string) graph.Knob {
	return graph.Knob{Kind: graph.KnobSetter, Name: name, Role: graph.RoleServes}
}
