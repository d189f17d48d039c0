package report

import (
	"encoding/json"
	"fmt"
	"html/template"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
)

// pageData is what the script of the page computes with. Numbers are texts,
// since those of JavaScript are not exact; null is no limit.
type pageData struct {
	Nodes  []dataNode  `json:"nodes"`
	Calls  []dataCall  `json:"calls"`
	Arrows []dataArrow `json:"arrows"`
}

type dataNode struct {
	Entry         *int     `json:"entry,omitempty"`
	Calls         *string  `json:"calls"`
	Happy         *string  `json:"happy"`
	Amplification *float64 `json:"amplification"`
	// Symbols are what a figure is multiplied by that is not known.
	Symbols string `json:"symbols"`
	Exact   bool   `json:"exact"`
	Lower   bool   `json:"lower,omitempty"`
}

// dataCall is a call: its fan-out and the layers that cannot be changed are the
// fixed part of its factor.
type dataCall struct {
	Arrow int     `json:"arrow"`
	From  int     `json:"from"`
	To    int     `json:"to"`
	Fixed *string `json:"fixed"`
	Knobs []int   `json:"knobs"`
	Cut   bool    `json:"cut,omitempty"`
}

type dataArrow struct {
	From    int      `json:"from"`
	To      int      `json:"to"`
	Width   float64  `json:"width"`
	Classes []string `json:"classes"`
}

// pageDataOf writes the data as JSON in which nothing can end the element it
// stands in.
func pageDataOf(r *graph.Result, d *drawing, knobOf map[string]int) (template.JS, error) {
	data := pageData{Nodes: []dataNode{}, Calls: []dataCall{}, Arrows: []dataArrow{}}
	number := make(map[string]int, len(d.nodes))
	for i, n := range d.nodes {
		number[n.info.ID] = i
	}
	exact := exactNodes(r, d)
	for _, n := range d.nodes {
		data.Nodes = append(data.Nodes, dataNodeOf(n.info, number, exact[n.info.ID]))
	}
	for i := range d.arrows {
		a := &d.arrows[i]
		data.Arrows = append(data.Arrows, dataArrow{a.from, a.to, a.width(), list(a.retried())})
		for _, e := range a.calls {
			data.Calls = append(data.Calls, dataCallOf(e, i, a, knobOf))
		}
	}
	text, err := json.Marshal(&data)
	if err != nil {
		return "", fmt.Errorf("encoding the data of the page: %w", err)
	}
	return template.JS(escapeJSON(text)), nil
}

// exactNodes are the nodes that a page can say more than a bound of. It has to
// know all the ways to them.
func exactNodes(r *graph.Result, d *drawing) map[string]bool {
	exact := make(map[string]bool)
	if d.left > 0 {
		return exact
	}
	w := newWhatIf(r)
	for i, yes := range w.exact {
		exact[w.index.nodes[i].ID] = yes
	}
	return exact
}

func dataNodeOf(n *graph.NodeInfo, number map[string]int, exact bool) dataNode {
	out := dataNode{Calls: countText(n.Calls), Happy: countText(n.Happy), Amplification: n.Amplification, Exact: exact, Lower: n.LowerBound}
	if entry, ok := number[n.Entry]; ok {
		out.Entry = &entry
	}
	if isUnbounded(n) {
		out.Calls = nil
	} else if symbols, ok := strings.CutPrefix(n.Formula, n.Calls.String()); ok {
		out.Symbols = Plain(symbols)
	}
	return out
}

func dataCallOf(e *graph.EdgeInfo, arrow int, a *arrow, knobOf map[string]int) dataCall {
	fixed := graph.Count(1)
	if e.FanOut != nil {
		fixed = e.FanOut.Factor
	}
	out := dataCall{Arrow: arrow, From: a.from, To: a.to, Knobs: []int{}, Cut: e.Cut}
	layers := graph.Count(1)
	for i := range e.Layers {
		if k, ok := knobOf[e.Layers[i].ID]; ok {
			out.Knobs = append(out.Knobs, k)
			continue
		}
		layers = layers.Mul(e.Layers[i].Attempts)
	}
	out.Fixed = countText(fixed.Mul(layers))
	return out
}
