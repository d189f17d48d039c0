package graph

import "math/bits"

// down walks a run in which one node fails every call with one class and
// everything else answers. For each step it keeps, for success and for each
// failure, the most calls the failing node has received by then.
type down struct {
	t     *target
	v     *variant
	nodes map[int32]ends
	// idle is how a node that does not lead to the failing one ends.
	idle ends
}

// fates is how a step may end, with the failures of each answer row apart.
// Success is kept in the first row.
type fates struct {
	row []ends
	has uint64 // the rows of the calls inside, up to 64
}

// hardDown is the most calls v receives when it fails every call with the
// class of atom c.
func (t *target) hardDown(v *variant, c int) Count {
	d := &down{t: t, v: v, nodes: map[int32]ends{}}
	d.idle.add(okEnd, 0)
	var self ends
	self.add(c, 1)
	for _, n := range d.order() {
		switch {
		case t.own[n]:
			d.nodes[n] = self
		case t.r.g.nodes[n].leaf():
			d.nodes[n] = d.idle
		default:
			d.nodes[n] = d.answers(n, d.step(t.r.g.nodes[n].body, len(t.r.g.nodes[n].rows)))
		}
	}
	f := d.nodes[t.r.entry]
	return f.max()
}

// order lists the nodes that matter, callees first. Timers can fire on any hop
// of a run of timeouts; otherwise only what lies above the failing node can
// fail.
func (d *down) order() []int32 {
	if !d.v.timeouts() {
		return append(clone(d.t.vs), d.t.above...)
	}
	all := make([]int32, 0, len(d.t.r.order))
	for i := len(d.t.r.order) - 1; i >= 0; i-- {
		all = append(all, d.t.r.order[i])
	}
	return all
}

func (d *down) answers(n int32, f fates) ends {
	var out ends
	rows := d.t.r.g.nodes[n].rows
	for i := range f.row {
		f.row[i].each(func(c int, k Count) {
			if c == okEnd {
				out.add(okEnd, k)
				return
			}
			if rows[i].ok&(1<<c) != 0 {
				out.add(okEnd, k)
			}
			for m := rows[i].become[c]; m != 0; m &= m - 1 {
				out.add(bits.TrailingZeros64(m), k)
			}
		})
	}
	return out
}

func (d *down) step(i int32, rows int) fates {
	g := d.t.r.g
	o := &g.ops[i]
	switch o.kind {
	case opCall:
		return d.call(o.arg, rows)
	case opLayer:
		f := d.step(i+1, rows)
		d.through(level{g.layers[o.arg].shape, d.t.r.opFires[i], d.t.r.opBelow[i]}, &f)
		return f
	case opFan:
		return d.fan(&g.fans[o.arg], d.step(i+1, rows))
	case opAlt:
		out := newFates(rows)
		g.children(i, func(c int32) { out.join(d.step(c, rows), 0) })
		return out
	case opPar:
		var parts []fates
		g.children(i, func(c int32) { parts = append(parts, d.step(c, rows)) })
		return parallel(parts, rows)
	}
	return d.seq(i, o.flag, rows)
}

func newFates(rows int) fates { return fates{row: make([]ends, rows)} }

// join adds the ends of b, each after more calls.
func (f *fates) join(b fates, more Count) {
	f.has |= b.has
	for i := range b.row {
		b.row[i].each(func(c int, n Count) { f.row[i].add(c, n.Add(more)) })
	}
}

// max is the most calls over all ends.
func (f *fates) max() Count {
	var m Count
	for i := range f.row {
		m = max(m, f.row[i].max())
	}
	return m
}

// fails calls yield for every failure.
func (f *fates) fails(yield func(row, c int, n Count)) {
	for i := range f.row {
		f.row[i].each(func(c int, n Count) {
			if c != okEnd {
				yield(i, c, n)
			}
		})
	}
}

func (f *fates) ok() (Count, bool) { return f.row[0].n[okEnd], f.row[0].ok }

func (d *down) call(e int32, rows int) fates {
	r := d.t.r
	ed := &r.g.edges[e]
	f := newFates(rows)
	if r.cut[e] {
		f.row[0].add(okEnd, 0)
		return f
	}
	f.has = 1 << min(ed.row, 63)
	below, known := d.nodes[ed.to]
	if !known {
		below = d.idle
	}
	below.each(func(c int, n Count) {
		if c == okEnd {
			f.row[0].add(c, n)
			return
		}
		for m := r.g.atoms.seen(1<<c, ed.protocol); m != 0; m &= m - 1 {
			f.row[ed.row].add(bits.TrailingZeros64(m), n)
		}
	})
	for k := ed.stackEnd - 1; k >= ed.stack; k-- {
		d.through(level{r.g.layers[r.g.stacks[k]].shape, r.fires[k], r.below[k]}, &f)
	}
	return f
}

func (d *down) through(l level, f *fates) {
	s := &d.t.r.g.shapes[l.shape]
	d.timer(l.fires&firesPerTry != 0, f)
	var all ends
	for i := range f.row {
		f.row[i].each(func(c int, n Count) { all.add(c, n) })
	}
	tries := func(c int) Count { return d.v.attempts[l.shape][c] }
	more := all.repeated(s.hedge, d.v.most[l.shape], tries)
	if s.again {
		behindFirst(&all, s.hedge, d.v.most[l.shape], tries)
		more = all.max()
	}
	for i := range f.row {
		f.row[i].each(func(c int, n Count) {
			if s.again {
				n = 0
			}
			f.row[i].n[c] = n.Add(more)
		})
	}
	d.timer(l.fires&firesOverall != 0, f)
	for i := range f.row {
		f.row[i].rename(s.renames)
	}
}

// timer shows a timeout, after all the work below, for each kind of callee.
func (d *down) timer(fires bool, f *fates) {
	if !fires || !d.v.timeouts() {
		return
	}
	most := f.max()
	for i := range f.row {
		if f.has&(1<<min(i, 63)) != 0 {
			f.row[i].add(bits.TrailingZeros64(d.t.r.g.atoms.timeout), most)
		}
	}
}

func (d *down) fan(fo *fan, f fates) fates {
	out := newFates(len(f.row))
	out.has = f.has
	most := f.max()
	okN, ok := f.ok()
	switch {
	case fo.n == 0:
		out.row[0].add(okEnd, 0)
	case fo.n == Unbounded:
		out.row[0].add(okEnd, most.Mul(Unbounded))
		f.fails(func(i, c int, _ Count) { out.row[i].add(c, most.Mul(Unbounded)) })
	case fo.mode == FanOutFailFast:
		rest := Count(0)
		if ok {
			rest = (fo.n - 1).Mul(okN)
			out.row[0].add(okEnd, fo.n.Mul(okN))
		}
		f.fails(func(i, c int, n Count) { out.row[i].add(c, rest.Add(n)) })
	default:
		if fo.mode == FanOutContinue {
			out.row[0].add(okEnd, fo.n.Mul(most))
		} else if ok {
			out.row[0].add(okEnd, fo.n.Mul(okN))
		}
		f.fails(func(i, c int, n Count) { out.row[i].add(c, (fo.n - 1).Mul(most).Add(n)) })
	}
	return out
}

// parallel runs all parts; any failure fails them.
func parallel(parts []fates, rows int) fates {
	out := newFates(rows)
	var sum, okSum Count
	ok := true
	for i := range parts {
		sum = sum.Add(parts[i].max())
		n, can := parts[i].ok()
		okSum, ok = okSum.Add(n), ok && can
	}
	if ok {
		out.row[0].add(okEnd, okSum)
	}
	for i := range parts {
		out.has |= parts[i].has
		others := othersMax(parts, i)
		parts[i].fails(func(row, c int, n Count) { out.row[row].add(c, n.Add(others)) })
	}
	return out
}

func othersMax(parts []fates, i int) Count {
	var sum Count
	for j := range parts {
		if j != i {
			sum = sum.Add(parts[j].max())
		}
	}
	return sum
}

func (d *down) seq(i int32, failFast bool, rows int) fates {
	var parts []fates
	d.t.r.g.groups(i, func(main int32, onError []int32) {
		var f fates
		if main >= 0 {
			f = d.step(main, rows)
		} else {
			f = newFates(rows)
			f.row[0].add(okEnd, 0)
		}
		if len(onError) > 0 {
			f = d.recovered(f, onError, rows)
		}
		parts = append(parts, f)
	})
	if failFast {
		return untilFailure(parts, rows)
	}
	out := parallel(parts, rows)
	var most Count
	for i := range parts {
		most = most.Add(parts[i].max())
	}
	out.row[0].add(okEnd, most)
	return out
}

// untilFailure runs the parts until one fails.
func untilFailure(parts []fates, rows int) fates {
	out := newFates(rows)
	var done Count
	live := true
	for i := range parts {
		out.has |= parts[i].has
		if !live {
			continue
		}
		parts[i].fails(func(row, c int, n Count) { out.row[row].add(c, done.Add(n)) })
		n, ok := parts[i].ok()
		done, live = done.Add(n), ok
	}
	if live {
		out.row[0].add(okEnd, done)
	}
	return out
}

// recovered runs the calls on error after a failure of main: when they succeed
// the step goes on or fails with the first failure, else it fails with either.
func (d *down) recovered(main fates, onError []int32, rows int) fates {
	var hs []fates
	for _, c := range onError {
		hs = append(hs, d.step(c, rows))
	}
	h := untilFailure(hs, rows)
	out := newFates(rows)
	out.has = main.has | h.has
	if n, ok := main.ok(); ok {
		out.row[0].add(okEnd, n)
	}
	most := h.max()
	main.fails(func(row, c int, n Count) {
		out.row[row].add(c, n.Add(most))
		if k, ok := h.ok(); ok {
			out.row[0].add(okEnd, n.Add(k))
		}
		h.fails(func(row2, c2 int, k Count) { out.row[row2].add(c2, n.Add(k)) })
	})
	return out
}
