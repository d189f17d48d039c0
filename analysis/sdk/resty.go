package sdk

import "github.com/ampcheck/ampcheck/graph"

// go-resty/resty v2 does not retry until a count is set. It then repeats what
// ended in an error of the transport; a status of 5xx is no error. A condition,
// once added, decides alone. The timeout of the client is of each try.
var _ = register(restyV2, func() graph.Library {
	return graph.Library{
		Name:  "go-resty/resty/v2",
		Calls: restyCalls(),
		Knobs: []graph.Knob{
			{Kind: graph.KnobSetter, Name: "(*" + restyV2 + ".Client).SetRetryCount", Role: graph.RoleRetries},
			{Kind: graph.KnobField, Name: restyV2 + ".Client.RetryCount", Role: graph.RoleRetries},
			{Kind: graph.KnobSetter, Name: "(*" + restyV2 + ".Client).SetRetryWaitTime", Role: graph.RoleBase},
			{Kind: graph.KnobField, Name: restyV2 + ".Client.RetryWaitTime", Role: graph.RoleBase},
			{Kind: graph.KnobSetter, Name: "(*" + restyV2 + ".Client).SetRetryMaxWaitTime", Role: graph.RoleMax},
			{Kind: graph.KnobField, Name: restyV2 + ".Client.RetryMaxWaitTime", Role: graph.RoleMax},
			{Kind: graph.KnobSetter, Name: "(*" + restyV2 + ".Client).SetTimeout", Role: graph.RolePerTry, Zero: "unbounded"},
			{Kind: graph.KnobSetter, Name: "(*" + restyV2 + ".Client).AddRetryCondition", Role: graph.RoleClasses},
			{Kind: graph.KnobSetter, Name: "(*" + restyV2 + ".Client).AddRetryAfterErrorCondition", Role: graph.RoleLayer, Sets: &graph.LibraryLayer{
				RetriesOn: on("timeout", "http:4xx", "http:5xx"),
			}},
			{Kind: graph.KnobSetter, Name: "(*" + restyV2 + ".Request).AddRetryCondition", Role: graph.RoleClasses},
			{Kind: graph.KnobSetter, Name: "(*" + restyV2 + ".Client).SetBaseURL", Role: graph.RoleAddress},
			{Kind: graph.KnobSetter, Name: "(*" + restyV2 + ".Client).SetHostURL", Role: graph.RoleAddress},
			{Kind: graph.KnobSetter, Name: "(*" + restyV2 + ".Client).SetTransport", Role: graph.RoleCarries},
		},
		Sources: []string{
			"github.com/go-resty/resty/v2@v2.17.2 retry.go:18",
			"github.com/go-resty/resty/v2@v2.17.2 retry.go:19",
			"github.com/go-resty/resty/v2@v2.17.2 retry.go:114",
			"github.com/go-resty/resty/v2@v2.17.2 retry.go:125",
			"github.com/go-resty/resty/v2@v2.17.2 request.go:1047",
		},
	}
})

const restyV2 = "github.com/go-resty/resty/v2"

func restyCalls() []graph.LibraryCall {
	send := graph.LibraryCall{
		Effect: graph.EffectRemote, Protocol: graph.ProtocolHTTP, Address: param(0), NoContext: true,
		Layers: []graph.LibraryLayer{{
			Name: "go-resty/resty RetryCount", Kind: graph.KindLibrary, Attempts: 1, RetriesOn: transport,
			Backoff: graph.BackoffExponential, Base: "100ms", Max: "2s", Jitter: true,
		}},
	}
	calls := requestVerbs(send, "(*"+restyV2+".Request).")
	request := graph.LibraryCall{Effect: graph.EffectConstructs, Protocol: graph.ProtocolHTTP, Address: maker}
	calls = append(calls, each(request, "(*"+restyV2+".Client).", "R", "NewRequest")...)
	return append(calls,
		with(send, "(*"+restyV2+".Request).Execute", func(c *graph.LibraryCall) { c.Method, c.Address = param(0), param(1) }),
		with(send, "(*"+restyV2+".Request).Send", func(c *graph.LibraryCall) { c.Address = field("URL") }),
	)
}

// requestVerbs are the methods that a builder of requests has for a method of
// HTTP each.
func requestVerbs(send graph.LibraryCall, prefix string) []graph.LibraryCall {
	var calls []graph.LibraryCall
	for _, v := range []struct {
		name, method string
		mutates      graph.Answer
	}{
		{"Get", "GET", graph.No},
		{"Head", "HEAD", graph.No},
		{"Options", "OPTIONS", graph.No},
		{"Post", "POST", graph.Yes},
		{"Put", "PUT", graph.Yes},
		{"Patch", "PATCH", graph.Yes},
		{"Delete", "DELETE", graph.Yes},
	} {
		calls = append(calls, with(send, prefix+v.name, func(c *graph.LibraryCall) {
			c.Method, c.Mutates = constant(v.method), v.mutates
		}))
	}
	return calls
}
