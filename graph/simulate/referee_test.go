package simulate

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/ampcheck/ampcheck/graph"
)

// The simulation is held against the figures of Compute. What happens at a leaf, and
// which alternative is taken, is read from a tape, so that all runs of a small
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

// played is a world and a watch in one: how leaves end and which way is taken is
// read from a tape, and what every node gets is noted.
type played struct {
	sys  *graph.System
	tape *tape
	// leaf says how a call of a leaf ends.
	leaf   func(c *tape, node string) (graph.Class, bool)
	got    map[string]int
	atWork map[string][]span
}

type span struct{ start, end time.Duration }

func (p *played) Choose(n int) int { return p.tape.choose(n) }

func (p *played) Leaf(node int, _ time.Duration) (time.Duration, graph.Class, bool) {
	n := &p.sys.Nodes[node]
	class, ok := p.leaf(p.tape, n.ID)
	return n.Work, class, ok
}

func (p *played) Fails(int, time.Duration) (graph.Class, bool) { return 0, false }

func (p *played) Arrived(node int, _ time.Duration) { p.got[p.sys.Nodes[node].ID]++ }

func (p *played) Ended(node int, start, end time.Duration) {
	if id := p.sys.Nodes[node].ID; end > start {
		p.atWork[id] = append(p.atWork[id], span{start, end})
	}
}

// peakOf is the most calls of a node at work at once; one that ends makes room
// before the next starts.
func (p *played) peakOf(name string) graph.Count {
	var starts, ends []time.Duration
	for _, s := range p.atWork[name] {
		starts, ends = append(starts, s.start), append(ends, s.end)
	}
	slices.Sort(starts)
	slices.Sort(ends)
	most := 0
	for i, k := 0, 0; i < len(starts); i++ {
		for k < len(ends) && ends[k] <= starts[i] {
			k++
		}
		most = max(most, i+1-k)
	}
	return graph.Count(most)
}

// randomSystem makes a system of its own for each seed: a few levels of bodies over
// two leaves. Of every third all runs can be had.
func randomSystem(seed uint64, timed bool) *graph.Fragment {
	rng := rand.New(rand.NewPCG(seed, 7))
	f := &graph.Fragment{}
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
		f.Handlers = append(f.Handlers, graph.Handler{Service: g.name, Body: &body, Answers: []graph.AnswerRule{{Callee: "*", Classes: graph.AnyClass, Kind: graph.AnswerPasses}}})
	}
	f.Handlers[0].Entry = graph.EntryRequest
	fails := graph.NewClassSet(graph.ClassReset).Union(graph.NewClassSet(graph.ClassConflict))
	none := graph.ClassSet{}
	work := time.Duration(1+rng.IntN(4)) * time.Second
	f.Handlers = append(f.Handlers, graph.Handler{Service: "x", FailsWith: &fails, Work: lasting(work)}, graph.Handler{Service: "y", FailsWith: &fails, Work: lasting(0)})
	for i := range f.Handlers {
		f.Handlers[i].Unreachable = &none
	}
	return f
}

func lasting(d time.Duration) graph.Bound {
	return graph.Lasting(d, graph.BoundExact, graph.Pos{})
}

func isSmall(seed uint64) bool { return seed%3 == 0 }

type systemMaker struct {
	rng     *rand.Rand
	f       *graph.Fragment
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
	l := graph.Layer{ID: m.id(), Kind: graph.KindLoop, Attempts: graph.Exactly(1+m.rng.IntN(3), graph.BoundExact, graph.Pos{}), Backoff: graph.Backoff{Kind: graph.BackoffNone}}
	l.RetriesOn = []graph.ClassSet{graph.AnyClass, graph.NewClassSet(graph.ClassReset), graph.NewClassSet(graph.ClassReset).Union(graph.NewClassSet(graph.ClassTimeout))}[m.rng.IntN(3)]
	if m.timed && m.rng.IntN(2) == 0 {
		l.PerTry = lasting(time.Duration(1+m.rng.IntN(3)) * 700 * time.Millisecond)
	}
	m.f.Layers = append(m.f.Layers, l)
	return l.ID
}

func (m *systemMaker) step(depth int) graph.Step {
	if depth == 0 || m.rng.IntN(4) == 0 {
		c := &graph.Call{To: graph.Endpoint{Service: m.targets[m.rng.IntN(len(m.targets))]}, Confidence: graph.ConfidenceStatic}
		for range m.rng.IntN(2) + 1 {
			c.Layers = append(c.Layers, m.layer())
		}
		return graph.Step{Call: c}
	}
	two := func() []graph.Step { return []graph.Step{m.step(depth - 1), m.step(depth - 1)} }
	switch m.rng.IntN(5) {
	case 0:
		return graph.Step{Seq: &graph.Seq{Steps: two(), FailFast: true}}
	case 1:
		return graph.Step{Par: &graph.Par{Steps: two()}}
	case 2:
		return graph.Step{Alt: &graph.Alt{Steps: two()}}
	case 3:
		return graph.Step{Repeat: &graph.Repeat{Layer: m.layer(), Step: m.step(depth - 1)}}
	}
	n := 2 + m.rng.IntN(4)
	fan := graph.FanOut{ID: m.id(), N: graph.Exactly(n, graph.BoundExact, graph.Pos{}), Mode: graph.FanOutFailFast}
	if m.rng.IntN(2) == 0 {
		fan.Mode, fan.Width = graph.FanOutCancel, graph.Exactly(n, graph.BoundExact, graph.Pos{})
	}
	m.f.FanOuts = append(m.f.FanOuts, fan)
	return graph.Step{Repeat: &graph.Repeat{FanOut: fan.ID, Step: m.step(depth - 1)}}
}

// seeds is how many systems are made: fewer where time is short.
func seeds(n uint64) uint64 {
	if testing.Short() {
		return n / 4
	}
	return n
}

// The number of runs that are had of a small system, and of another one.
const runsOfSmall, runsOfLarge = 1_000, 50

// worstRuns runs a system in all ways, or in as many as allowed, and returns the
// most calls of a node and the most at work at once; whole says that all were had.
// leaf is how the leaves end.
func worstRuns(t *testing.T, sys *graph.System, runs int, name string, leaf func(c *tape, node string) (graph.Class, bool)) (calls, peak graph.Count, whole bool) {
	t.Helper()
	c := &tape{}
	entry, err := nodeOf(sys, "n0")
	if err != nil {
		t.Fatal(err)
	}
	for range runs {
		p := &played{sys: sys, tape: c, leaf: leaf, got: map[string]int{}, atWork: map[string][]span{}}
		if _, err := Request(sys, entry, p, p, 1_000_000); err != nil {
			t.Fatal(err)
		}
		calls, peak = max(calls, graph.Count(p.got[name])), max(peak, p.peakOf(name))
		if !c.next() {
			return calls, peak, true
		}
	}
	return calls, peak, false
}

// anyEnd lets a leaf succeed or fail in each way.
func anyEnd(c *tape, _ string) (graph.Class, bool) {
	return []graph.Class{graph.ClassReset, graph.ClassConflict, graph.ClassReset}[c.choose(3)], c.taken[c.at-1] == 2
}

// ruling is what the referee finds wrong with the figures of a system, computed
// from a fragment that may have a fault in it.
type ruling struct {
	wrong  []string
	exact  int // systems in which the figure is the maximum of all runs
	whole  int // systems of which all runs were had
	downs  int // outages that were compared
	hangs  int // sweeps that were
	loads  int // loads that were
	number int
}

func (v *ruling) judge(t *testing.T, f, computedFrom *graph.Fragment, runs int, timed bool) {
	t.Helper()
	v.number++
	sys := graph.Link([]*graph.Fragment{f}, &graph.Policy{}).System()
	g := graph.Link([]*graph.Fragment{computedFrom}, &graph.Policy{Rates: graph.Rates{Base: loadRate, Failure: outageShare}})
	for _, n := range graph.Compute(g, graph.Options{Operations: true}).Nodes {
		if n.ID != "x" || n.Entry == "" {
			continue
		}
		calls, peak, whole := worstRuns(t, sys, runs, "x", anyEnd)
		if calls > n.Calls {
			v.wrong = append(v.wrong, fmt.Sprintf("a run has %s calls, printed are %s", calls, n.Calls))
		}
		if peak > *n.Concurrency {
			v.wrong = append(v.wrong, fmt.Sprintf("a run has %s at once, printed are %s", peak, *n.Concurrency))
		}
		if whole {
			if v.whole++; calls == n.Calls {
				v.exact++
			} else if !timed {
				v.wrong = append(v.wrong, fmt.Sprintf("the worst of all runs has %s calls, printed are %s", calls, n.Calls))
			}
		}
		v.outage(t, sys, runs, &n, timed)
		if !timed && !hasAlternatives(f) {
			v.hang(t, sys, &n)
			v.correlated(t, sys, &n)
		}
	}
}

// outage compares the run in which one leaf fails every call and all else answers.
func (v *ruling) outage(t *testing.T, sys *graph.System, runs int, n *graph.NodeInfo, timed bool) {
	var most graph.Count
	for _, class := range []graph.Class{graph.ClassReset, graph.ClassConflict} {
		down, _, whole := worstRuns(t, sys, runs, "x", func(_ *tape, service string) (graph.Class, bool) { return class, service != "x" })
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
func (v *ruling) hang(t *testing.T, sys *graph.System, n *graph.NodeInfo) {
	_, peak, _ := worstRuns(t, sys, 1, "x", func(_ *tape, service string) (graph.Class, bool) { return graph.ClassReset, service != "x" })
	if n.ConcurrencyHung == 0 {
		return
	}
	if v.hangs++; peak != n.ConcurrencyHung {
		v.wrong = append(v.wrong, fmt.Sprintf("when x hangs %s are at work at once, printed are %s", peak, n.ConcurrencyHung))
	}
}

// The load at the entry per second, and the share of the time in which x is down.
const loadRate, outageShare = 20, 0.3

// correlated compares the load of a run in which x is down for a share of the time,
// with each class, with the printed one: the same within 2%.
func (v *ruling) correlated(t *testing.T, sys *graph.System, n *graph.NodeInfo) {
	if n.Happy == 0 || n.Expected == nil {
		return
	}
	most := 0.0
	for _, class := range []graph.Class{graph.ClassReset, graph.ClassConflict} {
		r, err := Under(instant(sys), Options{Entry: "n0", Target: "x", Class: class, Capacity: 1 << 30, Latency: time.Microsecond,
			Start: 2 * time.Second, Length: 3 * time.Second, For: 10 * time.Second})
		if err != nil {
			t.Fatal(err)
		}
		sum := 0
		for _, s := range r.Samples {
			sum += s.Calls
		}
		most = max(most, float64(sum)/10)
	}
	v.loads++
	if want := n.Expected.Correlated; math.Abs(most-want) > 0.02*want {
		v.wrong = append(v.wrong, fmt.Sprintf("a run has %.1f calls a second, printed are %.1f", most, want))
	}
}

// instant is a system whose leaves work for no time that is worth naming.
func instant(sys *graph.System) *graph.System {
	c := *sys
	c.Nodes = slices.Clone(sys.Nodes)
	for i := range c.Nodes {
		c.Nodes[i].Work = 0
	}
	c.Rates.Base = loadRate
	return &c
}

// Over time no failure makes more calls than are printed with budgets: neither when
// everything fails nor at the rates between.
func TestSustainedIsNeverExceeded(t *testing.T) {
	compared := 0
	for seed := range seeds(32) {
		f := randomSystem(seed, false)
		for i := range f.Layers {
			f.Layers[i].Budget = []*graph.Budget{{Kind: graph.BudgetRequestRatio, Ratio: 0.1, Tokens: 1}, {Kind: graph.BudgetSuccessFunded, Ratio: 0.2, Tokens: 1}, nil}[i%3]
		}
		g := graph.Link([]*graph.Fragment{f}, &graph.Policy{})
		for _, n := range graph.Compute(g, graph.Options{Operations: true}).Nodes {
			if n.ID != "x" || n.SustainedCalls == nil || n.Happy == 0 {
				continue
			}
			for _, p := range []float64{0.1, 0.5, 1} {
				for _, class := range []graph.Class{graph.ClassReset, graph.ClassConflict} {
					r, err := Under(instant(g.System()), Options{Entry: "n0", Target: "x", Class: class, Failure: p, Capacity: 1 << 30,
						Latency: time.Microsecond, Start: time.Second, Length: time.Nanosecond, For: 60 * time.Second})
					if err != nil {
						t.Fatal(err)
					}
					compared++
					if got := perRequest(r); got > *n.SustainedCalls*1.02 {
						t.Errorf("seed %d, %s at p = %g: %.2f calls for each request, printed are %.2f", seed, class, p, got, *n.SustainedCalls)
					}
				}
			}
		}
	}
	if t.Logf("%d runs", compared); compared < 2*int(seeds(32)) {
		t.Errorf("only %d runs were compared", compared)
	}
}

// perRequest is how many calls of the target there were for each request, after the
// first ten seconds, in which buckets drain.
func perRequest(r *Run) float64 {
	calls, arrived := 0, 0
	for _, s := range r.Samples[10:] {
		calls, arrived = calls+s.Calls, arrived+s.Arrived
	}
	return float64(calls) / float64(arrived)
}

// walk visits a step and all below it.
func walk(s *graph.Step, visit func(*graph.Step)) {
	visit(s)
	var below []graph.Step
	switch {
	case s.Seq != nil:
		below = s.Seq.Steps
	case s.Par != nil:
		below = s.Par.Steps
	case s.Alt != nil:
		below = s.Alt.Steps
	case s.Repeat != nil:
		walk(&s.Repeat.Step, visit)
	}
	for i := range below {
		walk(&below[i], visit)
	}
}

func hasAlternatives(f *graph.Fragment) bool {
	found := false
	for i := range f.Handlers {
		if b := f.Handlers[i].Body; b != nil {
			walk(b, func(s *graph.Step) { found = found || s.Alt != nil })
		}
	}
	return found
}

// 200 small systems, without timers and with some: no run has more calls or more at once than printed, the worst
// of all runs has as many, an outage makes the very number, and so does one that
// lasts for a part of the time.
func TestReferee(t *testing.T) {
	for _, timed := range []bool{false, true} {
		var v ruling
		for seed := range seeds(200) {
			f, runs := randomSystem(seed, timed), runsOfLarge
			if isSmall(seed) {
				runs = runsOfSmall
			}
			before := len(v.wrong)
			if v.judge(t, f, f, runs, timed); len(v.wrong) > before {
				t.Errorf("timed %v, seed %d: %v", timed, seed, v.wrong[before:])
			}
		}
		t.Logf("timed %v: %d systems, all runs of %d, of which %d reach the figure; %d outages, %d sweeps, %d loads", timed, v.number, v.whole, v.exact, v.downs, v.hangs, v.loads)
		if n := int(seeds(200)); v.whole*12 < n || v.downs*5 < n*2 || !timed && (v.hangs*5 < n || v.loads*5 < n) {
			t.Errorf("timed %v: too little was compared: %+v", timed, v)
		}
	}
}

// Three faults of the kind that is easily made: each is caught.
func TestRefereeCatchesFaults(t *testing.T) {
	each := func(f *graph.Fragment, change func(*graph.Step)) {
		for i := range f.Handlers {
			if b := f.Handlers[i].Body; b != nil {
				walk(b, change)
			}
		}
	}
	for name, fault := range map[string]func(*graph.Fragment){
		"sum for maximum": func(f *graph.Fragment) {
			each(f, func(s *graph.Step) {
				if s.Alt != nil {
					s.Par, s.Alt = &graph.Par{Steps: s.Alt.Steps}, nil
				}
			})
		},
		"retries for attempts": func(f *graph.Fragment) {
			for i := range f.Layers {
				n, _ := f.Layers[i].Attempts.Count(nil)
				f.Layers[i].Attempts = graph.Exactly(max(1, int(n)-1), graph.BoundExact, graph.Pos{})
			}
		},
		"dropped width": func(f *graph.Fragment) {
			for i := range f.FanOuts {
				if f.FanOuts[i].Width.IsSet() {
					f.FanOuts[i].Width = graph.Bound{}
				}
			}
		},
	} {
		caught := 0
		for seed := range seeds(60) {
			var v ruling
			f, broken := randomSystem(seed, false), randomSystem(seed, false)
			fault(broken)
			if v.judge(t, f, broken, runsOfLarge, false); len(v.wrong) > 0 {
				caught++
			}
		}
		if t.Logf("%s: caught in %d of %d systems", name, caught, seeds(60)); caught == 0 {
			t.Errorf("%s is not caught", name)
		}
	}
}
