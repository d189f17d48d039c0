package sdk

import (
	"slices"

	"github.com/ampcheck/ampcheck/graph"
)

// go-pg v10 sends a statement once unless MaxRetries, which counts retries, says
// otherwise. It then repeats any statement, writes too, after every error of the
// network, connections that ended, failures to serialise and a server without free connections.
var _ = register(goPG, func() graph.Library {
	send := graph.LibraryCall{
		Effect: graph.EffectRemote, Protocol: sqlProtocol, Address: maker,
		Layers: []graph.LibraryLayer{{
			Name: "go-pg MaxRetries", Kind: graph.KindClientDefault, Attempts: 1, RetriesOn: on("connect", "dns", "reset", "timeout", "conflict", "overload"),
			Backoff: graph.BackoffExponential, Base: "250ms", Max: "4s", Jitter: true,
		}},
	}
	plain := send
	plain.NoContext = true
	base, query := "(*"+goPG+".baseDB).", "(*"+goPG+"/orm.Query)."
	return graph.Library{
		Name: "go-pg/pg/v10",
		Calls: slices.Concat(
			each(send, base, "ExecContext", "ExecOneContext", "QueryContext", "QueryOneContext"),
			each(plain, base, "Exec", "ExecOne", "Query", "QueryOne", "CopyFrom", "CopyTo"),
			each(graph.LibraryCall{Effect: graph.EffectConstructs, Protocol: sqlProtocol, Address: maker}, base, "Model", "ModelContext"),
			each(plain, query, "Select", "SelectAndCount", "Insert", "SelectOrInsert", "Update", "UpdateNotZero", "Delete", "ForceDelete",
				"Count", "Exists", "First", "Last", "Exec", "ExecOne", "Query", "QueryOne"),
			[]graph.LibraryCall{
				{Func: goPG + ".Connect", Effect: graph.EffectConstructs, Protocol: sqlProtocol, Address: fieldOf(0, "Addr"), Options: param(0), NoContext: true},
				{Func: "(*" + goPG + ".baseDB).Ping", Effect: graph.EffectRemote, Protocol: sqlProtocol, Address: maker, Layers: send.Layers},
			},
		),
		Knobs: []graph.Knob{
			{Kind: graph.KnobField, Name: goPG + ".Options.MaxRetries", Role: graph.RoleRetries},
			{Kind: graph.KnobField, Name: goPG + ".Options.MinRetryBackoff", Role: graph.RoleBase, Zero: "default", Minus: "none"},
			{Kind: graph.KnobField, Name: goPG + ".Options.MaxRetryBackoff", Role: graph.RoleMax, Zero: "default", Minus: "none"},
		},
		Sources: []string{
			goPG + "@v10.11.0 base.go:183",
			goPG + "@v10.11.0 base.go:244",
			goPG + "@v10.11.0 base.go:314",
			goPG + "@v10.11.0 options.go:59",
			goPG + "@v10.11.0 options.go:155",
			goPG + "@v10.11.0 options.go:161",
		},
	}
})

const goPG = "github.com/go-pg/pg/v10"
