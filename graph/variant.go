package graph

import (
	"math/bits"
	"time"
)

// variant is one way of walking a run: which failures there are, and what
// counts.
type variant struct {
	r *run
	// one is the atom of every failure of the run, or allClasses when the class
	// may change from try to try.
	one int
	// window cuts attempts to those that start within it; forever is all.
	window time.Duration
	// blind takes every layer at its full number, whatever it retries.
	blind bool
	// confident takes every guess at its least.
	confident bool
	// connections counts the tries that never reached the node looked at.
	connections bool
	// everyNode lets every node fail by itself with any class, so that one pass
	// bounds the figures of all.
	everyNode bool
	// zero is the fan-out taken as no items, -1 for none: it tells whether a
	// symbol multiplies the whole figure.
	zero int32

	// attempts holds, by shape and atom, the tries of a layer.
	attempts [][]Count
	most     []Count
	memo     map[stackKey]Count
	// held and peaks serve the figures over time.
	held  map[stackKey]flow
	peaks map[peakKey]flow
}

const allClasses = -1

type stackKey struct {
	stack        int32
	silent       bool
	shown, never uint64
	self         Count
}

func (r *run) variant(v variant) *variant {
	v.r = r
	v.memo = map[stackKey]Count{}
	v.attempts = make([][]Count, len(r.g.shapes))
	v.most = make([]Count, len(r.g.shapes))
	for i := range r.g.shapes {
		v.cut(i)
	}
	return &v
}

// timeouts reports whether timers can show a timeout in this variant.
func (v *variant) timeouts() bool {
	return v.one == allClasses || v.r.g.atoms.timeout == 1<<v.one
}

// cut fills in the tries of one shape: those that start within the window, and
// one try for what a confident figure does not believe.
func (v *variant) cut(i int) {
	s := &v.r.g.shapes[i]
	v.attempts[i] = make([]Count, len(s.attempts))
	for c, a := range s.attempts {
		if !s.hedge && a > 1 {
			a = s.startsWithin(a, v.window, 0)
		}
		v.attempts[i][c] = a
	}
	v.most[i] = s.most
	if !s.hedge {
		v.most[i] = s.startsWithin(s.most, v.window, 0)
	}
	if v.confident && s.assumed {
		for c := range v.attempts[i] {
			v.attempts[i][c] = 1
		}
		v.most[i] = 1
	}
}

// tries is the number of tries of a level for an atom. When every failure is a
// timeout that nobody answers, tries run one after the other until the overall
// limit or the window ends.
func (v *variant) tries(l level, atom int, silent bool) Count {
	a := v.attempts[l.shape][atom]
	if a <= 1 || !silent || !v.timeouts() || v.one == allClasses {
		return a
	}
	s := &v.r.g.shapes[l.shape]
	if s.hedge {
		return a
	}
	return max(1, s.startsWithin(s.tried(a, l.try), min(s.lastStart(), v.window), l.try))
}

// mostCalls is M(e): the most calls that reach the callee when a stack of
// layers runs once. shown are the atoms the callee may answer, besides
// success; never those with which a try fails before it gets there, which
// count self (0, or 1 when connections are counted).
func (v *variant) mostCalls(stack int32, shown, never uint64, silent bool, self Count) Count {
	ls := v.r.stacks[stack]
	if len(ls) == 0 {
		return 1
	}
	if v.blind {
		m := Count(1)
		for _, l := range ls {
			m = m.Mul(v.most[l.shape])
		}
		return m
	}
	key := stackKey{stack, silent, shown, never, self}
	if m, ok := v.memo[key]; ok {
		return m
	}
	m := mostOf(v, ls, shown, never, self, silent, func(_ int32, a Count) Count { return a })
	v.memo[key] = m
	return m
}

// mostOf is the most calls through a stack of layers, of which each makes so many
// calls of a first one: by counts the attempts, over time what its budget lets
// through.
func mostOf[N amount[N]](v *variant, ls []level, shown, never uint64, self N, silent bool, made func(shape int32, attempts Count) N) N {
	var f endsOf[N]
	f.add(okEnd, 1)
	for m := shown; m != 0; m &= m - 1 {
		f.add(bits.TrailingZeros64(m), 1)
	}
	for m := never; m != 0; m &= m - 1 {
		f.add(bits.TrailingZeros64(m), self)
	}
	for k := len(ls) - 1; k >= 0; k-- {
		l := ls[k]
		through(v, l, &f, made(l.shape, v.most[l.shape]), func(atom int) N { return made(l.shape, v.tries(l, atom, silent)) })
	}
	return f.max()
}

// okEnd is the place of success in ends, behind all atoms.
const okEnd = maxAtoms

// amount is what is counted: calls for one unit of work, or calls over time.
type amount[N any] interface {
	~uint64 | ~float64
	Add(N) N
	Mul(N) N
	Less1() N
	minus(N) N
}

// ends holds, for each way in which a step may end, the most calls made until
// then.
type ends = endsOf[Count]

type endsOf[N amount[N]] struct {
	n    [maxAtoms + 1]N
	mask uint64
	ok   bool
}

func (f *endsOf[N]) has(i int) bool {
	if i == okEnd {
		return f.ok
	}
	return f.mask&(1<<i) != 0
}

func (f *endsOf[N]) add(i int, n N) {
	if f.has(i) {
		n = max(n, f.n[i])
	} else if i == okEnd {
		f.ok = true
	} else {
		f.mask |= 1 << i
	}
	f.n[i] = n
}

// each calls yield for every way of ending, success last.
func (f *endsOf[N]) each(yield func(i int, n N)) {
	for m := f.mask; m != 0; m &= m - 1 {
		i := bits.TrailingZeros64(m)
		yield(i, f.n[i])
	}
	if f.ok {
		yield(okEnd, f.n[okEnd])
	}
}

func (f *endsOf[N]) max() N {
	var m N
	f.each(func(_ int, n N) { m = max(m, n) })
	return m
}

// through takes the ends of one try to the ends of a layer that repeats it, most
// times and for each class as often as tries says.
func through[N amount[N]](v *variant, l level, f *endsOf[N], most N, tries func(atom int) N) {
	g := v.r.g
	s := &g.shapes[l.shape]
	timeout := bits.TrailingZeros64(g.atoms.timeout)
	if l.fires&firesPerTry != 0 && v.timeouts() {
		f.add(timeout, f.max())
	}
	if s.again {
		behindFirst(f, s.hedge, most, tries)
	} else {
		more := f.repeated(s.hedge, most, tries)
		f.each(func(i int, n N) { f.n[i] = n.Add(more) })
	}
	if l.fires&firesOverall != 0 && v.timeouts() {
		f.add(timeout, f.max())
	}
	f.rename(s.renames)
}

// repeated is the most calls of all tries but the last: the sum over j of the
// greatest count among the classes that are tried more than j times.
func (f *endsOf[N]) repeated(hedge bool, most N, tries func(atom int) N) N {
	if hedge {
		return most.Less1().Mul(f.max())
	}
	var sum, done N = 0, 1
	for {
		// The classes still tried after done tries, and the next number of
		// tries at which one of them stops.
		var top, next N
		f.each(func(i int, n N) {
			if i == okEnd {
				return
			}
			if a := tries(i); a > done {
				top = max(top, n)
				if next == 0 || a < next {
					next = a
				}
			}
		})
		if next == 0 {
			return sum
		}
		sum = sum.Add(next.minus(done).Mul(top))
		done = next
	}
}

// rename moves the ends a proxy answers with a status of its own.
func (f *endsOf[N]) rename(renames []uint64) {
	if renames == nil {
		return
	}
	var out endsOf[N]
	f.each(func(i int, n N) {
		if i == okEnd {
			out.add(i, n)
			return
		}
		for m := renames[i]; m != 0; m &= m - 1 {
			out.add(bits.TrailingZeros64(m), n)
		}
	})
	*f = out
}
