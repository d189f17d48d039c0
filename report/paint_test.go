package report

import (
	"strings"
	"testing"

	"github.com/ampcheck/ampcheck/graph"
)

// A link is to a file of the analysed tree, whatever its name is, and nothing in a name
// ends it or begins another.
func TestPlacesAreLinks(t *testing.T) {
	const open, end = "\x1b]8;;", "\x1b\\"
	for _, tt := range []struct {
		root string
		pos  graph.Pos
		want string
	}{
		{"/src/shop", graph.Pos{File: "cmd/a.go", Line: 3, Col: 2}, open + "file:///src/shop/cmd/a.go" + end + "cmd/a.go:3:2" + open + end},
		{"/src/my shop", graph.Pos{File: "a#b?.go", Line: 3, Col: 2}, open + "file:///src/my%20shop/a%23b%3F.go" + end + "a#b?.go:3:2" + open + end},
		{"", graph.Pos{File: "cmd/a.go", Line: 3, Col: 2}, "cmd/a.go:3:2"},
		{"/src", graph.Pos{File: "catalog:x@all", Line: 1}, "catalog:x@all:1"},
		{"/src", graph.Pos{File: "a.go", Line: 1, Col: 1, Origin: "other.json"}, "other.json:a.go:1:1"},
	} {
		if got := (paint{on: true, root: tt.root}).place(tt.pos); got != tt.want {
			t.Errorf("%v below %q is %q, want %q", tt.pos, tt.root, got, tt.want)
		}
	}
	hostile := (paint{on: true, root: "/src"}).place(graph.Pos{File: "a\x1b\\b\x1b]8;;http://x\x1b\\.go", Line: 1, Col: 1})
	if n := strings.Count(hostile, "\x1b"); n != 4 {
		t.Errorf("%d escapes, want the 4 of one link: %q", n, hostile)
	}
	if got := (paint{}).place(graph.Pos{File: "a.go", Line: 1, Col: 1}); got != "a.go:1:1" {
		t.Errorf("without colours the place is %q", got)
	}
}
