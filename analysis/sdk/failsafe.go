package sdk

import "github.com/ampcheck/ampcheck/graph"

// failsafe-go runs a function under policies, outermost first. The default
// retry policy makes 3 attempts without a pause. WithMaxAttempts(0) and
// WithMaxRetries(-1) are no limit; a hedge sends one copy more.
var _ = register(failsafe, func() graph.Library {
	return graph.Library{
		Name:    "failsafe-go",
		Calls:   failsafeCalls(),
		Knobs:   failsafeKnobs(),
		Sources: failsafeSources,
	}
})

const failsafe = "github.com/failsafe-go/failsafe-go"

var failsafeSources = []string{
	"github.com/failsafe-go/failsafe-go@v0.9.7 retrypolicy/retry.go:14",
	"github.com/failsafe-go/failsafe-go@v0.9.7 retrypolicy/retry.go:198",
	"github.com/failsafe-go/failsafe-go@v0.9.7 retrypolicy/retry.go:262",
	"github.com/failsafe-go/failsafe-go@v0.9.7 retrypolicy/retryexecutor.go:104",
	"github.com/failsafe-go/failsafe-go@v0.9.7 failsafehttp/policy.go:56",
	"github.com/failsafe-go/failsafe-go@v0.9.7 failsafegrpc/policy.go:20",
}

func failsafeCalls() []graph.LibraryCall {
	once := func(name string) graph.LibraryLayer {
		return graph.LibraryLayer{Name: name, Kind: graph.KindLibrary, Attempts: 1, RetriesOn: graph.AnyClass, Backoff: graph.BackoffNone}
	}
	run := graph.LibraryCall{Effect: graph.EffectRuns, Runs: param(0), NoContext: true, Layers: []graph.LibraryLayer{once("failsafe-go policy")}}
	calls := each(run, "("+failsafe+".Executor[R any]).",
		"Run", "RunWithExecution", "Get", "GetWithExecution", "RunAsync", "RunAsyncWithExecution", "GetAsync", "GetAsyncWithExecution")
	policies := graph.LibraryCall{Effect: graph.EffectConstructs, NoContext: true}
	transport := policies
	transport.Layers = run.Layers
	return append(calls,
		withOptions(with(policies, failsafe+".With", func(*graph.LibraryCall) {}), 0),
		withOptions(with(transport, failsafe+"/failsafehttp.NewRoundTripper", func(*graph.LibraryCall) {}), 1),
		withOptions(with(transport, failsafe+"/failsafegrpc.NewUnaryClientInterceptor", func(*graph.LibraryCall) {}), 0),
	)
}

func failsafeKnobs() []graph.Knob {
	policy := func(name string, classes graph.ClassSet) graph.Knob {
		return graph.Knob{Kind: graph.KnobOption, Name: failsafe + name, Role: graph.RoleLayer, Sets: &graph.LibraryLayer{
			Attempts: 3, RetriesOn: classes,
		}}
	}
	builder, delayed := "("+failsafe+"/retrypolicy.Builder[R any]).", "("+failsafe+".DelayablePolicyBuilder[S, R any])."
	return []graph.Knob{
		policy("/retrypolicy.NewWithDefaults", graph.AnyClass),
		policy("/retrypolicy.NewBuilder", graph.AnyClass),
		policy("/failsafehttp.NewRetryPolicyBuilder", transport.Union(on("http:429", "http:5xx")).Minus(on("http:501"))),
		policy("/failsafegrpc.NewRetryPolicyBuilder", on("reset", "grpc:14", "grpc:4", "grpc:8")),
		{Kind: graph.KnobParam, Name: failsafe + "/failsafehttp.NewRoundTripper", Role: graph.RoleCarries},
		{Kind: graph.KnobSetter, Name: builder + "WithMaxAttempts", Role: graph.RoleAttempts, Zero: "unbounded", Minus: "unbounded"},
		{Kind: graph.KnobSetter, Name: builder + "WithMaxRetries", Role: graph.RoleRetries, Minus: "unbounded"},
		{Kind: graph.KnobSetter, Name: builder + "WithMaxDuration", Role: graph.RolePausing},
		{Kind: graph.KnobSetter, Name: delayed + "WithDelay", Role: graph.RoleBase},
		{Kind: graph.KnobSetter, Name: delayed + "WithDelay", Role: graph.RoleBackoff, Fixed: string(graph.BackoffConstant)},
		{Kind: graph.KnobSetter, Name: builder + "WithJitter", Role: graph.RoleJitter},
		{Kind: graph.KnobSetter, Name: builder + "WithJitterFactor", Role: graph.RoleJitter},
		{Kind: graph.KnobSetter, Name: builder + "WithBackoff", Role: graph.RoleBase},
		{Kind: graph.KnobSetter, Name: builder + "WithBackoff", Arg: 1, Role: graph.RoleMax},
		{Kind: graph.KnobSetter, Name: builder + "WithBackoff", Role: graph.RoleBackoff, Fixed: string(graph.BackoffExponential)},
		{Kind: graph.KnobOption, Name: failsafe + "/hedgepolicy.NewWithDelay", Role: graph.RoleLayer, Sets: &graph.LibraryLayer{
			Kind: graph.KindHedge, Attempts: 2, RetriesOn: graph.AnyClass,
		}},
	}
}
