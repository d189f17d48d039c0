package sdk

import (
	"slices"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
)

// go-elasticsearch v8 and v9 send a request up to 4 times at once, without a
// pause, writes too: after every error of the transport, timeouts among them,
// and 502, 503 and 504. MaxRetries 0 still means 3; only DisableRetry stops it.
// v7 repeats a timeout only with EnableRetryOnTimeout.
//
// The functions of the API are values of named function types; the requests
// below them, and the typed API, have a method Do.
var (
	_ = register("github.com/elastic/go-elasticsearch/v7", func() graph.Library {
		l := elasticsearch("/v7",
			"github.com/elastic/go-elasticsearch/v7@v7.17.10 elasticsearch.go:83",
			"github.com/elastic/go-elasticsearch/v7@v7.17.10 estransport/estransport.go:61",
			"github.com/elastic/go-elasticsearch/v7@v7.17.10 estransport/estransport.go:62",
			"github.com/elastic/go-elasticsearch/v7@v7.17.10 estransport/estransport.go:206",
		)
		for i := range l.Calls {
			for j := range l.Calls[i].Layers {
				l.Calls[i].Layers[j].RetriesOn = l.Calls[i].Layers[j].RetriesOn.Minus(on("timeout"))
			}
		}
		l.Calls = slices.DeleteFunc(l.Calls, func(c graph.LibraryCall) bool { return strings.Contains(c.Func, "yped") })
		l.Knobs = slices.DeleteFunc(l.Knobs, func(k graph.Knob) bool { return strings.HasSuffix(k.Name, "RetryOnError") })
		l.Knobs[0].Minus = "never"
		l.Knobs = append(l.Knobs, graph.Knob{
			Kind: graph.KnobField, Name: "github.com/elastic/go-elasticsearch/v7.Config.EnableRetryOnTimeout", Role: graph.RoleLayer, Sets: timeoutsToo,
		})
		return l
	})
	_ = register("github.com/elastic/go-elasticsearch/v8", func() graph.Library {
		return elasticsearch("/v8",
			"github.com/elastic/go-elasticsearch/v8@v8.19.7 elasticsearch.go:101",
			"github.com/elastic/go-elasticsearch/v8@v8.19.7 elasticsearch.go:490",
			"github.com/elastic/elastic-transport-go/v8@v8.9.0 elastictransport/elastictransport.go:46",
			"github.com/elastic/elastic-transport-go/v8@v8.9.0 elastictransport/elastictransport.go:403",
			"github.com/elastic/elastic-transport-go/v8@v8.9.0 elastictransport/elastictransport.go:455",
			"github.com/elastic/elastic-transport-go/v8@v8.9.0 elastictransport/elastictransport.go:497",
		)
	})
	_ = register("github.com/elastic/go-elasticsearch/v9", func() graph.Library {
		return elasticsearch("/v9",
			"github.com/elastic/go-elasticsearch/v9@v9.4.2 elasticsearch.go:502",
			"github.com/elastic/elastic-transport-go/v8@v8.9.0 elastictransport/elastictransport.go:46",
			"github.com/elastic/elastic-transport-go/v8@v8.9.0 elastictransport/elastictransport.go:403",
		)
	})
)

// timeoutsToo is what EnableRetryOnTimeout makes of a layer.
var timeoutsToo = &graph.LibraryLayer{RetriesOn: transport.Union(on("http:502", "http:503", "http:504"))}

// functionTypes are the functions of an API that is made of values of named types, and
// what its package has beside them.
func functionTypes(send graph.LibraryCall, prefix string) []graph.LibraryCall {
	calls := each(graph.LibraryCall{Effect: graph.EffectNone, NoContext: true}, prefix, "New", "*Ptr")
	return append(calls, each(send, prefix, "*")...)
}

func elasticsearch(version string, sources ...string) graph.Library {
	m := "github.com/elastic/go-elasticsearch" + version
	send := graph.LibraryCall{
		Effect: graph.EffectRemote, Protocol: graph.ProtocolHTTP, Address: maker,
		Layers: []graph.LibraryLayer{{
			Name: "go-elasticsearch MaxRetries", Kind: graph.KindClientDefault,
			Attempts: 4, RetriesOn: transport.Union(on("http:502", "http:503", "http:504")), Backoff: graph.BackoffNone,
		}},
	}
	constructs := graph.LibraryCall{Effect: graph.EffectConstructs, Protocol: graph.ProtocolHTTP, Address: fieldOf(0, "Addresses"), Options: param(0), NoContext: true}
	request := send
	request.Address = of(1)
	calls := each(request, "("+m+"/esapi.", "*Request).Do")
	calls = append(calls, each(send, "("+m+"/typedapi/*/*.", "*).Do")...)
	calls = append(calls, functionTypes(send, m+"/esapi.")...)
	return graph.Library{
		Name:  "elastic/go-elasticsearch" + version,
		Calls: append(calls, each(constructs, m+".", "NewClient", "NewTypedClient")...),
		Knobs: []graph.Knob{
			{Kind: graph.KnobField, Name: m + ".Config.MaxRetries", Role: graph.RoleRetries, Zero: "default", Minus: "default"},
			{Kind: graph.KnobField, Name: m + ".Config.DisableRetry", Role: graph.RoleAttempts, Fixed: "1"},
			{Kind: graph.KnobField, Name: m + ".Config.RetryOnStatus", Role: graph.RoleClasses},
			{Kind: graph.KnobField, Name: m + ".Config.RetryOnError", Role: graph.RoleClasses},
			{Kind: graph.KnobField, Name: m + ".Config.Addresses", Role: graph.RoleAddress},
			{Kind: graph.KnobField, Name: m + ".Config.Transport", Role: graph.RoleCarries},
		},
		Sources: sources,
	}
}
