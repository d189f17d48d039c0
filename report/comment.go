package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
)

// CommentMarker begins a comment, so that the next run finds it and writes it again.
const CommentMarker = "<!-- ampcheck -->"

// A comment has at most this many paths and causes: with what stands round them no
// more than 30 lines.
const commentPaths, commentCauses = 10, 8

// WriteComment writes what a change did as the body of a comment of a pull or merge
// request, in the JSON that the services take: {"body": …}. now is the result with
// the change.
func WriteComment(w io.Writer, d *graph.Diff, now *graph.Result) error {
	return writeIndented(w, struct {
		Body string `json:"body"`
	}{strings.Join(commentLines(d, now), "\n") + "\n"})
}

func commentLines(d *graph.Diff, now *graph.Result) []string {
	lines := []string{CommentMarker, "**ampcheck**: " + headline(d, now)}
	if !d.Complete {
		lines = append(lines, "", "Not everything could be analysed: figures may be missing.")
	}
	if len(d.Paths) == 0 {
		return lines
	}
	lines = append(lines, "", "| Path | Amplification before | After | Factor |", "| --- | ---: | ---: | ---: |")
	for i := range d.Paths[:min(len(d.Paths), commentPaths)] {
		p := &d.Paths[i]
		lines = append(lines, fmt.Sprintf("| %s | %s | %s | %s |", markdownText(p.Entry+" → "+p.To), beforeOf(p), afterOf(p), growthOf(p)))
	}
	causes := causesOf(d)
	if len(causes) > 0 {
		lines = append(lines, "")
	}
	for _, c := range causes[:min(len(causes), commentCauses)] {
		lines = append(lines, "- "+c)
	}
	return append(lines, left(len(d.Paths)-commentPaths, len(causes)-commentCauses)...)
}

// headline is the one line that has to be read.
func headline(d *graph.Diff, now *graph.Result) string {
	worstNow := "no call is multiplied"
	if n := worst(now); n != nil {
		worstNow = "worst " + worstOf(n)
	}
	if len(d.Paths) == 0 {
		return "no change (" + worstNow + ")"
	}
	text := plural(len(d.Paths), "path") + " changed"
	if !slices.ContainsFunc(d.Paths, func(p graph.PathChange) bool { return beforeOf(&p) != afterOf(&p) }) {
		text = "no figure changed, " + plural(len(d.Paths), "path") + " with other layers or calls"
	}
	if n := len(d.Findings); n > 0 {
		text += ", " + plural(n, "finding")
	}
	return text + " (" + worstNow + ")"
}

// worstOf is the amplification of a node.
func worstOf(n *graph.NodeInfo) string {
	switch {
	case isUnbounded(n):
		return "unbounded"
	case n.Amplification == nil:
		return callsOf(n)
	}
	return ratio(*n.Amplification)
}

// causesOf are the changes, each once.
func causesOf(d *graph.Diff) []string {
	var out []string
	for i := range d.Paths {
		for _, c := range d.Paths[i].Causes {
			text := markdownText(c.Message)
			if !c.Pos.IsZero() {
				text = markdownText(c.Pos.String()) + ": " + text
			}
			if !slices.Contains(out, text) {
				out = append(out, text)
			}
		}
	}
	return out
}

// left says what a comment leaves out.
func left(paths, causes int) []string {
	var parts []string
	if paths > 0 {
		parts = append(parts, plural(paths, "more path"))
	}
	if causes > 0 {
		parts = append(parts, plural(causes, "more change"))
	}
	if len(parts) == 0 {
		return nil
	}
	return []string{"", "and " + strings.Join(parts, ", ")}
}
