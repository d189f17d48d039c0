package graph

import (
	"maps"
	"testing"
)

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
