package sdk

import (
	"strings"

	"github.com/ampcheck/ampcheck/graph"
)

// The words of the rows of routers: a route is a path and the handler that serves
// it, its last one where there are several, under the prefix of the group that it
// is added to.

// methods are those of HTTP that routers have functions for.
var methods = []string{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}

// routes are the functions that are named after the method that they serve, as
// spelled writes it.
func routes(receiver string, spelled func(method string) string) []graph.LibraryCall {
	var calls []graph.LibraryCall
	for _, m := range methods {
		c := serves(receiver+spelled(m), param(0), param(1))
		c.Method = constant(m)
		calls = append(calls, c)
	}
	return calls
}

func capital(method string) string { return method }

func capitalized(method string) string { return method[:1] + strings.ToLower(method[1:]) }

// routeOf serves a path and a method that are parameters, the method first.
func routeOf(name string) graph.LibraryCall {
	c := serves(name, param(1), param(2))
	c.Method = param(0)
	return c
}

// under makes a router for the paths below one. Where it calls a function with
// that router, inside is the parameter with it.
func under(name string, path, inside *graph.Arg) graph.LibraryCall {
	return graph.LibraryCall{Func: name, Effect: graph.EffectConstructs, Protocol: graph.ProtocolHTTP, Path: path, Runs: inside}
}

var _ = register("github.com/julienschmidt/httprouter", func() graph.Library {
	const router = "(*github.com/julienschmidt/httprouter.Router)."
	return graph.Library{
		Name:    "julienschmidt/httprouter",
		Calls:   append(routes(router, capital), routeOf(router+"Handle"), routeOf(router+"Handler"), routeOf(router+"HandlerFunc")),
		Sources: []string{"github.com/julienschmidt/httprouter@v1.3.0 router.go:202", "github.com/julienschmidt/httprouter@v1.3.0 router.go:244"},
	}
})
