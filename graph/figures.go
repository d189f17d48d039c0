package graph

// target is one service, or one operation of it, looked at as the one that
// fails: the nodes whose calls are counted.
type target struct {
	r  *run
	vs []int32
	// own marks vs; isUp marks them and the nodes from which they are reached.
	own, isUp []bool
	// above are the nodes of isUp that are no leaves, callees first.
	above []int32
}

func (r *run) target(vs ...int32) *target {
	t := &target{r: r, vs: vs, own: make([]bool, len(r.g.nodes)), isUp: make([]bool, len(r.g.nodes))}
	last := int32(0)
	for _, v := range vs {
		t.own[v], t.isUp[v] = true, true
		last = max(last, r.rank[v])
	}
	for i := last; i >= 0; i-- {
		n := r.order[i]
		leads := false
		r.g.calls(n, func(e int32) { leads = leads || !r.cut[e] && t.isUp[r.g.edges[e].to] })
		if leads {
			t.isUp[n] = true
			t.above = append(t.above, n)
		}
	}
	return t
}

// leaf reports whether no node of the target calls anything.
func (t *target) leaf() bool {
	for _, v := range t.vs {
		if !t.r.g.nodes[v].leaf() {
			return false
		}
	}
	return true
}

// answers are the atoms the target may answer by itself.
func (t *target) answers() uint64 {
	var m uint64
	for _, v := range t.vs {
		if n := &t.r.g.nodes[v]; t.leaf() {
			m |= n.fails
		} else {
			m |= n.own
		}
	}
	return m
}

// view is what one walk says of a target.
type view struct {
	calls, happy Count
	// ratio is the greatest calls / happy over the choices of alternatives, 0
	// where there is none.
	ratio float64
	// attempts is the greatest product of attempts along one path, and path the
	// calls of that path.
	attempts Count
	path     []int32
}

// look computes the calls that v receives for one unit of work at the entry,
// backwards from v, so that one choice of alternatives holds for the whole
// request. base are the outcomes of the variant with no node failing by
// itself.
func (t *target) look(base *outcomes) view {
	o, restore := t.outcomes(base)
	defer restore()
	w := t.r.backwards(t, o)
	for _, n := range t.above {
		w.node(n)
	}
	f := view{attempts: w.ways[t.r.entry].attempts, path: w.path()}
	for _, p := range w.choices(t.r.entry) {
		f.calls, f.happy = max(f.calls, p.calls), max(f.happy, p.happy)
		if p.happy > 0 && p.happy != Unbounded && p.calls != Unbounded {
			f.ratio = max(f.ratio, p.calls.Float()/p.happy.Float())
		}
	}
	if f.calls == Unbounded {
		f.ratio = 0
	}
	return f
}

// outcomes are the base ones for a leaf; an inner node that fails may answer
// any class by itself. In a run in which every try fails before it gets there,
// the hop to the target shows that class, and the tries are what is counted.
// The outcomes hold until restore is called.
func (t *target) outcomes(base *outcomes) (o *outcomes, restore func()) {
	v, a := base.v, t.r.g.atoms
	switch {
	case v.blind:
	case v.one != allClasses && a.never&(1<<v.one) != 0:
		return base.failing(t, func(int32) uint64 { return 1 << v.one })
	case !t.leaf() || v.connections:
		return base.failing(t, func(n int32) uint64 {
			if t.r.g.nodes[n].leaf() {
				return base.mask[n]
			}
			return v.only(t.r.g.nodes[n].own)
		})
	}
	return base, func() {}
}

// backwards is a walk from a target up to the entry. Its slices belong to the
// run: one walk at a time.
type backwards struct {
	t *target
	o *outcomes
	// sums holds the figures of nodes without a choice; pairs those with one.
	sums  []pair
	pairs [][]pair
	ways  []route
}

func (r *run) backwards(t *target, o *outcomes) *backwards {
	if r.walk == nil {
		n := len(r.g.nodes)
		r.walk = &backwards{sums: make([]pair, n), pairs: make([][]pair, n), ways: make([]route, n)}
	}
	w := r.walk
	w.t, w.o = t, o
	for _, v := range t.vs {
		w.sums[v], w.pairs[v], w.ways[v] = pair{1, 1}, nil, route{1, 1, -1}
	}
	return w
}

// node computes one node above the target from those below it.
func (w *backwards) node(n int32) {
	own := w.t.own[n]
	w.ways[n] = route{edge: -1}
	w.sums[n], w.pairs[n] = pair{}, nil
	if own {
		w.ways[n], w.sums[n] = route{1, 1, -1}, pair{1, 1}
	}
	choice := w.t.r.hasAlternatives
	w.o.weigh(n, w.t.own, func(e int32, attempts, items Count) {
		to := w.t.r.g.edges[e].to
		if !w.t.isUp[to] {
			return
		}
		if below := w.ways[to]; items > 0 && below.attempts > 0 {
			if way := (route{attempts.Mul(below.attempts), items.Mul(below.items), e}); way.beats(w.ways[n]) {
				w.ways[n] = way
			}
		}
		if choice {
			return
		}
		w.sums[n].calls = w.sums[n].calls.Add(w.sums[to].calls.Mul(attempts).Mul(items))
		if !w.t.r.g.edges[e].call.OnError {
			w.sums[n].happy = w.sums[n].happy.Add(w.sums[to].happy.Mul(items))
		}
	})
	if choice {
		w.pairs[n] = w.step(w.t.r.g.nodes[n].body)
		if own {
			w.pairs[n] = plus(w.pairs[n], []pair{{1, 1}})
		}
	}
}

// choices are the figures of a node, one for each choice of alternatives that
// can decide.
func (w *backwards) choices(n int32) []pair {
	if w.pairs[n] != nil {
		return w.pairs[n]
	}
	return w.sums[n : n+1]
}

// path is the best way from the entry, as the calls it takes.
func (w *backwards) path() []int32 {
	var edges []int32
	for n := w.t.r.entry; ; {
		e := w.ways[n].edge
		if e < 0 {
			return edges
		}
		edges = append(edges, e)
		n = w.t.r.g.edges[e].to
	}
}

// pair is one choice of alternatives: the most calls, and those of them made
// when nothing fails.
type pair struct{ calls, happy Count }

var nothing = []pair{{0, 0}}

func (w *backwards) step(i int32) []pair {
	g := w.t.r.g
	o := &g.ops[i]
	switch o.kind {
	case opCall:
		return w.call(o.arg)
	case opLayer:
		f := w.o.factor(i)
		return scale(w.step(i+1), f, 1)
	case opFan:
		n := w.o.v.items(o.arg)
		return scale(w.step(i+1), n, n)
	case opAlt:
		var all []pair
		g.children(i, func(c int32) { all = append(all, w.step(c)...) })
		return frontier(all)
	}
	sum := nothing
	g.children(i, func(c int32) { sum = plus(sum, w.step(c)) })
	return sum
}

// items is the number of items of a fan-out.
func (v *variant) items(fan int32) Count {
	if fan == v.zero {
		return 0
	}
	return v.r.g.fans[fan].items(v.confident)
}

func (w *backwards) call(e int32) []pair {
	ed := &w.t.r.g.edges[e]
	if !w.t.isUp[ed.to] || w.o.v.skipped(e) {
		return nothing
	}
	happy := Count(1)
	if ed.call.OnError {
		happy = 0
	}
	return scale(w.choices(ed.to), w.o.mostCalls(e, w.t.own), happy)
}

// mostCalls is M(e), where own are the nodes that fail.
func (o *outcomes) mostCalls(e int32, own []bool) Count {
	ed := &o.v.r.g.edges[e]
	if ed.stack == ed.stackEnd {
		return 1
	}
	answers, never := o.shown(ed)
	var self Count
	if o.v.connections && own != nil && own[ed.to] {
		self = 1
	}
	return o.v.mostCalls(o.v.r.stackID[e], answers, never, o.silent[ed.to], self)
}

// reaching is M(e) when the callee of an edge is the one that fails.
func (o *outcomes) reaching(e int32) Count {
	g := o.v.r.g
	ed := &g.edges[e]
	answers, never := o.shown(ed)
	if !g.nodes[ed.to].leaf() {
		answers = g.atoms.seen(g.nodes[ed.to].own, ed.protocol)
		never &^= answers
	}
	return o.v.mostCalls(o.v.r.stackID[e], answers, never, false, 0)
}

// factor is the tries of a layer round a step: the most for any class the step
// may end in.
func (o *outcomes) factor(i int32) Count {
	l := o.v.r.g.layers[o.v.r.g.ops[i].arg].shape
	s := &o.v.r.g.shapes[l]
	if o.v.blind || s.hedge {
		return o.v.most[l]
	}
	m := o.opMask[i]
	if o.v.r.opFires[i]&firesPerTry != 0 && o.v.timeouts() {
		m |= o.v.r.g.atoms.timeout
	}
	f := Count(1)
	for c, a := range o.v.attempts[l] {
		if m&(1<<c) != 0 {
			f = max(f, a)
		}
	}
	return f
}

func scale(ps []pair, calls, happy Count) []pair {
	if calls == 1 && happy == 1 {
		return ps
	}
	out := make([]pair, len(ps))
	for i, p := range ps {
		out[i] = pair{p.calls.Mul(calls), p.happy.Mul(happy)}
	}
	return out
}

func plus(a, b []pair) []pair {
	if len(a) == 1 && a[0] == (pair{}) {
		return b
	}
	if len(b) == 1 && b[0] == (pair{}) {
		return a
	}
	out := make([]pair, 0, len(a)*len(b))
	for _, p := range a {
		for _, q := range b {
			out = append(out, pair{p.calls.Add(q.calls), p.happy.Add(q.happy)})
		}
	}
	return frontier(out)
}

// maxFrontier is how many choices of alternatives are kept apart. Beyond it
// neighbours are joined to the greater calls and the smaller happy figure,
// which keeps every figure an upper bound.
const maxFrontier = 64

// frontier keeps the choices that can decide calls, happy or their ratio
// whatever is added to them or multiplies them later: the upper hull.
func frontier(ps []pair) []pair {
	if len(ps) == 1 {
		return ps
	}
	best := pair{}
	for _, p := range ps {
		best.calls, best.happy = max(best.calls, p.calls), max(best.happy, p.happy)
	}
	if best.calls == Unbounded || best.happy == Unbounded {
		return []pair{best}
	}
	sortBy(ps, func(a, b pair) int {
		switch {
		case a.happy != b.happy:
			return compareCount(a.happy, b.happy)
		default:
			return compareCount(b.calls, a.calls)
		}
	})
	var keep []pair
	last := pair{}
	for i, p := range ps {
		if i > 0 && p.happy == ps[i-1].happy {
			continue
		}
		last = p
		for len(keep) >= 2 && under(keep[len(keep)-2], keep[len(keep)-1], p) {
			keep = keep[:len(keep)-1]
		}
		keep = append(keep, p)
	}
	if keep[len(keep)-1] != last {
		keep = append(keep, last)
	}
	return joinNeighbours(keep)
}

// under reports whether b lies on or below the line from a to c.
func under(a, b, c pair) bool {
	slopeAB := (b.calls.Float() - a.calls.Float()) * (c.happy.Float() - a.happy.Float())
	slopeAC := (c.calls.Float() - a.calls.Float()) * (b.happy.Float() - a.happy.Float())
	return slopeAB <= slopeAC
}

func joinNeighbours(ps []pair) []pair {
	for len(ps) > maxFrontier {
		last := len(ps) - 1
		var out []pair
		for i := 0; i < last; i += 2 {
			p := ps[i]
			if i+1 < last {
				p = pair{max(p.calls, ps[i+1].calls), min(p.happy, ps[i+1].happy)}
			}
			out = append(out, p)
		}
		ps = append(out, ps[last])
	}
	return ps
}

func compareCount(a, b Count) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}
