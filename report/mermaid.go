package report

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ampcheck/ampcheck/graph"
)

// mermaidNodes is how many nodes a mermaid chart shows: renderers refuse texts
// and numbers of arrows above their limits, and hosts keep the limits low.
const (
	mermaidNodes  = 60
	mermaidArrows = 300
)

// writeMermaid writes the graph as a flowchart that GitHub and GitLab draw.
func writeMermaid(w io.Writer, r *graph.Result, _ Options) error {
	_, err := io.WriteString(w, mermaid(r))
	return err
}

func mermaid(r *graph.Result) string {
	limit := mermaidNodes
	d := draw(r, limit)
	for len(d.arrows) > mermaidArrows && limit > 1 {
		limit /= 2
		d = draw(r, limit)
	}
	var b bytes.Buffer
	b.WriteString("flowchart LR\n")
	if text := d.leftOut(); text != "" {
		fmt.Fprintf(&b, "  %%%% %s\n", text)
	}
	var hot []string
	for i := range d.nodes {
		n := &d.nodes[i]
		open, end := mermaidShape(n.info.Kind)
		fmt.Fprintf(&b, "  n%d%s\"%s: %s\"%s\n", i, open, mermaidText(n.info.ID), mermaidText(n.figure()), end)
		if n.hot {
			hot = append(hot, fmt.Sprint("n", i))
		}
	}
	for i := range d.arrows {
		a := &d.arrows[i]
		line := "-->"
		if a.dashed() {
			line = "-.->"
		}
		fmt.Fprintf(&b, "  n%d %s|\"%s\"| n%d\n", a.from, line, mermaidText(a.label()), a.to)
	}
	for i := range d.arrows {
		fmt.Fprintf(&b, "  linkStyle %d stroke-width:%.1fpx\n", i, d.arrows[i].width())
	}
	if len(hot) > 0 {
		fmt.Fprintf(&b, "  classDef hot stroke:#b3261e,stroke-width:2px\n  class %s hot\n", strings.Join(hot, ","))
	}
	return b.String()
}

// mermaidText is a text between quotes: whatever may have a meaning there is
// written as the number of the character. Signs that mean something at the start
// of a text only stand for themselves behind a letter.
func mermaidText(text string) string {
	var b strings.Builder
	letter := false
	for _, r := range Plain(text) {
		plain := r >= utf8.RuneSelf || isAlphanumeric(r) || r == ' ' || letter && strings.ContainsRune("-._/", r)
		if plain {
			b.WriteRune(r)
		} else {
			fmt.Fprintf(&b, "#%d;", r)
		}
		letter = unicode.IsLetter(r)
	}
	return b.String()
}

func mermaidShape(kind graph.NodeKind) (open, end string) {
	switch kind {
	case graph.NodeClient:
		return "([", "])"
	case graph.NodeDatastore:
		return "[(", ")]"
	case graph.NodeQueue:
		return "[[", "]]"
	case graph.NodeExternal:
		return "(", ")"
	}
	return "[", "]"
}
