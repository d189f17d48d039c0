package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ampcheck/ampcheck/graph"
)

// copied is a new directory with files of testdata/cases and a policy.
func copied(t *testing.T, policy string, files ...string) string {
	t.Helper()
	dir := policyDir(t, []byte("version: 1\n"+policy))
	for _, file := range files {
		data, err := os.ReadFile(filepath.Join("../../testdata/cases", file))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, filepath.Base(file)), data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// The default of the mesh retries a failed connection in every version, and a
// plain 503 in old ones. A version that is not known is taken for the newest,
// and the report says what would hold for an older one.
func TestCasePayout(t *testing.T) {
	for _, tt := range []struct {
		version string
		of503   graph.Count
		note    bool
	}{
		{"1.3.5", 3, false}, {"1.20.8", 3, false}, {"1.23.4", 3, false}, {"1.24.0", 1, false}, {"1.27", 1, false}, {"", 1, true},
	} {
		policy := ""
		if tt.version != "" {
			policy = "mesh: {istio: {version: \"" + tt.version + "\"}}\n"
		}
		dir := copied(t, policy, "payout/system.yaml")
		nodes, r := checked(t, dir)
		if got := callsOfClass(t, nodes["payout"], "503"); got != tt.of503 {
			t.Errorf("%s: %s calls of class 503, want %s", tt.version, got, tt.of503)
		}
		if got := callsOfClass(t, nodes["payout"], "connect"); got != 3 {
			t.Errorf("%s: %s tries to connect, want 3", tt.version, got)
		}
		for class := range nodes["payout"].Classes {
			if strings.HasPrefix(class, "grpc:") {
				t.Errorf("%s: class %s on a hop of plain HTTP", tt.version, class)
			}
		}
		if got := strings.Contains(analysed(t, 0, "report", dir), "503 would be 3 before 1.24"); got != tt.note {
			t.Errorf("%s: the note on older versions is there: %v", tt.version, got)
		}
		if !hasRule(r, "AMP004") {
			t.Errorf("%s: no AMP004", tt.version)
		}
	}
}

// Retries that a gateway turns off are still on in the sidecars, until the
// object is bound to those too.
func TestCaseGatewayOnly(t *testing.T) {
	for _, tt := range []struct {
		object      string
		fromSidecar graph.Count
		hint        bool
	}{
		{"gateway-only/virtualservice.yaml", 3, true}, {"gateway-only/virtualservice-mesh.yaml", 1, false},
	} {
		_, r := checked(t, copied(t, "", "gateway-only/system.yaml", tt.object))
		want := map[string]graph.Count{"ingressgateway->b": 1, "a->b": tt.fromSidecar}
		for _, e := range r.Edges {
			n, ok := want[e.ID]
			if !ok || e.Attempts != n {
				t.Errorf("%s: %s makes %s attempts, want %s", tt.object, e.ID, e.Attempts, n)
			}
			delete(want, e.ID)
		}
		if len(want) > 0 {
			t.Errorf("%s: no calls %v", tt.object, want)
		}
		if hasRule(r, "AMP302") != tt.hint {
			t.Errorf("%s: AMP302 is there: %v", tt.object, !tt.hint)
		}
		if hasRule(r, "AMP004") != (tt.fromSidecar > 1) {
			t.Errorf("%s: findings %v", tt.object, r.Findings)
		}
	}
}

// The default of the mesh is one cause, whether it acts at a gateway, on a route
// that sets no retries, or where nothing is written at all.
func TestOneDefault(t *testing.T) {
	_, r := checked(t, copied(t, "", "one-default/system.yaml"))
	findings := 0
	for _, f := range r.Findings {
		if f.Rule == "AMP004" {
			findings++
			if want := len(r.Edges); want != 3 || len(f.Related) != want {
				t.Errorf("%d places on %d calls, want all of 3: %v", len(f.Related), want, f)
			}
		}
	}
	if findings != 1 {
		t.Errorf("%d findings, want 1: %v", findings, r.Findings)
	}
}

func hasRule(r graph.Result, id string) bool {
	for _, f := range r.Findings {
		if f.Rule == id {
			return true
		}
	}
	return false
}

// A proxy copies each request it takes once: its own retries are not the
// copy's, those of its caller are. The parts of a split are alternatives.
func TestCaseMirror(t *testing.T) {
	for _, file := range []string{"mirror/envoy.yaml", "mirror/istio.yaml"} {
		for outer, want := range map[string]map[string]graph.Count{
			"1": {"v1": 4, "v2": 4, "log": 1},
			"3": {"v1": 12, "v2": 12, "log": 3},
		} {
			policy := "entries: [client]\ncalls: [{from: client, to: envoy, attempts: " + outer + "}]\nservices: {envoy: {answers: {\"*\": passes}}}\n"
			nodes, r := checked(t, copied(t, policy, file))
			for id, calls := range want {
				if got := nodes[id].Calls; got != calls {
					t.Errorf("%s, %s attempts outside: %s calls of %s, want %s", file, outer, got, id, calls)
				}
			}
			if len(r.Edges) != 4 {
				t.Errorf("%s: %d calls, want the client's, two parts and a copy", file, len(r.Edges))
			}
		}
	}
}

// Before 1.6 the default retried the gRPC code RESOURCE_EXHAUSTED too.
func TestCaseExhausted(t *testing.T) {
	for version, want := range map[string]graph.Count{"1.5.10": 3, "1.6.0": 1} {
		policy := "mesh: {istio: {version: \"" + version + "\"}}\ncalls: [{from: shop, to: payout, protocol: grpc}]\n"
		nodes, _ := checked(t, copied(t, policy, "payout/system.yaml"))
		if got := callsOfClass(t, nodes["payout"], "grpc:8"); got != want {
			t.Errorf("%s: %s calls of class grpc:8, want %s", version, got, want)
		}
	}
}

// A payment that the default of an old mesh makes again after a 503 can be made
// three times; a newer one repeats what never reached it.
func TestCasePayoutTwice(t *testing.T) {
	for version, want := range map[string]bool{"1.20.8": true, "1.27": false} {
		policy := "mesh: {istio: {version: \"" + version + "\"}}\ncalls: [{from: shop, to: payout, protocol: http, idempotent: false}]\n"
		_, r := checked(t, copied(t, policy, "payout/system.yaml"))
		if hasRule(r, "AMP007") != want {
			t.Errorf("%s: AMP007 is there: %v; findings %v", version, !want, r.Findings)
		}
		for _, e := range r.Edges {
			if got := e.Duplicates != nil; e.From == "shop" && (got != want || got && *e.Duplicates != 3) {
				t.Errorf("%s: %v effects of %s", version, e.Duplicates, e.ID)
			}
		}
	}
}

// C12: a retry budget of Envoy binds only where enough requests are in flight at each
// proxy, and one of 100% never does.
func TestCaseEnvoyBudget(t *testing.T) {
	for _, tt := range []struct {
		percent, inFlight string
		sustained         float64
		unbound           bool
	}{
		{"20", "2", 4, true}, {"20", "6", 2, false}, {"20", "14", 1.272727, false}, {"20", "25", 1.25, false}, {"100", "25", 4, true},
	} {
		policy := "gate: {amplification: 3}\nentries: [client]\nrates: {inFlightPerProxy: " + tt.inFlight + "}\ncalls: [{from: client, to: envoy}]\nservices: {envoy: {answers: {\"*\": passes}}}\n"
		dir := copied(t, policy, "budget/envoy.yaml")
		file := filepath.Join(dir, "envoy.yaml")
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(strings.ReplaceAll(string(data), "PERCENT", tt.percent)), 0o666); err != nil {
			t.Fatal(err)
		}
		nodes, r := checked(t, dir)
		n := nodes["orders"]
		held := n.Calls.Float() // where nothing is held back that is all there is to say
		if n.SustainedCalls != nil {
			held = *n.SustainedCalls
		}
		if n.Calls != 4 || held != tt.sustained {
			t.Errorf("%s%%, %s in flight: %s calls, over time %v; want 4 and %v", tt.percent, tt.inFlight, n.Calls, held, tt.sustained)
		}
		if hasRule(r, "AMP009") != tt.unbound {
			t.Errorf("%s%%, %s in flight: AMP009 is there: %v", tt.percent, tt.inFlight, !tt.unbound)
		}
	}
}

// C6: what a proxy answers for a server that hangs is UNAVAILABLE to a gRPC client, so
// that it tries again, though it lists no timeout; a status of 500 is another code.
func TestCaseGatewayTimeout(t *testing.T) {
	policy := "entries: [client]\ncalls: [{from: client, to: envoy, protocol: grpc, attempts: 4, retryOn: [\"grpc:14\"]}]\nservices: {envoy: {answers: {\"*\": passes}}}\n"
	nodes, _ := checked(t, copied(t, policy, "gateway-timeout/envoy.yaml"))
	for class, want := range map[string]graph.Count{"timeout": 4, "http:429": 4, "http:502": 4, "http:503": 4, "http:500": 1} {
		if got := callsOfClass(t, nodes["orders"], class); got != want {
			t.Errorf("%s: %s calls, want %s", class, got, want)
		}
	}
}

// C4: a deadline that passes while the server works ends the call, whatever the number
// of attempts.
func TestCaseDeadline(t *testing.T) {
	policy := "version: 1\ncalls: [{from: client, to: server, protocol: grpc, attempts: 4, timeout: 50ms, retryOn: [\"grpc:14\"]}]\n"
	nodes, _ := checked(t, policyDir(t, []byte(policy)))
	for class, want := range map[string]graph.Count{"timeout": 1, "unavailable": 4} {
		if got := callsOfClass(t, nodes["server"], class); got != want {
			t.Errorf("%s: %s calls, want %s", class, got, want)
		}
	}
}

// Of 20 calls that fail, with 4 attempts each and a full bucket of 10 tokens, 23 are
// sent in all.
func TestCaseThrottled(t *testing.T) {
	b := graph.Budget{Kind: graph.BudgetThrottle, Tokens: 10, Ratio: 0.1}
	if got := 20 + b.Burst(4); got != 23 {
		t.Errorf("%v calls, want 23", got)
	}
}
