package sdk

import (
	"slices"

	"github.com/ampcheck/ampcheck/graph"
)

// valyala/fasthttp sends GET, HEAD and PUT up to 5 times at once after an error
// of the transport, a read timeout among them, but not when no connection was
// made; others once. The method of a request handed to Do is not known here, so
// the row is that of a GET.
var _ = register(fastHTTP, func() graph.Library {
	return graph.Library{
		Name:  "valyala/fasthttp",
		Calls: fastHTTPCalls(),
		Knobs: []graph.Knob{
			{Kind: graph.KnobField, Name: fastHTTP + ".Client.MaxIdemponentCallAttempts", Role: graph.RoleAttempts, Zero: "default", Minus: "default"},
			{Kind: graph.KnobField, Name: fastHTTP + ".HostClient.MaxIdemponentCallAttempts", Role: graph.RoleAttempts, Zero: "default", Minus: "default"},
			{Kind: graph.KnobField, Name: fastHTTP + ".HostClient.Addr", Role: graph.RoleAddress},
			{Kind: graph.KnobField, Name: fastHTTP + ".Client.ReadTimeout", Role: graph.RolePerTry, Zero: "unbounded"},
			{Kind: graph.KnobField, Name: fastHTTP + ".HostClient.ReadTimeout", Role: graph.RolePerTry, Zero: "unbounded"},
			{Kind: graph.KnobParam, Name: fastHTTP + ".DoTimeout", Arg: 2, Role: graph.RoleOverall},
			{Kind: graph.KnobParam, Name: "(*" + fastHTTP + ".Client).DoTimeout", Arg: 2, Role: graph.RoleOverall},
			{Kind: graph.KnobParam, Name: "(*" + fastHTTP + ".HostClient).DoTimeout", Arg: 2, Role: graph.RoleOverall},
		},
		Sources: []string{
			"github.com/valyala/fasthttp@v1.78.0 client.go:731",
			"github.com/valyala/fasthttp@v1.78.0 client.go:1682",
			"github.com/valyala/fasthttp@v1.78.0 client.go:1765",
		},
	}
})

const fastHTTP = "github.com/valyala/fasthttp"

func fastHTTPCalls() []graph.LibraryCall {
	do := graph.LibraryCall{
		Effect: graph.EffectRemote, Protocol: graph.ProtocolHTTP, Address: of(0), NoContext: true,
		Layers: []graph.LibraryLayer{{
			Name: "valyala/fasthttp MaxIdemponentCallAttempts", Kind: graph.KindClientDefault,
			Attempts: 5, RetriesOn: transport.Minus(unsent), Backoff: graph.BackoffNone,
		}},
	}
	get, post := do, do
	get.Address, get.Method, get.Mutates = param(1), constant("GET"), graph.No
	post.Address, post.Method, post.Mutates, post.Layers = param(1), constant("POST"), graph.Yes, nil
	var calls []graph.LibraryCall
	for _, prefix := range []string{fastHTTP + ".", "(*" + fastHTTP + ".Client).", "(*" + fastHTTP + ".HostClient)."} {
		calls = slices.Concat(calls,
			each(do, prefix, "Do", "DoTimeout", "DoDeadline", "DoRedirects"),
			each(get, prefix, "Get", "GetTimeout", "GetDeadline"),
			each(post, prefix, "Post"),
		)
	}
	return calls
}
