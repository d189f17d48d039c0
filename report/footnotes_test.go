package report

import (
	"slices"
	"testing"

	"github.com/ampcheck/ampcheck/graph"
)

// A callee of two services is named, since neither row makes its figure alone; two calls
// of one service are one row.
func TestSharedRows(t *testing.T) {
	amplification := 6.0
	node := func(id string, calls graph.Count) graph.NodeInfo {
		return graph.NodeInfo{ID: id, Service: id, Kind: graph.NodeService, Entry: "a", Calls: calls, CallsAnyClass: calls, Happy: 1, Amplification: &amplification}
	}
	edge := func(id, from, to string) graph.EdgeInfo {
		return graph.EdgeInfo{ID: id, From: from, To: to, Attempts: 3, Factor: 3}
	}
	r := &graph.Result{
		Nodes: []graph.NodeInfo{node("a", 1), node("b", 6), node("c", 6)},
		Edges: []graph.EdgeInfo{edge("a->b#1", "a", "b"), edge("a->b#2", "a", "b"), edge("a->c", "a", "c"), edge("b->c", "b", "c")},
	}
	r.Nodes[0].IsEntry = graph.EntryRequest
	l := arrange(r)
	if len(l.sections) != 1 {
		t.Fatalf("%d sections, want 1", len(l.sections))
	}
	if got := l.sections[0].shared(); !slices.Equal(got, []string{"c"}) {
		t.Errorf("shared are %q, want c", got)
	}
}
