package sdk

import (
	"slices"

	"github.com/ampcheck/ampcheck/graph"
)

// aws-sdk-go-v2 tries an operation of any service 3 times, writes too: after
// errors of the connection, 500, 502, 503, 504, the codes of throttling, and since
// v1.48.0 any 429.
// One client shares a bucket of 500 tokens, from which a retry takes 5 up to
// v1.47 and 14 since v1.48.0 (5 when throttled). RetryMaxAttempts counts
// attempts and 0 is not set; AddWithMaxAttempts(r, 0) is no limit.
//
// Every service is a module with a Client of its own; DynamoDB makes 4 attempts
// since its v1.74.0.
var (
	_ = register(awsV2Module, func() graph.Library {
		layer := awsLayer("1s", 5)
		layer.RetriesOn = layer.RetriesOn.Minus(on("http:429"))
		return awsV2("", "v1.48.0", layer,
			"github.com/aws/aws-sdk-go-v2@v1.47.8 aws/retry/standard.go:29",
			"github.com/aws/aws-sdk-go-v2@v1.47.8 aws/retry/standard.go:32",
			"github.com/aws/aws-sdk-go-v2@v1.47.8 aws/retry/standard.go:37",
			"github.com/aws/aws-sdk-go-v2@v1.47.8 aws/retry/standard.go:38",
			"github.com/aws/aws-sdk-go-v2@v1.47.8 aws/retry/jitter_backoff.go:97",
			"github.com/aws/aws-sdk-go-v2/service/sqs@v1.53.0 options.go:93",
			"github.com/aws/aws-sdk-go-v2/config@v1.33.18 load_options.go:879",
		)
	})
	_ = register(awsV2Module, func() graph.Library {
		return awsV2("v1.48.0", "", awsLayer("50ms", 14),
			"github.com/aws/aws-sdk-go-v2@v1.48.0 aws/retry/standard.go:28",
			"github.com/aws/aws-sdk-go-v2@v1.48.0 aws/retry/standard.go:32",
			"github.com/aws/aws-sdk-go-v2@v1.48.0 aws/retry/standard.go:36",
			"github.com/aws/aws-sdk-go-v2@v1.48.0 aws/retry/standard.go:60",
			"github.com/aws/aws-sdk-go-v2@v1.48.0 aws/retry/standard.go:226",
			"github.com/aws/aws-sdk-go-v2@v1.48.0 aws/retry/middleware.go:281",
			"github.com/aws/aws-sdk-go-v2@v1.48.0 aws/retry/retry.go:40",
			"github.com/aws/aws-sdk-go-v2/service/sqs@v1.53.0 options.go:93",
			"github.com/aws/aws-sdk-go-v2/config@v1.33.18 env_config.go:71",
			"github.com/aws/aws-sdk-go-v2/config@v1.33.18 load_options.go:879",
		)
	})
	_ = register(awsV2Module+"/service/dynamodb", func() graph.Library {
		return graph.Library{
			Name: "aws-sdk-go-v2 dynamodb", Since: "v1.74.0",
			Calls: []graph.LibraryCall{
				awsOperation("(*"+awsV2Module+"/service/dynamodb.Client).*", awsDynamoDB()),
				{Func: "(*" + awsV2Module + "/service/dynamodb.Client).Options", Effect: graph.EffectNone, NoContext: true},
			},
			Knobs: slices.DeleteFunc(awsKnobs(), func(k graph.Knob) bool { return k.Kind != graph.KnobField }), // options are found by their names
			Sources: []string{
				"github.com/aws/aws-sdk-go-v2/service/dynamodb@v1.74.0 api_client.go:673",
				"github.com/aws/aws-sdk-go-v2/service/dynamodb@v1.74.0 api_client.go:675",
			},
		}
	})
)

const (
	awsV2Module = "github.com/aws/aws-sdk-go-v2"

	sdkProtocol graph.Protocol = "sdk"
)

func awsLayer(base string, cost float64) graph.LibraryLayer {
	return graph.LibraryLayer{
		Name: "aws-sdk-go-v2 RetryMaxAttempts", Kind: graph.KindClientDefault, Attempts: 3,
		RetriesOn: transport.Union(on("http:429", "http:500", "http:502", "http:503", "http:504")),
		Backoff:   graph.BackoffExponential, Base: base, Max: "20s", Jitter: true,
		Budget: &graph.Budget{Kind: graph.BudgetTokens, Tokens: 500, Cost: cost},
	}
}

func awsDynamoDB() graph.LibraryLayer {
	l := awsLayer("25ms", 14)
	l.Attempts = 4
	return l
}

func awsOperation(name string, layer graph.LibraryLayer) graph.LibraryCall {
	return graph.LibraryCall{
		Func: name, Effect: graph.EffectRemote, Protocol: sdkProtocol, Address: maker, Options: param(2), Rest: true,
		Layers: []graph.LibraryLayer{layer},
	}
}

func awsV2(since, before string, layer graph.LibraryLayer, sources ...string) graph.Library {
	const m, service = awsV2Module, awsV2Module + "/service/*"
	constructs := graph.LibraryCall{Effect: graph.EffectConstructs, Protocol: sdkProtocol, Options: param(0), Rest: true}
	return graph.Library{
		Name: "aws-sdk-go-v2", Since: since, Before: before,
		Calls: []graph.LibraryCall{
			awsOperation("(*"+service+".Client).*", layer),
			{Func: "(*" + service + ".Client).Options", Effect: graph.EffectNone, NoContext: true},
			with(constructs, service+".New", func(*graph.LibraryCall) {}),
			with(constructs, service+".NewFromConfig", func(*graph.LibraryCall) {}),
			{Func: m + "/config.LoadDefaultConfig", Effect: graph.EffectConstructs, Protocol: sdkProtocol, Options: param(1), Rest: true},
		},
		Knobs:   awsKnobs(),
		Sources: sources,
	}
}

func awsKnobs() []graph.Knob {
	const m, service = awsV2Module, awsV2Module + "/service/*"
	return []graph.Knob{
		{Kind: graph.KnobField, Name: service + ".Options.RetryMaxAttempts", Role: graph.RoleAttempts, Zero: "default"},
		{Kind: graph.KnobField, Name: service + ".Options.Retryer", Role: graph.RolePolicy},
		{Kind: graph.KnobField, Name: service + ".Options.BaseEndpoint", Role: graph.RoleAddress},
		{Kind: graph.KnobField, Name: m + "/aws.Config.RetryMaxAttempts", Role: graph.RoleAttempts, Zero: "default"},
		{Kind: graph.KnobField, Name: m + "/aws.Config.Retryer", Role: graph.RolePolicy},
		{Kind: graph.KnobOption, Name: m + "/config.WithRetryMaxAttempts", Role: graph.RoleAttempts, Zero: "default"},
		{Kind: graph.KnobOption, Name: m + "/config.WithRetryer", Role: graph.RolePolicy},
		{Kind: graph.KnobField, Name: m + "/aws/retry.StandardOptions.MaxAttempts", Role: graph.RoleAttempts, Zero: "default", Minus: "default"},
		{Kind: graph.KnobField, Name: m + "/aws/retry.StandardOptions.MaxBackoff", Role: graph.RoleMax},
		{Kind: graph.KnobWrapper, Name: m + "/aws/retry.AddWithMaxAttempts", Arg: 1, Role: graph.RoleAttempts, Zero: "unbounded"},
		{Kind: graph.KnobWrapper, Name: m + "/aws/retry.AddWithMaxBackoffDelay", Arg: 1, Role: graph.RoleMax},
		{Kind: graph.KnobType, Name: m + "/aws.NopRetryer", Role: graph.RoleAttempts, Fixed: "1"},
		{Kind: graph.KnobEnv, Name: "AWS_MAX_ATTEMPTS", Role: graph.RoleAttempts, Reader: m + "/config"},
	}
}
