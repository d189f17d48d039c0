package graph

import (
	"slices"
	"strings"
)

// An operation that is told which try its request is, and then does not try again
// itself, is two nodes: one for first requests and one for repeated ones. A call
// through a layer that tells its callee so becomes two calls: the first try leads
// to the one, all others to the other. Where no layer tells it, every request is
// taken for a first one, since that is what the operation takes it for.

// retriedSuffix ends the operation of a node for repeated requests.
const retriedSuffix = "(tried again)"

// triesPart says which of its tries a layer stands for.
type triesPart uint8

const (
	allTries triesPart = iota
	firstTry
	laterTries
)

// copyKey names the copy of a layer for its first try, or for the others.
type copyKey struct {
	def   *Layer
	again bool
}

// apart writes a call as two, for its first try and for the others, and reports
// whether it did.
func (l *linker) apart(n int32, b *body, lc *linkedCall, h *hop, own []*Layer) bool {
	telling := l.telling(h, own)
	if telling == nil {
		return false
	}
	seq := l.open(opSeq, 0)
	for _, again := range []bool{false, true} {
		c, part := *lc.call, *h
		to := l.node(h.to, h.operation)
		if again {
			c.OnError = true
			to = l.twin(h)
		}
		part.layers = l.inPart(h.layers, telling, again)
		l.edgeTo(n, b, lc, &c, &part, l.inPart(own, telling, again), to)
		l.g.edges[len(l.g.edges)-1].again = again
	}
	l.close(seq)
	return true
}

// telling is the layer of a hop that tells the operation which try a request is; of
// several, the one with the most tries, and nil for none.
func (l *linker) telling(h *hop, own []*Layer) *Layer {
	by := l.asks(nodeID(h.to.id, h.operation))
	if len(by) == 0 {
		return nil
	}
	var best *Layer
	most := Count(1)
	for _, def := range append(clone(own), h.layers...) {
		tells := slices.ContainsFunc(by, func(name string) bool {
			return slices.Contains(def.Marks, name) || slices.Contains(l.g.Policy.AttemptHeaders, name)
		})
		if k, _ := number(def.Attempts, h.from.value, ""); tells && k > most {
			best, most = def, k
		}
	}
	return best
}

// asks are the headers in which an operation looks which try its request is.
func (l *linker) asks(id string) []string {
	var by []string
	for _, p := range l.parts[id] {
		if body := p.handler.Body; body != nil && body.Retried != nil {
			by = append(by, body.Retried.By...)
		}
	}
	return by
}

// twin is the node of an operation for repeated requests. Its body is written once
// all others are.
func (l *linker) twin(h *hop) int32 {
	id := nodeID(h.to.id, h.operation)
	operation := strings.TrimSpace(h.operation + " " + retriedSuffix)
	_, known := l.nodeOf[nodeID(h.to.id, operation)]
	n := l.node(h.to, operation)
	if !known {
		l.twins = append(l.twins, &body{l: l, from: h.to, node: n, again: true, twinOf: id})
	}
	return n
}

// inPart are layers with one of them cut to its first try, or to the others.
func (l *linker) inPart(layers []*Layer, cut *Layer, again bool) []*Layer {
	out := clone(layers)
	for i, def := range out {
		if def == cut {
			out[i] = l.copyOf(def, again)
		}
	}
	return out
}

func (l *linker) copyOf(def *Layer, again bool) *Layer {
	key := copyKey{def, again}
	c, ok := l.copies[key]
	if !ok {
		part := *def
		c = &part
		l.copies[key], l.partOf[c] = c, laterTries
		if !again {
			l.partOf[c], part.Tries = firstTry, nil
			part.Attempts = Bound{Value: Literal("1"), Kind: def.Attempts.Kind, Pos: def.Attempts.Pos}
		}
	}
	return c
}

// behindFirst takes the ends of one try to those of all tries but the first. How the
// first one ended is not kept, so each may have been the longest.
func behindFirst[N amount[N]](f *endsOf[N], hedge bool, most N, tries func(atom int) N) {
	var all N
	if hedge {
		all = most
	}
	f.each(func(i int, _ N) {
		if !hedge && i != okEnd {
			all = max(all, tries(i))
		}
	})
	n := all.Less1().Mul(f.max())
	f.each(func(i int, _ N) { f.n[i] = n })
}
