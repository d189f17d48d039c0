package sdk

import "github.com/ampcheck/ampcheck/graph"

const ginModule = "github.com/gin-gonic/gin"

// github.com/gin-gonic/gin hands a context to the functions of a route, the
// handler last. Status sets the status; what writes a body, or aborts, sends it.
// Errors that are left with the context answer nothing by themselves.
var _ = register(ginModule, func() graph.Library {
	const context, group = "(*" + ginModule + ".Context).", "(*" + ginModule + ".RouterGroup)."
	l := graph.Library{
		Name: "gin",
		Calls: append(verbs(group, param(0), param(1), "GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS"),
			verbNamed(group+"Handle", param(0), param(1), param(2)),
			serves(group+"Any", param(0), param(1)),
			graph.LibraryCall{Func: group + "Group", Effect: graph.EffectConstructs, Protocol: graph.ProtocolHTTP, Path: param(0)},
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
	for i := range l.Calls {
		if l.Calls[i].Effect == graph.EffectServes {
			l.Calls[i].Rest = true
		}
	}
	for _, name := range []string{
		"AbortWithStatus", "AbortWithStatusJSON", "AbortWithStatusPureJSON", "JSON", "IndentedJSON", "PureJSON", "AsciiJSON", "SecureJSON",
		"JSONP", "XML", "YAML", "TOML", "ProtoBuf", "String", "HTML", "Data", "DataFromReader", "Redirect", "Render",
	} {
		l.Calls = append(l.Calls, fails(context+name, graph.FailureFact{Role: graph.FailureAnswers, Arg: param(0)}))
	}
	return l
})
