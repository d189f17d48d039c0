package sdk

import "github.com/ampcheck/ampcheck/graph"

const gatewayModule = "github.com/grpc-ecosystem/grpc-gateway/v2"

// github.com/grpc-ecosystem/grpc-gateway registers generated handlers, which call
// a service of gRPC and answer with the status that its code stands for, unless
// the program gives the mux an error handler.
var _ = register(gatewayModule, func() graph.Library {
	const runtime = gatewayModule + "/runtime."
	mapped := graph.FailureFact{Role: graph.FailureMapped, Arg: param(5), Protocol: graph.ProtocolGRPC, Default: 2, Code: 500, Codes: gatewayCodes}
	custom := mapped
	custom.By = runtime + "WithErrorHandler"
	handle := routeOf("(*" + gatewayModule + "/runtime.ServeMux).Handle")
	return graph.Library{
		Name: "grpc-gateway",
		Calls: []graph.LibraryCall{
			handle,
			fails(runtime+"HTTPError", custom),
			fails(runtime+"DefaultHTTPErrorHandler", mapped),
			fails(runtime+"HTTPStatusFromCode", graph.FailureFact{Role: graph.FailureCode, Arg: param(0), Code: 500, Codes: gatewayCodes}),
		},
		Knobs: []graph.Knob{{Kind: graph.KnobSetter, Name: runtime + "WithErrorHandler", Role: graph.RoleAnswers}},
		Sources: []string{
			gatewayModule + "@v2.32.0 runtime/errors.go:36",
			gatewayModule + "@v2.32.0 runtime/errors.go:80",
			gatewayModule + "@v2.32.0 runtime/mux.go:248",
			gatewayModule + "@v2.32.0 runtime/mux.go:393",
		},
	}
})

// gatewayCodes are the statuses of HTTP by the codes of gRPC.
var gatewayCodes = map[int]int{
	0: 200, 1: 499, 2: 500, 3: 400, 4: 504, 5: 404, 6: 409, 7: 403, 8: 429, 9: 400, 10: 409, 11: 400, 12: 501, 13: 500, 14: 503, 15: 500, 16: 401,
}
