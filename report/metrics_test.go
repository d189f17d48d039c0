package report

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"gopkg.in/yaml.v3"

	"github.com/ampcheck/ampcheck/graph"
)

// A chain of two with names that mean something in YAML, PromQL and templates.
func hostileChain() *graph.Result {
	const a, b = "it's \"a\"", "b: {{ $x }} # \\ }"
	n := graph.Count(9)
	return &graph.Result{
		Nodes: []graph.NodeInfo{
			{ID: a, Service: a, Kind: graph.NodeService, Entry: a, IsEntry: graph.EntryRequest, Calls: 1, Happy: 1},
			{ID: b, Service: b, Kind: graph.NodeService, Entry: a, Calls: n, Happy: 1},
		},
		Edges: []graph.EdgeInfo{{From: a, To: b, Layers: []graph.LayerInfo{{Attempts: n, Budget: &graph.BudgetInfo{}}}}},
	}
}

// Rules are YAML whatever the names are, and the same each time.
func TestMetricsAreYAML(t *testing.T) {
	for _, c := range Conventions() {
		var b, again bytes.Buffer
		if err := WriteMetrics(&b, hostileChain(), c.Name); err != nil {
			t.Fatal(err)
		}
		if err := WriteMetrics(&again, hostileChain(), c.Name); err != nil || again.String() != b.String() {
			t.Errorf("%s: two runs differ: %v", c.Name, err)
		}
		var file struct {
			Groups []struct {
				Rules []struct {
					Record, Alert, Expr string
					Labels              map[string]string
				}
			}
		}
		if err := yaml.Unmarshal(b.Bytes(), &file); err != nil {
			t.Fatalf("%s: %v in\n%s", c.Name, err, b.String())
		}
		alerts := 0
		for _, r := range file.Groups[0].Rules {
			if r.Alert != "" {
				alerts++
			}
			if r.Expr == "" || r.Labels["tier"] == "" {
				t.Errorf("%s: a rule without expression or tier: %+v", c.Name, r)
			}
		}
		if alerts == 0 {
			t.Errorf("%s: no alert in\n%s", c.Name, b.String())
		}
	}
	if err := WriteMetrics(&bytes.Buffer{}, hostileChain(), "statsd"); err == nil {
		t.Error("an unknown convention is no error")
	}
}

// Prometheus accepts the rules, and they fire on series of an outage and not on those
// of a healthy day.
func TestPromtool(t *testing.T) {
	if os.Getenv("AMPCHECK_FULL") != "1" {
		t.Skip("needs promtool: set AMPCHECK_FULL=1")
	}
	promtool, err := exec.LookPath("promtool")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	run := func(args ...string) {
		t.Helper()
		cmd := exec.CommandContext(t.Context(), promtool, args...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("promtool %v: %v\n%s", args, err, out)
		}
	}
	write := func(name string, data []byte) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range Conventions() {
		var b bytes.Buffer
		if err := WriteMetrics(&b, hostileChain(), c.Name); err != nil {
			t.Fatal(err)
		}
		write("rules.yaml", b.Bytes())
		run("check", "rules", "rules.yaml")
	}
	r := hostileChain()
	for i := range r.Nodes {
		r.Nodes[i].ID = string(rune('a' + i))
		r.Nodes[i].Entry = "a"
	}
	r.Edges[0].From, r.Edges[0].To = "a", "b"
	var b bytes.Buffer
	if err := WriteMetrics(&b, r, "envoy"); err != nil {
		t.Fatal(err)
	}
	write("rules.yaml", b.Bytes())
	// For ten minutes one call of b for each of a, then nine, of which the budget
	// holds some back.
	write("test.yaml", []byte(`rule_files: [rules.yaml]
evaluation_interval: 15s
tests:
  - interval: 15s
    input_series:
      - {series: 'envoy_cluster_upstream_rq_total{envoy_cluster_name="a"}', values: '0+150x80'}
      - {series: 'envoy_cluster_upstream_rq_total{envoy_cluster_name="b"}', values: '0+150x40 6000+1350x40'}
      - {series: 'envoy_cluster_upstream_rq_retry{envoy_cluster_name="b"}', values: '0x40 0+1200x40'}
      - {series: 'envoy_cluster_upstream_rq_retry_overflow{envoy_cluster_name="b"}', values: '0x40 0+15x40'}
    alert_rule_test:
      - {eval_time: 9m, alertname: AmpcheckAmplified, exp_alerts: []}
      - {eval_time: 9m, alertname: AmpcheckBudgetExhausted, exp_alerts: []}
      - eval_time: 18m
        alertname: AmpcheckAmplified
        exp_alerts: [{exp_labels: {severity: warning, tier: b}, exp_annotations: {summary: 'b gets more than twice the calls for each one at a than when nothing fails (1); retries can make it 9 for one at a'}}]
      - eval_time: 18m
        alertname: AmpcheckBudgetExhausted
        exp_alerts: [{exp_labels: {severity: warning, tier: b}, exp_annotations: {summary: 'the retry budget of calls of b is used up: what fails now is not tried again'}}]
    promql_expr_test:
      - expr: ampcheck:attempts_per_call:ratio1m{tier="b"}
        eval_time: 18m
        exp_samples: [{labels: 'ampcheck:attempts_per_call:ratio1m{tier="b"}', value: 9}]
`))
	run("test", "rules", "test.yaml")
}
