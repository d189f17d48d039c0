package sdk

import "github.com/ampcheck/ampcheck/graph"

// The SDKs that Stainless generates share one request loop: 3 attempts by
// default, POST too, after errors of the transport, 408, 409, 429 and 5xx, with
// pauses from 500ms to 8s or what Retry-After says. cloudflare-go raised it to
// 11 attempts with pauses from 2s on.
var (
	_ = register("github.com/openai/openai-go/v3", func() graph.Library {
		return stainless("openai-go/v3", "github.com/openai/openai-go/v3", 3, "500ms", "8s",
			"github.com/openai/openai-go/v3@v3.98.0 internal/requestconfig/requestconfig.go:286",
			"github.com/openai/openai-go/v3@v3.98.0 internal/requestconfig/requestconfig.go:416",
			"github.com/openai/openai-go/v3@v3.98.0 internal/requestconfig/requestconfig.go:567",
			"github.com/openai/openai-go/v3@v3.98.0 internal/requestconfig/requestconfig.go:665",
			"github.com/openai/openai-go/v3@v3.98.0 option/requestoption.go:114",
		)
	})
	_ = register("github.com/anthropics/anthropic-sdk-go", func() graph.Library {
		return stainless("anthropic-sdk-go", "github.com/anthropics/anthropic-sdk-go", 3, "500ms", "8s",
			"github.com/anthropics/anthropic-sdk-go@v1.60.0 internal/requestconfig/requestconfig.go:173",
			"github.com/anthropics/anthropic-sdk-go@v1.60.0 internal/requestconfig/requestconfig.go:269",
			"github.com/anthropics/anthropic-sdk-go@v1.60.0 internal/requestconfig/requestconfig.go:371",
			"github.com/anthropics/anthropic-sdk-go@v1.60.0 internal/requestconfig/requestconfig.go:432",
			"github.com/anthropics/anthropic-sdk-go@v1.60.0 option/requestoption.go:219",
		)
	})
	_ = register("github.com/cloudflare/cloudflare-go/v6", func() graph.Library {
		return stainless("cloudflare-go/v6", "github.com/cloudflare/cloudflare-go/v6", 11, "2s", "30s",
			"github.com/cloudflare/cloudflare-go/v6@v6.6.0 internal/requestconfig/requestconfig.go:165",
			"github.com/cloudflare/cloudflare-go/v6@v6.6.0 internal/requestconfig/requestconfig.go:376",
			"github.com/cloudflare/cloudflare-go/v6@v6.6.0 internal/requestconfig/requestconfig.go:377",
		)
	})
)

func stainless(name, m string, attempts int, base, maximum string, sources ...string) graph.Library {
	send := graph.LibraryCall{
		Effect: graph.EffectRemote, Protocol: graph.ProtocolHTTP, Address: maker, Options: param(1), Rest: true,
		Layers: []graph.LibraryLayer{{
			Name: name + " MaxRetries", Kind: graph.KindClientDefault, Attempts: attempts,
			RetriesOn: transport.Union(on("http:409", "http:429", "http:5xx")),
			Backoff:   graph.BackoffExponential, Base: base, Max: maximum, Jitter: true,
		}},
	}
	services := "(*" + m + ".*Service).*"
	if name == "cloudflare-go/v6" {
		services = "(*" + m + "/*.*Service).*"
	}
	return graph.Library{
		Name: name,
		Calls: append(each(send, services, ""),
			withOptions(graph.LibraryCall{Func: m + ".NewClient", Effect: graph.EffectConstructs, Protocol: graph.ProtocolHTTP, NoContext: true}, 0)),
		Knobs: []graph.Knob{
			{Kind: graph.KnobOption, Name: m + "/option.WithMaxRetries", Role: graph.RoleRetries},
			{Kind: graph.KnobOption, Name: m + "/option.WithRequestTimeout", Role: graph.RolePerTry},
			{Kind: graph.KnobOption, Name: m + "/option.WithBaseURL", Role: graph.RoleAddress},
			{Kind: graph.KnobOption, Name: m + "/option.WithHTTPClient", Role: graph.RoleCarries},
		},
		Sources: sources,
	}
}
