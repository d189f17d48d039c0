package graph

import "testing"

// A graph with other numbers is the graph of an input with those numbers, and the
// first one stays as it is.
func TestWith(t *testing.T) {
	chain := func(a, b int) *Fragment {
		return declared([]vectorEdge{
			{from: "client", to: "api", fanOut: 1, layers: []Layer{tries(a)}},
			{from: "api", to: "db", fanOut: 4, layers: []Layer{tries(b)}},
		})
	}
	calls := func(g *Graph) map[string]Count {
		out := map[string]Count{}
		for _, n := range Compute(g, Options{}).Nodes {
			out[n.ID] = n.Calls
		}
		return out
	}
	g := Link([]*Fragment{chain(3, 3)}, DefaultPolicy())
	for _, tt := range []struct {
		set  []Setting
		want Count
	}{
		{[]Setting{{"client->api#0.0", 1}}, 12},
		{[]Setting{{"client->api", 2}, {"api->db#1.0", 5}}, 40},
		{[]Setting{{"api->db#1", 1}}, 9},
		{[]Setting{{"api->db", Unbounded}}, Unbounded},
	} {
		other, changed, err := g.With(tt.set)
		if err != nil || len(changed) != len(tt.set) {
			t.Fatalf("%v: %d changed, %v", tt.set, len(changed), err)
		}
		if got := calls(other)["db"]; got != tt.want {
			t.Errorf("%v: %s calls of the database, want %s", tt.set, got, tt.want)
		}
	}
	if got := calls(g)["db"]; got != 36 {
		t.Errorf("the graph itself has changed: %s calls of the database, want 36", got)
	}
	if _, _, err := g.With([]Setting{{"api->cache", 1}}); err == nil {
		t.Error("a layer that is not there is no error")
	}
}

// tries is a layer that retries every failure.
func tries(n int) Layer {
	return Layer{Kind: KindDeclared, RetriesOn: AnyClass, Attempts: Exactly(n, BoundConfigured, Pos{}), Backoff: Backoff{Kind: BackoffNone}}
}

// An edit elsewhere in the file moves a layer and does not rename it.
func TestIdentities(t *testing.T) {
	names := func(line int) []string {
		at := func(l int) Pos { return Pos{File: "a.go", Line: l, Col: 3} }
		all := []placed{
			{"main:a:f#0@" + at(line + 9).String()[5:] + ".0", at(line + 9)}, {"main:a:f#0@" + at(line).String()[5:] + ".0", at(line)},
			{"main:a:g#1", at(line)}, {"a->b:sidecar", Pos{}}, {"main:a:f#0@" + at(line).String()[5:] + ".0", at(line)},
		}
		return distinguish(all)
	}
	want := []string{"main:a:f#0~2", "main:a:f#0", "main:a:g#1", "a->b:sidecar", "main:a:f#0"}
	for _, line := range []int{1, 200} {
		for i, got := range names(line) {
			if got != want[i] {
				t.Errorf("line %d: %q, want %q", line, got, want[i])
			}
		}
	}
}
