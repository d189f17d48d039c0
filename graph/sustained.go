package graph

import "math"

// flow is a number of calls over time, for each unit of work: what budgets let
// through in the long run, at the rate of failures that is worst for each.
type flow float64

// Add returns f + d.
func (f flow) Add(d flow) flow { return f + d }

// Mul returns f x d; nothing times what has no limit is nothing.
func (f flow) Mul(d flow) flow {
	if f == 0 || d == 0 {
		return 0
	}
	return f * d
}

// Less1 returns f - 1, and 0 for less than 1.
func (f flow) Less1() flow { return max(0, f-1) }

func (f flow) minus(d flow) flow { return f - d }

// held are figures over time, as view and amplification have them for one unit of
// work. None is above its twin there.
type held struct {
	calls, ratio, attempts float64
}

func (h *held) amplification() float64 { return max(h.ratio, h.attempts) }

// most takes the greater of each figure.
func (h *held) most(o held) {
	h.calls, h.ratio, h.attempts = max(h.calls, o.calls), max(h.ratio, o.ratio), max(h.attempts, o.attempts)
}

// atMost takes the smaller of each figure. Figures are rounded: a gate of 3.3 holds for
// three times 1.1.
func (h held) atMost(calls Count, ratio float64, attempts Count) held {
	if calls != Unbounded {
		h.ratio = min(h.ratio, ratio)
	}
	return held{min(rounded(h.calls), calls.Float()), rounded(h.ratio), min(rounded(h.attempts), attempts.Float())}
}

// budgeted reports whether any layer has a budget.
func (g *Graph) budgeted() bool {
	for i := range g.shapes {
		if g.shapes[i].budget.Kind != "" {
			return true
		}
	}
	return false
}

type peakKey struct {
	shape    int32
	attempts Count
}

// overTime is what a layer makes of a first call over time.
func (v *variant) overTime(shape int32, attempts Count) flow {
	b := &v.r.g.shapes[shape].budget
	if b.Kind == "" || attempts <= 1 {
		return flow(attempts.Float())
	}
	key := peakKey{shape, attempts}
	f, ok := v.peaks[key]
	if !ok {
		if v.peaks == nil {
			v.peaks = map[peakKey]flow{}
		}
		f = flow(min(attempts.Float(), b.Peak(attempts, v.r.g.Policy.Rates)))
		v.peaks[key] = f
	}
	return f
}

// binds reports whether the budgets of the calls of a node hold anything: a bucket
// that starts full does not in a process that lives for one unit of work.
func (r *run) binds(n int32) bool {
	entry := &r.g.nodes[r.entry]
	short := entry.entry == EntrySchedule || entry.entry == EntryStartup
	return !short || r.g.nodes[n].service != entry.service
}

// heldCalls is M(e) over time.
func (o *outcomes) heldCalls(e int32) flow {
	v := o.v
	ed := &v.r.g.edges[e]
	ls := v.r.stacks[v.r.stackID[e]]
	if len(ls) == 0 || !v.r.binds(ed.from) {
		return flow(o.mostCalls(e, nil).Float())
	}
	answers, never := o.shown(ed)
	key := stackKey{stack: v.r.stackID[e], silent: o.silent[ed.to], shown: answers, never: never}
	m, ok := v.held[key]
	if !ok {
		if v.held == nil {
			v.held = map[stackKey]flow{}
		}
		m = mostOf(v, ls, answers, never, 0, key.silent, v.overTime)
		v.held[key] = m
	}
	return m
}

// heldFactor is the same for a layer round the step at op i of a node.
func (o *outcomes) heldFactor(n, i int32) flow {
	if !o.v.r.binds(n) {
		return flow(o.factor(i).Float())
	}
	return o.v.overTime(o.v.r.g.layers[o.v.r.g.ops[i].arg].shape, o.factor(i))
}

// heldWalk goes from a target up to the entry.
type heldWalk struct {
	t  *target
	o  *outcomes
	at []heldPair // by node
	n  int32      // the node that is looked at
}

// heldPair are calls, and the greatest product of attempts along one path.
type heldPair struct{ calls, attempts flow }

// held computes the figures of a target over time; happy and ratio are those of one
// unit of work.
func (t *target) held(base *outcomes, happy Count, ratio float64) held {
	o, restore := t.outcomes(base)
	defer restore()
	r := t.r
	w := &heldWalk{t: t, o: o, at: make([]heldPair, len(r.g.nodes))}
	for _, v := range t.vs {
		w.at[v] = heldPair{1, 1}
	}
	for _, n := range t.above {
		w.n = n
		p := w.step(r.g.nodes[n].body)
		if t.own[n] {
			p = heldPair{p.calls + 1, max(p.attempts, 1)}
		}
		w.at[n] = p
	}
	p := w.at[r.entry]
	h := held{calls: float64(p.calls), attempts: float64(p.attempts)}
	h.ratio = h.overHappy(r, happy, ratio)
	return h
}

// overHappy is the ratio of the calls to those when nothing fails, which is 0 where
// there are none. Over alternatives it is the product of attempts along one path,
// which no choice exceeds unless there are calls on error.
func (h *held) overHappy(r *run, happy Count, ratio float64) float64 {
	switch {
	case ratio == 0 && happy == 0:
		return 0
	case !r.hasAlternatives && happy > 0:
		return h.calls / happy.Float()
	case r.hasOnError:
		return h.calls
	}
	return h.attempts
}

func (w *heldWalk) step(i int32) heldPair {
	g := w.t.r.g
	p := &g.ops[i]
	switch p.kind {
	case opCall:
		to := g.edges[p.arg].to
		if !w.t.isUp[to] || w.o.v.skipped(p.arg) {
			return heldPair{}
		}
		m, b := w.o.heldCalls(p.arg), w.at[to]
		return heldPair{m.Mul(b.calls), m.Mul(b.attempts)}
	case opLayer:
		f, b := w.o.heldFactor(w.n, i), w.step(i+1)
		return heldPair{f.Mul(b.calls), f.Mul(b.attempts)}
	case opFan:
		b := w.step(i + 1)
		items := flow(w.o.v.items(p.arg).Float())
		if items == 0 {
			return heldPair{}
		}
		return heldPair{items.Mul(b.calls), b.attempts}
	}
	var all heldPair
	g.children(i, func(c int32) {
		b := w.step(c)
		all.attempts = max(all.attempts, b.attempts)
		if p.kind == opAlt {
			all.calls = max(all.calls, b.calls)
		} else {
			all.calls += b.calls
		}
	})
	return all
}

// overTime computes what budgets leave of the figures.
func (ev *evaluator) overTime(t *target, f *nodeFigures) {
	if !ev.budgeted {
		return
	}
	whole := t.held(ev.mixed, f.happy, f.ratio).atMost(f.calls, f.ratio, f.attempts)
	f.sustained = &whole
	gate, sure := whole, held{}
	runs := ev.confident
	if ev.wMixed != nil {
		gate, runs = t.held(ev.wMixed, f.happy, f.wRatio), ev.wOnes
	}
	for _, c := range runs {
		sure.most(t.held(c.o, f.happy, f.wConfidentRatio))
	}
	f.keep(gate, sure, ev.r.g.Policy.Gate.Basis)
}

// keep notes what the gates look at, where they look at what budgets leave.
func (f *nodeFigures) keep(gate, sure held, basis Basis) {
	if basis == BasisWorst {
		return
	}
	gate = gate.atMost(f.wCalls, f.wRatio, f.wAttempts)
	sure = sure.atMost(f.wConfident, f.wConfidentRatio, f.wConfidentAttempts)
	f.gate, f.gateSure = &gate, &sure
}

// amplified is what the gate for amplification looks at; without a limit it is
// infinite.
func (f *nodeFigures) amplified() float64 {
	worst := amplification(f.wCalls, f.wRatio, f.wAttempts)
	if f.gate != nil && !math.IsInf(f.gate.calls, 1) {
		return min(worst, f.gate.amplification())
	}
	return worst
}

// surelyAmplified is the confident twin of amplified.
func (f *nodeFigures) surelyAmplified() float64 {
	worst := amplification(f.wConfident, f.wConfidentRatio, f.wConfidentAttempts)
	if f.gateSure != nil && !math.IsInf(f.gateSure.calls, 1) {
		return min(worst, f.gateSure.amplification())
	}
	return worst
}

// multiplied is what the gate for the multiplier looks at, and its confident twin.
func (f *nodeFigures) multiplied() (figure, confident float64) {
	figure, confident = f.wCalls.Float(), f.wConfident.Float()
	if f.gate != nil {
		figure, confident = min(figure, f.gate.calls), min(confident, f.gateSure.calls)
	}
	return figure, confident
}

// heldForward is one pass over time from the entry over all nodes, as forward is
// for one unit of work.
func (o *outcomes) heldForward() []heldPair {
	r := o.v.r
	at := make([]heldPair, len(r.g.nodes))
	at[r.entry] = heldPair{1, 1}
	for _, u := range r.order {
		if !r.g.nodes[u].leaf() {
			o.heldOnward(u, r.g.nodes[u].body, at[u], at)
		}
	}
	return at
}

// heldOnward hands what a step of node u gets on to the nodes that it calls.
func (o *outcomes) heldOnward(u, i int32, in heldPair, at []heldPair) {
	g := o.v.r.g
	p := &g.ops[i]
	switch p.kind {
	case opCall:
		if o.v.skipped(p.arg) {
			return
		}
		m, to := o.heldCalls(p.arg), &at[g.edges[p.arg].to]
		to.calls += m.Mul(in.calls)
		to.attempts = max(to.attempts, m.Mul(in.attempts))
		return
	case opLayer:
		f := o.heldFactor(u, i)
		in = heldPair{f.Mul(in.calls), f.Mul(in.attempts)}
	case opFan:
		in.calls = in.calls.Mul(flow(o.v.items(p.arg).Float()))
	}
	g.children(i, func(c int32) { o.heldOnward(u, c, in, at) })
}

// bulkOverTime computes what budgets leave of the figures of all nodes, in the
// variants in which bulk computed those.
func (ev *evaluator) bulkOverTime(out []nodeFigures, full, within *outcomes) {
	if !ev.budgeted {
		return
	}
	sure := ev.confident
	if ev.wOnes != nil {
		sure = ev.wOnes
	}
	whole, gate := full.heldForward(), within.heldForward()
	sures := make([]held, len(out))
	for _, c := range sure {
		for v, p := range c.o.heldForward() {
			// The product along one path, which some run does reach.
			sures[v].most(held{float64(p.attempts), float64(p.attempts), float64(p.attempts)})
		}
	}
	for _, v := range ev.r.order {
		f := &out[v]
		over := func(p heldPair, calls Count, ratio float64, attempts Count) held {
			h := held{calls: float64(p.calls), attempts: float64(p.attempts)}
			h.ratio = h.overHappy(ev.r, f.happy, ratio)
			return h.atMost(calls, ratio, attempts)
		}
		s := over(whole[v], f.calls, f.ratio, f.attempts)
		f.sustained = &s
		f.keep(over(gate[v], f.wCalls, f.wRatio, f.wAttempts), sures[v], ev.r.g.Policy.Gate.Basis)
	}
}

// sumHeld adds the figures of one more node of a group; nil where one has none.
func sumHeld(a, b *held) *held {
	if a == nil || b == nil {
		return nil
	}
	return &held{a.calls + b.calls, max(a.ratio, b.ratio), max(a.attempts, b.attempts)}
}

// pathOverTime is the product of fan-outs and of what budgets let through along a
// path.
func (g *Graph) pathOverTime(edges []int32) float64 {
	product := flow(g.pathItems(edges, false).Float())
	for _, e := range edges {
		for _, n := range g.around(e).layers {
			l := &g.layers[n]
			f := l.attempts.Float()
			if l.def.Budget != nil && l.attempts > 1 {
				f = min(f, l.def.Budget.Peak(l.attempts, g.Policy.Rates))
			}
			product = product.Mul(flow(f))
		}
	}
	return float64(product)
}

// rounded leaves out what differs from machine to machine.
func rounded(x float64) float64 {
	if x > 1e9 {
		return x
	}
	return math.Round(x*1e6) / 1e6
}
