package configscan

import (
	"strings"
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

// The default retries 503 below 1.24 and RESOURCE_EXHAUSTED below 1.6 only; a
// version that is not known is taken for the newest.
func TestOlder(t *testing.T) {
	for v, want := range map[string]string{
		"1.3.5": "http:503,grpc:8", "0.8": "http:503,grpc:8", "1.5.10": "http:503,grpc:8",
		"1.6.0": "http:503", "v1.23.4": "http:503", "1-23-1": "http:503",
		"1.24": "", "1.24.0": "", "1.27": "", "2.0": "",
		"": "", "stable": "", "1": "", "1.x": "",
	} {
		var set graph.ClassSet
		if want != "" {
			var err error
			if set, err = graph.ParseClasses(strings.Split(want, ",")); err != nil {
				t.Fatal(err)
			}
		}
		if got := (istioDefaults{version: v}).older(); got != set {
			t.Errorf("%q: got %v, want %v", v, got, set)
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
