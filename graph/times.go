package graph

import "time"

// times are the durations of one run, and what follows from them: the timers
// that can fire.
type times struct {
	// work is how long one execution of a node takes at most; forever where
	// that is not known.
	work []time.Duration
	// fires holds, for each entry of Graph.stacks, whether the timers of that
	// layer can fire there; opFires the same for layers round steps.
	fires   []uint8
	opFires []uint8
	// below holds, for each entry of Graph.stacks, how long one try takes, what
	// lies below and the per-try limit considered; opBelow the same for steps.
	below   []time.Duration
	opBelow []time.Duration
	// stackID numbers the stacks that are alike: same shapes, same timers.
	stackID []int32
	stacks  [][]level
}

const (
	firesPerTry uint8 = 1 << iota
	firesOverall
)

// level is one layer of a stack as computation sees it.
type level struct {
	shape int32
	fires uint8
	// try is how long one try takes when nothing answers.
	try time.Duration
}

// timers computes durations from the leaves up. A timer can fire unless what
// runs under it is known to be shorter.
func (r *run) timers() {
	g := r.g
	r.work = make([]time.Duration, len(g.nodes))
	r.fires, r.opFires = make([]uint8, len(g.stacks)), make([]uint8, len(g.ops))
	r.below, r.opBelow = make([]time.Duration, len(g.stacks)), make([]time.Duration, len(g.ops))
	for i := len(r.order) - 1; i >= 0; i-- {
		n := &g.nodes[r.order[i]]
		w := n.work
		if !n.leaf() {
			w = r.stepWork(n.body)
		}
		if n.hasLimit {
			w = n.limit
		}
		r.work[r.order[i]] = w
	}
	r.internStacks()
}

// stepWork is how long one execution of the step at op i takes at most.
func (r *run) stepWork(i int32) time.Duration {
	o := &r.g.ops[i]
	switch o.kind {
	case opCall:
		return r.callWork(o.arg)
	case opLayer:
		s := &r.g.shapes[r.g.layers[o.arg].shape]
		d, fires, try := s.duration(r.stepWork(i + 1))
		r.opFires[i], r.opBelow[i] = fires, try
		return d
	case opFan:
		f := &r.g.fans[o.arg]
		return mulDur(rounds(f.n, f.width), r.stepWork(i+1))
	}
	return r.stepsWork(i, o)
}

// stepsWork adds up a sequence, takes the longest of alternatives, and shares
// parallel steps among their lanes.
func (r *run) stepsWork(i int32, o *op) time.Duration {
	var sum, most time.Duration
	n := int32(0)
	r.g.children(i, func(c int32) {
		d := r.stepWork(c)
		sum, most = addDur(sum, d), max(most, d)
		n++
	})
	switch {
	case o.kind == opAlt:
		return most
	case o.kind == opPar && (o.arg == 0 || o.arg >= n || most == forever):
		return most
	case o.kind == opPar && sum < forever:
		return addDur(most, (sum-most)/time.Duration(o.arg))
	}
	return sum
}

// children calls yield with the first op of each child of op i.
func (g *Graph) children(i int32, yield func(c int32)) {
	for c, end := i+1, i+g.ops[i].size; c < end; c += g.ops[c].size {
		yield(c)
	}
}

func (r *run) callWork(e int32) time.Duration {
	ed := &r.g.edges[e]
	var d time.Duration
	if !r.cut[e] {
		d = r.work[ed.to]
	}
	for k := ed.stackEnd - 1; k >= ed.stack; k-- {
		s := &r.g.shapes[r.g.layers[r.g.stacks[k]].shape]
		d, r.fires[k], r.below[k] = s.duration(d)
	}
	return d
}

// duration is how long the layer takes when what it repeats takes inner: D of
// the model, which of its timers can fire, and how long one try takes.
func (s *shape) duration(inner time.Duration) (d time.Duration, fires uint8, try time.Duration) {
	try = min(s.perTry, inner)
	if s.perTry < forever && inner >= s.perTry {
		fires |= firesPerTry
	}
	pauses := s.backoff.total(s.most)
	switch {
	case s.hedge:
		d, _ = s.backoff.pause(1)
		d = addDur(mulDur(s.most.Less1(), d), try)
	case s.most == Unbounded:
		if d = forever; try == 0 && pauses == 0 {
			d = 0
		}
	default:
		d = addDur(mulDur(s.most, try), pauses)
	}
	d = min(d, addDur(s.trying(try), try))
	if s.overall < forever && d >= s.overall {
		fires |= firesOverall
	}
	return min(d, s.overall), fires, try
}

// rounds is how many times lanes of the given width run to do n items.
func rounds(n, width Count) Count {
	if width <= 1 || n == Unbounded || n == 0 {
		return n
	}
	return (n-1)/width + 1
}

// internStacks gives equal stacks one number.
func (r *run) internStacks() {
	g := r.g
	r.stackID = make([]int32, len(g.edges))
	r.stacks = [][]level{nil}
	byKey := map[string]int32{"": 0}
	var key []byte
	number := func(i int32) {
		e := &g.edges[i]
		if e.stack == e.stackEnd {
			return
		}
		key = key[:0]
		for k := e.stack; k < e.stackEnd; k++ {
			key = appendKey(key, g.layers[g.stacks[k]].shape, r.fires[k], r.below[k])
		}
		id, ok := byKey[string(key)]
		if !ok {
			id = int32(len(r.stacks))
			byKey[string(key)] = id
			r.stacks = append(r.stacks, r.levels(e))
		}
		r.stackID[i] = id
	}
	for _, n := range r.order {
		g.calls(n, number)
	}
}

func appendKey(key []byte, shape int32, fires uint8, try time.Duration) []byte {
	key = append(key, byte(shape), byte(shape>>8), byte(shape>>16), byte(shape>>24), fires)
	for i := 0; i < 64; i += 8 {
		key = append(key, byte(try>>i))
	}
	return key
}

func (r *run) levels(e *edge) []level {
	ls := make([]level, 0, e.stackEnd-e.stack)
	for k := e.stack; k < e.stackEnd; k++ {
		ls = append(ls, level{r.g.layers[r.g.stacks[k]].shape, r.fires[k], r.below[k]})
	}
	return ls
}
