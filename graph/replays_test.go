package graph

import (
	"strings"
	"testing"
)

// Clients that send a request again on another connection are said beside the figures.
func TestReplaysAreNoted(t *testing.T) {
	hop := func(from, to string, again ...bool) EdgeInfo {
		e := EdgeInfo{From: from, To: to}
		for _, r := range again {
			e.Layers = append(e.Layers, LayerInfo{Attempts: 1, Replays: r})
		}
		return e
	}
	for _, tt := range []struct {
		name  string
		edges []EdgeInfo
		want  string // begin of the note, "" for none
	}{
		{"none", []EdgeInfo{hop("a", "b"), hop("b", "c", false)}, ""},
		{"one", []EdgeInfo{hop("a", "b"), hop("b", "c", false, true)}, "requests of b->c are"},
		{"two", []EdgeInfo{hop("a", "b", true, true), hop("b", "c", true)}, "requests of a->b and of another hop are"},
		{"three", []EdgeInfo{hop("a", "b", true), hop("b", "c", true), hop("c", "d", true)}, "requests of a->b and of 2 other hops are"},
	} {
		got := strings.Join(replays(tt.edges), "\n")
		if tt.want == "" && got != "" || !strings.HasPrefix(got, tt.want) {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}
