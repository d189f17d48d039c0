package graph

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"
)

// The referee runs bodies call by call, in time of its own, and knows nothing of
// Link and Compute: it reads the handlers of a fragment. What happens at a leaf,
// and which alternative is taken, is read from a tape, so that all runs of a small
// system can be had one after the other.

// tape is a sequence of choices. Those behind its end are the first ones.
type tape struct {
	taken, of []int
	at        int
}

func (c *tape) choose(n int) int {
	if c.at == len(c.taken) {
		c.taken, c.of = append(c.taken, 0), append(c.of, n)
	}
	c.at++
	return c.taken[c.at-1]
}

// next is the next tape in order; false when there is none.
func (c *tape) next() bool {
	c.at = 0
	for i := len(c.taken) - 1; i >= 0; i-- {
		if c.taken[i]++; c.taken[i] < c.of[i] {
			c.taken, c.of = c.taken[:i+1], c.of[:i+1]
			return true
		}
	}
	return false
}

type referee struct {
	handlers map[string]*Handler
	layers   map[string]*Layer
	fans     map[string]*FanOut
	// leaf says how a call of a leaf ends.
	leaf func(service string) (Class, bool)
	pick func(n int) int
	// got are the calls of each node, at work the intervals of them.
	got    map[string]int
	atWork map[string][]interval
	calls  int
}

func newReferee(f *Fragment) *referee {
	r := &referee{handlers: map[string]*Handler{}, layers: map[string]*Layer{}, fans: map[string]*FanOut{}, got: map[string]int{}, atWork: map[string][]interval{}}
	for i := range f.Handlers {
		r.handlers[f.Handlers[i].Service] = &f.Handlers[i]
	}
	for i := range f.Layers {
		r.layers[f.Layers[i].ID] = &f.Layers[i]
	}
	for i := range f.FanOuts {
		r.fans[f.FanOuts[i].ID] = &f.FanOuts[i]
	}
	return r
}

// ended is how something ended, and when.
type ended struct {
	at    time.Duration
	ok    bool
	class Class
}

func (r *referee) node(name string, at time.Duration) ended {
	r.calls++
	r.got[name]++
	h := r.handlers[name]
	var e ended
	if h.Body == nil {
		work, _ := h.Work.Duration(nil)
		class, ok := r.leaf(name)
		e = ended{at + work, ok, class}
	} else {
		e = r.step(h.Body, at)
	}
	if e.at > at {
		r.atWork[name] = append(r.atWork[name], interval{at, e.at})
	}
	return e
}

func (r *referee) step(s *Step, at time.Duration) ended {
	switch {
	case s.Call != nil:
		return r.layered(s.Call.Layers, at, func(at time.Duration) ended { return r.node(s.Call.To.Service, at) })
	case s.Repeat != nil && s.Repeat.Layer != "":
		return r.layered([]string{s.Repeat.Layer}, at, func(at time.Duration) ended { return r.step(&s.Repeat.Step, at) })
	case s.Repeat != nil:
		return r.items(r.fans[s.Repeat.FanOut], &s.Repeat.Step, at)
	case s.Alt != nil:
		return r.step(&s.Alt.Steps[r.pick(len(s.Alt.Steps))], at)
	case s.Par != nil:
		return r.together(s.Par.Steps, at)
	}
	last := ended{at: at, ok: true}
	for i := range s.Seq.Steps {
		e := r.step(&s.Seq.Steps[i], last.at)
		if !e.ok && s.Seq.FailFast {
			return e
		}
		last = ended{e.at, last.ok && e.ok, worseOf(last, e).class}
	}
	return last
}

func worseOf(a, b ended) ended {
	if !b.ok {
		return b
	}
	return a
}

func (r *referee) together(steps []Step, at time.Duration) ended {
	all := ended{at: at, ok: true}
	for i := range steps {
		e := r.step(&steps[i], at)
		all = ended{max(all.at, e.at), all.ok && e.ok, worseOf(all, e).class}
	}
	return all
}

func (r *referee) items(f *FanOut, s *Step, at time.Duration) ended {
	n, _ := f.N.Count(nil)
	width, ok := f.Width.Count(nil)
	if !ok {
		width = 1
	}
	all := ended{at: at, ok: true}
	lanes := make([]time.Duration, width)
	for i := range lanes {
		lanes[i] = at
	}
	for range n {
		lane := 0
		for i := range lanes {
			if lanes[i] < lanes[lane] {
				lane = i
			}
		}
		e := r.step(s, lanes[lane])
		lanes[lane] = e.at
		all = ended{max(all.at, e.at), all.ok && e.ok, worseOf(all, e).class}
		if !e.ok && f.Mode == FanOutFailFast {
			return e
		}
	}
	if f.Mode == FanOutContinue {
		all.ok = true
	}
	return all
}

// layered runs something through layers, the outermost first.
func (r *referee) layered(layers []string, at time.Duration, run func(time.Duration) ended) ended {
	if len(layers) == 0 {
		return run(at)
	}
	l := r.layers[layers[0]]
	attempts, _ := l.Attempts.Count(nil)
	perTry, timed := l.PerTry.Duration(nil)
	for k := Count(1); ; k++ {
		e := r.layered(layers[1:], at, run)
		if timed && e.at-at > perTry {
			e = ended{at + perTry, false, ClassTimeout} // the callee goes on
		}
		if e.ok || k >= attempts || !l.RetriesOn.Has(e.class) {
			return e
		}
		pause, _ := l.Backoff.Base.Duration(nil)
		at = e.at + pause
	}
}

// peakOf is the most calls of a node at work at once.
func (r *referee) peakOf(name string) Count { return (&hanging{calls: r.atWork[name]}).peak() }

// randomSystem makes a system of its own for each seed: a few levels of bodies over
// two leaves. Of every third all runs can be had.
func randomSystem(seed uint64, timed bool) *Fragment {
	rng := rand.New(rand.NewPCG(seed, 7))
	f := &Fragment{}
	depth, size := 2+rng.IntN(2), 2
	if isSmall(seed) {
		depth, size = 1+rng.IntN(2), 1
	}
	for d := range depth {
		g := &systemMaker{rng: rng, f: f, name: fmt.Sprintf("n%d", d), timed: timed, targets: []string{fmt.Sprintf("n%d", d+1)}}
		if d == depth-1 {
			g.targets = []string{"x", "y"}
		}
		body := g.step(size)
		f.Handlers = append(f.Handlers, Handler{Service: g.name, Body: &body, Answers: []AnswerRule{{Callee: "*", Classes: AnyClass, Kind: AnswerPasses}}})
	}
	f.Handlers[0].Entry = EntryRequest
	fails := NewClassSet(ClassReset).Union(NewClassSet(ClassConflict))
	none := ClassSet{}
	work := time.Duration(1+rng.IntN(4)) * time.Second
	f.Handlers = append(f.Handlers, Handler{Service: "x", FailsWith: &fails, Work: lasting(work)}, Handler{Service: "y", FailsWith: &fails, Work: lasting(0)})
	for i := range f.Handlers {
		f.Handlers[i].Unreachable = &none
	}
	return f
}

func isSmall(seed uint64) bool { return seed%3 == 0 }

type systemMaker struct {
	rng     *rand.Rand
	f       *Fragment
	name    string
	targets []string
	timed   bool
	ids     int
}

func (m *systemMaker) id() string {
	m.ids++
	return fmt.Sprintf("%s#%d", m.name, m.ids)
}

func (m *systemMaker) layer() string {
	l := Layer{ID: m.id(), Kind: KindLoop, Attempts: Exactly(1+m.rng.IntN(3), BoundExact, Pos{}), Backoff: Backoff{Kind: BackoffNone}}
	l.RetriesOn = []ClassSet{AnyClass, NewClassSet(ClassReset), NewClassSet(ClassReset).Union(NewClassSet(ClassTimeout))}[m.rng.IntN(3)]
	if m.timed && m.rng.IntN(2) == 0 {
		l.PerTry = lasting(time.Duration(1+m.rng.IntN(3)) * 700 * time.Millisecond)
	}
	m.f.Layers = append(m.f.Layers, l)
	return l.ID
}

func (m *systemMaker) step(depth int) Step {
	if depth == 0 || m.rng.IntN(4) == 0 {
		c := &Call{To: Endpoint{Service: m.targets[m.rng.IntN(len(m.targets))]}, Confidence: ConfidenceStatic}
		for range m.rng.IntN(2) + 1 {
			c.Layers = append(c.Layers, m.layer())
		}
		return Step{Call: c}
	}
	two := func() []Step { return []Step{m.step(depth - 1), m.step(depth - 1)} }
	switch m.rng.IntN(5) {
	case 0:
		return Step{Seq: &Seq{Steps: two(), FailFast: true}}
	case 1:
		return Step{Par: &Par{Steps: two()}}
	case 2:
		return Step{Alt: &Alt{Steps: two()}}
	case 3:
		return Step{Repeat: &Repeat{Layer: m.layer(), Step: m.step(depth - 1)}}
	}
	n := 2 + m.rng.IntN(4)
	fan := FanOut{ID: m.id(), N: Exactly(n, BoundExact, Pos{}), Mode: FanOutFailFast}
	if m.rng.IntN(2) == 0 {
		fan.Mode, fan.Width = FanOutCancel, Exactly(n, BoundExact, Pos{})
	}
	m.f.FanOuts = append(m.f.FanOuts, fan)
	return Step{Repeat: &Repeat{FanOut: fan.ID, Step: m.step(depth - 1)}}
}

// The number of runs that are had of a small system, and of another one.
const runsOfSmall, runsOfLarge = 1_000, 50

// worstRuns runs a system in all ways, or in as many as allowed, and returns the
// most calls of a node and the most at work at once; whole says that all were had.
// leaf is how the leaves end.
func worstRuns(f *Fragment, runs int, name string, leaf func(c *tape, service string) (Class, bool)) (calls, peak Count, whole bool) {
	c := &tape{}
	for range runs {
		r := newReferee(f)
		r.pick = c.choose
		r.leaf = func(service string) (Class, bool) { return leaf(c, service) }
		r.node("n0", 0)
		calls, peak = max(calls, Count(r.got[name])), max(peak, r.peakOf(name))
		if !c.next() {
			return calls, peak, true
		}
	}
	return calls, peak, false
}

// anyEnd lets a leaf succeed or fail in each way.
func anyEnd(c *tape, _ string) (Class, bool) {
	return []Class{ClassReset, ClassConflict, ClassReset}[c.choose(3)], c.taken[c.at-1] == 2
}

// ruling is what the referee finds wrong with the figures of a system, computed
// from a fragment that may have a fault in it.
type ruling struct {
	wrong  []string
	exact  int // systems in which the figure is the maximum of all runs
	whole  int // systems of which all runs were had
	downs  int // outages that were compared
	hangs  int // sweeps that were
	number int
}

func (v *ruling) judge(f, computedFrom *Fragment, runs int, timed bool) {
	v.number++
	g := Link([]*Fragment{computedFrom}, &Policy{})
	for _, n := range Compute(g, Options{Operations: true}).Nodes {
		if n.ID != "x" || n.Entry == "" {
			continue
		}
		calls, peak, whole := worstRuns(f, runs, "x", anyEnd)
		if calls > n.Calls {
			v.wrong = append(v.wrong, fmt.Sprintf("a run has %s calls, printed are %s", calls, n.Calls))
		}
		if peak > *n.Concurrency {
			v.wrong = append(v.wrong, fmt.Sprintf("a run has %s at once, printed are %s", peak, *n.Concurrency))
		}
		if whole {
			if v.whole++; calls == n.Calls {
				v.exact++
			}
		}
		v.outage(f, runs, &n, timed)
		if !timed && !hasAlternatives(f) {
			v.hang(f, &n)
		}
	}
}

// outage compares the run in which one leaf fails every call and all else answers.
func (v *ruling) outage(f *Fragment, runs int, n *NodeInfo, timed bool) {
	var most Count
	for _, class := range []Class{ClassReset, ClassConflict} {
		down, _, whole := worstRuns(f, runs, "x", func(_ *tape, service string) (Class, bool) { return class, service != "x" })
		if !whole {
			return
		}
		most = max(most, down)
	}
	v.downs++
	if most > *n.HardDown || !timed && most < *n.HardDown {
		v.wrong = append(v.wrong, fmt.Sprintf("an outage makes %s calls, printed are %s", most, *n.HardDown))
	}
}

// hang compares the run in which x fails after all its work and y answers at once:
// where every layer tries again, what is at work at once is the sweep.
func (v *ruling) hang(f *Fragment, n *NodeInfo) {
	_, peak, _ := worstRuns(f, 1, "x", func(_ *tape, service string) (Class, bool) { return ClassReset, service != "x" })
	if n.ConcurrencyHung == 0 {
		return
	}
	if v.hangs++; peak != n.ConcurrencyHung {
		v.wrong = append(v.wrong, fmt.Sprintf("when x hangs %s are at work at once, printed are %s", peak, n.ConcurrencyHung))
	}
}

func hasAlternatives(f *Fragment) bool {
	found := false
	for i := range f.Handlers {
		if b := f.Handlers[i].Body; b != nil {
			b.walk(func(s *Step) { found = found || s.Alt != nil })
		}
	}
	return found
}

// 200 small systems: no run has more calls or more at once than printed, and an
// outage makes the very number.
func TestReferee(t *testing.T) {
	for _, timed := range []bool{false, true} {
		var v ruling
		for seed := range uint64(100) {
			f, runs := randomSystem(seed, timed), runsOfLarge
			if isSmall(seed) {
				runs = runsOfSmall
			}
			before := len(v.wrong)
			if v.judge(f, f, runs, timed); len(v.wrong) > before {
				t.Errorf("timed %v, seed %d: %v", timed, seed, v.wrong[before:])
			}
		}
		t.Logf("timed %v: %d systems, all runs of %d, of which %d reach the figure; %d outages, %d sweeps", timed, v.number, v.whole, v.exact, v.downs, v.hangs)
		if v.whole < 10 || v.downs < 20 || !timed && v.hangs < 10 || !timed && v.exact*10 < v.whole*8 {
			t.Errorf("timed %v: too little was compared: %+v", timed, v)
		}
	}
}

// Three faults of the kind that is easily made: each is caught.
func TestRefereeCatchesFaults(t *testing.T) {
	each := func(f *Fragment, change func(*Step)) {
		for i := range f.Handlers {
			if b := f.Handlers[i].Body; b != nil {
				b.walk(change)
			}
		}
	}
	for name, fault := range map[string]func(*Fragment){
		"sum for maximum": func(f *Fragment) {
			each(f, func(s *Step) {
				if s.Alt != nil {
					s.Par, s.Alt = &Par{Steps: s.Alt.Steps}, nil
				}
			})
		},
		"retries for attempts": func(f *Fragment) {
			for i := range f.Layers {
				n, _ := f.Layers[i].Attempts.Count(nil)
				f.Layers[i].Attempts = Exactly(max(1, int(n)-1), BoundExact, Pos{})
			}
		},
		"dropped width": func(f *Fragment) {
			for i := range f.FanOuts {
				if f.FanOuts[i].Width.IsSet() {
					f.FanOuts[i].Width = Bound{}
				}
			}
		},
	} {
		caught := 0
		for seed := range uint64(60) {
			var v ruling
			f, broken := randomSystem(seed, false), randomSystem(seed, false)
			fault(broken)
			if v.judge(f, broken, runsOfLarge, false); len(v.wrong) > 0 {
				caught++
			}
		}
		if t.Logf("%s: caught in %d of 60 systems", name, caught); caught == 0 {
			t.Errorf("%s is not caught", name)
		}
	}
}
