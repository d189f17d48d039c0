package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"
)

// shopCounters is what arrived at each service of the running shop, which
// go run ./testdata/run -counters testdata/counters.json measures in testdata/shop.
type shopCounters struct {
	Inputs       string
	Step, Failed int
	Received     map[string][]int64
}

// Prometheus takes the rules for the shop, and on the counters of the running shop they
// fire while its database fails, for each service that gets more calls, and not before.
func TestRulesFireOnTheShop(t *testing.T) {
	if os.Getenv("AMPCHECK_FULL") != "1" {
		t.Skip("needs promtool: set AMPCHECK_FULL=1")
	}
	const shop = "../../testdata/shop"
	c := readJSON[shopCounters](t, shop+"/testdata/counters.json")
	// TestStuckShop holds the other record against the shop as it is.
	if other := readJSON[shopCounters](t, shop+"/testdata/stuck.json"); c.Inputs != other.Inputs {
		t.Errorf("measured with the inputs %s, not %s: run go run ./testdata/run -counters testdata/counters.json in testdata/shop", c.Inputs, other.Inputs)
	}
	dir := t.TempDir()
	rules := analysed(t, 0, "metrics", "--names", "envoy", shop)
	summaries := summariesOf(t, rules, "AmpcheckAmplified")
	var test strings.Builder
	fmt.Fprintf(&test, "rule_files: [rules.yaml]\nevaluation_interval: %ds\ntests:\n  - interval: %[1]ds\n    input_series:\n", c.Step)
	for _, name := range []string{"database", "gateway", "inventory", "order"} {
		fmt.Fprintf(&test, "      - {series: 'envoy_cluster_upstream_rq_total{envoy_cluster_name=%q}', values: '%s'}\n", name, strings.Trim(fmt.Sprint(c.Received[name]), "[]"))
	}
	before, after := (c.Failed-1)*c.Step, (len(c.Received["gateway"])-1)*c.Step
	fmt.Fprintf(&test, "    alert_rule_test:\n      - {eval_time: %ds, alertname: AmpcheckAmplified, exp_alerts: []}\n", before)
	fmt.Fprintf(&test, "      - eval_time: %ds\n        alertname: AmpcheckAmplified\n        exp_alerts:\n", after)
	for _, tier := range []string{"database", "inventory", "order"} {
		fmt.Fprintf(&test, "          - {exp_labels: {severity: warning, tier: %s}, exp_annotations: {summary: %q}}\n", tier, summaries[tier])
	}
	// One request of a client is three at the gateway, each of them 216 queries.
	const perEntry = `ampcheck:received_per_entry:ratio1m{tier="database"}`
	fmt.Fprintf(&test, "    promql_expr_test:\n      - {expr: '%s < bool 9', eval_time: %ds, exp_samples: [{labels: '{tier=\"database\",entry=\"gateway\"}', value: 1}]}\n", perEntry, before)
	fmt.Fprintf(&test, "      - {expr: 'abs(%s - 216) < bool 10', eval_time: %ds, exp_samples: [{labels: '{tier=\"database\",entry=\"gateway\"}', value: 1}]}\n", perEntry, after)
	for name, data := range map[string]string{"rules.yaml": rules, "test.yaml": test.String()} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(data), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range [][]string{{"check", "rules", "rules.yaml"}, {"test", "rules", "test.yaml"}} {
		cmd := exec.CommandContext(t.Context(), "promtool", args...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("promtool %v: %v\n%s", args, err, out)
		}
	}
}

// The counters are those of a shop that works, and then of one whose database fails.
func TestShopCounters(t *testing.T) {
	c := readJSON[shopCounters](t, "../../testdata/shop/testdata/counters.json")
	for name, want := range map[string]float64{"order": 3, "inventory": 72, "database": 216} {
		all, gateway := c.Received[name], c.Received["gateway"]
		last := len(all) - 1
		if !slices.IsSorted(all) || len(gateway) != len(all) || last < c.Failed+12 {
			t.Fatalf("%s: %d samples, of which %d without a failure: %v", name, len(all), c.Failed, all)
		}
		// The last minute, in which every request has failed.
		got := float64(all[last]-all[last-12]) / float64(gateway[last]-gateway[last-12])
		if got < 0.95*want || got > 1.05*want {
			t.Errorf("%s received %.1f calls for each at the gateway, want %.0f", name, got, want)
		}
	}
}

func readJSON[T any](t *testing.T, file string) (v T) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(data, &v)
	}
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return v
}

// summariesOf are the texts of an alert by its tier.
func summariesOf(t *testing.T, rules, alert string) map[string]string {
	t.Helper()
	var file struct {
		Groups []struct {
			Rules []struct {
				Alert               string
				Labels, Annotations map[string]string
			}
		}
	}
	if err := yaml.Unmarshal([]byte(rules), &file); err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, g := range file.Groups {
		for _, r := range g.Rules {
			if r.Alert == alert {
				all[r.Labels["tier"]] = r.Annotations["summary"]
			}
		}
	}
	return all
}
