package sdk

import "github.com/ampcheck/ampcheck/graph"

// database/sql runs a call of DB again when the driver answers ErrBadConn, by
// which it promises that nothing was sent: twice on pooled connections, then
// once on a new one. Calls of Tx and Conn are bound to their connection and run
// once. A call waits without limit for a free connection.
var _ = register("", func() graph.Library {
	return graph.Library{
		Name:  "database/sql",
		Calls: sqlCalls(),
		Knobs: []graph.Knob{
			{Kind: graph.KnobSetter, Name: "(*database/sql.DB).SetMaxOpenConns", Role: graph.RolePool, Zero: "unbounded", Minus: "unbounded"},
		},
		Sources: []string{
			"std@go1.26.8 database/sql/sql.go:1572",
			"std@go1.26.8 database/sql/sql.go:1583",
			"std@go1.26.8 database/sql/sql.go:1671",
			"std@go1.26.8 database/sql/sql.go:2511",
			"std@go1.26.8 database/sql/sql.go:2648",
			"std@go1.26.8 database/sql/sql.go:1029",
		},
	}
})

func sqlCalls() []graph.LibraryCall {
	statement := graph.LibraryCall{Effect: graph.EffectRemote, Protocol: sqlProtocol, Address: maker}
	var calls []graph.LibraryCall
	add := func(onType string, call graph.LibraryCall, at int, names ...string) {
		for _, name := range names {
			plain, ctx := call, call
			plain.NoContext = true
			if at >= 0 {
				plain.Method, ctx.Method = param(at), param(at+1)
			}
			plain.Func, ctx.Func = "(*database/sql."+onType+")."+name, "(*database/sql."+onType+")."+name+"Context"
			calls = append(calls, ctx)
			if onType != "Conn" {
				calls = append(calls, plain)
			}
		}
	}
	pooled := statement
	pooled.Layers = sqlBadConn
	add("DB", pooled, 0, "Exec", "Query", "QueryRow", "Prepare")
	add("DB", pooled, -1, "Ping")
	add("Conn", statement, 0, "Exec", "Query", "QueryRow", "Prepare")
	add("Conn", statement, -1, "Ping")
	add("Tx", statement, 0, "Exec", "Query", "QueryRow", "Prepare")
	prepared := pooled
	prepared.Method = maker
	add("Stmt", prepared, -1, "Exec", "Query", "QueryRow")
	calls = append(calls, each(pooled, "(*database/sql.DB).", "BeginTx", "Conn")...)
	calls = append(calls, each(noContext(pooled), "(*database/sql.DB).", "Begin")...)
	calls = append(calls, each(statement, "(*database/sql.Conn).", "BeginTx")...)
	calls = append(calls, each(noContext(statement), "(*database/sql.Tx).", "Commit", "Rollback")...)
	constructs := graph.LibraryCall{Effect: graph.EffectConstructs, Protocol: sqlProtocol}
	return append(calls,
		with(constructs, "database/sql.Open", func(c *graph.LibraryCall) { c.Address = param(1) }),
		with(constructs, "database/sql.OpenDB", func(c *graph.LibraryCall) { c.Address = of(0) }),
		with(constructs, "(*database/sql.Tx).Stmt", func(c *graph.LibraryCall) { c.Address, c.Method = maker, of(0) }),
		with(constructs, "(*database/sql.Tx).StmtContext", func(c *graph.LibraryCall) { c.Address, c.Method = maker, of(1) }),
	)
}

const sqlProtocol graph.Protocol = "sql"

// sqlBadConn repeats what the driver says was never sent.
var sqlBadConn = []graph.LibraryLayer{{
	Name: "database/sql ErrBadConn", Kind: graph.KindClientDefault, Attempts: 3, RetriesOn: unsent, Backoff: graph.BackoffNone,
}}

func noContext(call graph.LibraryCall) graph.LibraryCall {
	call.NoContext = true
	return call
}
