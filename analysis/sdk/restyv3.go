package sdk

import "github.com/ampcheck/ampcheck/graph"

// resty v3 does not retry until a count is set. It then repeats what is idempotent
// after a timeout alone: a connection that is refused or reset is no error that passes,
// and no status is one. Conditions add to that.
var _ = register(restyV3, func() graph.Library {
	send := graph.LibraryCall{
		Effect: graph.EffectRemote, Protocol: graph.ProtocolHTTP, Address: param(0), NoContext: true,
		Layers: []graph.LibraryLayer{{
			Name: "resty SetRetryCount", Kind: graph.KindLibrary, Attempts: 1, RetriesOn: on("timeout"),
			Backoff: graph.BackoffExponential, Base: "100ms", Max: "2s", Jitter: true,
		}},
	}
	calls := requestVerbs(send, "(*"+restyV3+".Request).")
	for i := range calls {
		if m := calls[i].Method.Const; m == "POST" || m == "PATCH" {
			calls[i].Layers = nil
		}
	}
	request := graph.LibraryCall{Effect: graph.EffectConstructs, Protocol: graph.ProtocolHTTP, Address: maker, NoContext: true}
	calls = append(calls, each(request, "(*"+restyV3+".Client).", "R", "NewRequest")...)
	client, builder := "(*"+restyV3+".Client).", "(*"+restyV3+".Request)."
	return graph.Library{
		Name: "resty.dev/v3",
		Calls: append(calls,
			with(send, builder+"Execute", func(c *graph.LibraryCall) { c.Method, c.Address = param(0), param(1) }),
			with(send, builder+"Send", func(c *graph.LibraryCall) { c.Address = field("URL") }),
		),
		Knobs: []graph.Knob{
			{Kind: graph.KnobSetter, Name: client + "SetRetryCount", Role: graph.RoleRetries, Minus: "one"},
			{Kind: graph.KnobSetter, Name: builder + "SetRetryCount", Role: graph.RoleRetries, Minus: "one"},
			{Kind: graph.KnobSetter, Name: client + "SetRetryWaitTime", Role: graph.RoleBase},
			{Kind: graph.KnobSetter, Name: client + "SetRetryMaxWaitTime", Role: graph.RoleMax},
			{Kind: graph.KnobSetter, Name: client + "SetTimeout", Role: graph.RolePerTry, Zero: "unbounded"},
			{Kind: graph.KnobSetter, Name: client + "AddRetryConditions", Role: graph.RoleClasses},
			{Kind: graph.KnobSetter, Name: builder + "AddRetryConditions", Role: graph.RoleClasses},
			{Kind: graph.KnobSetter, Name: builder + "SetRetryConditions", Role: graph.RoleClasses},
			{Kind: graph.KnobSetter, Name: client + "SetBaseURL", Role: graph.RoleAddress},
			{Kind: graph.KnobSetter, Name: client + "SetTransport", Role: graph.RoleCarries},
		},
		Sources: []string{
			"resty.dev/v3@v3.0.0-rc.4 request.go:1510",
			"resty.dev/v3@v3.0.0-rc.4 request.go:1905",
			"resty.dev/v3@v3.0.0-rc.4 retry.go:104",
			"resty.dev/v3@v3.0.0-rc.4 retry.go:156",
		},
	}
})

const restyV3 = "resty.dev/v3"
