package graph

import (
	"fmt"
	"slices"
	"strings"
)

// Setting gives a number to what repeats calls: attempts to a layer, the first
// one included, or items to a fan-out.
type Setting struct {
	// What names a layer or a fan-out: by its ID, with or without the places in
	// it, by what put it on many hops, by file:line or file:line:col of its place,
	// or as "from->to" where one layer repeats the calls of that hop.
	What string
	N    Count
}

// Changed is one thing that a setting changed.
type Changed struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	// Before and After are the numbers; unbounded is null.
	Before Count `json:"before"`
	After  Count `json:"after"`
	Pos    Pos   `json:"position,omitzero"`
}

// With returns the graph with other numbers. The error names what a setting
// names and the graph does not have.
func (g *Graph) With(settings []Setting) (*Graph, []Changed, error) {
	c := *g
	c.layers, c.fans, c.shapes = clone(g.layers), clone(g.fans), clone(g.shapes)
	ids := g.identities()
	var all []Changed
	for _, s := range settings {
		layers, fans, err := g.named(s.What, ids)
		if err != nil {
			return nil, nil, err
		}
		seen := map[string]bool{}
		for _, n := range layers {
			was := c.layers[n].attempts
			switch c.layers[n].part {
			case firstTry:
				continue // it stays one: the later tries are what changes
			case laterTries:
				was = was.Add(1)
			}
			c.setAttempts(n, s.N)
			if d := c.layers[n].def; !seen[ids.layers[n]] {
				seen[ids.layers[n]] = true
				all = append(all, Changed{ids.layers[n], layerName(d), was, s.N, d.Attempts.Pos})
			}
		}
		for _, n := range fans {
			f := &c.fans[n]
			all = append(all, Changed{ids.fans[n], "fan-out", f.n, s.N, f.def.Pos})
			f.n, f.symbol, f.bound = s.N, "", BoundConfigured
		}
	}
	return &c, all, nil
}

// setAttempts gives a layer a number of attempts for all that it retries.
func (g *Graph) setAttempts(n int32, attempts Count) {
	l := &g.layers[n]
	s := g.shapes[l.shape]
	retried := g.atoms.mask(l.classes)
	s.attempts = clone(s.attempts)
	for c := range s.attempts {
		if s.attempts[c] > 1 || retried&(1<<c) != 0 {
			s.attempts[c] = attempts
		}
	}
	def := *l.def
	if l.part == laterTries {
		attempts = attempts.Less1()
	}
	def.Tries, def.Implicit = nil, false
	pos := def.Attempts.Pos
	if def.Attempts = Endless(pos); attempts != Unbounded {
		def.Attempts = Bound{Value: Literal(attempts.String()), Kind: BoundConfigured, Pos: pos}
	}
	s.most, s.assumed = attempts, def.Assumed != ""
	l.def, l.shape, l.symbol, l.attempts = &def, int32(len(g.shapes)), "", attempts
	g.shapes = append(g.shapes, s)
}

// named finds the layers and fan-outs that a text names.
func (g *Graph) named(what string, ids *identities) (layers, fans []int32, err error) {
	var known []string
	for i := range g.layers {
		d := g.layers[i].def
		if d.ID == what || ids.layers[i] == what || d.Cause == what && what != "" || d.Pos.isAt(what) || d.Attempts.Pos.isAt(what) {
			layers = append(layers, int32(i))
		}
		known = append(known, ids.layers[i])
	}
	for i := range g.fans {
		if d := g.fans[i].def; d.ID == what || ids.fans[i] == what || d.Pos.isAt(what) {
			fans = append(fans, int32(i))
		}
		known = append(known, ids.fans[i])
	}
	if len(layers)+len(fans) > 0 {
		return layers, fans, nil
	}
	if layers, err = g.onHop(what, ids); len(layers) > 0 || err != nil {
		return layers, nil, err
	}
	if len(known) == 0 {
		return nil, nil, fmt.Errorf("nothing repeats a call: no layer %s", what)
	}
	return nil, nil, fmt.Errorf("no layer or fan-out %s: %s; a hop as order->inventory, and a place as main.go:53, name one too", what, similar(what, known))
}

// isAt reports whether a text is the position, with or without the column.
func (p Pos) isAt(text string) bool {
	if p.Line == 0 {
		return false
	}
	line := p
	line.Col = 0
	return text == p.String() || text == line.String()
}

// onHop finds the layer that repeats the calls of one service to another.
func (g *Graph) onHop(what string, ids *identities) ([]int32, error) {
	var layers []int32
	for i := range g.edges {
		e := &g.edges[i]
		if e.id != what && g.nodes[e.from].service+"->"+g.nodes[e.to].service != what {
			continue
		}
		for _, n := range g.around(int32(i)).layers {
			if g.layers[n].attempts > 1 && !contains(layers, n) {
				layers = append(layers, n)
			}
		}
	}
	var names []string
	for _, n := range layers {
		names = append(names, ids.layers[n])
	}
	if names = compact(sorted(names)); len(names) > 1 {
		return nil, fmt.Errorf("%d layers repeat the calls %s: name one of %s", len(names), what, strings.Join(names, ", "))
	}
	slices.Sort(layers)
	return layers, nil
}
