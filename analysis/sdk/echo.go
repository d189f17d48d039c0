package sdk

import "github.com/ampcheck/ampcheck/graph"

const echoModule = "github.com/labstack/echo/v4"

// github.com/labstack/echo/v4 answers with what a handler returns: an *HTTPError
// has a status, any other error is 500, unless the program sets HTTPErrorHandler.
// An HTTPError that another error wraps is not looked for.
var _ = register(echoModule, func() graph.Library {
	const context = "(" + echoModule + ".Context)."
	coded := graph.FailureFact{Role: graph.FailureCoded, Arg: param(0), Protocol: graph.ProtocolHTTP}
	l := graph.Library{
		Name: "echo",
		Calls: []graph.LibraryCall{
			fails(echoModule+".NewHTTPError", coded),
			fails("(*"+echoModule+".HTTPError).SetInternal", graph.FailureFact{Role: graph.FailureSame, Arg: itself}),
			fails("(*"+echoModule+".HTTPError).WithInternal", graph.FailureFact{Role: graph.FailureSame, Arg: itself}),
			fails(echoModule+".Response.Committed", graph.FailureFact{Role: graph.FailureSent}),
			under("(*"+echoModule+".Echo).Group", param(0), nil),
			under("(*"+echoModule+".Group).Group", param(0), nil),
		},
		Knobs: []graph.Knob{round("(*" + echoModule + ".Echo).Use"), round("(*" + echoModule + ".Group).Use")},
		Sources: []string{
			echoModule + "@v4.16.4 echo.go:322",
			echoModule + "@v4.16.4 echo.go:451",
			echoModule + "@v4.16.4 echo.go:923",
			echoModule + "@v4.16.4 context.go:535",
		},
	}
	returned := &graph.FailureFact{Role: graph.FailureReturned, Code: 500, Protocol: graph.ProtocolHTTP, By: echoModule + ".Echo.HTTPErrorHandler"}
	for _, router := range []string{"(*" + echoModule + ".Echo).", "(*" + echoModule + ".Group)."} {
		calls := append(routes(router, capital), serves(router+"Any", param(0), param(1)), routeOf(router+"Add"))
		for i := range calls {
			calls[i].Failure = returned
		}
		l.Calls = append(l.Calls, calls...)
	}
	for _, name := range []string{"JSON", "JSONPretty", "JSONBlob", "JSONP", "JSONPBlob", "XML", "XMLPretty", "XMLBlob", "String", "HTML", "HTMLBlob", "Blob", "Stream", "NoContent", "Redirect"} {
		l.Calls = append(l.Calls, fails(context+name, graph.FailureFact{Role: graph.FailureAnswers, Arg: param(0)}))
	}
	for _, e := range echoErrors {
		l.Calls = append(l.Calls, fails(echoModule+"."+e.name, graph.FailureFact{Role: graph.FailureCoded, Code: e.code, Protocol: graph.ProtocolHTTP}))
	}
	return l
})

// echoErrors are the variables that hold an error with a status.
var echoErrors = []struct {
	name string
	code int
}{
	{"ErrBadRequest", 400}, {"ErrUnauthorized", 401}, {"ErrForbidden", 403}, {"ErrNotFound", 404}, {"ErrMethodNotAllowed", 405},
	{"ErrRequestTimeout", 408}, {"ErrConflict", 409}, {"ErrTooManyRequests", 429}, {"ErrInternalServerError", 500},
	{"ErrNotImplemented", 501}, {"ErrBadGateway", 502}, {"ErrServiceUnavailable", 503}, {"ErrGatewayTimeout", 504},
}
