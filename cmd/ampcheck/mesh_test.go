package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"github.com/ampcheck/ampcheck/graph"
)

// meshExample is one entry of testdata/mesh/expected.yaml, a copy of
// corpus/mesh/expected.yaml.
type meshExample struct {
	ID, File string
	Hops     []meshHop
	Worst    expectedCount `yaml:"worst_case_to_payments"`
	ByClass  struct {
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
}

func (h *meshHop) UnmarshalYAML(n *yaml.Node) error {
	var plain struct {
		From, To  string
		Total     uint64
		TotalSlow uint64 `yaml:"total_slow"`
		Classes   []string
		PerTry    string `yaml:"per_try"`
		Overall   string
	}
	if err := n.Decode(&plain); err != nil {
		return err
	}
	*h = meshHop{plain.From, plain.To, graph.Count(plain.Total), graph.Count(plain.TotalSlow), plain.Classes, plain.PerTry, plain.Overall}
	return nil
}

// Two hops with routes of their own and one with the default of the mesh.
func TestMeshExample(t *testing.T) {
	example := readMeshExample(t, "istio-chain")
	dir := t.TempDir()
	for from, to := range map[string]string{example.File: example.File, "workloads.yaml": "workloads.yaml", "policy.yaml": policyName} {
		data, err := os.ReadFile(filepath.Join("../../testdata/mesh", from))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, to), data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	nodes, r := checked(t, dir)
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
		// The other examples have hops of another form.
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
