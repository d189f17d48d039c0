package sdk

import (
	"slices"
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

var _ = register("github.com/go-chi/chi/v5", func() graph.Library {
	const mux, router = "(*github.com/go-chi/chi/v5.Mux).", "(github.com/go-chi/chi/v5.Router)."
	var calls []graph.LibraryCall
	for _, r := range []string{mux, router} {
		calls = append(calls, routes(r, capitalized)...)
		calls = append(calls,
			serves(r+"Handle", param(0), param(1)), serves(r+"HandleFunc", param(0), param(1)),
			routeOf(r+"Method"), routeOf(r+"MethodFunc"),
			under(r+"Route", param(0), param(1)), under(r+"Group", nil, param(0)), under(r+"With", nil, nil))
	}
	return graph.Library{
		Name: "go-chi/chi/v5", Calls: calls,
		Sources: []string{"github.com/go-chi/chi/v5@v5.4.0 mux.go:109", "github.com/go-chi/chi/v5@v5.4.0 mux.go:155", "github.com/go-chi/chi/v5@v5.4.0 mux.go:278"},
	}
})

var _ = register("github.com/gin-gonic/gin", func() graph.Library {
	const group, routers = "(*github.com/gin-gonic/gin.RouterGroup).", "(github.com/gin-gonic/gin.IRoutes)."
	calls := slices.Concat(routes(group, capital), routes(routers, capital))
	return graph.Library{
		Name: "gin-gonic/gin",
		Calls: append(calls, routeOf(group+"Handle"), routeOf(routers+"Handle"),
			serves(group+"Any", param(0), param(1)), under(group+"Group", param(0), nil), under("(github.com/gin-gonic/gin.IRouter).Group", param(0), nil)),
		Sources: []string{"github.com/gin-gonic/gin@v1.12.0 routergroup.go:72", "github.com/gin-gonic/gin@v1.12.0 routergroup.go:111"},
	}
})

var _ = register("github.com/labstack/echo/v4", func() graph.Library {
	const echo, group = "(*github.com/labstack/echo/v4.Echo).", "(*github.com/labstack/echo/v4.Group)."
	var calls []graph.LibraryCall
	for _, r := range []string{echo, group} {
		calls = append(calls, routes(r, capital)...)
		calls = append(calls, routeOf(r+"Add"), serves(r+"Any", param(0), param(1)), under(r+"Group", param(0), nil))
	}
	return graph.Library{
		Name: "labstack/echo/v4", Calls: calls,
		Sources: []string{"github.com/labstack/echo/v4@v4.16.4 echo.go:523", "github.com/labstack/echo/v4@v4.16.4 group.go:46"},
	}
})

var _ = register("github.com/julienschmidt/httprouter", func() graph.Library {
	const router = "(*github.com/julienschmidt/httprouter.Router)."
	return graph.Library{
		Name:    "julienschmidt/httprouter",
		Calls:   append(routes(router, capital), routeOf(router+"Handle"), routeOf(router+"Handler"), routeOf(router+"HandlerFunc")),
		Sources: []string{"github.com/julienschmidt/httprouter@v1.3.0 router.go:202", "github.com/julienschmidt/httprouter@v1.3.0 router.go:244"},
	}
})
