package graph

import (
	"cmp"
	"time"
)

// maxIntervals is how many calls a run that hangs is followed for.
const maxIntervals = 100_000

// hung is what happens when the target stops answering and everything else is
// instant: the calls it gets, and the most of them at work at once. ok is false
// where there are too many calls, or calls without end.
func (t *target) hung() (peak, total Count, ok bool) {
	h := &hanging{t: t}
	h.node(t.r.entry, 0, forever)
	if h.over {
		return 0, 0, false
	}
	return h.peak(), Count(len(h.calls)), true
}

// hanging gathers the calls of the target, as intervals.
type hanging struct {
	t     *target
	calls []interval
	over  bool
}

// interval is one call at work: until end, which is not part of it.
type interval struct{ start, end time.Duration }

// node is one execution that begins at a time; what goes on until a time only is
// cancelled then.
func (h *hanging) node(n int32, at, until time.Duration) {
	r := h.t.r
	if h.t.own[n] {
		end := min(addDur(at, r.work[n]), until)
		if end > at {
			h.calls = append(h.calls, interval{at, end})
		}
		h.over = h.over || len(h.calls) > maxIntervals
	}
	if nd := &r.g.nodes[n]; h.t.isUp[n] && !nd.leaf() {
		if nd.hasLimit {
			until = min(until, addDur(at, nd.limit))
		}
		h.step(nd.body, at, until)
	}
}

// step runs a step and returns when it is over, as its caller sees it.
func (h *hanging) step(i int32, at, until time.Duration) time.Duration {
	g := h.t.r.g
	o := &g.ops[i]
	if !h.carries(i) {
		until = forever // its own caller may be gone: it goes on
	}
	if h.over || at >= until || !h.leads(i) {
		return at
	}
	switch o.kind {
	case opCall:
		return h.call(o.arg, g.edges[o.arg].stack, at, until)
	case opLayer:
		return h.tries(&g.shapes[g.layers[o.arg].shape], h.t.r.opBelow[i], at, until, func(at, until time.Duration) { h.step(i+1, at, until) })
	case opFan:
		return h.items(&g.fans[o.arg], i, at, until)
	}
	end := at
	done := false
	g.children(i, func(c int32) {
		if done || !h.leads(c) {
			return
		}
		switch o.kind {
		case opSeq:
			end = h.step(c, end, until)
			done = o.flag // it fails, and what comes after does not run
		case opAlt:
			end = h.step(c, at, until)
			done = true
		default:
			end = max(end, h.step(c, at, until))
		}
	})
	return end
}

// leads reports whether a step calls the target, on whatever way.
func (h *hanging) leads(i int32) bool {
	g := h.t.r.g
	for k := i; k < i+g.ops[i].size; k++ {
		if o := &g.ops[k]; o.kind == opCall && !h.t.r.cut[o.arg] && h.t.isUp[g.edges[o.arg].to] {
			return true
		}
	}
	return false
}

// carries reports whether the end of the caller reaches every call of a step that
// leads to the target.
func (h *hanging) carries(i int32) bool {
	g := h.t.r.g
	for k := i; k < i+g.ops[i].size; k++ {
		if o := &g.ops[k]; o.kind == opCall && h.t.isUp[g.edges[o.arg].to] && g.edges[o.arg].call.Deadline != DeadlinePropagated {
			return false
		}
	}
	return true
}

// call runs the layers of a call from number k on, and then the call.
func (h *hanging) call(e, k int32, at, until time.Duration) time.Duration {
	r := h.t.r
	ed := &r.g.edges[e]
	if k == ed.stackEnd {
		below := until
		if ed.call.Deadline != DeadlinePropagated {
			below = forever
		}
		h.node(ed.to, at, below)
		return addDur(at, r.work[ed.to])
	}
	s := &r.g.shapes[r.g.layers[r.g.stacks[k]].shape]
	return h.tries(s, r.below[k], at, until, func(at, until time.Duration) { h.call(e, k+1, at, until) })
}

// tries runs a layer of which every try takes try and fails.
func (h *hanging) tries(s *shape, try, at, until time.Duration, run func(at, until time.Duration)) time.Duration {
	until = min(until, addDur(at, s.overall))
	end, last := at, addDur(at, s.trying(try))
	for n := Count(1); n <= s.most && at < until && (at <= last || n == 1) && !h.over; n++ {
		run(at, min(until, addDur(at, s.perTry)))
		end = max(end, addDur(at, try))
		pause, _ := s.backoff.pause(n)
		next := addDur(at, s.backoff.step(pause, try))
		if s.hedge {
			next = addDur(at, pause)
		}
		if next == at && s.most == Unbounded {
			h.over = true
		}
		at = next
	}
	return min(end, until)
}

// items runs a fan-out in lanes. The first failure ends one that fails fast.
func (h *hanging) items(f *fan, i int32, at, until time.Duration) time.Duration {
	width := max(1, min(f.width, f.n))
	item := h.t.r.stepWork(i + 1)
	end := at
	for n := Count(0); n < f.n && !h.over; n++ {
		start := addDur(at, mulDur(n/width, item))
		if start >= until {
			break
		}
		end = max(end, h.step(i+1, start, until))
		if f.mode == FanOutFailFast {
			break
		}
		h.over = h.over || n > maxIntervals
	}
	return end
}

// peak is the most intervals that have a moment in common.
func (h *hanging) peak() Count {
	type edge struct {
		at    time.Duration
		start bool
	}
	var edges []edge
	for _, c := range h.calls {
		edges = append(edges, edge{c.start, true}, edge{c.end, false})
	}
	sortBy(edges, func(a, b edge) int {
		if a.at != b.at {
			return cmp.Compare(a.at, b.at)
		}
		// One that ends makes room before the next starts.
		switch {
		case a.start == b.start:
			return 0
		case b.start:
			return -1
		}
		return 1
	})
	var now, most Count
	for _, e := range edges {
		if !e.start {
			now--
			continue
		}
		now++
		most = max(most, now)
	}
	return most
}
