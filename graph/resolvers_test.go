package graph

import "testing"

// The name that a resolver is asked for is the host, not the registry that it asks.
func TestParseAddressOfResolvers(t *testing.T) {
	for text, want := range map[string]string{
		"consul://consul:8500/srv-rate": "srv-rate",
		"discovery:///shop.cart":        "shop.cart",
		"dns:///cart:80":                "cart",
		"dns://10.0.0.1:53/cart:80":     "cart",
		"kubernetes:///cart.shop:80":    "cart.shop",
		"http://cart:80/v1/items":       "cart",
		"consul://consul:8500":          "consul",
	} {
		if got := parseAddress(text).host; got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
}

// A program that is several services is run by the workloads that say which; an
// address of this machine leads to the one that listens on the port.
func TestSelection(t *testing.T) {
	call := func(address string) *Step {
		return &Step{Call: &Call{To: Endpoint{Address: Literal(address), Protocol: ProtocolHTTP}, Confidence: ConfidenceFlow}}
	}
	mainOf := func(value, listens string) Main {
		return Main{Path: "m/shop", Dir: "cmd/shop", Selection: &Selection{Source: SourceArgument, Value: value}, Listens: []Expr{Literal(listens)}}
	}
	f := &Fragment{
		Mains: []Main{mainOf("order", ":8081"), mainOf("price", "0.0.0.0:8082")},
		Handlers: []Handler{
			{Service: "main:m/shop#order", Operation: "GET /order", Protocol: ProtocolHTTP, Kind: NodeService, Body: call("http://localhost:8082/price")},
			{Service: "main:m/shop#price", Operation: "GET /price", Protocol: ProtocolHTTP, Kind: NodeService, Body: call("http://localhost:9999/")},
		},
		Workloads: []Workload{{WorkloadRef: WorkloadRef{Name: "orders"}, Build: "cmd/shop", Args: []string{"order"}}},
	}
	r := Compute(Link([]*Fragment{f}, DefaultPolicy()), Options{})
	var got []string
	for _, e := range r.Edges {
		got = append(got, e.From+" -> "+e.To)
	}
	want := []string{"orders -> price", "price -> localhost"}
	if len(got) != 2 || got[0] != want[0] || got[1] != want[1] {
		t.Errorf("got %v, want %v", got, want)
	}
}
