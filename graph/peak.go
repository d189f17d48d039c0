package graph

import (
	"slices"
	"time"
)

// maxPeakPaths is how many paths to one node are looked at; where there are more
// its peak is the number of its calls.
const maxPeakPaths = 5_000

// peak is the most calls of the target that are at work at once: for each path,
// what every layer and loop on it can keep alive beside one another, and the sum
// over the paths. ok is false where there are too many of them.
func (t *target) peak() (n Count, ok bool) {
	p := &peaks{t: t, left: maxPeakPaths, last: map[int32]Count{}, pools: map[int32]Count{}}
	for _, v := range t.vs {
		p.into(v, pulse{n: 1, last: -1, life: t.r.work[v], site: t.r.work[v], least: forever, cancels: t.r.ends(v)})
	}
	for e, sum := range p.last {
		if pool, ok := p.pools[e]; ok {
			sum = min(sum, pool)
		}
		n = n.Add(sum)
	}
	return n, p.left > 0
}

// peaks walks the paths to a target, upwards.
type peaks struct {
	t    *target
	left int
	// last holds the sums over the paths by their last call, and pools what the pools
	// of those let through.
	last, pools map[int32]Count
}

// pulse is what one call of the target is on the way up: how many of them there
// are at once below, and for how long they may go on.
type pulse struct {
	n Count
	// last is the call of the target, -1 at the target itself.
	last int32
	// life is L of the model: the time in which starts overlap. site is the one
	// with which the hop began.
	life, site time.Duration
	// least is the least timer from here down to the target.
	least time.Duration
	// cancels is set as long as every hop below hands the end of its caller on.
	cancels bool
}

// into follows the calls of a node.
func (p *peaks) into(v int32, at pulse) {
	r := p.t.r
	if v == r.entry {
		if p.left--; p.left > 0 {
			p.last[at.last] = p.last[at.last].Add(at.n)
		}
		return
	}
	for _, e := range r.callers()[v] {
		if p.left <= 0 {
			return
		}
		p.up(e, at)
	}
}

// spanned is a level of a hop with its length, and whether it has a timer.
type spanned struct {
	span  time.Duration
	timer bool
}

// up goes from the callee of a call to its caller.
func (p *peaks) up(e int32, at pulse) {
	r := p.t.r
	g := r.g
	ed := &g.edges[e]
	at.cancels = at.cancels && ed.call.Deadline == DeadlinePropagated
	first := at.last < 0
	if first {
		at.last = e
	}
	var hop []spanned
	for k := ed.stackEnd - 1; k >= ed.stack; k-- {
		hop = append(hop, at.layer(&g.shapes[g.layers[g.stacks[k]].shape], r.below[k]))
	}
	for i := g.parents[g.callOps[e]]; i >= 0; i = g.parents[i] {
		switch o := &g.ops[i]; o.kind {
		case opLayer:
			hop = append(hop, at.layer(&g.shapes[g.layers[o.arg].shape], r.opBelow[i]))
		case opFan:
			hop = append(hop, at.fan(&g.fans[o.arg], r.stepWork(i+1)))
		}
	}
	if first {
		timer := slices.ContainsFunc(hop, func(s spanned) bool { return s.timer })
		if n, ok := r.pooled(e, at.cancels, timer); ok {
			p.pools[e] = n
		}
	}
	// What goes on below while the caller is gone: the hop as it began, the caller's
	// own work, and the levels that a timer further out can let go of.
	u := ed.from
	at.life = addDur(at.site, r.work[u])
	timer := false
	for i := len(hop) - 1; i >= 0; i-- {
		if timer {
			at.life = addDur(at.life, hop[i].span)
		}
		timer = timer || hop[i].timer
	}
	if g.nodes[u].hasLimit {
		at.least = min(at.least, g.nodes[u].limit)
	}
	at.site = at.life
	p.into(u, at)
}

// layer takes a pulse through a layer of which one try takes so long.
func (at *pulse) layer(s *shape, try time.Duration) spanned {
	at.least = min(at.least, s.perTry, s.overall)
	pause := s.backoff.shortest()
	k := s.most
	if !s.hedge && at.cancels && s.most > 1 {
		k = 1
	} else if step := s.backoff.step(pause, min(at.least, try)); !s.hedge && step > 0 && at.life < forever {
		k = min(s.most, max(1, starts(at.life, step)))
	}
	at.n = at.n.Mul(k)
	span, _, _ := s.duration(try)
	at.life = addDur(at.life, span)
	return spanned{span, s.perTry < forever || s.overall < forever}
}

// fan takes a pulse through a fan-out of which one item takes so long.
func (at *pulse) fan(f *fan, item time.Duration) spanned {
	width := max(1, min(f.width, f.n))
	rounds := rounds(f.n, width)
	k := rounds
	if at.cancels {
		k = min(1, rounds)
	} else if step := min(at.least, item); step > 0 && at.life < forever {
		k = min(rounds, max(1, starts(at.life, step)))
	}
	at.n = at.n.Mul(min(f.n, width.Mul(k)))
	span := mulDur(rounds, item)
	at.life = addDur(at.life, span)
	return spanned{span: span}
}

// starts is how often something that starts every step starts within a time.
func starts(life, step time.Duration) Count {
	if step == forever {
		return 1
	}
	return Count((life-1)/step + 1)
}

// shortest is the least pause there may be: none where jitter or what is not known
// can take it away.
func (s *schedule) shortest() time.Duration {
	if s.jitter {
		least, _ := s.drawn()
		scale := least.scale
		least.jitter = false
		return time.Duration(float64(least.shortest()) * scale)
	}
	switch s.kind {
	case BackoffConstant, BackoffTicker, BackoffFibonacci:
		return min(s.base, s.max)
	case BackoffExponential:
		if s.multiplier >= 1 {
			return min(s.base, s.max)
		}
	case BackoffListed:
		least := forever
		for _, d := range s.listed {
			least = min(least, d)
		}
		if least < forever {
			return least
		}
	}
	return 0
}

// callers lists, by node, the calls of it that are followed.
func (r *run) callers() [][]int32 {
	if r.into == nil {
		r.into = make([][]int32, len(r.g.nodes))
		for _, n := range r.order {
			r.g.calls(n, func(e int32) {
				if !r.cut[e] {
					r.into[r.g.edges[e].to] = append(r.into[r.g.edges[e].to], e)
				}
			})
		}
	}
	return r.into
}
