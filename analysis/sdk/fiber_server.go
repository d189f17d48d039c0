package sdk

import (
	"slices"

	"github.com/ampcheck/ampcheck/graph"
)

const fiber2 = "github.com/gofiber/fiber/v2"

// The servers of github.com/gofiber/fiber run the functions of a route, the handler
// last. What sends an answer does so with the status that was set, else 200; an error
// that a handler returns is answered with the code of an *Error in its chain, else 500,
// unless the program sets an ErrorHandler.
var (
	_ = register(fiber2, func() graph.Library {
		return fiberServer(fiber2, "(*"+fiber2+".Ctx).",
			"v2.52.14 app.go:477", "v2.52.14 app.go:716", "v2.52.14 app.go:793", "v2.52.14 ctx.go:1785", "v2.52.14 ctx.go:1853", "v2.52.14 helpers.go:931")
	})
	_ = register(fiber, func() graph.Library {
		return fiberServer(fiber, "("+fiber+".Ctx).",
			"v3.1.0 app.go:900", "v3.1.0 app.go:969", "v3.1.0 group.go:187", "v3.1.0 ctx_interface_gen.go:141", "v3.1.0 ctx_interface_gen.go:461")
	})
)

// fiberServer is the row of one major version.
func fiberServer(module, context string, sources ...string) graph.Library {
	l := graph.Library{
		Name: "gofiber/fiber server" + module[len(module)-3:],
		Calls: []graph.LibraryCall{
			fails(module+".NewError", graph.FailureFact{Role: graph.FailureCoded, Arg: param(0), Protocol: graph.ProtocolHTTP}),
			fails(context+"Status", graph.FailureFact{Role: graph.FailureAnswers, Arg: param(0), Sets: true}),
			fails(context+"SendStatus", graph.FailureFact{Role: graph.FailureAnswers, Arg: param(0)}),
			fails(context+"Next", graph.FailureFact{Role: graph.FailureNext}),
		},
		Knobs: []graph.Knob{round("(*" + module + ".App).Use"), round("(*" + module + ".Group).Use"), round("(" + module + ".Router).Use")},
	}
	for _, name := range []string{"JSON", "JSONP", "XML", "Send", "SendString", "SendStream", "Render"} {
		l.Calls = append(l.Calls, fails(context+name, graph.FailureFact{Role: graph.FailureAnswers, Default: 200}))
	}
	returned := &graph.FailureFact{Role: graph.FailureReturned, Code: 500, Protocol: graph.ProtocolHTTP, By: module + ".Config.ErrorHandler"}
	for _, router := range []string{"(*" + module + ".App).", "(*" + module + ".Group).", "(" + module + ".Router)."} {
		calls := append(routes(router, capitalized), serves(router+"All", param(0), param(1)))
		if module == fiber2 { // the other one is given a list of methods
			calls = append(calls, routeOf(router+"Add"))
		}
		for i := range calls {
			calls[i].Failure = returned
		}
		l.Calls = slices.Concat(l.Calls, calls, []graph.LibraryCall{under(router+"Group", param(0), nil), under(router+"Route", param(0), param(1))})
	}
	for _, e := range fiberErrors {
		l.Calls = append(l.Calls, fails(module+"."+e.name, graph.FailureFact{Role: graph.FailureCoded, Code: e.code, Protocol: graph.ProtocolHTTP}))
	}
	for _, s := range sources {
		l.Sources = append(l.Sources, module+"@"+s)
	}
	return l
}

// fiberErrors are variables that hold an error with a status.
var fiberErrors = []struct {
	name string
	code int
}{
	{"ErrBadRequest", 400}, {"ErrUnauthorized", 401}, {"ErrForbidden", 403}, {"ErrNotFound", 404}, {"ErrMethodNotAllowed", 405},
	{"ErrRequestTimeout", 408}, {"ErrConflict", 409}, {"ErrTooManyRequests", 429}, {"ErrInternalServerError", 500},
	{"ErrNotImplemented", 501}, {"ErrBadGateway", 502}, {"ErrServiceUnavailable", 503}, {"ErrGatewayTimeout", 504},
}
