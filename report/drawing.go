package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
)

// drawing is a result as nodes and arrows: one arrow for all the calls that one
// node makes of another.
type drawing struct {
	nodes  []drawnNode
	arrows []arrow
	// left is how many nodes with calls there was no room for.
	left int
}

type drawnNode struct {
	info *graph.NodeInfo
	// hot nodes are above the gate, or lie on the path to one.
	hot bool
}

type arrow struct {
	from, to int // nodes
	calls    []*graph.EdgeInfo
	hot      bool
}

// draw takes the nodes that call or are called; limit is how many at most, 0 is
// all. Where they are more it keeps the worst ones, with the way to each. Nodes
// and arrows are in the order in which the tables show the calls.
func draw(r *graph.Result, limit int) *drawing {
	l := arrange(r)
	keep, left := l.index.drawn(limit)
	d := &drawing{left: left}
	onPath := make(map[string]bool)
	for _, p := range r.Paths {
		for _, id := range p.Edges {
			onPath[id] = true
		}
	}
	nodes, arrows := make(map[string]int), make(map[[2]int]int)
	number := func(id string) int {
		n, ok := nodes[id]
		if !ok {
			n = len(d.nodes)
			nodes[id], d.nodes = n, append(d.nodes, drawnNode{info: &l.index.nodes[l.index.byID[id]]})
		}
		return n
	}
	for _, e := range l.order {
		if !keep[l.index.byID[e.From]] || !keep[l.index.byID[e.To]] {
			continue
		}
		ends := [2]int{number(e.From), number(e.To)}
		i, ok := arrows[ends]
		if !ok {
			i = len(d.arrows)
			arrows[ends], d.arrows = i, append(d.arrows, arrow{from: ends[0], to: ends[1]})
		}
		a := &d.arrows[i]
		a.calls = append(a.calls, e)
		if onPath[e.ID] {
			a.hot, d.nodes[a.from].hot, d.nodes[a.to].hot = true, true, true
		}
	}
	return d
}

// drawn marks the nodes to draw, and counts those that were left out.
func (x *index) drawn(limit int) (keep []bool, left int) {
	keep = make([]bool, len(x.nodes))
	n := 0
	for e := range x.edges {
		for _, end := range []int{x.from[e], x.to[e]} {
			if !keep[end] {
				keep[end], n = true, n+1
			}
		}
	}
	if limit == 0 || n <= limit {
		return keep, 0
	}
	kept := x.worstWithWays(keep, limit)
	return kept, n - count(kept)
}

func count(marks []bool) int {
	n := 0
	for _, marked := range marks {
		if marked {
			n++
		}
	}
	return n
}

// worstWithWays keeps at most limit of the nodes: the worst first, each with the
// shortest way from an entry to it.
func (x *index) worstWithWays(all []bool, limit int) []bool {
	before := x.shortestWays()
	var byWeight []int
	for n := range x.nodes {
		if all[n] {
			byWeight = append(byWeight, n)
		}
	}
	slices.SortStableFunc(byWeight, func(a, b int) int { return compareWorst(&x.nodes[a], &x.nodes[b]) })
	kept := make([]bool, len(x.nodes))
	for _, n := range byWeight {
		var way []int
		for m := n; m >= 0 && !kept[m]; m = before[m] {
			way = append(way, m)
		}
		if limit -= len(way); limit < 0 {
			limit += len(way)
			continue
		}
		for _, m := range way {
			kept[m] = true
		}
	}
	return kept
}

// shortestWays holds, for each node, the one before it on a shortest way from an
// entry, -1 for none.
func (x *index) shortestWays() []int {
	before := make([]int, len(x.nodes))
	var queue []int
	seen := make([]bool, len(x.nodes))
	for n := range x.nodes {
		before[n] = -1
		if x.nodes[n].IsEntry != "" {
			queue, seen[n] = append(queue, n), true
		}
	}
	for ; len(queue) > 0; queue = queue[1:] {
		for _, e := range x.out[queue[0]] {
			if to := x.to[e]; !seen[to] {
				seen[to], before[to] = true, queue[0]
				queue = append(queue, to)
			}
		}
	}
	return before
}

// compareWorst orders nodes by how much a retry can hurt them.
func compareWorst(a, b *graph.NodeInfo) int {
	return cmp.Or(
		boolCompare(isUnbounded(b), isUnbounded(a)),
		cmp.Compare(amplification(b), amplification(a)),
		cmp.Compare(b.Calls, a.Calls),
		cmp.Compare(a.ID, b.ID),
	)
}

// figure is the second line of a node: what it receives.
func (n *drawnNode) figure() string {
	switch info := n.info; {
	case info.Entry == "":
		return "no entry leads here"
	case info.Entry == info.ID:
		return "entry"
	case callsOf(info) == "1":
		return "1 call"
	default:
		return shortCallsOf(info) + " calls"
	}
}

// label says what multiplies on an arrow.
func (a *arrow) label() string {
	if len(a.calls) == 1 {
		return callLabel(a.calls[0])
	}
	var labels []string
	for _, e := range a.calls {
		labels = append(labels, callLabel(e))
	}
	if labels = distinct(labels); len(labels) == 1 {
		return fmt.Sprintf("%d calls, each %s", len(a.calls), labels[0])
	}
	return fmt.Sprintf("%d calls, up to %sx", len(a.calls), a.factor())
}

// shortLabel is the label where there is little room: how many calls an arrow stands for
// is in its title.
func (a *arrow) shortLabel() string {
	text := a.label()
	if len(a.calls) == 1 {
		return text
	}
	_, text, _ = strings.Cut(text, ", ")
	return text
}

func callLabel(e *graph.EdgeInfo) string {
	fan, n := fanOutOf(e), attemptsText(e)
	if attemptsOf(e) != 1 || n == "1" {
		n += " attempts"
	}
	switch {
	case fan == "1" && n == "1 attempts":
		return "1 attempt"
	case fan == "1":
		return n
	case n == "1 attempts":
		return "fan-out " + fan
	}
	return fan + " x " + n
}

// factor is the greatest factor of the calls of an arrow.
func (a *arrow) factor() graph.Count {
	most := graph.Count(1)
	for _, e := range a.calls {
		n := attemptsOf(e)
		if e.FanOut != nil {
			n = n.Mul(e.FanOut.Factor)
		}
		most = max(most, n)
	}
	return most
}

// width is how wide an arrow is drawn, between 1 and 10 with one decimal: one and
// a half more for each doubling.
func (a *arrow) width() float64 {
	if a.factor() == graph.Unbounded {
		return 10
	}
	return math.Round(10*min(10, 1+1.5*math.Log2(a.factor().Float()))) / 10
}

// all reports whether every call of an arrow is of a kind.
func (a *arrow) all(kind func(*graph.EdgeInfo) bool) bool {
	return !slices.ContainsFunc(a.calls, func(e *graph.EdgeInfo) bool { return !kind(e) })
}

// dashed arrows are not part of the figures as they stand: they close a cycle,
// are made after a failure only, or are guesses.
func (a *arrow) dashed() bool {
	return a.all(func(e *graph.EdgeInfo) bool { return e.Cut || e.OnError || isGuess(e) })
}

// leftOut says that not everything is drawn.
func (d *drawing) leftOut() string {
	if d.left == 0 {
		return ""
	}
	return fmt.Sprintf("the worst %d of %d nodes, with the ways to them", len(d.nodes), len(d.nodes)+d.left)
}
