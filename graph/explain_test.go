package graph

import (
	"strings"
	"testing"
)

// paths is a result with operations apart: two ways from a to d, and a cycle
// that the figures cut.
func paths() *Result {
	counted := Count(2)
	node := func(id, service string) NodeInfo { return NodeInfo{ID: id, Service: service, Entry: "a", Calls: 1} }
	edge := func(from, to string, attempts Count) EdgeInfo {
		return EdgeInfo{ID: from + "->" + to, From: from, To: to, Attempts: attempts, Factor: attempts}
	}
	r := &Result{
		Nodes: []NodeInfo{node("a", "a"), node("b/X", "b"), node("b/Y", "b"), node("c", "c"), node("d", "d"), node("lonely", "lonely")},
		Edges: []EdgeInfo{
			edge("a", "b/X", 3), edge("a", "b/Y", 2), edge("a", "c", 9), edge("b/X", "d", 2), edge("b/Y", "d", 4), edge("c", "d", 1), edge("d", "a", 7),
		},
	}
	r.Edges[2].Counted = &counted // of nine attempts two reach c
	r.Edges[6].Cut = true
	return r
}

func TestExplain(t *testing.T) {
	for _, tt := range []struct {
		from, to, edges string
		multiplier      Count
	}{
		{"a", "d", "a->b/Y b/Y->d", 8},
		{"b", "d", "b/Y->d", 4},
		{"b/X", "d", "b/X->d", 2},
		{"a", "b", "a->b/X", 3},
		{"a", "c", "a->c", 2},
	} {
		x, err := paths().Explain(tt.from, tt.to)
		if err != nil {
			t.Errorf("%s to %s: %v", tt.from, tt.to, err)
			continue
		}
		var edges []string
		product := Count(1)
		for _, h := range x.Hops {
			edges = append(edges, h.Edge.ID)
			product = product.Mul(h.Edge.reaching())
			if h.Multiplier != product {
				t.Errorf("%s to %s: %s up to %s, want %s", tt.from, tt.to, h.Multiplier, h.Edge.ID, product)
			}
		}
		if got := strings.Join(edges, " "); got != tt.edges || x.Multiplier != tt.multiplier || x.Node.ID != x.To {
			t.Errorf("%s to %s: %s with %s at %s, want %s with %s", tt.from, tt.to, got, x.Multiplier, x.Node.ID, tt.edges, tt.multiplier)
		}
	}
}

// Of equal products the one with more unknown numbers counts: they may be more
// than one.
func TestExplainSymbols(t *testing.T) {
	r := paths()
	r.Edges[0].FanOut = &FanOutInfo{Factor: 1, Expr: "n(items)", Symbol: true}
	r.Edges[3].Attempts = 3
	r.Edges[4].Attempts = 4 // 2 x 4 stays below 3 x 3
	x, err := r.Explain("a", "d")
	if err != nil || x.Multiplier != 9 || len(x.Symbols) != 1 {
		t.Errorf("got %+v, %v", x, err)
	}
	r.Edges[1].Attempts, r.Edges[4].Attempts = 1, 9 // now they are equal
	if x, err = r.Explain("a", "d"); err != nil || x.Multiplier != 9 || len(x.Symbols) != 1 {
		t.Errorf("got %+v, %v", x, err)
	}
}

// A path of retries without an end is unbounded, whatever else is on it.
func TestExplainUnbounded(t *testing.T) {
	r := paths()
	r.Edges[0].Attempts = Unbounded
	if x, err := r.Explain("a", "d"); err != nil || !x.Unbounded || x.Hops[0].Edge.To != "b/X" {
		t.Errorf("got %+v, %v", x, err)
	}
}

func TestExplainErrors(t *testing.T) {
	for _, tt := range []struct{ from, to, want string }{
		{"lonly", "d", "no service or operation lonly: did you mean lonely"},
		{"a", "queue", "no service or operation queue: there are a, b, b/X, b/Y, c, d, lonely"},
		{"a", "lonely", "no calls lead from a to lonely: from there calls reach b/X, b/Y, c, d"},
		{"lonely", "d", "no calls lead from lonely to d: none are made there"},
		{"d", "a", "no calls lead from d to a: none are made there"},
	} {
		if x, err := paths().Explain(tt.from, tt.to); err == nil || err.Error() != tt.want {
			t.Errorf("%s to %s: got %v, %v, want %s", tt.from, tt.to, x, err, tt.want)
		}
	}
	if _, err := new(Result).Explain("a", "b"); err == nil || !strings.Contains(err.Error(), "no calls") {
		t.Errorf("nothing at all: %v", err)
	}
}
