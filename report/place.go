package report

import (
	"net/url"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
)

// inTree reports whether a position is a file of the analysed tree, which tools
// can open: not a row of a built-in table, and not the place of another
// repository.
func inTree(p graph.Pos) bool {
	return p.Origin == "" && p.File != "" && !strings.HasPrefix(p.File, "catalog:")
}

// fileURI is a file as a relative reference: every sign that would end a path,
// or make one absolute or a scheme of its first part, is encoded.
func fileURI(file string) string {
	parts := strings.Split(file, "/")
	for i, part := range parts {
		parts[i] = strings.ReplaceAll(url.PathEscape(part), ":", "%3A")
	}
	return strings.Join(parts, "/")
}

// openable is the place of a finding as tools show it beside the file: its own,
// or where that is not in the tree the first of those that have a part in it.
func openable(f *graph.Finding) (p graph.Pos, ok bool) {
	if inTree(f.Pos) {
		return f.Pos, true
	}
	for _, related := range f.Related {
		if inTree(related.Pos) {
			return related.Pos, true
		}
	}
	return graph.Pos{}, false
}
