package main

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"github.com/ampcheck/ampcheck/graph"
)

// meshExample is one entry of testdata/mesh/expected.yaml.
type meshExample struct {
	ID        string
	Hops      []meshHop
	Routes    map[string]meshRoute
	Sustained struct {
		NoRate     float64 `yaml:"no_rate"`
		InFlight50 float64 `yaml:"in_flight_50"`
	}
	AllFailing float64       `yaml:"sustained_all_failing_catalog_to_stock"`
	Worst      expectedCount `yaml:"worst_case_to_payments"`
	ByClass    struct {
		Fast503 expectedCount `yaml:"http_503_fast"`
		Hang    expectedCount
	} `yaml:"by_class"`
}

type meshHop struct {
	From, To         string
	Total, TotalSlow graph.Count
	Classes          []string
	PerTry           string
	Overall          string
	// Layers are the attempts of each layer by its name, outermost first.
	Layers []map[string]graph.Count
}

type meshRoute struct {
	Total       graph.Count
	TotalSlow   graph.Count
	Overlapping bool
}

func (r *meshRoute) UnmarshalYAML(n *yaml.Node) error {
	var plain struct {
		Total       uint64
		TotalSlow   uint64 `yaml:"total_slow"`
		Overlapping bool
	}
	err := n.Decode(&plain)
	*r = meshRoute{graph.Count(plain.Total), graph.Count(plain.TotalSlow), plain.Overlapping}
	return err
}

func (h *meshHop) UnmarshalYAML(n *yaml.Node) error {
	var plain struct {
		From, To  string
		Total     uint64
		TotalSlow uint64 `yaml:"total_slow"`
		Classes   []string
		PerTry    string `yaml:"per_try"`
		Overall   string
		Layers    []map[string]uint64
	}
	if err := n.Decode(&plain); err != nil {
		return err
	}
	*h = meshHop{From: plain.From, To: plain.To, Total: graph.Count(plain.Total), TotalSlow: graph.Count(plain.TotalSlow),
		Classes: plain.Classes, PerTry: plain.PerTry, Overall: plain.Overall}
	for _, l := range plain.Layers {
		counts := map[string]graph.Count{}
		for name, n := range l {
			counts[name] = graph.Count(n)
		}
		h.Layers = append(h.Layers, counts)
	}
	return nil
}

// exampleDir is a new directory with the files of one example: those that begin
// with its number.
func exampleDir(t *testing.T, number string) string {
	t.Helper()
	dir := t.TempDir()
	files, err := filepath.Glob(filepath.Join("../../testdata/mesh", number+"-*.yaml"))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Base(file)
		if name == number+"-policy.yaml" {
			name = policyName
		}
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// Two hops with routes of their own and one with the default of the mesh.
func TestMeshExample(t *testing.T) {
	example := readMeshExample(t, "istio-chain")
	nodes, r := checked(t, exampleDir(t, "1"))
	edges := map[string]graph.EdgeInfo{}
	for _, e := range r.Edges {
		edges[e.ID] = e
	}
	if len(edges) != len(example.Hops) {
		t.Errorf("%d calls, want %d", len(edges), len(example.Hops))
	}
	for _, hop := range example.Hops {
		hop.compare(t, edges[hop.From+"->"+hop.To])
	}
	last := nodes[example.Hops[len(example.Hops)-1].To]
	compareCount(t, "calls, classes ignored", last.CallsAnyClass, example.Worst)
	compareCount(t, "calls of class 503", callsOfClass(t, last, "503"), example.ByClass.Fast503)
	compareCount(t, "calls of class timeout", callsOfClass(t, last, "timeout"), example.ByClass.Hang)
	compareCount(t, "calls", last.Calls, example.ByClass.Fast503)
}

// A client library under a proxy, each with its own count: the config in a
// ConfigMap that the client mounts, and the annotations of the service.
func TestMeshLayers(t *testing.T) {
	example := readMeshExample(t, "mixed-layers")
	_, r := checked(t, exampleDir(t, "2"))
	var hop meshHop
	for _, h := range example.Hops {
		if h.To == "stock" {
			hop = h
		}
	}
	var edge graph.EdgeInfo
	for _, e := range r.Edges {
		if e.ID == hop.From+"->"+hop.To {
			edge = e
		}
	}
	if edge.Attempts != hop.Total || len(edge.Layers) != 2 {
		t.Fatalf("%s attempts of %d layers, want %s of two", edge.Attempts, len(edge.Layers), hop.Total)
	}
	for i, want := range []struct {
		name, overall string
		kind          graph.LayerKind
		line          int
		// A client of gRPC calls a connection that breaks UNAVAILABLE too.
		on string
	}{{"grpc_client", "2s", graph.KindClientDefault, 36, "reset grpc:14"}, {"linkerd_proxy", "3s", graph.KindSidecar, 24, "grpc:14"}} {
		l := edge.Layers[i]
		if l.Attempts != hop.Layers[i][want.name] || l.Kind != want.kind || l.Timeout != want.overall {
			t.Errorf("layer %d: %s attempts, kind %s, in all %s; want %v, %s, %s", i, l.Attempts, l.Kind, l.Timeout, hop.Layers[i], want.kind, want.overall)
		}
		unavailable, err := graph.ParseClasses(strings.Fields(want.on))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := graph.ParseClasses(l.RetriesOn); err != nil || !got.Contains(unavailable) || !graph.NeverReached.Contains(got.Minus(unavailable)) {
			t.Errorf("layer %d retries %v, want %v", i, l.RetriesOn, unavailable)
		}
		if l.Pos.Line != want.line {
			t.Errorf("layer %d is read at %s, want line %d", i, l.Pos, want.line)
		}
	}
	allFailing := 1.0
	for _, l := range edge.Layers {
		if l.Budget != nil {
			allFailing *= *l.Budget.AllFailing
		} else {
			allFailing *= float64(l.Attempts)
		}
	}
	if allFailing != example.AllFailing {
		t.Errorf("%v calls over time when all fail, want %v", allFailing, example.AllFailing)
	}
}

// A budget has no effect that can be stated until the load is known.
func TestMeshBudget(t *testing.T) {
	example := readMeshExample(t, "envoy-budget")
	for policy, want := range map[string]float64{
		"":                              example.Sustained.NoRate,
		"rates: {inFlightPerProxy: 50}": example.Sustained.InFlight50,
		"rates: {inFlightPerProxy: 6}":  2,
		"rates: {inFlightPerProxy: 2}":  4,
	} {
		dir := exampleDir(t, "3")
		if err := os.WriteFile(filepath.Join(dir, policyName), []byte("version: 1\n"+policy+"\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		_, r := checked(t, dir)
		sustained := 0.0
		for _, e := range r.Edges {
			if b := e.Layers[0].Budget; b != nil {
				sustained = max(sustained, *b.Sustained)
			}
		}
		if math.Abs(sustained-want) > 1e-9 {
			t.Errorf("%q: %v calls over time, want %v", policy, sustained, want)
		}
	}
}

// Routes of one proxy: an inherited policy, one of its own, one that is off and
// a hedge, over a cluster with a budget.
func TestMeshRoutes(t *testing.T) {
	example := readMeshExample(t, "envoy-budget")
	_, r := checked(t, exampleDir(t, "3"))
	if len(r.Edges) != len(example.Routes) {
		t.Errorf("%d calls, want %d", len(r.Edges), len(example.Routes))
	}
	for _, e := range r.Edges {
		path := strings.TrimPrefix(e.Via, "route prefix ")
		want, ok := example.Routes[path]
		if !ok || len(e.Layers) != 1 || e.Attempts != want.Total || e.To != "up" {
			t.Errorf("%s: %s attempts of %d layers to %s, want %v", path, e.Attempts, len(e.Layers), e.To, want)
			continue
		}
		l := e.Layers[0]
		slow := l.Attempts
		if l.AttemptsSlow != nil {
			slow = *l.AttemptsSlow
		}
		if want.TotalSlow != 0 && slow != want.TotalSlow {
			t.Errorf("%s: %s attempts when slow, want %s", path, slow, want.TotalSlow)
		}
		if overlapping := l.Kind == graph.KindHedge; overlapping != want.Overlapping {
			t.Errorf("%s: overlapping is %v, want %v", path, overlapping, want.Overlapping)
		}
		if capped := l.Budget != nil && l.Budget.Ratio == 0.2 && l.Budget.MinConcurrent == 3; capped != (want.Total > 1) {
			t.Errorf("%s: budget %+v", path, l.Budget)
		}
	}
}

func readMeshExample(t *testing.T, id string) meshExample {
	t.Helper()
	data, err := os.ReadFile("../../testdata/mesh/expected.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var nodes []yaml.Node
	if err := yaml.Unmarshal(data, &nodes); err != nil {
		t.Fatal(err)
	}
	for _, n := range nodes {
		var head struct{ ID string }
		if err := n.Decode(&head); err != nil {
			t.Fatal(err)
		}
		if head.ID == id {
			var example meshExample
			if err := n.Decode(&example); err != nil {
				t.Fatal(err)
			}
			return example
		}
	}
	t.Fatalf("no example %s", id)
	return meshExample{}
}

func (h *meshHop) compare(t *testing.T, e graph.EdgeInfo) {
	t.Helper()
	name := h.From + " -> " + h.To
	if e.Attempts != h.Total || len(e.Layers) != 1 {
		t.Fatalf("%s: %s attempts of %d layers, want %s of one", name, e.Attempts, len(e.Layers), h.Total)
	}
	l := e.Layers[0]
	slow := graph.Count(0)
	if l.AttemptsSlow != nil {
		slow = *l.AttemptsSlow
	}
	if slow != h.TotalSlow || l.PerTryTimeout != h.PerTry || l.Timeout != h.Overall {
		t.Errorf("%s: slow %s, per try %q, in all %q; want %s, %q, %q", name, slow, l.PerTryTimeout, l.Timeout, h.TotalSlow, h.PerTry, h.Overall)
	}
	want := h.classes(t)
	got, err := graph.ParseClasses(l.RetriesOn)
	if err != nil {
		t.Fatal(err)
	}
	// The proxy's words for a failed connection cover a refused stream too,
	// which the example does not always list.
	if !got.Contains(want) || !graph.NeverReached.Contains(got.Minus(want)) {
		t.Errorf("%s: retries %s, want %s", name, got, want)
	}
}

// classes are those that plain HTTP can show, in the words of the model.
func (h *meshHop) classes(t *testing.T) graph.ClassSet {
	t.Helper()
	var set graph.ClassSet
	for _, word := range h.Classes {
		if !strings.HasPrefix(word, "grpc:") {
			set = set.Union(classSet(t, word))
		}
	}
	return set
}
