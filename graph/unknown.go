package graph

import (
	"cmp"
	"fmt"
)

// UnknownKind says what is not known.
type UnknownKind string

// The kinds of what is not known.
const (
	UnknownFanOut   UnknownKind = "fan-out"  // a number of items
	UnknownAttempts UnknownKind = "attempts" // a number of tries
	UnknownLayer    UnknownKind = "layer"    // whether a layer acts
	UnknownCall     UnknownKind = "call"     // whether a call is made
	UnknownAnswer   UnknownKind = "answer"   // what a service makes of a failure
)

// What a probe takes for a number that is not known.
const (
	probedItems    = 10
	probedAttempts = 3
)

// NotKnown is one thing that the figures only guess, with what it does to the worst
// of them.
type NotKnown struct {
	Kind UnknownKind `json:"kind"`
	// What names it to the reader, Name as the policy does: the ID of a fan-out or
	// layer, the service that answers, the address that is called.
	What string `json:"what"`
	Name string `json:"name"`
	// Callee is the service whose failure is answered.
	Callee string `json:"callee,omitempty"`
	// Effect is the factor by which the greatest figure changes when the guess is
	// another one, which If says; 1 is no change.
	Effect float64 `json:"effect"`
	If     string  `json:"if"`
	Pos    Pos     `json:"position,omitzero"`
}

// maxProbes is how many guesses are tried, probedEntries from how many entries, those
// with the greatest figures; probeWork bounds the walks in steps. Guesses that are not
// tried are listed without effect.
const maxProbes, probedEntries, probeWork = 200, 10, 50_000_000

// NotKnown lists what the figures only guess, the greatest effect first. Answers that
// change nothing are left out.
func (g *Graph) NotKnown() []NotKnown {
	p := newProber(g)
	p.fans()
	p.layers()
	p.calls()
	p.answers()
	sortBy(p.found, func(a, b NotKnown) int {
		return cmp.Or(cmp.Compare(changeOf(b.Effect), changeOf(a.Effect)), a.Pos.Compare(b.Pos), cmp.Compare(a.What, b.What))
	})
	return p.found
}

// changeOf is how much a factor changes, up or down.
func changeOf(x float64) float64 {
	if x > 0 && x < 1 {
		return 1 / x
	}
	return x
}

// prober tries other guesses, one at a time.
type prober struct {
	g       *Graph
	entries []int32
	base    Count
	left    int // guesses that can be tried
	found   []NotKnown
}

func newProber(g *Graph) *prober {
	p := &prober{g: g}
	size := 1 + len(g.nodes) + len(g.edges) + len(g.ops) + len(g.shapes)*len(g.atoms.set)
	most := map[int32]Count{}
	for i := range g.nodes {
		if g.nodes[i].entry != "" && len(p.entries)*size < probeWork {
			p.entries = append(p.entries, int32(i))
			most[int32(i)] = g.greatest(int32(i), nil)
		}
	}
	sortBy(p.entries, func(a, b int32) int { return cmp.Compare(most[b], most[a]) })
	p.entries = p.entries[:min(len(p.entries), probedEntries)]
	p.base = p.greatest(g, nil)
	p.left = min(maxProbes, probeWork/size/max(1, len(p.entries)))
	return p
}

// greatest is the greatest figure of a graph with another guess.
func (p *prober) greatest(g *Graph, cut []int32) Count {
	var most Count
	for _, e := range p.entries {
		most = max(most, g.greatest(e, cut))
	}
	return most
}

// greatest is the greatest number of calls of any node from an entry that has a
// limit, in one pass; cut are calls that are left out.
func (g *Graph) greatest(entry int32, cut []int32) Count {
	r := newRun(g, entry)
	for _, e := range cut {
		r.cut[e] = true
	}
	var most Count
	for _, n := range r.variant(variant{one: allClasses, window: forever, zero: -1}).outcomes().forward().calls {
		if n != Unbounded {
			most = max(most, n)
		}
	}
	return most
}

// try adds one thing with the figure that another guess makes.
func (p *prober) try(n NotKnown, figure func() Count) {
	n.Effect = 1
	tried := p.left > 0 && p.base > 0
	if p.left--; tried {
		n.Effect = rounded(figure().Float() / p.base.Float())
	}
	if n.Kind != UnknownAnswer || n.Effect != 1 || !tried {
		p.found = append(p.found, n)
	}
}

func (p *prober) fans() {
	seen := map[string]bool{}
	for i := range p.g.fans {
		f := &p.g.fans[i]
		if f.symbol == "" || seen[f.def.ID] {
			continue
		}
		seen[f.def.ID] = true
		p.try(NotKnown{Kind: UnknownFanOut, What: f.symbol, Name: f.def.ID, If: fmt.Sprintf("it is %d", probedItems), Pos: f.def.Pos}, func() Count {
			c := *p.g
			c.fans = clone(p.g.fans)
			for k := range c.fans {
				if c.fans[k].def.ID == f.def.ID {
					c.fans[k].n = probedItems
				}
			}
			return p.greatest(&c, nil)
		})
	}
}

func (p *prober) layers() {
	seen := map[string]bool{}
	for i := range p.g.layers {
		l := &p.g.layers[i]
		cause := cmp.Or(l.def.Cause, l.def.ID)
		n := NotKnown{Name: cause, Pos: l.def.Pos}
		attempts := Count(1)
		switch {
		case seen[cause]:
			continue
		case l.symbol != "":
			n.Kind, n.What, n.If, attempts = UnknownAttempts, l.symbol, fmt.Sprintf("it is %d", probedAttempts), probedAttempts
		case l.def.Assumed != "" && l.attempts > 1:
			n.Kind, n.What, n.If = UnknownLayer, layerName(l.def)+": "+l.def.Assumed, "it does not act"
		default:
			continue
		}
		seen[cause] = true
		p.try(n, func() Count {
			c := *p.g
			c.layers, c.shapes = clone(p.g.layers), clone(p.g.shapes)
			for k := range c.layers {
				if cmp.Or(c.layers[k].def.Cause, c.layers[k].def.ID) == cause {
					c.setAttempts(int32(k), attempts)
				}
			}
			return p.greatest(&c, nil)
		})
	}
}

// calls are those of which it is a guess that they are made: by their target.
func (p *prober) calls() {
	byTarget := map[string][]int32{}
	for i := range p.g.edges {
		if e := &p.g.edges[i]; e.confidence == ConfidenceAssumed {
			to := p.g.nodes[e.to].service
			byTarget[to] = append(byTarget[to], int32(i))
		}
	}
	for _, to := range keys(byTarget) {
		edges := byTarget[to]
		first := p.g.edges[edges[0]].call
		what := "calls of " + to
		if first.Assumed != "" {
			what += ": " + first.Assumed
		}
		p.try(NotKnown{Kind: UnknownCall, What: what, Name: to, If: "it is not made", Pos: first.Pos}, func() Count { return p.greatest(p.g, edges) })
	}
}

// answers are what a service makes of the failures of another one.
func (p *prober) answers() {
	type answer struct{ service, callee string }
	pos := map[answer]Pos{}
	for i := range p.g.edges {
		e := &p.g.edges[i]
		n := &p.g.nodes[e.from]
		if int(e.row) < len(n.rows) && n.rows[e.row].unknown != 0 {
			pos[answer{n.service, p.g.nodes[e.to].service}] = e.call.Pos
		}
	}
	for _, a := range sortedKeys(pos, func(a answer) string { return a.service + " " + a.callee }) {
		n := NotKnown{Kind: UnknownAnswer, What: fmt.Sprintf("what %s answers when %s fails", a.service, a.callee), Name: a.service, Callee: a.callee,
			If: "it is a failure nobody retries", Pos: pos[a]}
		p.try(n, func() Count { return p.greatest(p.g.terminal(a.service, a.callee), nil) })
	}
}

// sortedKeys are the keys of a map in the order of their names.
func sortedKeys[K comparable, V any](m map[K]V, name func(K) string) []K {
	var out []K
	for k := range m {
		out = append(out, k)
	}
	sortBy(out, func(a, b K) int { return cmp.Compare(name(a), name(b)) })
	return out
}

// terminal is the graph in which a service answers failures of another one with a
// class that nobody retries who lists any.
func (g *Graph) terminal(service, callee string) *Graph {
	c := *g
	c.nodes, c.edges = clone(g.nodes), clone(g.edges)
	for i := range c.edges {
		e := &c.edges[i]
		n := &c.nodes[e.from]
		if n.service != service || c.nodes[e.to].service != callee || int(e.row) >= len(n.rows) || n.rows[e.row].unknown == 0 {
			continue
		}
		row := *n.rows[e.row]
		row.become = clone(row.become)
		for k := range row.become {
			if row.unknown&(1<<k) != 0 {
				row.become[k] = g.atoms.terminal
			}
		}
		row.unknown = 0
		e.row = int32(len(n.rows))
		n.rows = append(clone(n.rows), &row)
	}
	return &c
}
