package sdk

import (
	"slices"

	"github.com/ampcheck/ampcheck/graph"
)

// hashicorp/vault/api sends a request 3 times when its Config comes from
// DefaultConfig, writes too: after errors of the transport, 412, 429 and 5xx
// but 501. A literal Config has no retries. All tries share 60s.
var _ = register(vaultModule, func() graph.Library {
	return graph.Library{
		Name:  "hashicorp/vault/api",
		Calls: vaultCalls(),
		Knobs: []graph.Knob{
			{Kind: graph.KnobField, Name: vaultModule + ".Config.MaxRetries", Role: graph.RoleRetries},
			{Kind: graph.KnobField, Name: vaultModule + ".Config.MinRetryWait", Role: graph.RoleBase, Zero: "default"},
			{Kind: graph.KnobField, Name: vaultModule + ".Config.MaxRetryWait", Role: graph.RoleMax, Zero: "default"},
			{Kind: graph.KnobField, Name: vaultModule + ".Config.Timeout", Role: graph.RoleOverall},
			{Kind: graph.KnobField, Name: vaultModule + ".Config.CheckRetry", Role: graph.RoleClasses},
			{Kind: graph.KnobSetter, Name: "(*" + vaultModule + ".Client).SetMaxRetries", Role: graph.RoleRetries},
			{Kind: graph.KnobSetter, Name: "(*" + vaultModule + ".Client).SetClientTimeout", Role: graph.RoleOverall},
			{Kind: graph.KnobSetter, Name: "(*" + vaultModule + ".Client).SetAddress", Role: graph.RoleAddress},
			{Kind: graph.KnobEnv, Name: "VAULT_MAX_RETRIES", Role: graph.RoleRetries},
			{Kind: graph.KnobEnv, Name: "VAULT_CLIENT_TIMEOUT", Role: graph.RoleOverall},
		},
		Sources: []string{
			"github.com/hashicorp/vault/api@v1.23.0 client.go:51",
			"github.com/hashicorp/vault/api@v1.23.0 client.go:260",
			"github.com/hashicorp/vault/api@v1.23.0 client.go:263",
			"github.com/hashicorp/vault/api@v1.23.0 client.go:1888",
		},
	}
})

const vaultModule = "github.com/hashicorp/vault/api"

func vaultCalls() []graph.LibraryCall {
	send := graph.LibraryCall{
		Effect: graph.EffectRemote, Protocol: graph.ProtocolHTTP, Address: maker,
		Layers: []graph.LibraryLayer{{
			Name: "hashicorp/vault/api MaxRetries", Kind: graph.KindClientDefault, Attempts: 3, Overall: "60s",
			RetriesOn: transport.Union(on("http:412", "http:429", "http:5xx")).Minus(on("http:501")),
			Backoff:   graph.BackoffConstant, Base: "1s", Max: "1.5s", Jitter: true,
		}},
	}
	handle := graph.LibraryCall{Effect: graph.EffectConstructs, Protocol: graph.ProtocolHTTP, Address: maker, NoContext: true}
	return slices.Concat(
		each(send, "(*"+vaultModule+".", "Logical).*", "Sys).*", "TokenAuth).*", "KVv1).*", "KVv2).*",
			"Client).RawRequestWithContext", "Client).RawRequest"),
		each(handle, "(*"+vaultModule+".Client).", "Logical", "Sys", "KVv1", "KVv2"),
		[]graph.LibraryCall{{
			Func: vaultModule + ".NewClient", Effect: graph.EffectConstructs, Protocol: graph.ProtocolHTTP,
			Address: fieldOf(0, "Address"), Options: param(0), NoContext: true,
		}},
	)
}
