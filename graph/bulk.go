package graph

import "math/bits"

// forward is one pass from the entry over all nodes. Its calls are an upper
// bound: each node may also fail by itself with any class, and alternatives add
// up.
type forward struct {
	calls, happy, attempts []Count
	edge                   lastCalls
}

// lastCalls holds, by node, the last call of the path with the greatest product of
// attempts, -1 where there is none.
type lastCalls []int32

// forward counts from the entry down, over the outcomes o.
func (o *outcomes) forward() *forward {
	r := o.v.r
	n := len(r.g.nodes)
	f := &forward{make([]Count, n), make([]Count, n), make([]Count, n), make(lastCalls, n)}
	for i := range f.edge {
		f.edge[i] = -1
	}
	f.calls[r.entry], f.happy[r.entry], f.attempts[r.entry] = 1, 1, 1
	for _, u := range r.order {
		o.weigh(u, nil, func(e int32, attempts, items Count) {
			v := r.g.edges[e].to
			f.calls[v] = f.calls[v].Add(f.calls[u].Mul(attempts).Mul(items))
			if !r.g.edges[e].call.OnError {
				f.happy[v] = f.happy[v].Add(f.happy[u].Mul(items))
			}
			if a := f.attempts[u].Mul(attempts); a > f.attempts[v] {
				f.attempts[v], f.edge[v] = a, e
			}
		})
	}
	return f
}

// path is the chain of best calls from the entry to v.
func (l lastCalls) path(g *Graph, v int32) []int32 {
	var edges []int32
	for l[v] >= 0 {
		edges = append(edges, l[v])
		v = g.edges[l[v]].from
	}
	for i, j := 0, len(edges)-1; i < j; i, j = i+1, j-1 {
		edges[i], edges[j] = edges[j], edges[i]
	}
	return edges
}

// inBulk computes all nodes in one pass, and the worst of them again by
// themselves as far as the work allows.
func (c *computer) inBulk(ev *evaluator) {
	all := ev.bulk()
	r := ev.r
	order, nodes := c.groups.reached(r)
	bounds := make([]*nodeFigures, len(order))
	places := make([]int, len(order))
	for i, n := range order {
		bounds[i], places[i] = sum(all, nodes[n]), i
	}
	sortBy(places, func(a, b int) int {
		if worse(bounds[a], bounds[b]) {
			return -1
		}
		if worse(bounds[b], bounds[a]) {
			return 1
		}
		return 0
	})
	limit, _ := c.limits(r.entry)
	c.left += c.again
	n := min(len(places), c.left/max(1, r.size()))
	c.left -= n * r.size()
	for _, i := range places[:n] {
		if limit > 0 && bounds[i].amplified() > limit {
			f := ev.node(nodes[order[i]]...)
			bounds[i] = &f
		}
	}
	for i, n := range order {
		c.take(ev, n, nodes[n], bounds[i])
	}
	c.take(ev, c.groups.of[r.entry], []int32{r.entry}, atEntry())
}

// bulk computes the figures of all nodes in one pass each.
func (ev *evaluator) bulk() []nodeFigures {
	r := ev.r
	out := make([]nodeFigures, len(r.g.nodes))
	any := variant{one: allClasses, window: forever, zero: -1, everyNode: true}
	mixed := r.variant(any).outcomes()
	full := mixed.forward()
	blind := ev.like(variant{one: allClasses, window: forever, zero: -1, blind: true}).forward()
	within, windowed := full, mixed
	if ev.wMixed != nil {
		any.window = ev.window
		windowed = r.variant(any).outcomes()
		within = windowed.forward()
	}
	for _, v := range r.order {
		f := &out[v]
		f.peak = full.calls[v]
		f.calls, f.happy, f.attempts, f.blind = full.calls[v], full.happy[v], full.attempts[v], blind.calls[v]
		f.ratio, f.lower, f.connections = full.ratio(r, v), r.lower(), blind.calls[v]
		f.wCalls, f.wAttempts, f.wRatio = within.calls[v], within.attempts[v], within.ratio(r, v)
		f.windowed, f.within, f.node = ev.wMixed != nil, within.edge, v
	}
	ev.bulkClasses(out)
	ev.bulkOverTime(out, mixed, windowed)
	return out
}

// bulkClasses computes the figures of single classes. The confident one is the
// product along one path, which some run does reach.
func (ev *evaluator) bulkClasses(out []nodeFigures) {
	r := ev.r
	atoms := len(r.g.atoms.set)
	classes := make([]Count, atoms*len(r.order))
	for i, v := range r.order {
		out[v].classes = classes[i*atoms : (i+1)*atoms : (i+1)*atoms]
	}
	for i, c := range ev.ones {
		one := r.variant(variant{one: c.o.v.one, window: forever, zero: -1, everyNode: true}).outcomes().forward()
		sure := ev.confident[i].o.forward()
		within := sure
		if ev.wOnes != nil {
			within = ev.wOnes[i].o.forward()
		}
		for _, v := range r.order {
			f := &out[v]
			f.oneCause = max(f.oneCause, one.calls[v])
			for m := c.atoms; m != 0; m &= m - 1 {
				f.classes[bits.TrailingZeros64(m)] = one.calls[v]
			}
			f.confident, f.confidentAttempts = max(f.confident, sure.attempts[v]), max(f.confidentAttempts, sure.attempts[v])
			f.confidentRatio = f.confidentAttempts.Float()
			f.wConfident, f.wConfidentAttempts = max(f.wConfident, within.attempts[v]), max(f.wConfidentAttempts, within.attempts[v])
			f.wConfidentRatio = f.wConfidentAttempts.Float()
		}
	}
}

// ratio is a bound of calls / happy, 0 where there is none. It is exact where
// nothing is left open; over alternatives it is the product of attempts along
// one path, which no choice exceeds unless there are calls on error.
func (f *forward) ratio(r *run, v int32) float64 {
	switch {
	case f.happy[v] == 0 || f.happy[v] == Unbounded || f.calls[v] == Unbounded:
		return 0
	case !r.hasAlternatives:
		return f.calls[v].Float() / f.happy[v].Float()
	case r.hasOnError:
		return f.calls[v].Float()
	}
	return f.attempts[v].Float()
}
