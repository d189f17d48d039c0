package sdk

import "github.com/ampcheck/ampcheck/graph"

// The retry interceptors of grpc-ecosystem/go-grpc-middleware do nothing until
// WithMax is given, which counts attempts although its parameter is named
// maxRetries. They retry RESOURCE_EXHAUSTED and UNAVAILABLE, which a reset of the
// connection is to a client, and their own per-try timeout, round the service config's policy. Options of a single call
// replace those of the interceptor.
var (
	_ = register("github.com/grpc-ecosystem/go-grpc-middleware", func() graph.Library {
		return grpcRetry("", "retry",
			"github.com/grpc-ecosystem/go-grpc-middleware@v1.4.0 retry/options.go:19",
			"github.com/grpc-ecosystem/go-grpc-middleware@v1.4.0 retry/options.go:22",
			"github.com/grpc-ecosystem/go-grpc-middleware@v1.4.0 retry/options.go:26",
			"github.com/grpc-ecosystem/go-grpc-middleware@v1.4.0 retry/retry.go:39",
		)
	})
	_ = register("github.com/grpc-ecosystem/go-grpc-middleware/v2", func() graph.Library {
		return grpcRetry("/v2", "interceptors/retry",
			"github.com/grpc-ecosystem/go-grpc-middleware/v2@v2.3.4 interceptors/retry/options.go:20",
			"github.com/grpc-ecosystem/go-grpc-middleware/v2@v2.3.4 interceptors/retry/options.go:23",
			"github.com/grpc-ecosystem/go-grpc-middleware/v2@v2.3.4 interceptors/retry/options.go:26",
			"github.com/grpc-ecosystem/go-grpc-middleware/v2@v2.3.4 interceptors/retry/retry.go:39",
			"github.com/grpc-ecosystem/go-grpc-middleware/v2@v2.3.4 interceptors/retry/retry.go:60",
		)
	})
)

func grpcRetry(version, folder string, sources ...string) graph.Library {
	module := "github.com/grpc-ecosystem/go-grpc-middleware" + version
	m := module + "/" + folder
	interceptor := graph.LibraryCall{
		Effect: graph.EffectConstructs, Protocol: graph.ProtocolGRPC, NoContext: true,
		Layers: []graph.LibraryLayer{{
			Name: "go-grpc-middleware retry", Kind: graph.KindInterceptor, Attempts: 1, RetriesOn: on("reset", "grpc:8", "grpc:14"),
			Backoff: graph.BackoffConstant, Base: "50ms", Jitter: true,
		}},
	}
	knobs := []graph.Knob{
		{Kind: graph.KnobOption, Name: m + ".WithMax", Role: graph.RoleAttempts, Zero: "one"},
		{Kind: graph.KnobOption, Name: m + ".Disable", Role: graph.RoleAttempts, Fixed: "1"},
		{Kind: graph.KnobOption, Name: m + ".WithPerRetryTimeout", Role: graph.RolePerTry, Zero: "unbounded"},
		{Kind: graph.KnobOption, Name: m + ".WithPerRetryTimeout", Role: graph.RoleLayer, Sets: &graph.LibraryLayer{
			RetriesOn: on("reset", "timeout", "grpc:8", "grpc:14"),
		}},
		{Kind: graph.KnobOption, Name: m + ".WithCodes", Role: graph.RoleClasses},
		{Kind: graph.KnobOption, Name: m + ".WithBackoff", Role: graph.RolePolicy},
	}
	for _, b := range []struct {
		name string
		kind graph.BackoffKind
	}{
		{"BackoffLinear", graph.BackoffConstant},
		{"BackoffLinearWithJitter", graph.BackoffConstant},
		{"BackoffExponential", graph.BackoffExponential},
		{"BackoffExponentialWithJitter", graph.BackoffExponential},
	} {
		knobs = append(knobs,
			graph.Knob{Kind: graph.KnobOption, Name: m + "." + b.name, Role: graph.RoleBase},
			graph.Knob{Kind: graph.KnobOption, Name: m + "." + b.name, Role: graph.RoleBackoff, Fixed: string(b.kind)},
		)
	}
	if version != "" {
		knobs = append(knobs, graph.Knob{Kind: graph.KnobOption, Name: m + ".WithRetriable", Role: graph.RoleClasses})
	}
	return graph.Library{
		Name:  "grpc-ecosystem/go-grpc-middleware" + version,
		Calls: each(withOptions(interceptor, 0), m+".", "UnaryClientInterceptor", "StreamClientInterceptor"),
		Knobs: knobs, Sources: sources,
	}
}
