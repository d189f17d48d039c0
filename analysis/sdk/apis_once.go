package sdk

import (
	"slices"

	"github.com/ampcheck/ampcheck/graph"
)

// Clients of one service each that send a request once, through the HTTP client that
// they are given: what that repeats is repeated.

// once is a call of such a client, whose service has an address of its own.
func once(address string) graph.LibraryCall {
	call := graph.LibraryCall{Effect: graph.EffectRemote, Protocol: graph.ProtocolHTTP}
	if address != "" {
		call.Address = constant(address)
	}
	return call
}

// constructsHTTP is a constructor whose options begin at a parameter.
func constructsHTTP(name string, options int) graph.LibraryCall {
	return graph.LibraryCall{Func: name, Effect: graph.EffectConstructs, Protocol: graph.ProtocolHTTP, Options: param(options), NoContext: true}
}

// google/go-github has many major versions, which differ in what they can ask for.
var _ = register(goGitHub, func() graph.Library {
	client := "(*" + goGitHub + "/github.Client)."
	return graph.Library{
		Name: "google/go-github",
		Calls: slices.Concat(
			each(once(""), "(*"+goGitHub+"/github.*Service).", "*"),
			each(once(""), client, "Do", "BareDo"),
			[]graph.LibraryCall{
				with(constructsHTTP(goGitHub+"/github.NewClient", 0), goGitHub+"/github.NewClient", func(c *graph.LibraryCall) { c.Address = constant("https://api.github.com") }),
				{Func: client + "WithEnterpriseURLs", Effect: graph.EffectConstructs, Protocol: graph.ProtocolHTTP, Address: param(0), NoContext: true},
				{Func: client + "WithAuthToken", Effect: graph.EffectConstructs, Protocol: graph.ProtocolHTTP, Address: maker, NoContext: true},
			},
		),
		Knobs: []graph.Knob{
			{Kind: graph.KnobParam, Name: goGitHub + "/github.NewClient", Role: graph.RoleCarries},
		},
		Sources: []string{
			"github.com/google/go-github/v72@v72.0.0 github/github.go:318",
			"github.com/google/go-github/v72@v72.0.0 github/github.go:836",
		},
	}
})

const goGitHub = "github.com/google/go-github/v72"

var _ = register(goOpenAI, func() graph.Library {
	return graph.Library{
		Name: "sashabaranov/go-openai",
		Calls: append(
			each(once("https://api.openai.com"), "(*"+goOpenAI+".Client).", "*"),
			constructsHTTP(goOpenAI+".NewClientWithConfig", 0),
			graph.LibraryCall{Func: goOpenAI + ".NewClient", Effect: graph.EffectConstructs, Protocol: graph.ProtocolHTTP, NoContext: true},
		),
		Knobs: []graph.Knob{
			{Kind: graph.KnobField, Name: goOpenAI + ".ClientConfig.BaseURL", Role: graph.RoleAddress},
			{Kind: graph.KnobField, Name: goOpenAI + ".ClientConfig.HTTPClient", Role: graph.RoleCarries},
		},
		Sources: []string{
			"github.com/sashabaranov/go-openai@v1.43.0 client.go:49",
			"github.com/sashabaranov/go-openai@v1.43.0 config.go:60",
		},
	}
})

const goOpenAI = "github.com/sashabaranov/go-openai"

var _ = register(pagerDuty, func() graph.Library {
	return graph.Library{
		Name: "PagerDuty/go-pagerduty",
		Calls: slices.Concat(
			each(once("https://api.pagerduty.com"), "(*"+pagerDuty+".Client).", "*"),
			each(graph.LibraryCall{Effect: graph.EffectNone, NoContext: true}, "(*"+pagerDuty+".Client).", "SetDebugFlag", "LastAPIRequest", "LastAPIResponse"),
			each(once("https://events.pagerduty.com"), pagerDuty+".", "CreateEvent", "ManageEvent", "ManageEventWithContext"),
			[]graph.LibraryCall{withOptions(constructsHTTP(pagerDuty+".NewClient", 1), 1)},
		),
		Knobs: []graph.Knob{
			{Kind: graph.KnobOption, Name: pagerDuty + ".WithAPIEndpoint", Role: graph.RoleAddress},
			{Kind: graph.KnobField, Name: pagerDuty + ".Client.HTTPClient", Role: graph.RoleCarries},
		},
		Sources: []string{
			"github.com/PagerDuty/go-pagerduty@v1.8.0 client.go:238",
			"github.com/PagerDuty/go-pagerduty@v1.8.0 client.go:540",
		},
	}
})

const pagerDuty = "github.com/PagerDuty/go-pagerduty"

// sendgrid-go sends once, but MakeRequestRetry and its like, which repeat 429 up to 7
// times although the constant is 5, in a wait that does not end with the context.
var _ = register(sendgrid, func() graph.Library {
	again := once("")
	again.Address = fieldOf(0, "BaseURL")
	plain := again
	again.Layers = []graph.LibraryLayer{{
		Name: "sendgrid rateLimitRetry", Kind: graph.KindClientDefault, Attempts: 7, RetriesOn: on("http:429"),
		Backoff: graph.BackoffConstant, Base: "1.1s",
	}}
	withContext := again
	withContext.Address = fieldOf(1, "BaseURL")
	once1 := plain
	once1.Address = fieldOf(1, "BaseURL")
	client := once("https://api.sendgrid.com")
	return graph.Library{
		Name: "sendgrid/sendgrid-go",
		Calls: slices.Concat(
			each(client, "(*"+sendgrid+".Client).", "Send", "SendWithContext"),
			each(plain, sendgrid+".", "API", "MakeRequest"),
			each(once1, sendgrid+".", "MakeRequestWithContext"),
			each(again, sendgrid+".", "MakeRequestRetry", "MakeRequestAsync"),
			each(withContext, sendgrid+".", "MakeRequestRetryWithContext", "MakeRequestAsyncWithContext"),
		),
		Sources: []string{
			"github.com/sendgrid/sendgrid-go@v3.16.1+incompatible base_interface.go:19",
			"github.com/sendgrid/sendgrid-go@v3.16.1+incompatible base_interface.go:135",
			"github.com/sendgrid/sendgrid-go@v3.16.1+incompatible base_interface.go:170",
		},
	}
})

const sendgrid = "github.com/sendgrid/sendgrid-go"

// dghubble/sling and carlmjohnson/requests build a request and send it.
var _ = register(sling, func() graph.Library {
	send := graph.LibraryCall{Effect: graph.EffectRemote, Protocol: graph.ProtocolHTTP, NoContext: true}
	return graph.Library{
		Name: "dghubble/sling",
		Calls: append(
			each(send, "(*"+sling+".Sling).", "Receive", "ReceiveSuccess"),
			with(send, "(*"+sling+".Sling).Do", func(c *graph.LibraryCall) { c.Address, c.Method = of(0), of(0) }),
			graph.LibraryCall{Func: sling + ".New", Effect: graph.EffectConstructs, Protocol: graph.ProtocolHTTP, NoContext: true},
		),
		Knobs: []graph.Knob{
			{Kind: graph.KnobSetter, Name: "(*" + sling + ".Sling).Base", Role: graph.RoleAddress},
			{Kind: graph.KnobSetter, Name: "(*" + sling + ".Sling).Client", Role: graph.RoleCarries},
		},
		Sources: []string{
			"github.com/dghubble/sling@v1.4.2 sling.go:46",
			"github.com/dghubble/sling@v1.4.2 sling.go:380",
		},
	}
})

const sling = "github.com/dghubble/sling"

var _ = register(requests, func() graph.Library {
	send := graph.LibraryCall{Effect: graph.EffectRemote, Protocol: graph.ProtocolHTTP, Address: maker}
	return graph.Library{
		Name: "carlmjohnson/requests",
		Calls: []graph.LibraryCall{
			with(send, "(*"+requests+".Builder).Fetch", func(*graph.LibraryCall) {}),
			with(send, "(*"+requests+".Builder).Do", func(c *graph.LibraryCall) { c.Address, c.Method, c.NoContext = of(0), of(0), true }),
			{Func: requests + ".URL", Effect: graph.EffectConstructs, Protocol: graph.ProtocolHTTP, Address: param(0), NoContext: true},
			{Func: requests + ".New", Effect: graph.EffectConstructs, Protocol: graph.ProtocolHTTP, NoContext: true},
		},
		Knobs: []graph.Knob{
			{Kind: graph.KnobSetter, Name: "(*" + requests + ".Builder).BaseURL", Role: graph.RoleAddress},
			{Kind: graph.KnobSetter, Name: "(*" + requests + ".Builder).Client", Role: graph.RoleCarries},
			{Kind: graph.KnobSetter, Name: "(*" + requests + ".Builder).Transport", Role: graph.RoleCarries},
		},
		Sources: []string{
			"github.com/carlmjohnson/requests@v0.23.5 builder_core.go:224",
			"github.com/carlmjohnson/requests@v0.23.5 builder_core.go:254",
		},
	}
})

const requests = "github.com/carlmjohnson/requests"

// hashicorp/nomad/api sends once; only its locks repeat 429 and 5xx, up to 6 times.
var _ = register(nomadModule, func() graph.Library {
	send := graph.LibraryCall{Effect: graph.EffectRemote, Protocol: graph.ProtocolHTTP, Address: maker}
	lock := send
	lock.Layers = []graph.LibraryLayer{{
		Name: "nomad lock retries", Kind: graph.KindClientDefault, Attempts: 6, RetriesOn: on("http:429", "http:5xx"),
		Backoff: graph.BackoffExponential, Base: "1s", Max: "5m",
	}}
	handles := graph.LibraryCall{Effect: graph.EffectConstructs, Protocol: graph.ProtocolHTTP, Address: maker}
	return graph.Library{
		Name: "hashicorp/nomad/api",
		Calls: slices.Concat(
			each(send, "(*"+nomadModule+".", "Jobs).*", "Nodes).*", "Allocations).*", "Deployments).*", "Evaluations).*", "Agent).*", "Status).*", "System).*"),
			each(lock, "(*"+nomadModule+".Locks).", "Acquire", "Renew", "Release"),
			each(handles, "(*"+nomadModule+".Client).", "Jobs", "Nodes", "Allocations", "Deployments", "Evaluations", "Agent", "Status", "System", "Locks"),
			[]graph.LibraryCall{{
				Func: nomadModule + ".NewClient", Effect: graph.EffectConstructs, Protocol: graph.ProtocolHTTP,
				Address: fieldOf(0, "Address"), Options: param(0), NoContext: true,
			}},
		),
		Knobs: []graph.Knob{
			{Kind: graph.KnobField, Name: nomadModule + ".Config.HttpClient", Role: graph.RoleCarries},
		},
		Sources: []string{
			"github.com/hashicorp/nomad/api@v0.0.0-20261016150620-df630b26e78a retry.go:14",
			"github.com/hashicorp/nomad/api@v0.0.0-20261016150620-df630b26e78a retry.go:48",
			"github.com/hashicorp/nomad/api@v0.0.0-20261016150620-df630b26e78a locks.go:107",
		},
	}
})

const nomadModule = "github.com/hashicorp/nomad/api"
