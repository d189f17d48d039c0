package sdk

import (
	"slices"

	"github.com/ampcheck/ampcheck/graph"
)

// The client of etcd v3 makes up to 100 attempts of a unary call, with a pause
// of 25ms after each round over the endpoints: reads after UNAVAILABLE, writes
// only when no connection was there. MaxUnaryRetries counts attempts, and 0
// stands for 100: it cannot be switched off that way.
var _ = register(etcdModule, func() graph.Library {
	return graph.Library{
		Name:  "etcd client/v3",
		Calls: etcdCalls(),
		Knobs: []graph.Knob{
			{Kind: graph.KnobField, Name: etcdModule + ".Config.MaxUnaryRetries", Role: graph.RoleAttempts, Zero: "default"},
			{Kind: graph.KnobField, Name: etcdModule + ".Config.BackoffWaitBetween", Role: graph.RoleBase, Zero: "default"},
		},
		Sources: []string{
			"go.etcd.io/etcd/client/v3@v3.7.3 options.go:45",
			"go.etcd.io/etcd/client/v3@v3.7.3 options.go:50",
			"go.etcd.io/etcd/client/v3@v3.7.3 options.go:55",
			"go.etcd.io/etcd/client/v3@v3.7.3 client.go:248",
		},
	}
})

const etcdModule = "go.etcd.io/etcd/client/v3"

func etcdCalls() []graph.LibraryCall {
	call := func(classes graph.ClassSet, mutates graph.Answer) graph.LibraryCall {
		return graph.LibraryCall{
			Effect: graph.EffectRemote, Protocol: graph.ProtocolGRPC, Address: maker, Mutates: mutates,
			Layers: []graph.LibraryLayer{{
				Name: "etcd client MaxUnaryRetries", Kind: graph.KindClientDefault, Attempts: 100, RetriesOn: classes,
				Backoff: graph.BackoffConstant, Base: "25ms", Jitter: true,
			}},
		}
	}
	read, write := call(unsent.Union(on("reset", "grpc:14")), graph.No), call(unsent, graph.Yes)
	return slices.Concat(
		each(read, "("+etcdModule+".", "KV).Get", "Lease).TimeToLive", "Lease).Leases"),
		each(write, "("+etcdModule+".", "KV).Put", "KV).Delete", "KV).Compact", "KV).Do", "Lease).Grant", "Lease).Revoke", "Lease).KeepAliveOnce"),
		each(noContext(write), "("+etcdModule+".", "Txn).Commit"),
		[]graph.LibraryCall{{
			Func: etcdModule + ".New", Effect: graph.EffectConstructs, Protocol: graph.ProtocolGRPC,
			Address: fieldOf(0, "Endpoints"), Options: param(0), NoContext: true,
		}},
	)
}
