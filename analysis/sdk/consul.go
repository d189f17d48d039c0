package sdk

import (
	"slices"

	"github.com/ampcheck/ampcheck/graph"
)

// hashicorp/consul/api sends a request once. Monitors and locks poll by
// themselves and are not listed.
var _ = register(consulModule, func() graph.Library {
	return graph.Library{
		Name: "hashicorp/consul/api",
		Calls: slices.Concat(
			each(graph.LibraryCall{Effect: graph.EffectRemote, Protocol: graph.ProtocolHTTP, Address: maker, NoContext: true},
				"(*"+consulModule+".", "KV).*", "Health).*", "Catalog).*", "Agent).ServiceRegister", "Agent).ServiceDeregister"),
			each(graph.LibraryCall{Effect: graph.EffectConstructs, Protocol: graph.ProtocolHTTP, Address: maker, NoContext: true},
				"(*"+consulModule+".Client).", "KV", "Health", "Catalog", "Agent"),
			[]graph.LibraryCall{{
				Func: consulModule + ".NewClient", Effect: graph.EffectConstructs, Protocol: graph.ProtocolHTTP,
				Address: fieldOf(0, "Address"), NoContext: true,
			}},
		),
		Sources: []string{"github.com/hashicorp/consul/api@v1.34.5 api.go:1085"},
	}
})

const consulModule = "github.com/hashicorp/consul/api"
