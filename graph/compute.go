package graph

import "time"

// Options are the choices of one run that are no policy.
type Options struct {
	// Operations reports operations apart instead of whole services.
	Operations bool
	// Strict makes every problem, advisory ones too, an incomplete run.
	Strict bool
	// Now is the day on which suppressions are judged.
	Now time.Time
	// Notes are added to the result.
	Notes []string
}

// Compute walks the graph from every entry and returns what a report says.
func Compute(g *Graph, opts Options) *Result {
	return &Result{Schema: ResultSchema}
}
