package sdk

import (
	"slices"

	"github.com/ampcheck/ampcheck/graph"
)

// gojek/heimdall v7 does not retry until a count is set; then it repeats every
// error and every 5xx, of any method. One try has 30s.
var _ = register("github.com/gojek/heimdall/v7", func() graph.Library {
	return graph.Library{
		Name:  "gojek/heimdall/v7",
		Calls: heimdallCalls(),
		Knobs: []graph.Knob{
			{Kind: graph.KnobOption, Name: heimdall + ".WithRetryCount", Role: graph.RoleRetries},
			{Kind: graph.KnobOption, Name: heimdall + ".WithHTTPTimeout", Role: graph.RolePerTry},
			{Kind: graph.KnobOption, Name: heimdall + ".WithRetrier", Role: graph.RolePolicy},
			{Kind: graph.KnobOption, Name: heimdall + ".WithHTTPClient", Role: graph.RoleCarries},
			{Kind: graph.KnobOption, Name: "github.com/gojek/heimdall/v7.NewRetrier", Role: graph.RolePolicy},
			{Kind: graph.KnobOption, Name: "github.com/gojek/heimdall/v7.NewConstantBackoff", Role: graph.RoleBase},
			{Kind: graph.KnobOption, Name: "github.com/gojek/heimdall/v7.NewConstantBackoff", Role: graph.RoleBackoff, Fixed: string(graph.BackoffConstant)},
			{Kind: graph.KnobOption, Name: "github.com/gojek/heimdall/v7.NewExponentialBackoff", Role: graph.RoleBase},
			{Kind: graph.KnobOption, Name: "github.com/gojek/heimdall/v7.NewExponentialBackoff", Arg: 1, Role: graph.RoleMax},
			{Kind: graph.KnobOption, Name: "github.com/gojek/heimdall/v7.NewExponentialBackoff", Arg: 2, Role: graph.RoleFactor},
			{Kind: graph.KnobOption, Name: "github.com/gojek/heimdall/v7.NewExponentialBackoff", Role: graph.RoleBackoff, Fixed: string(graph.BackoffExponential)},
		},
		Sources: []string{
			"github.com/gojek/heimdall/v7@v7.3.1 httpclient/client.go:28",
			"github.com/gojek/heimdall/v7@v7.3.1 httpclient/client.go:29",
			"github.com/gojek/heimdall/v7@v7.3.1 httpclient/client.go:144",
			"github.com/gojek/heimdall/v7@v7.3.1 httpclient/client.go:180",
		},
	}
})

const heimdall = "github.com/gojek/heimdall/v7/httpclient"

func heimdallCalls() []graph.LibraryCall {
	send := graph.LibraryCall{
		Effect: graph.EffectRemote, Protocol: graph.ProtocolHTTP, Address: param(0), NoContext: true,
		Layers: []graph.LibraryLayer{{
			Name: "gojek/heimdall WithRetryCount", Kind: graph.KindLibrary, Attempts: 1,
			RetriesOn: transport.Union(on("http:5xx")), PerTry: "30s", Backoff: graph.BackoffNone,
		}},
	}
	verbs := slices.DeleteFunc(requestVerbs(send, "(*"+heimdall+".Client)."), func(c graph.LibraryCall) bool {
		return c.Method.Const == "HEAD" || c.Method.Const == "OPTIONS"
	})
	return append(verbs,
		with(send, "(*"+heimdall+".Client).Do", func(c *graph.LibraryCall) { c.Address, c.Method = of(0), of(0) }),
		withOptions(graph.LibraryCall{Func: heimdall + ".NewClient", Effect: graph.EffectConstructs, Protocol: graph.ProtocolHTTP, NoContext: true}, 0),
	)
}

// PuerkitoBio/rehttp is a RoundTripper that sends a request again as long as a
// function of the caller says so: without RetryMaxRetries in it, without end.
var _ = register(rehttp, func() graph.Library {
	return graph.Library{
		Name: "PuerkitoBio/rehttp",
		Calls: []graph.LibraryCall{{
			Func: rehttp + ".NewTransport", Effect: graph.EffectConstructs, Protocol: graph.ProtocolHTTP, Options: param(1), NoContext: true,
			Layers: []graph.LibraryLayer{{
				Name: "PuerkitoBio/rehttp", Kind: graph.KindInterceptor, RetriesOn: transport.Union(on("http:4xx", "http:5xx")),
			}},
		}},
		Knobs: []graph.Knob{
			{Kind: graph.KnobOption, Name: rehttp + ".RetryMaxRetries", Role: graph.RoleRetries},
			{Kind: graph.KnobOption, Name: rehttp + ".RetryAll", Role: graph.RolePolicy},
			{Kind: graph.KnobOption, Name: rehttp + ".RetryAny", Role: graph.RolePolicy},
			{Kind: graph.KnobOption, Name: rehttp + ".RetryStatuses", Role: graph.RoleClasses},
			{Kind: graph.KnobOption, Name: rehttp + ".RetryStatusInterval", Role: graph.RoleClasses},
			{Kind: graph.KnobParam, Name: rehttp + ".NewTransport", Role: graph.RoleCarries},
			{Kind: graph.KnobOption, Name: rehttp + ".ConstDelay", Role: graph.RoleBase},
			{Kind: graph.KnobOption, Name: rehttp + ".ExpJitterDelay", Role: graph.RoleBase},
			{Kind: graph.KnobOption, Name: rehttp + ".ExpJitterDelay", Arg: 1, Role: graph.RoleMax},
		},
		Sources: []string{
			"github.com/PuerkitoBio/rehttp@v1.4.0 rehttp.go:114",
			"github.com/PuerkitoBio/rehttp@v1.4.0 rehttp.go:166",
		},
	}
})

const rehttp = "github.com/PuerkitoBio/rehttp"

// linodego v1 sends a request up to 1001 times, any method, after 408, 429, 503
// and "Linode busy", 3s to 30s apart, in a wait that does not end with the
// context.
var _ = register(linodego, func() graph.Library {
	return graph.Library{
		Name: "linode/linodego",
		Calls: append(
			each(graph.LibraryCall{
				Effect: graph.EffectRemote, Protocol: graph.ProtocolHTTP, Address: maker,
				Layers: []graph.LibraryLayer{{
					Name: "linodego retry count", Kind: graph.KindClientDefault, Attempts: 1001,
					RetriesOn: on("timeout", "refused-stream", "http:429", "http:503"),
					Backoff:   graph.BackoffExponential, Base: "3s", Max: "30s", Jitter: true,
				}},
			}, "(*"+linodego+".Client).", "Get*", "List*", "Create*", "Update*", "Delete*"),
			graph.LibraryCall{Func: "(*" + linodego + ".Client).GetPollDelay", Effect: graph.EffectNone, NoContext: true},
			graph.LibraryCall{Func: linodego + ".NewClient", Effect: graph.EffectConstructs, Protocol: graph.ProtocolHTTP, NoContext: true},
		),
		Knobs: []graph.Knob{
			{Kind: graph.KnobSetter, Name: "(*" + linodego + ".Client).SetRetryCount", Role: graph.RoleRetries},
			{Kind: graph.KnobSetter, Name: "(*" + linodego + ".Client).SetRetryWaitTime", Role: graph.RoleBase},
			{Kind: graph.KnobSetter, Name: "(*" + linodego + ".Client).SetRetryMaxWaitTime", Role: graph.RoleMax},
			{Kind: graph.KnobSetter, Name: "(*" + linodego + ".Client).SetBaseURL", Role: graph.RoleAddress},
		},
		Sources: []string{
			"github.com/linode/linodego@v1.69.1 retries.go:18",
			"github.com/linode/linodego@v1.69.1 retries.go:32",
			"github.com/linode/linodego@v1.69.1 client.go:47",
			"github.com/linode/linodego@v1.69.1 client.go:49",
			"github.com/linode/linodego@v1.69.1 client.go:174",
		},
	}
})

const linodego = "github.com/linode/linodego"
