package graph

import "time"

// timing is what time makes of one call.
type timing struct {
	// layer is the one whose tries are given up before what they wait for ends, -1 for
	// none: after perTry, which timer sets, while that takes inner.
	layer, timer  int32
	perTry, inner time.Duration
	// overlap is how many of its tries are at work at once.
	overlap Count
	// tight is the layer whose attempts do not fit the time its caller has, -1 for
	// none.
	tight fit
}

// fit is how many attempts of a layer fit a budget of time.
type fit struct {
	layer  int32
	budget budgetOf
	// issued are all attempts, started those that begin within the budget, useful
	// those that can end within it.
	issued, started, useful Count
}

// budgetOf is a limit of time, with its place and what it is.
type budgetOf struct {
	limit time.Duration
	what  string
	pos   Pos
}

// wasted is how long the callee goes on working for nobody.
func (t *timing) wasted() time.Duration {
	if t.layer < 0 || t.inner == forever {
		return 0
	}
	return t.inner - t.perTry
}

// timing looks at one call in the light of the durations of a run. A pause that is
// not known makes no try shorter, so what lasts too long without it is too long
// for certain; how many tries are at work at once takes what is not known for the
// worst.
func (r *run) timing(e int32) timing {
	t := r.sure().known(e)
	if r.sure() != r {
		t.overlap = r.known(e).overlap
	}
	return t
}

// sure is the run in which pauses that are not known are none.
func (r *run) sure() *run {
	if r.quick != nil {
		return r.quick
	}
	r.quick = r
	for i := range r.g.shapes {
		if s := &r.g.shapes[i]; s.backoff.kind == "" && s.most > 1 {
			g, c := *r.g, *r
			g.shapes = clone(g.shapes)
			for k := range g.shapes {
				if b := &g.shapes[k].backoff; b.kind == "" {
					b.kind = BackoffNone
				}
			}
			c.g, c.quick, c.budgets = &g, nil, nil
			c.timers()
			c.quick = &c
			r.quick = &c
			break
		}
	}
	return r.quick
}

// known looks at one call with the durations of this run.
func (r *run) known(e int32) timing {
	g := r.g
	ed := &g.edges[e]
	t := timing{layer: -1, overlap: 1, tight: fit{layer: -1}}
	below := r.work[ed.to]
	inner := below
	// A timer ends what its own process repeats: only the work of the callee goes
	// on without it. A time limit round one try is the per-try timeout of the layer
	// that makes the tries.
	limit, limits := forever, int32(-1)
	honoured := ed.call.Deadline == DeadlinePropagated && r.ends(ed.to)
	look := func(n int32) {
		s, timer := g.shapes[g.layers[n].shape], n
		if own := min(s.perTry, s.overall); s.most <= 1 && !s.hedge && own < limit {
			limit, limits = own, n
		} else if s.most > 1 && limit < s.perTry {
			s.perTry, timer, limit = limit, limits, forever
		}
		if s.perTry < forever && !honoured {
			if t.layer < 0 && below < forever && below >= s.perTry {
				t.layer, t.timer, t.perTry, t.inner = n, timer, s.perTry, below
			}
			if goes := max(inner, below); goes >= s.perTry {
				t.overlap = t.overlap.Mul(s.overlap(goes))
			}
		}
		inner, _, _ = s.duration(inner)
	}
	for k := ed.stackEnd - 1; k >= ed.stack; k-- {
		look(g.stacks[k])
	}
	for i := g.parents[g.callOps[e]]; i >= 0; i = g.parents[i] {
		switch o := &g.ops[i]; o.kind {
		case opLayer:
			look(o.arg)
		case opFan:
			inner = mulDur(rounds(g.fans[o.arg].n, g.fans[o.arg].width), inner)
		default:
			inner = r.stepWork(i)
		}
	}
	t.tight = r.tightest(e)
	return t
}

// ends reports whether the work of a node ends with its caller: every call that it
// makes is made for as long as that waits, and so on down to the leaves.
func (r *run) ends(n int32) bool {
	if r.ending == nil {
		r.ending = make([]bool, len(r.g.nodes))
		for i := len(r.order) - 1; i >= 0; i-- {
			v := r.order[i]
			r.ending[v] = true
			r.g.calls(v, func(e int32) {
				ed := &r.g.edges[e]
				r.ending[v] = r.ending[v] && (r.cut[e] || ed.call.Deadline == DeadlinePropagated && r.ending[ed.to])
			})
		}
	}
	return r.ending[n]
}

// overlap is how many tries are at work at once when each is given up after the
// per-try timeout and goes on for inner.
func (s *shape) overlap(inner time.Duration) Count {
	step := s.backoff.step(s.backoff.shortest(), s.perTry)
	if inner == forever || step == 0 {
		return s.most
	}
	return max(1, min(s.most, starts(inner, step)))
}

// tightest is the layer of a call of which the most attempts are for nobody: those
// that the time of its caller leaves no room for.
func (r *run) tightest(e int32) fit {
	g := r.g
	around := g.around(e).layers
	worst := fit{layer: -1}
	budget := r.budget(g.edges[e].from)
	for _, n := range around {
		l := &g.layers[n]
		s := &g.shapes[l.shape]
		own := budgetOf{s.overall, "its own timeout", l.def.Overall.Pos}
		if own.limit < budget.limit {
			budget = own
		}
		if f := r.fits(e, n, budget); budget.limit < forever && f.issued > 1 && f.useful < f.issued &&
			(worst.layer < 0 || f.issued-f.useful > worst.issued-worst.useful) {
			worst = f
		}
		if s.perTry < budget.limit {
			budget = budgetOf{s.perTry, "the per-try timeout of " + layerName(l.def), l.def.PerTry.Pos}
		}
	}
	return worst
}

// budget is the time that a node has for one execution: its own limit, or what the
// callers wait whose end reaches it; the others leave its work alone, which is an
// inversion at them.
func (r *run) budget(n int32) budgetOf {
	b, ok := r.budgets[n]
	if !ok {
		if r.budgets == nil {
			r.budgets = map[int32]budgetOf{}
		}
		b = r.findBudget(n)
		r.budgets[n] = b
	}
	return b
}

func (r *run) findBudget(n int32) budgetOf {
	nd := &r.g.nodes[n]
	if nd.hasLimit {
		return budgetOf{nd.limit, "the limit of " + nd.id, nd.pos}
	}
	least := budgetOf{limit: forever}
	for _, e := range r.callers()[n] {
		if r.g.edges[e].call.Deadline != DeadlinePropagated {
			continue
		}
		waits := budgetOf{limit: forever}
		for _, l := range r.g.around(e).layers {
			d := r.g.layers[l].def
			s := &r.g.shapes[r.g.layers[l].shape]
			for _, b := range []budgetOf{{s.perTry, "", d.PerTry.Pos}, {s.overall, "", d.Overall.Pos}} {
				if b.limit < waits.limit {
					waits = b
					waits.what = "the time that " + r.g.nodes[r.g.edges[e].from].id + " waits"
				}
			}
		}
		if waits.limit < least.limit {
			least = waits
		}
	}
	return least
}

// fits counts the attempts of a layer that a budget has room for. A try of which
// it is not known how long it takes is one that fails at once.
func (r *run) fits(e, n int32, budget budgetOf) fit {
	g := r.g
	l := &g.layers[n]
	s := &g.shapes[l.shape]
	f := fit{layer: n, budget: budget, issued: l.attempts}
	if s.hedge || l.attempts == Unbounded || l.symbol != "" {
		return fit{layer: n, budget: budget}
	}
	try := r.tryOf(e, n)
	if try == forever {
		try = 0
	}
	f.started = max(1, s.backoff.startsWithin(l.attempts, budget.limit, try))
	var at time.Duration
	for k := Count(1); k <= f.started; k++ {
		if addDur(at, try) > budget.limit || try == 0 && at >= budget.limit {
			break
		}
		f.useful = k
		pause, _ := s.backoff.pause(k)
		at = addDur(at, s.backoff.step(pause, try))
	}
	return f
}

// tryOf is how long one try of a layer of a call takes at most.
func (r *run) tryOf(e, n int32) time.Duration {
	g := r.g
	ed := &g.edges[e]
	for k := ed.stack; k < ed.stackEnd; k++ {
		if g.stacks[k] == n {
			return r.below[k]
		}
	}
	for i := g.parents[g.callOps[e]]; i >= 0; i = g.parents[i] {
		if o := &g.ops[i]; o.kind == opLayer && o.arg == n {
			return r.opBelow[i]
		}
	}
	return forever
}
