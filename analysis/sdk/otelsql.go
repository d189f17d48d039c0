package sdk

import "github.com/ampcheck/ampcheck/graph"

// Packages that open a database of database/sql with instruments round the driver:
// it is called as the one underneath.
var (
	_ = register("github.com/XSAM/otelsql", func() graph.Library {
		return opensSQL("github.com/XSAM/otelsql",
			"github.com/XSAM/otelsql@v0.43.0 sql.go:87", "github.com/XSAM/otelsql@v0.43.0 sql.go:122")
	})
	_ = register("github.com/uptrace/opentelemetry-go-extra/otelsql", func() graph.Library {
		return opensSQL("github.com/uptrace/opentelemetry-go-extra/otelsql",
			"github.com/uptrace/opentelemetry-go-extra/otelsql@v0.3.2 driver.go:14", "github.com/uptrace/opentelemetry-go-extra/otelsql@v0.3.2 driver.go:48")
	})
)

func opensSQL(m string, sources ...string) graph.Library {
	opens := graph.LibraryCall{Effect: graph.EffectConstructs, Protocol: sqlProtocol}
	return graph.Library{
		Name: m[len("github.com/"):], Sources: sources,
		Calls: []graph.LibraryCall{
			with(opens, m+".Open", func(c *graph.LibraryCall) { c.Address = param(1) }),
			with(opens, m+".OpenDB", func(c *graph.LibraryCall) { c.Address = of(0) }),
		},
	}
}
