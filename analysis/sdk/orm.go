package sdk

import (
	"slices"

	"github.com/ampcheck/ampcheck/graph"
)

// gorm.io/gorm sends a statement through database/sql and repeats nothing
// itself. Chains are built without a statement; a finisher sends one, inside a
// transaction of its own where it writes.
var (
	_ = register("gorm.io/gorm", func() graph.Library {
		return graph.Library{
			Name: "gorm.io/gorm",
			Calls: slices.Concat(
				each(noContext(sqlStatement()), "(*gorm.io/gorm.DB).",
					"Create", "CreateInBatches", "Save", "First", "Take", "Last", "Find", "FirstOrInit", "FirstOrCreate",
					"Update", "Updates", "UpdateColumn", "UpdateColumns", "Delete", "Count", "Row", "Rows", "Scan", "Pluck",
					"Exec", "Begin", "Commit", "Rollback"),
				each(graph.LibraryCall{Effect: graph.EffectConstructs, Protocol: sqlProtocol, Address: maker, NoContext: true},
					"(*gorm.io/gorm.DB).",
					"Model", "Clauses", "Table", "Distinct", "Select", "Omit", "Where", "Not", "Or", "Joins", "Group", "Having", "Order",
					"Limit", "Offset", "Scopes", "Preload", "Attrs", "Assign", "Unscoped", "Raw", "Session", "Debug"),
				[]graph.LibraryCall{
					{Func: "(*gorm.io/gorm.DB).WithContext", Effect: graph.EffectConstructs, Protocol: sqlProtocol, Address: maker},
					{Func: "(*gorm.io/gorm.DB).Transaction", Effect: graph.EffectRuns, Runs: param(0), NoContext: true},
					{Func: "(*gorm.io/gorm.DB).Connection", Effect: graph.EffectRuns, Runs: param(0), NoContext: true},
					{Func: "gorm.io/gorm.Open", Effect: graph.EffectConstructs, Protocol: sqlProtocol, Address: of(0), NoContext: true},
				},
			),
			Sources: []string{
				"gorm.io/gorm@v1.31.2 finisher_api.go:174",
				"gorm.io/gorm@v1.31.2 finisher_api.go:637",
			},
		}
	})
	_ = register("gorm.io/driver/postgres", func() graph.Library {
		return gormDriver("postgres", "gorm.io/driver/postgres@v1.6.0 postgres.go:41")
	})
	_ = register("gorm.io/driver/mysql", func() graph.Library {
		return gormDriver("mysql", "gorm.io/driver/mysql@v1.6.0 mysql.go:69")
	})
)

func gormDriver(name, source string) graph.Library {
	m := "gorm.io/driver/" + name
	return graph.Library{
		Name: m,
		Calls: []graph.LibraryCall{
			{Func: m + ".Open", Effect: graph.EffectConstructs, Protocol: sqlProtocol, Address: param(0), NoContext: true},
		},
		Sources: []string{source},
	}
}

// sqlStatement is a statement on a pool of database/sql.
func sqlStatement() graph.LibraryCall {
	return graph.LibraryCall{Effect: graph.EffectRemote, Protocol: sqlProtocol, Address: maker, Layers: sqlBadConn}
}

// jmoiron/sqlx wraps database/sql, whose own methods it promotes, and repeats
// nothing itself.
var _ = register("github.com/jmoiron/sqlx", func() graph.Library {
	return graph.Library{
		Name:  "jmoiron/sqlx",
		Calls: sqlxCalls(),
		Sources: []string{
			"github.com/jmoiron/sqlx@v1.4.0 sqlx.go:319",
			"github.com/jmoiron/sqlx@v1.4.0 sqlx.go:433",
			"github.com/jmoiron/sqlx@v1.4.0 sqlx.go:640",
		},
	}
})

func sqlxCalls() []graph.LibraryCall {
	const m = "github.com/jmoiron/sqlx"
	var calls []graph.LibraryCall
	add := func(prefix string, call graph.LibraryCall, statement *graph.Arg, names ...string) {
		call.Method = statement
		calls = append(calls, each(call, prefix, names...)...)
	}
	pooled, bound := sqlStatement(), sqlStatement()
	bound.Layers = nil
	for _, receiver := range []string{"DB", "Tx"} {
		call := pooled
		if receiver == "Tx" {
			call = bound
		}
		prefix := "(*" + m + "." + receiver + ")."
		add(prefix, noContext(call), param(1), "Select", "Get")
		add(prefix, noContext(call), param(0), "Queryx", "QueryRowx", "MustExec", "NamedQuery", "NamedExec", "Preparex", "PrepareNamed")
		add(prefix, call, param(2), "SelectContext", "GetContext")
		add(prefix, call, param(1), "QueryxContext", "QueryRowxContext", "MustExecContext", "NamedExecContext", "PreparexContext", "PrepareNamedContext")
	}
	add("(*"+m+".DB).", pooled, param(1), "NamedQueryContext")
	add("(*"+m+".DB).", noContext(pooled), nil, "Beginx", "MustBegin")
	add("(*"+m+".DB).", pooled, nil, "BeginTxx", "MustBeginTx")
	for _, t := range []string{"Stmt", "NamedStmt"} {
		add("(*"+m+"."+t+").", noContext(pooled), maker, "Select", "Get", "Queryx", "QueryRowx", "MustExec")
		add("(*"+m+"."+t+").", pooled, maker, "SelectContext", "GetContext", "QueryxContext", "QueryRowxContext", "MustExecContext")
	}
	function := pooled
	function.Address = of(0)
	add(m+".", noContext(function), param(2), "Select", "Get")
	function.Address = of(1)
	add(m+".", function, param(3), "SelectContext", "GetContext")
	constructs := graph.LibraryCall{Effect: graph.EffectConstructs, Protocol: sqlProtocol, NoContext: true, Address: param(1)}
	calls = append(calls, each(constructs, m+".", "Open", "MustOpen", "Connect", "MustConnect")...)
	return append(calls,
		graph.LibraryCall{Func: m + ".ConnectContext", Effect: graph.EffectConstructs, Protocol: sqlProtocol, Address: param(2)},
		graph.LibraryCall{Func: m + ".NewDb", Effect: graph.EffectConstructs, Protocol: sqlProtocol, Address: of(0), NoContext: true},
	)
}
