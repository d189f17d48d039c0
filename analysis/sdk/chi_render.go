package sdk

import "github.com/ampcheck/ampcheck/graph"

const chiRender = "github.com/go-chi/render"

// github.com/go-chi/render answers requests with the status that was set for them,
// else 200; Render lets the value answer first.
var _ = register(chiRender, func() graph.Library {
	l := graph.Library{
		Name: "chi render",
		Sources: []string{
			chiRender + "@v1.0.3 render.go:28",
			chiRender + "@v1.0.3 responder.go:31",
			chiRender + "@v1.0.3 responder.go:37",
			chiRender + "@v1.0.3 responder.go:93",
			chiRender + "@v1.0.3 responder.go:138",
		},
		Calls: []graph.LibraryCall{
			fails(chiRender+".Status", graph.FailureFact{Role: graph.FailureAnswers, Arg: param(1), Sets: true}),
			fails(chiRender+".NoContent", graph.FailureFact{Role: graph.FailureAnswers, Code: 204}),
		},
	}
	for _, name := range []string{"Render", "Respond", "DefaultResponder", "PlainText", "Data", "HTML", "JSON", "XML"} {
		l.Calls = append(l.Calls, fails(chiRender+"."+name, graph.FailureFact{Role: graph.FailureAnswers, Default: 200}))
	}
	return l
})
