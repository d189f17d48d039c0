package graph

import "slices"

// route is the greatest product of attempts along one path from a node to the
// target, with the first call of that path. Of equal products the one with more
// items counts.
type route struct {
	attempts, items Count
	edge            int32
}

func (r route) beats(s route) bool {
	return r.attempts > s.attempts || r.attempts == s.attempts && r.items > s.items
}

// weigh calls yield for every call of a node's body that is followed: how often
// the layers round it, those on it included, repeat it, and how many items the
// fan-outs round it have.
func (o *outcomes) weigh(n int32, own []bool, yield func(e int32, attempts, items Count)) {
	nd := &o.v.r.g.nodes[n]
	if !nd.leaf() {
		o.weighStep(nd.body, own, 1, 1, yield)
	}
}

func (o *outcomes) weighStep(i int32, own []bool, attempts, items Count, yield func(e int32, attempts, items Count)) {
	g := o.v.r.g
	p := &g.ops[i]
	switch p.kind {
	case opCall:
		if !o.v.skipped(p.arg) {
			yield(p.arg, attempts.Mul(o.mostCalls(p.arg, own)), items)
		}
		return
	case opLayer:
		attempts = attempts.Mul(o.factor(i))
	case opFan:
		items = items.Mul(o.v.items(p.arg))
	}
	g.children(i, func(c int32) { o.weighStep(c, own, attempts, items, yield) })
}

// pathItems is the product of the fan-outs along a path; symbols count one, and
// so do assumed numbers where the figure is a confident one.
func (g *Graph) pathItems(edges []int32, confident bool) Count {
	items := Count(1)
	for _, e := range edges {
		for _, f := range g.around(e).fans {
			items = items.Mul(g.fans[f].items(confident))
		}
	}
	return items
}

// surroundings are what repeats one call, outermost first.
type surroundings struct {
	layers []int32
	fans   []int32
}

// around finds what repeats the call of an edge: layers and fan-outs of its
// body round it, then its own stack.
func (g *Graph) around(e int32) surroundings {
	var s surroundings
	for i := g.parents[g.callOps[e]]; i >= 0; i = g.parents[i] {
		switch o := &g.ops[i]; o.kind {
		case opLayer:
			s.layers = append(s.layers, o.arg)
		case opFan:
			s.fans = append(s.fans, o.arg)
		}
	}
	slices.Reverse(s.layers)
	slices.Reverse(s.fans)
	s.layers = append(s.layers, g.stacks[g.edges[e].stack:g.edges[e].stackEnd]...)
	return s
}
