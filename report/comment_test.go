package report

import (
	"strings"
	"testing"

	"github.com/ampcheck/ampcheck/graph"
)

// A change that leaves the figures as they are says so before it lists what it changed.
func TestCommentHeadline(t *testing.T) {
	nine, twelve := 9.0, 12.0
	path := func(after *float64) graph.PathChange {
		return graph.PathChange{Entry: "a", To: "c", Before: &nine, After: after}
	}
	for _, tt := range []struct {
		paths []graph.PathChange
		want  string
	}{
		{nil, "no change (no call is multiplied)"},
		{[]graph.PathChange{path(&nine)}, "no figure changed, 1 path with other layers or calls (no call is multiplied)"},
		{[]graph.PathChange{path(&nine), path(&twelve)}, "2 paths changed (no call is multiplied)"},
	} {
		d := &graph.Diff{Paths: tt.paths, Complete: true}
		if got := commentLines(d, &graph.Result{})[1]; !strings.HasSuffix(got, ": "+tt.want) {
			t.Errorf("%d paths: %q, want %q", len(tt.paths), got, tt.want)
		}
	}
}
