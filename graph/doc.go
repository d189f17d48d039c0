// Package graph is the model and its arithmetic. Producers (code analysis,
// configuration scanners, other repositories) describe what they saw as
// Fragments; Link joins fragments and a Policy into one Graph of service
// operations; Compute walks the graph once per entry and returns a Result:
// how many calls each node can receive for one unit of work, factor by factor.
//
// The words are those of the field: an attempt is one try with the first
// included, a layer is one mechanism that repeats a call on failure, a fan-out
// is how many different calls one execution makes when nothing fails.
//
// Two promises shape the code. Nobody may be able to show a run with more
// attempts than printed, so what is unknown is bounded, stays a symbol or is
// listed, and never silently counts as one. And no build fails on a guess, so
// every figure has a confident twin in which each guess is taken at its least.
//
// The package imports the standard library only, and knows no programming
// language, configuration format or output format.
package graph
