package report

import (
	"fmt"
	"testing"
	"time"

	"github.com/ampcheck/ampcheck/graph"
)

// Many entries that each reach much must not make a report take minutes.
func TestArrangeManyEntries(t *testing.T) {
	const entries, depth = 500, 2000
	r := &graph.Result{}
	for i := range depth {
		r.Nodes = append(r.Nodes, graph.NodeInfo{ID: fmt.Sprint("n", i), Entry: "e0", Calls: 1})
		r.Edges = append(r.Edges, graph.EdgeInfo{From: fmt.Sprint("n", i), To: fmt.Sprint("n", (i+1)%depth), Attempts: 1})
	}
	for i := range entries {
		id := fmt.Sprint("e", i)
		r.Nodes = append(r.Nodes, graph.NodeInfo{ID: id, Entry: id, IsEntry: graph.EntryRequest, Calls: 1})
		r.Edges = append(r.Edges, graph.EdgeInfo{From: id, To: "n0", Attempts: 1})
	}
	start := time.Now()
	l := arrange(r)
	if d := time.Since(start); d > 5*time.Second {
		t.Errorf("took %s", d)
	}
	if len(l.order) != len(r.Edges) || len(l.sections) != entries {
		t.Errorf("%d of %d calls in %d sections, want all in %d", len(l.order), len(r.Edges), len(l.sections), entries)
	}
}

// A result may name ends of calls that it does not describe.
func TestArrangeUnknownNodes(t *testing.T) {
	r := &graph.Result{
		Nodes: []graph.NodeInfo{{ID: "a", Entry: "a", IsEntry: graph.EntryRequest}},
		Edges: []graph.EdgeInfo{{From: "a", To: "b"}, {From: "c", To: "d"}},
	}
	l := arrange(r)
	if len(l.sections) != 1 || len(l.unreached) != 1 || len(r.Nodes) != 1 {
		t.Errorf("got %d sections, %d calls that are not reached, %d nodes", len(l.sections), len(l.unreached), len(r.Nodes))
	}
}
