package report

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
)

// writeDOT writes the graph for Graphviz: tiers from left to right, arrows as
// wide as their factor.
func writeDOT(w io.Writer, r *graph.Result, _ Options) error {
	var b bytes.Buffer
	d := draw(r, 0)
	b.WriteString("digraph ampcheck {\n  rankdir=LR;\n  node [shape=box, fontname=\"sans-serif\"];\n  edge [fontname=\"sans-serif\", fontsize=11];\n")
	for i := range d.nodes {
		n := &d.nodes[i]
		fmt.Fprintf(&b, "  n%d [label=\"%s\\n%s\", shape=%s%s];\n", i, dotText(n.info.ID), dotText(n.figure()), dotShape(n.info.Kind), dotHot(n.hot))
	}
	for i := range d.arrows {
		a := &d.arrows[i]
		style := ""
		if a.dashed() {
			style = ", style=dashed"
		}
		fmt.Fprintf(&b, "  n%d -> n%d [label=\"%s\", penwidth=%.1f%s%s];\n", a.from, a.to, dotText(a.label()), a.width(), style, dotHot(a.hot))
	}
	b.WriteString("}\n")
	_, err := w.Write(b.Bytes())
	return err
}

// dotText is a text between quotes. Every backslash is one of the text, so none
// starts an escape of Graphviz.
func dotText(text string) string {
	return strings.NewReplacer(`\`, `\\`, `"`, `\"`, "&", "&amp;").Replace(Plain(text))
}

func dotShape(kind graph.NodeKind) string {
	switch kind {
	case graph.NodeClient:
		return "oval"
	case graph.NodeDatastore:
		return "cylinder"
	case graph.NodeQueue:
		return "cds"
	case graph.NodeExternal:
		return "component"
	}
	return "box"
}

func dotHot(hot bool) string {
	if hot {
		return `, color="#b3261e"`
	}
	return ""
}
