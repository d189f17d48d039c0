package graph

import "testing"

// A default of a library that a variable can set is that of the workload, with the
// place where it is written; 0 is as if nothing were written where attempts are
// counted, and what is no number is not known.
func TestVariablesOfLibraries(t *testing.T) {
	for _, c := range []struct {
		text string
		plus int
		want Count
		kind BoundKind
		at   string
	}{
		{"", 0, 3, BoundDefault, "catalog:sdk@v1"},
		{"8", 0, 8, BoundConfigured, "a.yaml:1:1"},
		{"0", 0, 3, BoundDefault, "catalog:sdk@v1"},
		{"0", 1, 1, BoundConfigured, "a.yaml:1:1"},
		{"5", 1, 6, BoundConfigured, "a.yaml:1:1"},
		{"many", 0, 1, BoundAssumed, "a.yaml:1:1"},
		{"-1", 0, 1, BoundAssumed, "a.yaml:1:1"},
	} {
		s := &system{}
		s.workload("", "a", nil).workload("", "b", nil)
		if c.text != "" {
			s.env("", "a", "TRIES", c.text)
			s.Values[0].Peer = false
		}
		reads := Expr{Kind: ExprRef, Source: SourceEnv, Text: "TRIES", Args: []Expr{Literal([]string{"3", "2"}[c.plus])}}
		s.Layers = []Layer{{ID: "a:f#0", Kind: KindClientDefault, Attempts: Bound{Value: reads, Plus: c.plus, Kind: BoundDefault, Pos: CatalogPos("sdk", "v1")}, RetriesOn: AnyClass, Implicit: true, Pos: Pos{File: "a.go", Line: 1, Col: 1}}}
		s.Handlers = []Handler{{Service: "a", Body: &Step{Call: &Call{To: Endpoint{Service: "b"}, Layers: []string{"a:f#0"}, Confidence: ConfidenceStatic}}}}
		r := s.result(DefaultPolicy())
		if len(r.Edges) != 1 || len(r.Edges[0].Layers) != 1 {
			t.Fatalf("%q: edges %v, want one with one layer", c.text, r.Edges)
		}
		l := r.Edges[0].Layers[0]
		if l.Attempts != c.want || l.Bound != c.kind || l.Implicit != (c.kind == BoundDefault) {
			t.Errorf("%q and %d more: %v attempts, %s, implicit %v; want %v, %s", c.text, c.plus, l.Attempts, l.Bound, l.Implicit, c.want, c.kind)
		}
		if got := l.Source; got != c.at {
			t.Errorf("%q and %d more: set at %s, want %s", c.text, c.plus, got, c.at)
		}
	}
}
