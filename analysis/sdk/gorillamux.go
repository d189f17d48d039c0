package sdk

import "github.com/ampcheck/ampcheck/graph"

// github.com/gorilla/mux routes requests by path, as the server of net/http
// does; Methods narrows the route that it is called on.
var _ = register("github.com/gorilla/mux", func() graph.Library {
	const router, route = "(*github.com/gorilla/mux.Router).", "(*github.com/gorilla/mux.Route)."
	return graph.Library{
		Name: "gorilla/mux",
		Calls: []graph.LibraryCall{
			serves(router+"HandleFunc", param(0), param(1)),
			serves(router+"Handle", param(0), param(1)),
			{Func: route + "Methods", Effect: graph.EffectServes, Protocol: graph.ProtocolHTTP, Method: param(0)},
			under(router+"PathPrefix", param(0), nil),
			under(route+"PathPrefix", param(0), nil),
			under(route+"Subrouter", nil, nil),
		},
		Sources: []string{
			"github.com/gorilla/mux@v1.8.1 mux.go:294",
			"github.com/gorilla/mux@v1.8.1 mux.go:300",
			"github.com/gorilla/mux@v1.8.1 route.go:335",
			"github.com/gorilla/mux@v1.8.1 route.go:494",
		},
	}
})
