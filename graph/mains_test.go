package graph

import (
	"maps"
	"slices"
	"testing"
)

// An image that holds several programs runs the one that its command names.
func TestCommandNamesTheProgram(t *testing.T) {
	call := &Step{Call: &Call{To: Endpoint{Address: Literal("stock:80")}}}
	f := &Fragment{
		Mains: []Main{{Path: "m/web/cmd", Dir: "web/cmd"}, {Path: "m/web/cmd/bot", Dir: "web/cmd/bot"}, {Path: "m/stock/cmd", Dir: "stock/cmd"}},
		Workloads: []Workload{
			{WorkloadRef: WorkloadRef{Name: "site"}, Image: "example.com/web:1"},
			{WorkloadRef: WorkloadRef{Name: "bot"}, Image: "example.com/web:1", Command: []string{"/bin/shop-bot"}},
			{WorkloadRef: WorkloadRef{Name: "site2"}, Image: "example.com/web:1", Command: []string{"/bin/sh", "-c", "web"}},
		},
		Handlers: []Handler{{Service: MainPrefix + "m/web/cmd", Operation: "GET /", Protocol: ProtocolHTTP, Body: call}},
	}
	g := Link([]*Fragment{f}, &Policy{})
	var from []string
	for _, e := range Compute(g, Options{}).Edges {
		from = append(from, e.From)
	}
	if want := []string{"site", "site2"}; !slices.Equal(from, want) {
		t.Errorf("the program calls from %q, want %q", from, want)
	}
}

// Programs are named after what tells their directories apart.
func TestBases(t *testing.T) {
	f := &Fragment{Mains: []Main{
		{Path: "m/cart", Dir: "app/cart/service/cmd/server"},
		{Path: "m/order", Dir: "app/order/service/cmd/server"},
		{Path: "m/front", Dir: "app/shop/interface/cmd/server"},
		{Path: "m/admin", Dir: "app/shop/admin/cmd/server"},
		{Path: "m/worker", Dir: "cmd/worker"},
		{Path: "m/tool", Dir: "."},
		{Path: "example.com/pizza/cmd", Dir: "cmd"},
	}}
	want := map[string]string{"m/cart": "cart", "m/order": "order", "m/front": "shop-interface", "m/admin": "shop-admin", "m/worker": "worker", "m/tool": "tool", "example.com/pizza/cmd": "pizza"}
	if got := bases([]*Fragment{f}); !maps.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// Programs that are named after one directory are services of their own, unless
// something in the input is named after that directory and runs them.
func TestProgramsOfOneDirectory(t *testing.T) {
	f := &Fragment{Mains: []Main{
		{Path: "m/order/api", Dir: "app/order/cmd/api"},
		{Path: "m/order/rpc", Dir: "app/order/cmd/rpc"},
		{Path: "m/pay/api", Dir: "app/pay/cmd/api"},
		{Path: "m/pay/rpc", Dir: "app/pay/cmd/rpc"},
		{Path: "m/stock/api", Dir: "app/stock/cmd/api"},
	}, Workloads: []Workload{{WorkloadRef: WorkloadRef{Name: "pay-rpc"}}, {WorkloadRef: WorkloadRef{Name: "pay"}}}}
	for _, m := range f.Mains {
		f.Handlers = append(f.Handlers, Handler{Service: MainPrefix + m.Path, Operation: "GET /", Protocol: ProtocolHTTP, Body: &Step{}})
	}
	var got []string
	for _, n := range Compute(Link([]*Fragment{f}, &Policy{}), Options{}).Nodes {
		got = append(got, n.ID)
	}
	if want := []string{"order-api", "order-rpc", "pay", "pay-rpc", "stock"}; !slices.Equal(got, want) {
		t.Errorf("services are %q, want %q", got, want)
	}
}

// A workload with the name of a module runs its program where it has only one.
func TestModuleNamesTheProgram(t *testing.T) {
	f := &Fragment{
		Mains: []Main{
			{Path: "m/site/cmd/web", Dir: "site/cmd/web", ModuleDir: "site"},
			{Path: "m/stock/cmd/server", Dir: "stock/cmd/server", ModuleDir: "stock"},
			{Path: "m/stock/cmd/seed", Dir: "stock/cmd/seed", ModuleDir: "stock"},
		},
		Workloads: []Workload{{WorkloadRef: WorkloadRef{Name: "site"}}, {WorkloadRef: WorkloadRef{Name: "stock"}}},
	}
	for _, m := range f.Mains {
		f.Handlers = append(f.Handlers, Handler{Service: MainPrefix + m.Path, Operation: "GET /", Protocol: ProtocolHTTP, Body: &Step{}})
	}
	var got []string
	for _, n := range Compute(Link([]*Fragment{f}, &Policy{}), Options{}).Nodes {
		got = append(got, n.ID)
	}
	if want := []string{"seed", "server", "site", "stock"}; !slices.Equal(got, want) {
		t.Errorf("services are %q, want %q", got, want)
	}
}

// A process that is several services of its program is none beside them: a call of
// it reaches the one that listens on the port, which has its environment.
func TestSeveralServicesInOneProcess(t *testing.T) {
	one := func(name, port string) Main {
		return Main{Path: "m/shop", Dir: "shop", Selection: &Selection{Source: SourceArgument, Value: name}, Listens: []Expr{Literal("0.0.0.0:" + port)}}
	}
	all := one("all", "")
	all.Listens, all.Together = nil, []string{"order", "price"}
	call := func(address Expr) *Step { return &Step{Call: &Call{To: Endpoint{Address: address}}} }
	f := &Fragment{
		Mains: []Main{one("order", "8081"), one("price", "8082"), all},
		Workloads: []Workload{
			{WorkloadRef: WorkloadRef{Name: "edge"}},
			{WorkloadRef: WorkloadRef{Name: "shop"}, Image: "example.com/shop:1", Args: []string{"all"}},
		},
		Bindings: []Binding{{Space: SpaceDNS, Name: "shop", Workload: &WorkloadRef{Name: "shop"}}},
		Values:   []Value{{Workload: WorkloadRef{Name: "shop"}, Source: SourceEnv, Key: "PRICE", Text: "localhost:8082"}},
		Handlers: []Handler{
			{Service: "edge", Operation: "GET /", Protocol: ProtocolHTTP, Body: call(Literal("http://shop:8081"))},
			{Service: MainPrefix + "m/shop#order", Operation: "GET /", Protocol: ProtocolHTTP, Body: call(Expr{Kind: ExprRef, Text: "PRICE", Source: SourceEnv})},
			{Service: MainPrefix + "m/shop#price", Operation: "GET /", Protocol: ProtocolHTTP, Body: &Step{}},
		},
	}
	var got []string
	r := Compute(Link([]*Fragment{f}, &Policy{}), Options{})
	for _, e := range r.Edges {
		got = append(got, e.ID)
	}
	for _, n := range r.Nodes {
		got = append(got, n.ID)
	}
	if want := []string{"edge->order", "order->price", "edge", "order", "price"}; !slices.Equal(got, want) {
		t.Errorf("edges and nodes are %q, want %q", got, want)
	}
}
