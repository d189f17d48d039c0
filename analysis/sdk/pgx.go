package sdk

import "github.com/ampcheck/ampcheck/graph"

// jackc/pgx v5 sends a statement once. What repeats is only connecting: the
// fallbacks of the connection string are tried in turn, one for each host and
// address, and unless sslmode is disable, require or stricter each of them twice,
// with and without TLS. These connections are not counted. Acquire of a pool
// checks up to MaxConns+1 idle connections. Through the stdlib package, errors
// that are safe to retry become ErrBadConn, which database/sql tries 3 times.
var _ = register(pgxModule, func() graph.Library {
	return graph.Library{
		Name:  "jackc/pgx/v5",
		Calls: pgxCalls(),
		Sources: []string{
			"github.com/jackc/pgx/v5@v5.12.0 conn.go:478",
			"github.com/jackc/pgx/v5@v5.12.0 conn.go:760",
			"github.com/jackc/pgx/v5@v5.12.0 pgconn/pgconn.go:260",
			"github.com/jackc/pgx/v5@v5.12.0 pgconn/config.go:310",
			"github.com/jackc/pgx/v5@v5.12.0 pgxpool/pool.go:640",
			"github.com/jackc/pgx/v5@v5.12.0 pgxpool/pool.go:778",
			"github.com/jackc/pgx/v5@v5.12.0 stdlib/sql.go:512",
		},
	}
})

const pgxModule = "github.com/jackc/pgx/v5"

func pgxCalls() []graph.LibraryCall {
	const m, pool = pgxModule, pgxModule + "/pgxpool"
	transaction := graph.LibraryCall{Effect: graph.EffectRuns, Address: of(1)}
	constructs := graph.LibraryCall{Effect: graph.EffectConstructs, Protocol: sqlProtocol}
	at := func(name string, address *graph.Arg) graph.LibraryCall {
		return with(constructs, name, func(c *graph.LibraryCall) { c.Address = address })
	}
	return append(pgxStatements(m),
		with(transaction, m+".BeginFunc", func(c *graph.LibraryCall) { c.Runs = param(2) }),
		with(transaction, m+".BeginTxFunc", func(c *graph.LibraryCall) { c.Runs = param(3) }),
		with(transaction, "(*"+pool+".Pool).AcquireFunc", func(c *graph.LibraryCall) { c.Runs, c.Address = param(1), maker }),
		at(m+".Connect", param(1)),
		at(m+".ConnectWithOptions", param(1)),
		at(m+".ConnectConfig", of(1)),
		at(m+".ParseConfig", param(0)),
		at(m+".ParseConfigWithOptions", param(0)),
		at(pool+".New", param(1)),
		at(pool+".NewWithConfig", of(1)),
		at(pool+".ParseConfig", param(0)),
		at("(*"+pool+".Pool).Acquire", maker),
		at(m+"/stdlib.OpenDB", of(0)),
		at(m+"/stdlib.OpenDBFromPool", of(0)),
	)
}

// pgxStatements are the statements of connections, pools and transactions.
func pgxStatements(m string) []graph.LibraryCall {
	pool := m + "/pgxpool"
	remote := graph.LibraryCall{Effect: graph.EffectRemote, Protocol: sqlProtocol, Address: maker}
	statement := remote
	statement.Method = param(1)
	var calls []graph.LibraryCall
	for _, receiver := range []string{"(*" + m + ".Conn).", "(" + m + ".Tx).", "(*" + pool + ".Pool).", "(*" + pool + ".Conn).", "(*" + pool + ".Tx)."} {
		calls = append(calls, each(statement, receiver, "Exec", "Query", "QueryRow")...)
		calls = append(calls, each(remote, receiver, "SendBatch", "CopyFrom", "Begin")...)
	}
	for _, receiver := range []string{"(*" + m + ".Conn).", "(*" + pool + ".Pool).", "(*" + pool + ".Conn)."} {
		calls = append(calls, each(remote, receiver, "BeginTx", "Ping")...)
	}
	for _, receiver := range []string{"(" + m + ".Tx).", "(*" + pool + ".Tx)."} {
		calls = append(calls, each(remote, receiver, "Commit", "Rollback")...)
	}
	prepare := remote
	prepare.Method = param(2)
	return append(calls, each(prepare, "", "(*"+m+".Conn).Prepare", "("+m+".Tx).Prepare")...)
}

// jackc/pgx v4 does the same, with transactions as methods.
var _ = register(pgxModule4, func() graph.Library {
	return graph.Library{
		Name:  "jackc/pgx/v4",
		Calls: pgx4Calls(),
		Sources: []string{
			"github.com/jackc/pgx/v4@v4.18.3 conn.go:386",
			"github.com/jackc/pgx/v4@v4.18.3 tx.go:100",
			"github.com/jackc/pgx/v4@v4.18.3 pgxpool/pool.go:174",
		},
	}
})

const pgxModule4 = "github.com/jackc/pgx/v4"

func pgx4Calls() []graph.LibraryCall {
	const m, pool = pgxModule4, pgxModule4 + "/pgxpool"
	own := []graph.LibraryCall{{Effect: graph.EffectRemote, Protocol: sqlProtocol, Address: maker}}
	transaction := graph.LibraryCall{Effect: graph.EffectRuns, Runs: param(1), Before: own, After: own, Undo: own}
	calls := pgxStatements(m)
	for _, receiver := range []string{"(*" + m + ".Conn).", "(*" + pool + ".Pool).", "(*" + pool + ".Conn)."} {
		calls = append(calls, each(transaction, receiver, "BeginFunc")...)
		calls = append(calls, with(transaction, receiver+"BeginTxFunc", func(c *graph.LibraryCall) { c.Runs = param(2) }))
	}
	constructs := graph.LibraryCall{Effect: graph.EffectConstructs, Protocol: sqlProtocol}
	at := func(name string, address *graph.Arg) graph.LibraryCall {
		return with(constructs, name, func(c *graph.LibraryCall) { c.Address = address })
	}
	return append(calls,
		with(graph.LibraryCall{Effect: graph.EffectRuns}, "(*"+pool+".Pool).AcquireFunc", func(c *graph.LibraryCall) { c.Runs, c.Address = param(1), maker }),
		at(m+".Connect", param(1)),
		at(m+".ConnectConfig", of(1)),
		at(m+".ParseConfig", param(0)),
		at(pool+".Connect", param(1)),
		at(pool+".ConnectConfig", of(1)),
		at(pool+".ParseConfig", param(0)),
		at("(*"+pool+".Pool).Acquire", maker),
		at(m+"/stdlib.OpenDB", of(0)),
	)
}
