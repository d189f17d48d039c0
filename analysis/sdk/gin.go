package sdk

import (
	"slices"

	"github.com/ampcheck/ampcheck/graph"
)

const ginModule = "github.com/gin-gonic/gin"

// github.com/gin-gonic/gin hands a context to the functions of a route, the
// handler last. Status sets the status; what writes a body, or aborts, sends it.
// Errors that are left with the context answer nothing by themselves.
var _ = register(ginModule, func() graph.Library {
	const context, group, any = "(*" + ginModule + ".Context).", "(*" + ginModule + ".RouterGroup).", "(" + ginModule + ".IRoutes)."
	l := graph.Library{
		Name: "gin",
		Calls: append(slices.Concat(routes(group, capital), routes(any, capital)),
			routeOf(group+"Handle"), routeOf(any+"Handle"),
			serves(group+"Any", param(0), param(1)),
			under(group+"Group", param(0), nil), under("("+ginModule+".IRouter).Group", param(0), nil),
			fails(context+"Status", graph.FailureFact{Role: graph.FailureAnswers, Arg: param(0), Sets: true}),
			fails(context+"Next", graph.FailureFact{Role: graph.FailureNext}),
			fails(context+"Error", graph.FailureFact{Role: graph.FailureNoted, Arg: param(0)}),
			fails("("+ginModule+".errorMsgs).Last", graph.FailureFact{Role: graph.FailureNotes, Arg: itself}),
			fails(ginModule+".Context.Errors", graph.FailureFact{Role: graph.FailureNotes}),
			fails(context+"AbortWithError", graph.FailureFact{Role: graph.FailureAnswers, Arg: param(0)}),
		),
		Knobs: []graph.Knob{round(group + "Use"), round("(*" + ginModule + ".Engine).Use")},
		Sources: []string{
			ginModule + "@v1.12.0 context.go:213",
			ginModule + "@v1.12.0 context.go:238",
			ginModule + "@v1.12.0 context.go:1152",
			ginModule + "@v1.12.0 routergroup.go:65",
			ginModule + "@v1.12.0 routergroup.go:103",
			ginModule + "@v1.12.0 errors.go:116",
		},
	}
	for _, name := range []string{
		"AbortWithStatus", "AbortWithStatusJSON", "AbortWithStatusPureJSON", "JSON", "IndentedJSON", "PureJSON", "AsciiJSON", "SecureJSON",
		"JSONP", "XML", "YAML", "TOML", "ProtoBuf", "String", "HTML", "Data", "DataFromReader", "Redirect", "Render",
	} {
		l.Calls = append(l.Calls, fails(context+name, graph.FailureFact{Role: graph.FailureAnswers, Arg: param(0)}))
	}
	return l
})
