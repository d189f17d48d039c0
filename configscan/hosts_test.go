package configscan

import (
	"testing"

	"github.com/ampcheck/ampcheck/graph"
)

// The input shows that a host is not there only where it describes others of
// its kind.
func TestInventory(t *testing.T) {
	const services = `
{apiVersion: v1, kind: Service, metadata: {name: api, namespace: shop}}
---
{apiVersion: v1, kind: Service, metadata: {name: plain}}
`
	const entries = `
---
{apiVersion: networking.istio.io/v1, kind: ServiceEntry, metadata: {name: x, namespace: shop}, spec: {hosts: [api.example.com, "*.wild.com"]}}
`
	for _, tt := range []struct {
		text string
		host graph.HostPattern
		want bool
	}{
		{services, graph.HostPattern{Name: "api", Namespace: "shop"}, false},
		{services, graph.HostPattern{Name: "gone", Namespace: "shop"}, true},
		{services, graph.HostPattern{Name: "gone", Namespace: "other"}, false},
		{services, graph.HostPattern{Name: "plain", Namespace: "default"}, false},
		{services, graph.HostPattern{Name: "gone", Namespace: "default"}, true},
		{services, graph.HostPattern{Name: "api.shop"}, false},
		{services, graph.HostPattern{Name: "api.example.com"}, false},
		{services, graph.HostPattern{Name: "*"}, false},
		{services, graph.HostPattern{Name: "*.shop.svc.cluster.local"}, false},
		{services, graph.HostPattern{Name: "*.gone.svc.cluster.local"}, true},
		{services, graph.HostPattern{Name: "*.local"}, false},
		{"", graph.HostPattern{Name: "*.gone.svc.cluster.local"}, false},
		{services + entries, graph.HostPattern{Name: "api.example.com"}, false},
		{services + entries, graph.HostPattern{Name: "a.wild.com"}, false},
		{services + entries, graph.HostPattern{Name: "gone.example.com"}, true},
		{services + entries, graph.HostPattern{Name: "api.shop"}, false},
	} {
		docs, _ := ParseDocs("in.yaml", []byte(tt.text))
		if got := inventoryOf(newIndex(docs)).lacks(tt.host); got != tt.want {
			t.Errorf("%v: lacks %v, want %v, in %s", tt.host, got, tt.want, tt.text)
		}
	}
}
