package report

import (
	"bytes"
	"fmt"
	"html"
	"io"
	"strings"

	"github.com/olekukonko/tablewriter/pkg/twwidth"

	"github.com/ampcheck/ampcheck/graph"
)

// svgNodes is how many nodes a picture shows; more than that nobody reads.
const svgNodes = 400

// svgLabels is up to how many arrows every factor has its label; beyond it only
// those on the worst paths do.
const svgLabels = 80

// svgStyle are the colours of a picture that stands alone. They follow the
// reader's choice of light and dark.
const svgStyle = `svg{--page:#fff;--text:#1b1f24;--soft:#4b5563;--node:#f4f6f8;--edge:#8a93a0;--line:#7b8490;--hot:#b3261e}
@media (prefers-color-scheme:dark){svg{--page:#14171b;--text:#e8eaed;--soft:#b3bac4;--node:#23282f;--edge:#717b88;--line:#8b95a3;--hot:#ff8a80}}
.page{fill:var(--page)}
`

// svgShapes is how nodes and arrows look, in pictures and in the page.
const svgShapes = `.node .box{fill:var(--node);stroke:var(--edge);stroke-width:1.2}
.node.hot .box{stroke:var(--hot);stroke-width:2}
.node text{font:600 12px system-ui,sans-serif;fill:var(--text)}
.node text.figure{font-weight:400;font-size:12px;fill:var(--soft)}
.node.hot text.figure{fill:var(--hot)}
.arrow .way{fill:none;stroke:var(--line);stroke-opacity:.75}
.arrow.hot .way{stroke:var(--hot)}
.arrow.dashed .way{stroke-dasharray:6 5}
.arrow .hit{fill:none;stroke:transparent;stroke-width:16}
.label{font:11px system-ui,sans-serif;fill:var(--soft);paint-order:stroke;stroke:var(--page);stroke-width:4px;text-anchor:middle}
.label.hot{fill:var(--hot)}
.head{fill:var(--line)}
.head.hot{fill:var(--hot)}
`

// writeSVG writes the graph as a picture: tiers as columns, lines as wide as
// their factor.
func writeSVG(w io.Writer, r *graph.Result, _ Options) error {
	p := draw(r, svgNodes).place()
	var b bytes.Buffer
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%.0f" height="%.0f" viewBox="0 0 %.0f %.0f" role="img" aria-labelledby="title">`+"\n", p.width, p.height, p.width, p.height)
	fmt.Fprintf(&b, "<title id=\"title\">%s</title>\n", svgText(p.title(r)))
	fmt.Fprintf(&b, "<style>\n%s%s</style>\n<rect class=\"page\" width=\"100%%\" height=\"100%%\"/>\n", svgStyle, svgShapes)
	p.shapes(&b, false)
	b.WriteString("</svg>\n")
	_, err := w.Write(b.Bytes())
	return err
}

// title says in one line what the picture shows.
func (p *placed) title(r *graph.Result) string {
	parts := []string{"how calls multiply"}
	if text := p.leftOut(); text != "" {
		parts = append(parts, text)
	}
	return strings.Join(append(parts, summary(r)...), "; ")
}

// shapes writes the lines, then the nodes over them. In a page that is live,
// lines are buttons.
func (p *placed) shapes(b *bytes.Buffer, live bool) {
	b.WriteString("<defs>\n")
	for _, class := range []string{"head", "head hot"} {
		fmt.Fprintf(b, `<marker id="%s" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="9" markerHeight="9" markerUnits="userSpaceOnUse" orient="auto"><path class="%s" d="M0 0 8 4 0 8z"/></marker>`+"\n", strings.ReplaceAll(class, " ", "-"), class)
	}
	b.WriteString("</defs>\n")
	for i := range p.arrows {
		p.arrow(b, i, live)
	}
	for i := range p.nodes {
		p.node(b, i)
	}
}

func (p *placed) arrow(b *bytes.Buffer, i int, live bool) {
	a, l := &p.arrows[i], &p.lines[i]
	class, head := "arrow", "head"
	if a.hot {
		class, head = class+" hot", "head-hot"
	}
	if a.dashed() {
		class += " dashed"
	}
	name := p.nodes[a.from].info.ID + " -> " + p.nodes[a.to].info.ID + ": " + a.label()
	fmt.Fprintf(b, `<g class="%s"`, class)
	if live {
		fmt.Fprintf(b, ` data-arrow="%d" role="button" tabindex="-1" aria-label="%s"`, i, svgText(name))
	}
	fmt.Fprintf(b, "><title>%s</title>", svgText(name))
	way := l.path()
	fmt.Fprintf(b, `<path class="way" d="%s" stroke-width="%.1f" marker-end="url(#%s)"/>`, way, a.width(), head)
	if live {
		fmt.Fprintf(b, `<path class="hit" d="%s"/>`, way)
	}
	b.WriteString("</g>\n")
	// The label stands beside the line: a button is called what it shows, and
	// the label may be cut.
	if a.factor() > 1 && (a.hot || len(p.arrows) <= svgLabels) {
		at := l.at(p.labelled(i))
		class = strings.Replace(class, "arrow", "label", 1)
		fmt.Fprintf(b, `<text class="%s" data-label="%d" aria-hidden="true" x="%.1f" y="%.1f">%s</text>`+"\n", class, i, at.x, at.y-a.width()/2-5, svgText(clip(a.shortLabel(), 22)))
	}
}

func (p *placed) node(b *bytes.Buffer, i int) {
	n := &p.nodes[i]
	class := "node"
	if n.hot {
		class += " hot"
	}
	x, y := p.x[i], p.y[i]-nodeHeight/2
	fmt.Fprintf(b, `<g class="%s" data-node="%d"><title>%s</title>`, class, i, svgText(n.info.ID+": "+n.figure()))
	b.WriteString(nodeShape(n.info.Kind, x, y))
	fmt.Fprintf(b, `<text x="%.1f" y="%.1f">%s</text>`, x+12, y+20, svgText(clip(n.info.ID, 21)))
	fmt.Fprintf(b, `<text class="figure" x="%.1f" y="%.1f">%s</text></g>`+"\n", x+12, y+36, svgText(clip(n.figure(), 24)))
}

// nodeShape is a box, rounder for what is no service, and a drum for what holds
// data.
func nodeShape(kind graph.NodeKind, x, y float64) string {
	radius := 6
	switch kind {
	case graph.NodeClient, graph.NodeExternal:
		radius = nodeHeight / 2
	case graph.NodeDatastore, graph.NodeQueue:
		const lid = 4.0
		return fmt.Sprintf(`<path class="box" d="M%.1f %.1fv%.1fc0 %.1f %d %.1f %d 0v%.1fc0 %.1f %d %.1f %d 0zc0 %.1f %d %.1f %d 0"/>`,
			x, y+lid, nodeHeight-2*lid, lid*4/3, nodeWidth, lid*4/3, nodeWidth, -(nodeHeight - 2*lid), -lid*4/3, -nodeWidth, -lid*4/3, -nodeWidth, lid*4/3, nodeWidth, lid*4/3, nodeWidth)
	}
	return fmt.Sprintf(`<rect class="box" x="%.1f" y="%.1f" width="%d" height="%d" rx="%d"/>`, x, y, nodeWidth, nodeHeight, radius)
}

// path is the line as SVG writes it: a curve between tiers, straight through
// them. A line that leads back goes round below.
func (l *line) path() string {
	var b strings.Builder
	from := l.points[0]
	fmt.Fprintf(&b, "M%.1f %.1f", from.x, from.y)
	if l.back {
		to := l.points[1]
		low := max(from.y, to.y) + nodeHeight + nodeGap/2
		fmt.Fprintf(&b, "C%.1f %.1f %.1f %.1f %.1f %.1f", from.x+60, low, to.x-60, low, to.x, to.y)
		return b.String()
	}
	for i, to := range l.points[1:] {
		if i%2 == 0 {
			middle := (from.x + to.x) / 2
			fmt.Fprintf(&b, "C%.1f %.1f %.1f %.1f %.1f %.1f", middle, from.y, middle, to.y, to.x, to.y)
		} else {
			fmt.Fprintf(&b, "L%.1f %.1f", to.x, to.y)
		}
		from = to
	}
	return b.String()
}

// labelled is how far along the first curve of a line its label stands: lines that leave
// one node together are apart where they end, and those that meet where they begin.
func (p *placed) labelled(i int) float64 {
	leave, meet := 0, 0
	for k := range p.arrows {
		if p.arrows[k].from == p.arrows[i].from {
			leave++
		}
		if p.arrows[k].to == p.arrows[i].to {
			meet++
		}
	}
	if len(p.lines[i].points) > 2 {
		meet = 1 // it passes through the next tier at a place of its own
	}
	switch {
	case leave > meet:
		return 0.66
	case leave < meet:
		return 0.34
	}
	return 0.5
}

// at is a point of the first curve of a line, 0 is its start and 1 its end; of a line
// that leads back it is the lowest one.
func (l *line) at(t float64) point {
	a, b := l.points[0], l.points[1]
	if l.back {
		return point{(a.x + b.x) / 2, max(a.y, b.y) + nodeHeight}
	}
	middle := (a.x + b.x) / 2
	start, end := (1-t)*(1-t)*(1-t), t*t*t
	return point{start*a.x + (1-start-end)*middle + end*b.x, (start+3*(1-t)*(1-t)*t)*a.y + (3*(1-t)*t*t+end)*b.y}
}

// clip cuts a text to a number of columns; what is cut off is in the title of
// its shape.
func clip(text string, columns int) string {
	text = Plain(text)
	if twwidth.Width(text) <= columns {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		if twwidth.Width(b.String()+string(r)) > columns-1 {
			break
		}
		b.WriteRune(r)
	}
	return b.String() + "…"
}

// svgText is a text of SVG or HTML, in an element or an attribute.
func svgText(text string) string { return html.EscapeString(Plain(text)) }
