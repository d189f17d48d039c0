package sdk

import "github.com/ampcheck/ampcheck/graph"

// github.com/gorilla/mux routes requests by path, as the server of net/http
// does; Methods narrows a route and is not read.
var _ = register("github.com/gorilla/mux", func() graph.Library {
	return graph.Library{
		Name: "gorilla/mux",
		Calls: []graph.LibraryCall{
			serves("(*github.com/gorilla/mux.Router).HandleFunc", param(0), param(1)),
			serves("(*github.com/gorilla/mux.Router).Handle", param(0), param(1)),
		},
		Sources: []string{
			"github.com/gorilla/mux@v1.8.1 mux.go:306",
			"github.com/gorilla/mux@v1.8.1 mux.go:312",
		},
	}
})
