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
	}}
	want := map[string]string{"m/cart": "cart", "m/order": "order", "m/front": "shop-interface", "m/admin": "shop-admin", "m/worker": "worker", "m/tool": "tool"}
	if got := bases([]*Fragment{f}); !maps.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
