package sdk

import (
	"slices"

	"github.com/ampcheck/ampcheck/graph"
)

// The client of gofiber/fiber v3 sends through fasthttp, which sends GET, HEAD and PUT
// up to 5 times by itself. A RetryConfig goes round that for every method: an empty one
// is 10 attempts, so that a GET is sent 50 times. MaxRetryCount counts attempts.
var _ = register(fiber, func() graph.Library {
	outer := graph.LibraryLayer{
		Name: "fiber RetryConfig", Kind: graph.KindLibrary, Attempts: 1, RetriesOn: transport,
		Backoff: graph.BackoffExponential, Base: "1s", Max: "32s", Jitter: true,
	}
	send := graph.LibraryCall{
		Effect: graph.EffectRemote, Protocol: graph.ProtocolHTTP, Address: param(0), NoContext: true,
		Layers: []graph.LibraryLayer{outer, {
			Name: "valyala/fasthttp MaxIdemponentCallAttempts", Kind: graph.KindClientDefault,
			Attempts: 5, RetriesOn: transport.Minus(unsent), Backoff: graph.BackoffNone,
		}},
	}
	var calls []graph.LibraryCall
	for _, prefix := range []string{"(*" + fiberClient + ".Client).", "(*" + fiberClient + ".Request)."} {
		calls = slices.Concat(calls, requestVerbs(send, prefix))
	}
	for i := range calls {
		switch calls[i].Method.Const {
		case "GET", "HEAD", "PUT":
		default:
			calls[i].Layers = []graph.LibraryLayer{outer}
		}
	}
	return graph.Library{
		Name: "gofiber/fiber client",
		Calls: append(calls,
			graph.LibraryCall{Func: fiberClient + ".New", Effect: graph.EffectConstructs, Protocol: graph.ProtocolHTTP, NoContext: true},
			graph.LibraryCall{Func: "(*" + fiberClient + ".Client).R", Effect: graph.EffectConstructs, Protocol: graph.ProtocolHTTP, Address: maker, NoContext: true},
		),
		Knobs: []graph.Knob{
			{Kind: graph.KnobSetter, Name: "(*" + fiberClient + ".Client).SetRetryConfig", Role: graph.RolePolicy},
			{Kind: graph.KnobType, Name: "github.com/gofiber/fiber/v3/addon/retry.Config", Role: graph.RoleAttempts, Fixed: "10"},
			{Kind: graph.KnobField, Name: "github.com/gofiber/fiber/v3/addon/retry.Config.MaxRetryCount", Role: graph.RoleAttempts, Zero: "10", Minus: "10"},
			{Kind: graph.KnobField, Name: "github.com/gofiber/fiber/v3/addon/retry.Config.InitialInterval", Role: graph.RoleBase, Zero: "default"},
			{Kind: graph.KnobSetter, Name: "(*" + fiberClient + ".Client).SetTimeout", Role: graph.RoleOverall},
			{Kind: graph.KnobSetter, Name: "(*" + fiberClient + ".Client).SetTimeout", Layer: 1, Role: graph.RoleOverall},
			{Kind: graph.KnobSetter, Name: "(*" + fiberClient + ".Client).SetBaseURL", Role: graph.RoleAddress},
		},
		Sources: []string{
			"github.com/gofiber/fiber/v3@v3.1.0 addon/retry/config.go:42",
			"github.com/gofiber/fiber/v3@v3.1.0 addon/retry/exponential_backoff.go:48",
			"github.com/gofiber/fiber/v3@v3.1.0 client/core.go:103",
		},
	}
})

const (
	fiber       = "github.com/gofiber/fiber/v3"
	fiberClient = fiber + "/client"
)
