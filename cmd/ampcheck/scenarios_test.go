package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"gopkg.in/yaml.v3"

	"github.com/ampcheck/ampcheck/graph"
)

const scenarioFile = "../../testdata/scenarios/scenarios.yaml"

// scenario is one entry of testdata/scenarios/scenarios.yaml, a copy of
// corpus/scenarios.yaml, which describes its own fields.
type scenario struct {
	ID       string
	Edges    []scenarioEdge
	PerClass map[string]map[string]any `yaml:"per_class"`
	// Timeouts are the seconds that a caller waits for one try, by "from->to".
	Timeouts map[string]int `yaml:"timeouts_s"`
	Fix      *struct{ Edges []scenarioEdge }
	Expected struct {
		Calls              map[string]expectedCount
		Happy              map[string]expectedCount
		RetryAmplification map[string]float64                  `yaml:"retry_amplification"`
		AfterFix           map[string]expectedCount            `yaml:"after_fix"`
		ClassCalls         map[string]map[string]expectedCount `yaml:"class_calls"`
		StartedInBudget    int                                 `yaml:"started_in_budget"`
		StartedWithinOuter int                                 `yaml:"attempts_started_within_outer"`
		Useful             int
		Overlap            int                `yaml:"steady_overlap_per_client"`
		UsefulAttempts     int                `yaml:"useful_attempts"`
		SafeUtilisation    map[string]float64 `yaml:"safe_utilisation"`
		Duplicates         graph.Count        `yaml:"max_duplicate_side_effects"`
		WorstDuration      int                `yaml:"worst_duration_s"`
		BackoffTotal       int                `yaml:"inner_backoff_total_s"`
		Observed           float64            `yaml:"observed_factor"`
		Unheld             float64            `yaml:"model_factor_unbounded_attempts"`
		BudgetCap          float64            `yaml:"budget_cap_factor"`
		Rules              []string
		Gate               struct{ Multiplier float64 }
	}
}

// scenarioEdge is written [from, to, fan-out, [attempts, ...]].
type scenarioEdge struct {
	from, to string
	fanOut   int
	layers   []any
}

func (e *scenarioEdge) UnmarshalYAML(n *yaml.Node) error {
	for i, into := range []any{&e.from, &e.to, &e.fanOut, &e.layers} {
		if err := n.Content[i].Decode(into); err != nil {
			return err
		}
	}
	return nil
}

// expectedCount is a number, or a word for no limit.
type expectedCount graph.Count

func (c *expectedCount) UnmarshalYAML(n *yaml.Node) error {
	if n.Value == "unbounded" || n.Value == "inf" {
		*c = expectedCount(graph.Unbounded)
		return nil
	}
	var number uint64
	err := n.Decode(&number)
	*c = expectedCount(number)
	return err
}

// policy writes edges as declared calls. Where the scenario expects the finding
// about defaults, the innermost layer is the default of a client library, and
// where it expects the one about effects no call is idempotent.
func (s *scenario) policy(t *testing.T, edges []scenarioEdge) []byte {
	t.Helper()
	var calls []map[string]any
	for _, e := range edges {
		var layers []map[string]any
		for _, attempts := range e.layers {
			layers = append(layers, map[string]any{"attempts": s.attempts(e.to, attempts)})
			if slices.Contains(s.Expected.Rules, "AMP006") {
				layers[len(layers)-1]["backoff"] = "none"
			}
		}
		if t := s.Timeouts[e.from+"->"+e.to]; t > 0 {
			layers[0]["perTryTimeout"] = fmt.Sprintf("%ds", t)
		}
		if inner := len(layers) - 1; inner >= 0 && slices.Contains(s.Expected.Rules, "AMP004") {
			layers[inner]["bound"] = "default"
		}
		call := map[string]any{"from": e.from, "to": e.to, "fanOut": e.fanOut, "layers": layers}
		if slices.Contains(s.Expected.Rules, "AMP007") {
			call["idempotent"] = false
		}
		calls = append(calls, call)
	}
	policy := map[string]any{"version": 1, "calls": calls}
	if m := s.Expected.Gate.Multiplier; m > 0 {
		policy["gate"] = map[string]any{"multiplier": m}
	}
	data, err := yaml.Marshal(policy)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// attempts are a number, or the attempts by class that stand beside the edges.
func (s *scenario) attempts(to string, number any) any {
	if len(s.PerClass[to]) == 0 {
		return bounded(number)
	}
	byClass := map[string]any{}
	for class, n := range s.PerClass[to] {
		byClass[class] = bounded(n)
	}
	return byClass
}

func bounded(n any) any {
	if n == "inf" {
		return "unbounded"
	}
	return n
}

// checked runs the command on a directory and reads its JSON.
func checked(t *testing.T, dir string, flags ...string) (nodes map[string]graph.NodeInfo, r graph.Result) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	err := run(t.Context(), append([]string{"check", "--format", "json", dir}, flags...), os.Environ(), strings.NewReader(""), &stdout, &stderr)
	if code := exitCode(err); code > codeFindings {
		t.Fatalf("exit code %d: %v\n%s", code, err, &stderr)
	}
	if err := json.Unmarshal(stdout.Bytes(), &r); err != nil {
		t.Fatal(err)
	}
	nodes = map[string]graph.NodeInfo{}
	for _, n := range r.Nodes {
		nodes[n.ID] = n
	}
	return nodes, r
}

func policyDir(t *testing.T, policy []byte) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, policyName), policy, 0o666); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestScenarios(t *testing.T) {
	data, err := os.ReadFile(scenarioFile)
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Scenarios []scenario }
	if err := yaml.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	done := 0
	for _, s := range file.Scenarios {
		if len(s.Edges) == 0 && s.Fix == nil {
			continue // figures of time, or findings alone
		}
		done++
		t.Run(s.ID, func(t *testing.T) { s.compare(t) })
	}
	if done == 0 {
		t.Error("no scenario has edges")
	}
}

func (s *scenario) compare(t *testing.T) {
	nodes, r := checked(t, policyDir(t, s.policy(t, s.Edges)))
	for name, want := range s.Expected.Calls {
		compareCount(t, name+": calls", nodes[name].Calls, want)
		if unbounded := graph.Count(want) == graph.Unbounded; nodes[name].Unbounded != unbounded {
			t.Errorf("%s: unbounded %v, want %v", name, nodes[name].Unbounded, unbounded)
		}
	}
	for name, want := range s.Expected.Happy {
		compareCount(t, name+": happy", nodes[name].Happy, want)
	}
	for name, want := range s.Expected.RetryAmplification {
		if got := nodes[name].Amplification; got == nil || math.Abs(*got-want) > 1e-9 {
			t.Errorf("%s: amplification %v, want %v", name, got, want)
		}
	}
	for name, want := range s.Expected.SafeUtilisation {
		if got := nodes[name].VulnerableAbove; got == nil || math.Abs(*got-want) > 5e-5 {
			t.Errorf("%s: vulnerable above %v, want %v", name, got, want)
		}
	}
	for name, classes := range s.Expected.ClassCalls {
		for class, want := range classes {
			compareCount(t, name+": class "+class, callsOfClass(t, nodes[name], class), want)
		}
	}
	for _, e := range r.Edges {
		if want := s.Expected.Duplicates; want > 0 && (e.Duplicates == nil || *e.Duplicates != want) {
			t.Errorf("%s: %v effects, want %s", e.ID, e.Duplicates, want)
		}
	}
	s.compareRules(t, r.Findings, len(s.Timeouts) > 0)
	if s.Fix != nil {
		fixed, _ := checked(t, policyDir(t, s.policy(t, s.Fix.Edges)))
		for name, want := range s.Expected.AfterFix {
			compareCount(t, name+": calls after the fix", fixed[name].Calls, want)
		}
	}
}

// compareRules wants the findings of the rules; those about time where the input has
// some.
func (s *scenario) compareRules(t *testing.T, findings []graph.Finding, timed bool) {
	t.Helper()
	for _, id := range s.Expected.Rules {
		if !timed && (id == "AMP101" || id == "AMP103") {
			continue
		}
		if !slices.ContainsFunc(findings, func(f graph.Finding) bool { return f.Rule == id }) {
			t.Errorf("no %s in %v", id, findings)
		}
	}
}

func compareCount(t *testing.T, what string, got graph.Count, want expectedCount) {
	t.Helper()
	if got != graph.Count(want) {
		t.Errorf("%s %s, want %s", what, got, graph.Count(want))
	}
}

// callsOfClass finds the figure of a class, under its own name or that of the
// group that holds it.
func callsOfClass(t *testing.T, n graph.NodeInfo, word string) graph.Count {
	t.Helper()
	calls, ok := n.Classes.Of(classSet(t, word).Classes()[0])
	if !ok {
		t.Errorf("%s: no class holds %s: %v", n.ID, word, n.Classes)
	}
	return calls
}

func classSet(t *testing.T, word string) graph.ClassSet {
	t.Helper()
	set, err := graph.ParseClass(word)
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// Cases about time alone: what the layers of one hop make of the time they have.
func TestTimedScenarios(t *testing.T) {
	for id, layers := range map[string]string{
		// The SDK waits 45ms x 2^n on average, n up to 13; the loop round it has two
		// minutes.
		"tf-aws-retry-vs-timebox": "[{name: outer, timeout: 120s}, {name: sdk, attempts: 26, backoff: {base: 45ms, max: 368.64s}}]",
		"openshift-6x2min":        "[{name: outer, timeout: 600s}, {name: azcore, attempts: 6, perTryTimeout: 120s, backoff: none}]",
		"bifrost-shared-deadline": "[{name: outer, timeout: 60s}, {name: client, attempts: 3, perTryTimeout: 50s, backoff: none}]",
	} {
		t.Run(id, func(t *testing.T) {
			s := scenarioNamed(t, id)
			_, r := checked(t, policyDir(t, []byte("version: 1\ncalls: [{from: client, to: server, layers: "+layers+"}]\n")))
			s.compareRules(t, r.Findings, true)
			message := ""
			for _, f := range r.Findings {
				if f.Rule == "AMP103" {
					message = f.Message
				}
			}
			if n := max(s.Expected.StartedInBudget, s.Expected.StartedWithinOuter); n > 0 && !strings.HasSuffix(message, fmt.Sprintf("; %d start", n)) {
				t.Errorf("%d start: %s", n, message)
			}
			useful := s.Expected.UsefulAttempts
			if useful == 0 {
				useful = s.Expected.Useful
			}
			if got := r.Edges[0].UsefulAttempts; useful > 0 && (got == nil || *got != graph.Count(useful)) {
				t.Errorf("%v attempts are useful, want %d", got, useful)
			}
		})
	}
}

func scenarioNamed(t *testing.T, id string) *scenario {
	t.Helper()
	data, err := os.ReadFile(scenarioFile)
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Scenarios []scenario }
	if err := yaml.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	for i := range file.Scenarios {
		if file.Scenarios[i].ID == id {
			return &file.Scenarios[i]
		}
	}
	t.Fatalf("no scenario %s", id)
	return nil
}

// A caller that waits 1s for work of 2s, and never stops trying.
func TestOverlapScenario(t *testing.T) {
	s := scenarioNamed(t, "dynamodb-2015")
	_, r := checked(t, policyDir(t, []byte(`version: 1
calls:
  - {from: storage, to: metadata, attempts: unbounded, perTryTimeout: 1s, backoff: none}
  - {from: metadata, to: memory, timeout: 2s}
`)))
	s.compareRules(t, r.Findings, true)
	for _, e := range r.Edges {
		if e.From == "storage" && (e.Overlap == nil || *e.Overlap != graph.Count(s.Expected.Overlap)) {
			t.Errorf("overlap %v, want %d", e.Overlap, s.Expected.Overlap)
		}
		// No try is useful: each is given up while its work goes on.
		if e.From == "storage" && s.Expected.Useful == 0 && e.Wasted != "1s" {
			t.Errorf("wasted %q, want 1s of each try", e.Wasted)
		}
	}
}

// How long all attempts of a layer can take, one after the other: their time and the
// pauses between them.
func TestLongScenarios(t *testing.T) {
	for id, layers := range map[string]string{
		"openshift-6x2min":        "[{name: azcore, attempts: 6, perTryTimeout: 120s, backoff: none}]",
		"tf-aws-retry-vs-timebox": "[{name: sdk, attempts: 26, perTryTimeout: 1ms, backoff: {base: 45ms, max: 368.64s}}]",
	} {
		s := scenarioNamed(t, id)
		nodes, _ := checked(t, policyDir(t, []byte("version: 1\ncalls: [{from: client, to: server, layers: "+layers+"}]\n")))
		got, err := time.ParseDuration(nodes["client"].HandlerBound)
		if want := max(s.Expected.WorstDuration, s.Expected.BackoffTotal); err != nil || int(got.Seconds()) != want {
			t.Errorf("%s: the work of the client takes %q, want %ds", id, nodes["client"].HandlerBound, want)
		}
	}
}

// A row of Linkerd's documentation: what was observed is what the attempts alone make
// of that failure rate, since the budget lets far more through.
func TestLinkerdScenario(t *testing.T) {
	data, err := os.ReadFile(scenarioFile)
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Scenarios []struct {
			ID     string
			Timing struct {
				Effective float64 `yaml:"effective_rps"`
				Actual    float64 `yaml:"actual_rps"`
				Success   float64 `yaml:"attempt_success"`
				Ratio     float64
				MinPerS   float64 `yaml:"min_per_s"`
			}
		}
	}
	if err := yaml.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	want := scenarioNamed(t, "linkerd-docs-effective-vs-actual").Expected
	for _, s := range file.Scenarios {
		if s.ID != "linkerd-docs-effective-vs-actual" {
			continue
		}
		b := graph.Budget{Kind: graph.BudgetSuccessFloor, Ratio: s.Timing.Ratio, MinPerSecond: s.Timing.MinPerS}
		got := b.Factor(1-s.Timing.Success, graph.Unbounded, graph.Rates{RPS: s.Timing.Effective})
		if math.Abs(got-want.Unheld) > 1e-3 || got > want.BudgetCap {
			t.Errorf("the budget lets %.3f through, want %.3f, below its own cap of %.3f", got, want.Unheld, want.BudgetCap)
		}
		if seen := s.Timing.Actual / s.Timing.Effective; math.Abs(seen-want.Observed) > 1e-3 || seen > got || seen < 0.97*got {
			t.Errorf("observed was %.3f (%.3f is written), and the figure is %.3f", seen, want.Observed, got)
		}
		return
	}
	t.Error("no such scenario")
}

// Incidents of which only the cause is public: clients that try again without a pause,
// or with pauses that nothing draws at random.
func TestPauseScenarios(t *testing.T) {
	for id, backoff := range map[string]string{"aws-2021-12-07": "none", "gcp-2025-06-12": "1s"} {
		scenarioNamed(t, id)
		_, r := checked(t, policyDir(t, []byte("version: 1\ncalls: [{from: client, to: server, attempts: unbounded, backoff: "+backoff+"}]\n")))
		for _, rule := range []string{"AMP003", "AMP006"} {
			if !hasRule(r, rule) {
				t.Errorf("%s: no %s in %v", id, rule, r.Findings)
			}
		}
	}
}
