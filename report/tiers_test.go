package report

import (
	"fmt"
	"testing"

	"github.com/ampcheck/ampcheck/graph"
)

// Many entries that each reach much must not make a report take hours, which would end
// in the time limit of the tests.
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
	l := arrange(r)
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

// A figure is said to be a sum only where it is one: not where one of several
// alternatives is taken, and not where a caller is worse off from elsewhere.
func TestSummands(t *testing.T) {
	for _, tt := range []struct {
		name  string
		calls graph.Count // at d, classes ignored; b brings 6 and c brings 10
		entry string      // from which c is worst
		want  int
	}{
		{"sum", 16, "a", 2},
		{"one of two", 10, "a", 1},
		{"another entry", 16, "z", 1},
	} {
		node := func(id, entry string, calls graph.Count) graph.NodeInfo {
			return graph.NodeInfo{ID: id, Entry: entry, Calls: calls, CallsAnyClass: calls}
		}
		edge := func(from, to string, factor graph.Count) graph.EdgeInfo {
			return graph.EdgeInfo{ID: from + "->" + to, From: from, To: to, Attempts: factor, Factor: factor}
		}
		r := &graph.Result{
			Nodes: []graph.NodeInfo{node("a", "a", 1), node("b", "a", 3), node("c", tt.entry, 5), node("d", "a", tt.calls), node("z", "z", 1)},
			Edges: []graph.EdgeInfo{edge("a", "b", 3), edge("a", "c", 5), edge("b", "d", 2), edge("c", "d", 2), edge("z", "c", 9)},
		}
		r.Nodes[0].IsEntry, r.Nodes[4].IsEntry = graph.EntryRequest, graph.EntryRequest
		for _, s := range arrange(r).sections {
			for _, tier := range s.tiers {
				want := 1
				if tier.to.ID == "d" {
					want = tt.want
				}
				if tier.summands != want {
					t.Errorf("%s: %s is the sum of %d calls, want %d", tt.name, tier.edge.ID, tier.summands, want)
				}
			}
		}
	}
}

// A fan-out within another whose number is not known keeps both.
func TestFanOutOf(t *testing.T) {
	for want, f := range map[string]*graph.FanOutInfo{
		"1":               nil,
		"8":               {Factor: 8, Bound: graph.BoundExact},
		"5":               {Factor: 5, Bound: graph.BoundConfigured, Expr: "len(days)"},
		"n(items)":        {Factor: 1, Bound: graph.BoundAssumed, Expr: "n(items)", Symbol: true},
		"8 x n(items)":    {Factor: 8, Bound: graph.BoundAssumed, Expr: "n(items)", Symbol: true},
		"unbounded":       {Factor: graph.Unbounded, Bound: graph.BoundUnbounded},
		"n(a) x n(b)":     {Factor: 1, Bound: graph.BoundAssumed, Expr: "n(a) x n(b)", Symbol: true},
		"2 x n(a) x n(b)": {Factor: 2, Bound: graph.BoundAssumed, Expr: "n(a) x n(b)", Symbol: true},
	} {
		if got := fanOutOf(&graph.EdgeInfo{FanOut: f}); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
