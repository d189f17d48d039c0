package graph

import "math/bits"

// outcomes says, for every node of a run, in which classes one execution may
// end, and whether it may succeed. It is computed from the leaves up.
type outcomes struct {
	v    *variant
	mask []uint64
	ok   []bool
	// silent marks the nodes whose timeouts can only be silence below.
	silent []bool
	// opMask holds, for each layer round a step, what the step may end in.
	opMask []uint64
	// open marks the nodes that tries may fail to reach in every way.
	open []bool
	// copy serves failing.
	copy *outcomes
}

// result is in what a step may end, as far as one answer row is concerned.
type result struct {
	ok, fail bool
	has      bool // a call of the row lies in the step
	mask     uint64
}

func (v *variant) outcomes() *outcomes {
	g := v.r.g
	o := &outcomes{v: v, mask: make([]uint64, len(g.nodes)), ok: make([]bool, len(g.nodes)),
		silent: make([]bool, len(g.nodes)), opMask: make([]uint64, len(g.ops))}
	for i := len(v.r.order) - 1; i >= 0; i-- {
		o.node(v.r.order[i])
	}
	return o
}

// failing returns the outcomes when each node of a target answers m of it, or
// success, until restore is called. Only the nodes above differ, so only they
// are computed again, in a copy that is made once.
func (o *outcomes) failing(t *target, m func(n int32) uint64) (p *outcomes, restore func()) {
	if o.copy == nil {
		o.copy = &outcomes{v: o.v, mask: clone(o.mask), ok: clone(o.ok), silent: clone(o.silent), opMask: clone(o.opMask)}
	}
	p = o.copy
	if o.v.connections {
		p.open = t.own
	}
	for _, v := range t.vs {
		p.fail(v, m(v))
	}
	for _, n := range t.above {
		p.node(n)
		if t.own[n] {
			p.fail(n, m(n))
		}
	}
	return p, func() {
		p.open = nil
		for _, n := range t.vs {
			p.reset(o, n)
		}
		for _, n := range t.above {
			p.reset(o, n)
		}
	}
}

// fail lets a node answer m, or success.
func (o *outcomes) fail(n int32, m uint64) {
	o.mask[n], o.ok[n], o.silent[n] = m, true, o.v.r.g.nodes[n].hangs
}

// reset takes the outcomes of one node from o again.
func (p *outcomes) reset(o *outcomes, n int32) {
	p.mask[n], p.ok[n], p.silent[n] = o.mask[n], o.ok[n], o.silent[n]
	nd := &o.v.r.g.nodes[n]
	copy(p.opMask[nd.body:nd.bodyEnd], o.opMask[nd.body:nd.bodyEnd])
}

// only cuts a mask to the one class of the variant.
func (v *variant) only(m uint64) uint64 {
	if v.one == allClasses {
		return m
	}
	return m & (1 << v.one)
}

func (o *outcomes) node(n int32) {
	nd := &o.v.r.g.nodes[n]
	if nd.leaf() {
		o.mask[n], o.ok[n], o.silent[n] = o.v.only(nd.fails), true, nd.hangs
		return
	}
	o.mask[n], o.ok[n] = 0, false
	if o.v.everyNode {
		o.mask[n], o.ok[n] = o.v.only(nd.own), true
	}
	for row := range nd.rows {
		res := o.step(nd.body, int32(row))
		o.ok[n] = o.ok[n] || res.ok
		o.answer(n, nd.rows[row], res.mask)
	}
	o.silent[n] = true
	o.v.r.g.calls(n, func(e int32) {
		o.silent[n] = o.silent[n] && o.silent[o.v.r.g.edges[e].to]
	})
}

// answer adds what a node makes of the failures in m.
func (o *outcomes) answer(n int32, row *answerRow, m uint64) {
	if m&row.ok != 0 {
		o.ok[n] = true
	}
	if o.v.confident {
		if m&row.unknown != 0 {
			o.ok[n] = true
		}
		m &^= row.unknown
	}
	for ; m != 0; m &= m - 1 {
		o.mask[n] |= row.become[bits.TrailingZeros64(m)]
	}
}

// skipped reports whether a call is not followed in this variant.
func (v *variant) skipped(e int32) bool {
	if v.r.cut[e] {
		return true
	}
	c := v.r.g.edges[e].confidence
	return v.confident && (c == ConfidenceAssumed || c == ConfidenceSyntax)
}

// shown is what the callee of an edge may answer, as the caller's side of the
// hop sees it, and the failures that never reach it.
func (o *outcomes) shown(e *edge) (answers, never uint64) {
	a := o.v.r.g.atoms
	answers = a.seen(o.mask[e.to], e.protocol)
	if o.v.one == allClasses {
		never = o.v.r.g.nodes[e.to].unreachable &^ answers
		if o.open != nil && o.open[e.to] {
			never = a.never &^ answers
		}
	}
	return answers, never
}

func (o *outcomes) call(id, row int32) result {
	e := &o.v.r.g.edges[id]
	if o.v.skipped(id) {
		return result{ok: true}
	}
	answers, never := o.shown(e)
	m := answers | never
	for k := e.stackEnd - 1; k >= e.stack; k-- {
		m = o.v.shows(m, o.v.r.fires[k], &o.v.r.g.shapes[o.v.r.g.layers[o.v.r.g.stacks[k]].shape])
	}
	res := result{ok: o.ok[e.to], fail: m != 0, has: e.row == row}
	if res.has {
		res.mask = m
	}
	return res
}

// shows is what a layer shows of failures m, its timers and renames included.
func (v *variant) shows(m uint64, fires uint8, s *shape) uint64 {
	if fires != 0 && v.timeouts() {
		m |= v.r.g.atoms.timeout
	}
	return s.renamed(m)
}

func (s *shape) renamed(m uint64) uint64 {
	if s.renames == nil {
		return m
	}
	var out uint64
	for ; m != 0; m &= m - 1 {
		out |= s.renames[bits.TrailingZeros64(m)]
	}
	return out
}

// step is in what the step at op i may end. Rows are walked one at a time; the
// masks of the layers are gathered over all of them.
func (o *outcomes) step(i, row int32) result {
	p := &o.v.r.g.ops[i]
	switch p.kind {
	case opCall:
		return o.call(p.arg, row)
	case opLayer:
		res := o.step(i+1, row)
		if row == 0 {
			o.opMask[i] = 0
		}
		o.opMask[i] |= res.mask
		s := &o.v.r.g.shapes[o.v.r.g.layers[p.arg].shape]
		m := o.v.shows(res.mask, o.v.r.opFires[i], s)
		res.fail = res.fail || o.v.r.opFires[i] != 0 && o.v.timeouts()
		if res.has {
			res.mask = m
		}
		return res
	case opFan:
		return o.fan(&o.v.r.g.fans[p.arg], o.step(i+1, row))
	case opSeq:
		return o.seq(i, row, p.flag)
	}
	return o.branches(i, row, p.kind == opAlt)
}

func (o *outcomes) fan(f *fan, res result) result {
	switch {
	case f.n == 0:
		return result{ok: true, has: res.has}
	case f.n == Unbounded || f.mode == FanOutContinue:
		res.ok = true
	}
	return res
}

// branches joins alternatives (one runs) or parallel steps (all run, any
// failure fails).
func (o *outcomes) branches(i, row int32, alt bool) result {
	res := result{ok: !alt}
	o.v.r.g.children(i, func(c int32) {
		r := o.step(c, row)
		res.fail, res.has, res.mask = res.fail || r.fail, res.has || r.has, res.mask|r.mask
		if alt {
			res.ok = res.ok || r.ok
		} else {
			res.ok = res.ok && r.ok
		}
	})
	return res
}

// seq joins the steps of a sequence. Calls on error belong to the step before
// them: they run when it failed, until one of them fails; when they succeed the
// step may count as recovered.
func (o *outcomes) seq(i, row int32, failFast bool) result {
	all := result{ok: true}
	live := true
	o.v.r.g.groups(i, func(main int32, onError []int32) {
		if !live {
			for _, c := range append(onError, main) {
				if c >= 0 {
					all.has = all.has || o.step(c, row).has
				}
			}
			return
		}
		res := result{ok: true}
		if main >= 0 {
			res = o.step(main, row)
		}
		if len(onError) > 0 {
			res = o.recovered(res, onError, row)
		}
		all.fail, all.has, all.mask = all.fail || res.fail, all.has || res.has, all.mask|res.mask
		if failFast && !res.ok {
			live, all.ok = false, false
		}
	})
	return all
}

func (o *outcomes) recovered(main result, onError []int32, row int32) result {
	h := result{ok: true}
	for _, c := range onError {
		r := o.step(c, row)
		h.has = h.has || r.has
		if h.ok {
			h.fail, h.mask = h.fail || r.fail, h.mask|r.mask
			h.ok = r.ok
		}
	}
	main.has = main.has || h.has
	if main.fail {
		main.ok = main.ok || h.ok
		main.mask |= h.mask
	}
	return main
}

// groups splits the steps of a sequence into a step and the calls on error
// that follow it; main is -1 when a sequence starts with a call on error.
func (g *Graph) groups(i int32, yield func(main int32, onError []int32)) {
	main, open := int32(-1), false
	var onError []int32
	g.children(i, func(c int32) {
		if g.onError(c) {
			onError, open = append(onError, c), true
			return
		}
		if open {
			yield(main, onError)
		}
		main, onError, open = c, nil, true
	})
	if open {
		yield(main, onError)
	}
}

// onError reports whether the step at op i is a call on error.
func (g *Graph) onError(i int32) bool {
	for {
		switch g.ops[i].kind {
		case opCall:
			return g.edges[g.ops[i].arg].call.OnError
		case opLayer, opFan, opAlt:
			if g.ops[i].size == 1 {
				return false
			}
			i++
		default:
			return false
		}
	}
}

func clone[T any](s []T) []T { return append([]T(nil), s...) }
