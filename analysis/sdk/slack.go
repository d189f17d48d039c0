package sdk

import (
	"slices"

	"github.com/ampcheck/ampcheck/graph"
)

// slack-go/slack sends a request once. OptionRetry repeats 429 alone, which waits as
// long as Retry-After says; a RetryConfig with all handlers repeats 5xx and connections
// that break too.
var _ = register(slackModule, func() graph.Library {
	send := graph.LibraryCall{
		Effect: graph.EffectRemote, Protocol: graph.ProtocolHTTP, Address: constant("https://slack.com"),
		Layers: []graph.LibraryLayer{{
			Name: "slack OptionRetry", Kind: graph.KindLibrary, Attempts: 1, RetriesOn: on("http:429"),
			Backoff: graph.BackoffExponential, Base: "100ms", Max: "30s", Jitter: true,
		}},
	}
	return graph.Library{
		Name: "slack-go/slack",
		Calls: slices.Concat(
			each(send, "(*"+slackModule+".Client).", "*"),
			each(graph.LibraryCall{Effect: graph.EffectNone, NoContext: true}, "(*"+slackModule+".Client).",
				"Debug", "Debugf", "Debugln", "NewRTM", "UpdateConfigTokens"),
			[]graph.LibraryCall{withOptions(graph.LibraryCall{
				Func: slackModule + ".New", Effect: graph.EffectConstructs, Protocol: graph.ProtocolHTTP, NoContext: true,
			}, 1)},
		),
		Knobs: []graph.Knob{
			{Kind: graph.KnobOption, Name: slackModule + ".OptionRetry", Role: graph.RoleRetries, Minus: "one"},
			{Kind: graph.KnobOption, Name: slackModule + ".OptionRetryConfig", Role: graph.RolePolicy},
			{Kind: graph.KnobOption, Name: slackModule + ".DefaultRetryConfig", Role: graph.RoleAttempts, Fixed: "4"},
			{Kind: graph.KnobField, Name: slackModule + ".RetryConfig.MaxRetries", Role: graph.RoleRetries, Minus: "one"},
			{Kind: graph.KnobField, Name: slackModule + ".RetryConfig.Handlers", Role: graph.RoleClasses},
			{Kind: graph.KnobField, Name: slackModule + ".RetryConfig.BackoffInitial", Role: graph.RoleBase},
			{Kind: graph.KnobField, Name: slackModule + ".RetryConfig.BackoffMax", Role: graph.RoleMax},
			{Kind: graph.KnobOption, Name: slackModule + ".OptionAPIURL", Role: graph.RoleAddress},
			{Kind: graph.KnobOption, Name: slackModule + ".OptionHTTPClient", Role: graph.RoleCarries},
		},
		Sources: []string{
			"github.com/slack-go/slack@v0.36.0 slack.go:160",
			"github.com/slack-go/slack@v0.36.0 slack.go:176",
			"github.com/slack-go/slack@v0.36.0 retry.go:71",
			"github.com/slack-go/slack@v0.36.0 retry.go:232",
		},
	}
})

const slackModule = "github.com/slack-go/slack"
