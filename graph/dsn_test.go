package graph

import "testing"

// The host of a database stands in texts of several forms, and is known where the
// password beside it is not.
func TestAddressesOfDatabases(t *testing.T) {
	part := UnknownExpr("?")
	concat := func(parts ...Expr) Expr { return Expr{Kind: ExprConcat, Args: parts} }
	for _, c := range []struct {
		address Expr
		host    string
		port    int
	}{
		{Literal("app:secret@tcp(orders:3306)/shop?parseTime=true"), "orders", 3306},
		{Literal("tcp(orders)/shop"), "orders", 0},
		{Literal("host=users port=5432 user=app dbname=users"), "users", 5432},
		{Literal("user=app host=a,b"), "a", 0},
		{Literal("postgres://app:secret@users:5432/users"), "users", 5432},
		{concat(part, Literal(":"), part, Literal("@tcp(orders:3306)/shop")), "orders", 3306},
		{concat(Literal("host=users port=5432 password="), part), "users", 5432},
		{concat(Literal("mongodb://"), part, Literal("@carts:27017")), "carts", 27017},
		{Literal("http://stock/tcp(x)"), "stock", 0},
		{Literal("http://stock/?host=x"), "stock", 0},
		{concat(Literal("host="), part, Literal(" port=5432")), unknownPart, 5432},
		{concat(part, Literal(":5432")), unknownPart, 5432},
	} {
		if a := parseAddress(c.address.known(nil)); a.host != c.host || a.port != c.port {
			t.Errorf("%q: host %q port %d, want %q and %d", c.address, a.host, a.port, c.host, c.port)
		}
	}
}

// A container reaches another one by the port of the machine that leads to it.
func TestPublishedPorts(t *testing.T) {
	binding := func(name string, exposed bool, ports ...Port) Binding {
		return Binding{Space: SpaceDNS, Name: name, Workload: &WorkloadRef{Name: name}, Exposed: exposed, Ports: ports}
	}
	f := &Fragment{
		Workloads: []Workload{{WorkloadRef: WorkloadRef{Name: "shop"}}, {WorkloadRef: WorkloadRef{Name: "cache"}}, {WorkloadRef: WorkloadRef{Name: "db"}}},
		Bindings:  []Binding{binding("cache", true, Port{Number: 6379}), binding("db", true, Port{Number: 5432, Published: 5433}), binding("shop", false, Port{Number: 80})},
	}
	for _, c := range []struct{ address, to string }{
		{"host.docker.internal:6379", "cache"},
		{"host.docker.internal:5433", "db"},
		{"host.docker.internal:5432", "host.docker.internal"},
		{"host.docker.internal:80", "host.docker.internal"},
		{"elsewhere:6379", "elsewhere"},
	} {
		f.Handlers = []Handler{{Service: "shop", Operation: "GET /", Protocol: ProtocolHTTP, Body: &Step{Call: &Call{To: Endpoint{Address: Literal(c.address)}}}}}
		r := Compute(Link([]*Fragment{f}, &Policy{}), Options{})
		if len(r.Edges) != 1 || r.Edges[0].To != c.to {
			t.Errorf("%s: %+v, want one edge to %s", c.address, r.Edges, c.to)
		}
	}
}
