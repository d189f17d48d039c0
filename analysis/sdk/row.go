package sdk

import (
	"fmt"

	"github.com/ampcheck/ampcheck/graph"
)

// The words of the rows.

// param is the i-th parameter.
func param(i int) *graph.Arg { return &graph.Arg{Index: i} }

// of is the operand of the same role in the call that made the i-th parameter.
func of(i int) *graph.Arg { return &graph.Arg{Index: i, Of: true} }

// maker is the operand of the same role in the call that made the receiver.
var maker = &graph.Arg{Receiver: true, Of: true}

// field is a field of the receiver, fieldOf one of the i-th parameter.
func field(name string) *graph.Arg { return &graph.Arg{Receiver: true, Field: name} }

func fieldOf(i int, name string) *graph.Arg { return &graph.Arg{Index: i, Field: name} }

// constant stands in place of an operand.
func constant(s string) *graph.Arg { return &graph.Arg{Const: s} }

// on is a set of failure classes. The words are written in this package, so one
// that is not known is a mistake in a row.
func on(words ...string) graph.ClassSet {
	s, err := graph.ParseClasses(words)
	if err != nil {
		panic(fmt.Sprintf("sdk: %v", err))
	}
	return s
}

// unsent are the failures of a request that was never sent.
var unsent = on("connect", "dns")

// transport are the failures of a request that got no answer.
var transport = on("connect", "dns", "refused-stream", "reset", "timeout")

// each makes the same call of each function: prefix and name.
func each(call graph.LibraryCall, prefix string, names ...string) []graph.LibraryCall {
	calls := make([]graph.LibraryCall, len(names))
	for i, name := range names {
		calls[i] = call
		calls[i].Func = prefix + name
	}
	return calls
}

// terminal is a function that marks the error given to it: it is not retried.
func terminal(name string) graph.Knob {
	return graph.Knob{Kind: graph.KnobOption, Name: name, Role: graph.RoleTerminal}
}

// with is a copy of call for another function, changed by change.
func with(call graph.LibraryCall, name string, change func(*graph.LibraryCall)) graph.LibraryCall {
	call.Func = name
	change(&call)
	return call
}

// withOptions is a copy of call that looks for knobs in the parameters from i
// on.
func withOptions(call graph.LibraryCall, i int) graph.LibraryCall {
	call.Options, call.Rest = param(i), true
	return call
}
