package configscan

import (
	"testing"

	"github.com/ampcheck/ampcheck/graph"
)

func TestIstioHost(t *testing.T) {
	for host, want := range map[string]graph.HostPattern{
		"payments":                         {Name: "payments", Namespace: "shop"},
		"payments.other.svc":               {Name: "payments", Namespace: "other"},
		"payments.other.svc.cluster.local": {Name: "payments", Namespace: "other"},
		"payments.other.svc.example.com":   {Name: "payments", Namespace: "other"},
		"payments.other":                   {Name: "payments.other"},
		"payments.example.com":             {Name: "payments.example.com"},
		"*":                                {Name: "*"},
		"*.svc":                            {Name: "*.svc"},
		"*.shop.svc.cluster.local":         {Name: "*.shop.svc.cluster.local"},
		"10.0.0.1":                         {Name: "10.0.0.1"},
		"2001:db8::1":                      {Name: "2001:db8::1"},
	} {
		if got := istioHost(host, "shop"); got != want {
			t.Errorf("%s: got %v, want %v", host, got, want)
		}
	}
}

// The default retries 503 below 1.24 only; a version that is not known is taken
// for the newest.
func TestOlder503(t *testing.T) {
	for v, want := range map[string]bool{
		"1.3.5": true, "v1.23.4": true, "1-23-1": true, "0.8": true,
		"1.24": false, "1.24.0": false, "1.27": false, "2.0": false,
		"": false, "stable": false, "1": false, "1.x": false,
	} {
		if got := !(istioDefaults{version: v}).older503().Empty(); got != want {
			t.Errorf("%q: got %v, want %v", v, got, want)
		}
	}
}

// Every layer of the mesh shows its caller the proxy's own answers in place of
// what never came from the callee.
func TestProxyRenames(t *testing.T) {
	renamed := graph.ClassSet{}
	for _, r := range proxyRenames() {
		renamed = renamed.Union(r.From)
		if !graph.Unavailable.Contains(r.To.Minus(graph.NewClassSet(graph.ClassTimeout))) {
			t.Errorf("%v becomes %v", r.From, r.To)
		}
	}
	if want := graph.NeverReached.Union(graph.NewClassSet(graph.ClassReset, graph.ClassTimeout)); renamed != want {
		t.Errorf("renamed are %v, want %v", renamed, want)
	}
}
