package report

import (
	"strings"
	"testing"

	"github.com/ampcheck/ampcheck/graph"
)

// Several calls between two nodes are one row.
func TestRows(t *testing.T) {
	fan := func(n graph.Count, symbol string) *graph.FanOutInfo {
		return &graph.FanOutInfo{Factor: n, Bound: graph.BoundExact, Expr: symbol, Symbol: symbol != ""}
	}
	edge := func(attempts graph.Count, f *graph.FanOutInfo) graph.EdgeInfo {
		factor := attempts
		if f != nil {
			factor = factor.Mul(f.Factor)
		}
		return graph.EdgeInfo{From: "a", To: "b", Attempts: attempts, Factor: factor, FanOut: f}
	}
	for _, tt := range []struct {
		name  string
		calls graph.Count
		edges []graph.EdgeInfo
		want  string
	}{
		{"one", 24, []graph.EdgeInfo{edge(3, fan(8, ""))}, "a -> b|8|3|24|24x"},
		{"a sum", 10, []graph.EdgeInfo{edge(1, nil), edge(1, nil), edge(1, fan(8, ""))}, "a -> b|10|1|10|10x"},
		{"a sum with symbols", 6, []graph.EdgeInfo{edge(2, fan(1, "n(x)")), edge(2, nil), edge(2, fan(1, "n(x)"))}, "a -> b|1 + 2 x n(x)|2|6|6x"},
		{"a sum of unlike calls", 4, []graph.EdgeInfo{edge(3, nil), edge(1, nil)}, "a -> b|1 + 1|3|4|4x"},
		{"alternatives", 3, []graph.EdgeInfo{edge(1, fan(1, "n(x)")), edge(3, nil), edge(1, nil)}, "a -> b|1 or n(x)|3|3|3x"},
	} {
		r := &graph.Result{Edges: tt.edges, Nodes: []graph.NodeInfo{
			{ID: "a", Entry: "a", IsEntry: graph.EntryRequest, Calls: 1, CallsAnyClass: 1},
			{ID: "b", Entry: "a", Calls: tt.calls, CallsAnyClass: tt.calls},
		}}
		sections := arrange(r).sections
		rows := sections[0].rows(false)
		if len(rows) != 1 || strings.Join(rows[0], "|") != tt.want {
			t.Errorf("%s: got %q, want %s", tt.name, rows, tt.want)
		}
		if wide := sections[0].rows(true); len(wide) != len(tt.edges) {
			t.Errorf("%s: %d wide rows, want one for each of %d calls", tt.name, len(wide), len(tt.edges))
		}
	}
}

// A figure in which unknown numbers count one is short in the table and explained
// below it.
func TestRowsWithOnes(t *testing.T) {
	r := &graph.Result{
		Edges: []graph.EdgeInfo{{From: "a", To: "b", Attempts: 1, Factor: 1}},
		Nodes: []graph.NodeInfo{
			{ID: "a", Entry: "a", IsEntry: graph.EntryRequest, Calls: 1},
			{ID: "b", Entry: "a", Calls: 3, CallsAnyClass: 3, Happy: 3, Symbols: []string{"n(x)", "n(y)", "n(z)"}, Formula: "3 x n(z) (with n(x) = 1, n(y) = 1)"},
		},
	}
	s := arrange(r).sections[0]
	if got, want := strings.Join(s.rows(false)[0], "|"), "a -> b|1|1|3 x n(z)*|3 x n(z)*"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	notes := s.footnotes(false)
	if len(notes) != 2 || notes[0] != "* with each number that is not known taken as 1: n(x), n(y)" || !strings.HasSuffix(notes[1], ": n(z)") {
		t.Errorf("got %q", notes)
	}
	if got, want := verdict(&r.Nodes[1]), "b 3 x n(z) calls for one at a (with n(x) = 1, n(y) = 1)"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
