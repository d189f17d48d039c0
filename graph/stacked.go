package graph

import "math/bits"

// chain is a list of layers that retry one failure, outermost first.
type chain struct {
	layer int32
	next  *chain
	n     int
}

// stacked finds, over all paths to the target and all classes it may fail
// with, the longest list of layers that retry the same failure as it is passed
// up. A failure whose answer is not known is not followed: that several layers
// retry it would be a guess.
func (ev *evaluator) stacked(t *target) (*chain, uint64) {
	start := t.answers()
	var best *chain
	var class uint64
	for _, one := range ev.ones {
		m := one.atoms & start
		if m == 0 {
			continue
		}
		s := stacker{ev: ev, t: t, ends: map[int32][]*chain{}}
		s.start(bits.TrailingZeros64(m))
		if c := s.walk(); c.length() > best.length() {
			best, class = c, m
		}
	}
	return best, class
}

func (c *chain) length() int {
	if c == nil {
		return 0
	}
	return c.n
}

func (c *chain) layers() []int32 {
	var out []int32
	for ; c != nil && c != noLayer; c = c.next {
		out = append(out, c.layer)
	}
	return out
}

// stacker follows one failure of the target up to the entry; ends holds, for
// each node above, the longest chain for each atom it shows its caller. noLayer
// is the chain of a failure that no layer retries.
type stacker struct {
	ev   *evaluator
	t    *target
	ends map[int32][]*chain
}

var noLayer = &chain{layer: -1}

func (s *stacker) start(atom int) {
	for _, v := range s.t.vs {
		s.ends[v] = make([]*chain, len(s.ev.r.g.atoms.set))
		s.ends[v][atom] = noLayer
	}
}

func (s *stacker) walk() *chain {
	g := s.ev.r.g
	for _, n := range s.t.above {
		if !s.t.own[n] {
			s.ends[n] = make([]*chain, len(g.atoms.set))
		}
		g.calls(n, func(e int32) {
			if !s.ev.r.cut[e] && s.t.isUp[g.edges[e].to] {
				s.call(n, e)
			}
		})
	}
	var best *chain
	for _, c := range s.ends[s.ev.r.entry] {
		if c.length() > best.length() || c.length() == best.length() && less(c, best) {
			best = c
		}
	}
	return best
}

// less orders chains of one length, so that the choice does not depend on the
// order of a map.
func less(a, b *chain) bool {
	for ; a != nil && b != nil; a, b = a.next, b.next {
		if a.layer != b.layer {
			return a.layer < b.layer
		}
	}
	return false
}

// call takes what the callee of an edge shows through the layers round the
// call to what the caller answers.
func (s *stacker) call(n, e int32) {
	g := s.ev.r.g
	ed := &g.edges[e]
	row := g.nodes[n].rows[ed.row]
	round := g.around(e).layers
	for from, c := range s.ends[ed.to] {
		if c == nil {
			continue
		}
		for m := g.atoms.seen(1<<from, ed.protocol); m != 0; m &= m - 1 {
			atom, now := m&-m, c
			for i := len(round) - 1; i >= 0; i-- {
				sh := &g.shapes[g.layers[round[i]].shape]
				if !sh.hedge && sh.attempts[bits.TrailingZeros64(atom)] > 1 {
					now = &chain{round[i], now, now.length() + 1}
				}
				if r := sh.renamed(atom); r != 0 {
					atom = r & -r
				}
			}
			s.answer(n, row, bits.TrailingZeros64(atom), now)
		}
	}
}

func (s *stacker) answer(n int32, row *answerRow, atom int, c *chain) {
	if n == s.ev.r.entry {
		s.keep(n, 0, c)
		return
	}
	if row.unknown&(1<<atom) != 0 {
		return
	}
	for m := row.become[atom]; m != 0; m &= m - 1 {
		s.keep(n, bits.TrailingZeros64(m), c)
	}
}

func (s *stacker) keep(n int32, atom int, c *chain) {
	have := s.ends[n][atom]
	if have == nil || c.length() > have.length() || c.length() == have.length() && less(c, have) {
		s.ends[n][atom] = c
	}
}
