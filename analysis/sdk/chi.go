package sdk

import "github.com/ampcheck/ampcheck/graph"

const chiModule = "github.com/go-chi/chi/v5"

// github.com/go-chi/chi routes requests by path to handlers of net/http.
var _ = register(chiModule, func() graph.Library {
	l := graph.Library{
		Name: "chi",
		Sources: []string{
			chiModule + "@v5.4.0 mux.go:109",
			chiModule + "@v5.4.0 mux.go:155",
			chiModule + "@v5.4.0 mux.go:278",
		},
	}
	for _, router := range []string{"(*" + chiModule + ".Mux).", "(" + chiModule + ".Router)."} {
		l.Calls = append(l.Calls, routes(router, capitalized)...)
		l.Calls = append(l.Calls,
			serves(router+"HandleFunc", param(0), param(1)), serves(router+"Handle", param(0), param(1)),
			routeOf(router+"MethodFunc"), routeOf(router+"Method"),
			under(router+"Route", param(0), param(1)), under(router+"Group", nil, param(0)), under(router+"With", nil, nil))
	}
	return l
})
