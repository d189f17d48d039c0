package graph

import "math"

// Expected is the load of a node per second at a stated failure rate, by what is
// assumed of the failures.
type Expected struct {
	// Base is the work that arrives at the entry per second, and Failure the share of
	// calls that fail.
	Base    float64 `json:"base"`
	Failure float64 `json:"failure"`
	// Healthy is the load when nothing fails.
	Healthy float64 `json:"healthy"`
	// PerTier assumes that at every tier the same share of calls fails, whatever
	// happens below.
	PerTier float64 `json:"per_tier"`
	// LeafOnly assumes that calls of this node fail, each by itself: retries hide
	// most failures from the callers.
	LeafOnly float64 `json:"leaf_only"`
	// Correlated assumes an outage of this node for that share of the time, in which
	// all of its calls fail.
	Correlated float64 `json:"correlated"`
	// Criticality is an index of how failures branch, and no load: the sum of the
	// products of attempts and failure rate along the worst path, from the entry to here.
	// It grows without end with the depth where a hop multiplies by 1 and more.
	Criticality float64 `json:"criticality"`
	// EverythingFails is the load while all calls of this node fail; null is without
	// limit.
	EverythingFails *float64 `json:"everything_fails"`
}

// expectedTries is how many tries a layer makes on average when each fails with
// probability p: (1 - p^a) / (1 - p).
func expectedTries(p float64, a Count) float64 {
	switch {
	case p >= 1:
		return a.Float()
	case a == Unbounded:
		return 1 / (1 - p)
	}
	return (1 - math.Pow(p, a.Float())) / (1 - p)
}

// chance walks a run in which the calls of a target fail with a probability, each
// by itself, and everything else answers. counted are the nodes whose calls are
// summed.
type chance struct {
	t       *target
	counted *target
	p       float64
	nodes   map[int32]odds
}

// odds are the calls one execution makes on average, and how likely it fails.
type odds struct{ calls, fails float64 }

// expectedCalls is how many calls the counted nodes get for one unit of work, when
// calls of the target fail.
func (t *target) expectedCalls(counted *target, p float64) float64 {
	c := &chance{t: t, counted: counted, p: p, nodes: map[int32]odds{}}
	return c.node(t.r.entry).calls
}

// node is one execution: a call of itself where it is counted.
func (c *chance) node(n int32) odds {
	if o, ok := c.nodes[n]; ok {
		return o
	}
	var o odds
	if nd := &c.t.r.g.nodes[n]; !nd.leaf() && (c.t.isUp[n] || c.counted.isUp[n]) {
		o = c.step(nd.body)
	}
	if c.t.own[n] {
		o.fails = 1 - (1-o.fails)*(1-c.p)
	}
	if c.counted.own[n] {
		o.calls++
	}
	c.nodes[n] = o
	return o
}

func (c *chance) step(i int32) odds {
	g := c.t.r.g
	o := &g.ops[i]
	switch o.kind {
	case opCall:
		return c.call(o.arg)
	case opLayer:
		return c.step(i + 1).repeated(g.layers[o.arg].attempts)
	case opFan:
		return c.step(i + 1).each(&g.fans[o.arg])
	}
	out := odds{}
	alive := 1.0
	last := odds{}
	g.children(i, func(k int32) {
		s := c.step(k)
		switch {
		case o.kind == opAlt:
			out = odds{max(out.calls, s.calls), max(out.fails, s.fails)}
		case o.kind == opSeq && g.onError(k):
			out.calls += alive * last.fails * s.calls
		default:
			out.calls += alive * s.calls
			out.fails = 1 - (1-out.fails)*(1-s.fails)
			if last = s; o.flag {
				alive *= 1 - s.fails
			}
		}
	})
	return out
}

func (c *chance) call(e int32) odds {
	r := c.t.r
	ed := &r.g.edges[e]
	if r.cut[e] || !c.t.isUp[ed.to] && !c.counted.isUp[ed.to] {
		return odds{}
	}
	o := c.node(ed.to)
	for k := ed.stackEnd - 1; k >= ed.stack; k-- {
		o = o.repeated(r.g.layers[r.g.stacks[k]].attempts)
	}
	return o
}

// repeated is a step under a layer that retries its failures.
func (o odds) repeated(a Count) odds {
	return odds{o.calls * expectedTries(o.fails, a), math.Pow(o.fails, a.Float())}
}

// each is a step for every item of a fan-out.
func (o odds) each(f *fan) odds {
	n := f.n.Float()
	any := 1 - math.Pow(1-o.fails, n)
	if f.mode == FanOutFailFast && o.fails > 0 {
		return odds{o.calls * any / o.fails, any}
	}
	return odds{o.calls * n, any}
}

// perTier is how many calls each node gets for one unit of work when at every tier
// the same share of calls fails, whatever happens below.
func (r *run) perTier(p float64) []float64 {
	load := make([]float64, len(r.g.nodes))
	load[r.entry] = 1
	for _, u := range r.order {
		r.g.calls(u, func(e int32) {
			if r.cut[e] || r.g.edges[e].call.OnError {
				return
			}
			x := load[u]
			round := r.g.around(e)
			for _, l := range round.layers {
				x *= expectedTries(p, r.g.layers[l].attempts)
			}
			for _, f := range round.fans {
				x *= r.g.fans[f].n.Float()
			}
			load[r.g.edges[e].to] += x
		})
	}
	return load
}

// criticality sums up, hop by hop of a path, the products of attempts times the share of
// calls that fail; the first term is the entry itself.
func (g *Graph) criticality(path []int32, p float64) float64 {
	sum, product := 1.0, 1.0
	for _, e := range path {
		for _, l := range g.around(e).layers {
			product *= g.layers[l].attempts.Float()
		}
		product *= p
		sum += product
	}
	return sum
}

// expected is the load of a node from one entry by the rates of the policy; nil
// where it says nothing.
func (ev *evaluator) expected(t *target, f *nodeFigures, rates Rates) *Expected {
	if rates.Base <= 0 || f.hardDown == nil {
		return nil
	}
	if ev.tiers == nil {
		ev.tiers = ev.r.perTier(rates.Failure)
	}
	x := &Expected{Base: rates.Base, Failure: rates.Failure, Healthy: rates.Base * f.happy.Float()}
	for _, v := range t.vs {
		x.PerTier += rates.Base * ev.tiers[v]
	}
	x.LeafOnly = rates.Base * t.expectedCalls(t, rates.Failure)
	x.Criticality = ev.r.g.criticality(f.path, rates.Failure)
	down := f.hardDown.Float()
	x.Correlated = (1-rates.Failure)*x.Healthy + rates.Failure*rates.Base*down
	x.EverythingFails = limited(rates.Base * down)
	for _, v := range []float64{x.Healthy, x.PerTier, x.LeafOnly, x.Correlated, x.Criticality} {
		if math.IsInf(v, 0) || math.IsNaN(v) {
			return nil // a loop without end has no load of its own
		}
	}
	return x
}
