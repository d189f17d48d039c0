package sdk

import (
	"slices"

	"github.com/ampcheck/ampcheck/graph"
)

// The client of Kubernetes sends a request up to 11 times, writes too, when the
// server answers 429 or 5xx with a Retry-After, and a GET when the connection
// is reset. Without the header 5xx goes once; the row is the worst case. The
// client limits itself to 5 requests a second.
var (
	_ = register("k8s.io/client-go", func() graph.Library {
		return graph.Library{
			Name:  "k8s.io/client-go",
			Calls: k8sRestCalls(),
			Knobs: []graph.Knob{
				{Kind: graph.KnobSetter, Name: "(*k8s.io/client-go/rest.Request).MaxRetries", Role: graph.RoleRetries, Minus: "one"},
				{Kind: graph.KnobField, Name: "k8s.io/client-go/rest.Config.Timeout", Role: graph.RoleOverall, Zero: "unbounded"},
				{Kind: graph.KnobField, Name: "k8s.io/client-go/rest.Config.Host", Role: graph.RoleAddress},
			},
			Sources: []string{
				"k8s.io/client-go@v0.37.2 rest/request.go:167",
				"k8s.io/client-go@v0.37.2 rest/request.go:1070",
				"k8s.io/client-go@v0.37.2 rest/request.go:1074",
				"k8s.io/client-go@v0.37.2 rest/with_retry.go:163",
				"k8s.io/client-go@v0.37.2 rest/with_retry.go:312",
				"k8s.io/client-go@v0.37.2 rest/config.go:48",
			},
		}
	})

	// The client of controller-runtime writes through client-go. Its reads come
	// from a cache in the process unless the manager is told otherwise.
	_ = register("sigs.k8s.io/controller-runtime", func() graph.Library {
		return graph.Library{
			Name: "sigs.k8s.io/controller-runtime",
			Calls: slices.Concat(
				each(k8sSend(), "(sigs.k8s.io/controller-runtime/pkg/client.Writer).", "Create", "Update", "Patch", "Delete", "DeleteAllOf"),
				each(k8sSend(), "(sigs.k8s.io/controller-runtime/pkg/client.SubResourceWriter).", "Create", "Update", "Patch"),
				each(graph.LibraryCall{Effect: graph.EffectNone}, "(sigs.k8s.io/controller-runtime/pkg/client.Reader).", "Get", "List"),
			),
			Sources: []string{
				"sigs.k8s.io/controller-runtime@v0.25.2 pkg/client/interfaces.go:65",
				"k8s.io/client-go@v0.37.2 rest/request.go:167",
			},
		}
	})
)

func k8sSend() graph.LibraryCall {
	return graph.LibraryCall{
		Effect: graph.EffectRemote, Protocol: graph.ProtocolHTTP, Address: constant("https://kubernetes.default.svc"),
		Layers: []graph.LibraryLayer{{
			Name: "client-go rest MaxRetries", Kind: graph.KindClientDefault, Attempts: 11,
			RetriesOn: on("reset", "http:429", "http:5xx"), Backoff: graph.BackoffConstant, Base: "1s",
		}},
	}
}

// k8sRestCalls are the typed clients, whose interfaces are generated, and what
// they are built on. The getter of a resource, and RESTClient, send nothing.
func k8sRestCalls() []graph.LibraryCall {
	send := k8sSend()
	none := graph.LibraryCall{Effect: graph.EffectNone}
	return slices.Concat(
		each(send, "(*k8s.io/client-go/rest.Request).", "Do", "DoRaw", "Stream", "Watch"),
		each(send, "(k8s.io/client-go/kubernetes/typed/*/*.", "*Interface).*"),
		each(none, "(k8s.io/client-go/kubernetes/typed/*/*.", "*Interface).RESTClient"),
		each(send, "(k8s.io/client-go/dynamic.ResourceInterface).",
			"Create", "Update", "UpdateStatus", "Delete", "DeleteCollection", "Get", "List", "Watch", "Patch", "Apply"),
	)
}
