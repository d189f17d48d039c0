package report

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/ampcheck/ampcheck/graph"
)

// chainOf is a result in which each node of a tier calls some of the next.
func chainOf(tiers, width int) *graph.Result {
	r := &graph.Result{}
	name := func(t, i int) string { return fmt.Sprintf("s%d-%d", t, i) }
	for t := range tiers {
		for i := range width {
			a := float64(t*width + i)
			n := graph.NodeInfo{ID: name(t, i), Entry: name(0, 0), Calls: graph.Count(t + 1), Happy: 1, Amplification: &a}
			if t == 0 {
				n.IsEntry = graph.EntryRequest
			}
			r.Nodes = append(r.Nodes, n)
			if t == 0 {
				continue
			}
			for _, from := range []string{name(t-1, i), name(t-1, (i*7)%width), name(max(0, t-3), i)} {
				r.Edges = append(r.Edges, graph.EdgeInfo{ID: fmt.Sprint(from, "->", n.ID, len(r.Edges)), From: from, To: n.ID, Attempts: graph.Count(1 + i%3)})
			}
		}
	}
	return r
}

// Calls lead to the right, and no node lies on another.
func TestPlace(t *testing.T) {
	results := map[string]*graph.Result{"many": chainOf(6, 40)}
	for _, name := range cases(t) {
		results[name] = load(t, name)
	}
	for name, r := range results {
		p := draw(r, svgNodes).place()
		for i, a := range p.arrows {
			back := p.tier[a.from] >= p.tier[a.to]
			if back != p.lines[i].back || back && name != "cycle" {
				t.Errorf("%s: %s leads from tier %d to tier %d", name, a.calls[0].ID, p.tier[a.from], p.tier[a.to])
			}
		}
		for a := range p.nodes {
			if p.y[a] < margin || p.y[a] > p.height-margin || p.x[a] < margin || p.x[a]+nodeWidth > p.width-margin+1 {
				t.Errorf("%s: %s lies outside", name, p.nodes[a].info.ID)
			}
			for b := range a {
				if p.tier[a] == p.tier[b] && max(p.y[a]-p.y[b], p.y[b]-p.y[a]) < nodeHeight {
					t.Errorf("%s: %s lies on %s", name, p.nodes[a].info.ID, p.nodes[b].info.ID)
				}
			}
		}
	}
}

// Of a graph that is too large the worst nodes are drawn, with the ways to them.
func TestDrawWorst(t *testing.T) {
	r := chainOf(5, 20)
	d := draw(r, 12)
	if len(d.nodes) > 12 || len(d.nodes) < 8 || d.left != 100-len(d.nodes) {
		t.Fatalf("%d nodes are drawn and %d left out, want at most 12 of 100", len(d.nodes), d.left)
	}
	reached := map[string]bool{}
	worst := false
	for _, n := range d.nodes {
		worst = worst || n.info.ID == "s4-19"
	}
	for range d.nodes {
		for _, a := range d.arrows {
			from := d.nodes[a.from].info
			if from.IsEntry != "" || reached[from.ID] {
				reached[d.nodes[a.to].info.ID] = true
			}
		}
	}
	for _, n := range d.nodes {
		if n.info.IsEntry == "" && !reached[n.info.ID] {
			t.Errorf("no way to %s is drawn", n.info.ID)
		}
	}
	if !worst {
		t.Error("the worst node is not drawn")
	}
	text := mermaid(chainOf(10, 100))
	if n := strings.Count(text, "-->"); n > mermaidArrows || !strings.Contains(text, "of 1000 nodes") {
		t.Errorf("the chart has %d arrows, want at most %d and a word that nodes are left out", n, mermaidArrows)
	}
}

// A page of a part of the nodes says so, and computes nothing that would need the
// others.
func TestPageOfAPart(t *testing.T) {
	r := chainOf(10, 60)
	for i := range r.Edges {
		r.Edges[i].Layers = []graph.LayerInfo{{ID: r.Edges[i].ID, Kind: graph.KindLoop, Attempts: 3, Bound: graph.BoundExact, RetriesOn: []string{"any"}}}
	}
	p, err := newPage(r)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(p.LeftOut, "of 600 nodes") || len(p.Knobs) > 0 || len(p.Arrows) == 0 {
		t.Errorf("%q with %d knobs and %d calls, want a part of 600 nodes without knobs", p.LeftOut, len(p.Knobs), len(p.Arrows))
	}
	small, err := newPage(chainOf(3, 2))
	if err != nil || small.LeftOut != "" {
		t.Errorf("a small graph leaves out %q: %v", small.LeftOut, err)
	}
}

func TestSVGIsXML(t *testing.T) {
	for _, name := range cases(t) {
		var b bytes.Buffer
		if err := writeSVG(&b, load(t, name), Options{}); err != nil {
			t.Fatal(err)
		}
		for _, el := range elements(t, name, b.Bytes()) {
			if !strings.Contains(" svg title style rect defs marker path g text ", " "+el+" ") {
				t.Errorf("%s: an element %s", name, el)
			}
		}
	}
}

// elements lists the elements of an XML text, which has to be well formed.
func elements(t *testing.T, name string, text []byte) []string {
	t.Helper()
	var names []string
	dec := xml.NewDecoder(bytes.NewReader(text))
	for {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			return names
		}
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if start, ok := token.(xml.StartElement); ok {
			names = append(names, start.Name.Local)
			for _, a := range start.Attr {
				if strings.HasPrefix(a.Name.Local, "on") || a.Name.Local == "href" {
					t.Errorf("%s: %s has %s", name, start.Name.Local, a.Name.Local)
				}
			}
		}
	}
}
