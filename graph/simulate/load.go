package simulate

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"github.com/ampcheck/ampcheck/graph"
)

// Defaults of what neither the options nor the policy say.
const (
	DefaultRate        = 20                    // requests a second at the entry
	DefaultLatency     = 10 * time.Millisecond // of a leaf
	DefaultUtilisation = 0.5                   // of the target when nothing fails
	DefaultEvents      = 10_000_000
)

// Options say what is run. What is zero has its default.
type Options struct {
	// Entry is where work arrives, Target the node that fails.
	Entry, Target string
	Seed          uint64
	// Rate are the requests at the entry per second.
	Rate float64
	// Latency is how long a leaf works of which that is not known.
	Latency time.Duration
	// Capacity is how many calls the target works on at once; 0 is what the policy
	// says, else, for a target that calls nothing, what is busy to the share
	// Utilisation when nothing fails, and for another one no limit.
	Capacity    int
	Utilisation float64
	// The target fails from Start on for Length, with Class, or is silent for all
	// of it where Stall is set. For is the length of the run.
	Start, Length, For time.Duration
	Class              graph.Class
	Stall              bool
	// Failure is the share of calls of the target that fail at any time.
	Failure float64
	// Budget is put on every layer that has none, and Propagate hands deadlines
	// down on every hop.
	Budget    *graph.Budget
	Propagate bool
	// Events is how many there may be.
	Events int
}

// Sample is one second of a run.
type Sample struct {
	// Arrived are the requests at the entry, Answered those that ended in success
	// within the second, Failed those that ended otherwise.
	Arrived  int `json:"arrived"`
	Answered int `json:"answered"`
	Failed   int `json:"failed"`
	// Calls are those that the target received.
	Calls int `json:"calls"`
	// AtWork are the calls of the target that are in work or wait for it, at the
	// end of the second.
	AtWork int `json:"at_work"`
}

// Run is what happened.
type Run struct {
	Options
	// Work is how long the target works on one call; 0 where it calls others.
	Work    time.Duration
	Samples []Sample
	// Healthy are the calls of the target per second when nothing fails, Peak the
	// most that it received in one second, and After the mean of the last five
	// seconds.
	Healthy, Peak, After float64
	// Recovered is how long after the trigger all was well again, and stayed so;
	// nil for never.
	Recovered *time.Duration
	// Cut is set where there were too many events: the run ended there.
	Cut bool
}

// Under runs a system under load while its target fails for a while.
func Under(sys *graph.System, o Options) (*Run, error) {
	entry, target, err := ends(sys, o.Entry, o.Target)
	if err != nil {
		return nil, err
	}
	if o.For <= o.Start+o.Length {
		return nil, errors.New("the run ends before the trigger does")
	}
	o.defaults(sys)
	r := &Run{Options: o, Work: sys.Nodes[target].Work, Samples: make([]Sample, int(math.Ceil(o.For.Seconds())))}
	if leaf := sys.Nodes[target].Body == nil; leaf && r.Work == 0 {
		r.Work = o.Latency
	}
	calls, err := happy(sys, entry, target)
	if err != nil {
		return nil, err
	}
	r.Healthy = o.Rate * calls
	r.capacity(&sys.Nodes[target])
	l := &load{run: r, target: target, rng: rand.New(rand.NewPCG(o.Seed, 1))}
	l.machine = newMachine(budgeted(sys, o.Budget), l, l)
	l.machine.draw, l.machine.propagate = l.rng.Float64, o.Propagate
	for i := range sys.Nodes {
		l.machine.servers[i].places = sys.Nodes[i].Capacity
	}
	l.machine.servers[target].places = r.Capacity
	l.drive(entry)
	r.judge()
	return r, nil
}

func (o *Options) defaults(sys *graph.System) {
	if o.Rate == 0 {
		if o.Rate = sys.Rates.Base; o.Rate == 0 {
			o.Rate = DefaultRate
		}
	}
	if o.Latency == 0 {
		if o.Latency = sys.Rates.First; o.Latency == 0 {
			o.Latency = DefaultLatency
		}
	}
	if o.Utilisation == 0 {
		o.Utilisation = DefaultUtilisation
	}
	if o.Events == 0 {
		o.Events = DefaultEvents
	}
}

// capacity is how many calls the target works on at once.
func (r *Run) capacity(n *graph.SystemNode) {
	if r.Capacity == 0 {
		r.Capacity = n.Capacity
	}
	if r.Capacity == 0 && n.Body == nil {
		r.Capacity = max(1, int(math.Ceil(r.Healthy*r.Work.Seconds()/r.Utilisation)))
	}
}

// happy is how many calls of the target one request makes when nothing fails, on
// average over alternatives.
func happy(sys *graph.System, entry, target int) (float64, error) {
	_, mean, err := drawn(sys, entry, target, &down{target: -1}, DefaultEvents)
	if err != nil {
		return 0, err
	}
	if mean == 0 && entry != target {
		return 0, fmt.Errorf("a request at %s makes no call of %s when nothing fails", sys.Nodes[entry].ID, sys.Nodes[target].ID)
	}
	return mean, nil
}

// budgeted is the system with a budget on each layer that has none.
func budgeted(sys *graph.System, b *graph.Budget) *graph.System {
	if b == nil {
		return sys
	}
	c := *sys
	c.Layers = append([]graph.SystemLayer(nil), sys.Layers...)
	for i := range c.Layers {
		if c.Layers[i].Budget == nil {
			c.Layers[i].Budget = b
		}
	}
	return &c
}

// load is the world of a run, and watches it.
type load struct {
	run     *Run
	machine *machine
	target  int
	rng     *rand.Rand
	atWork  int
}

// Choose draws one.
func (l *load) Choose(n int) int { return l.rng.IntN(n) }

// Leaf works for its time; the target fails as long as it is down.
func (l *load) Leaf(node int, now time.Duration) (time.Duration, graph.Class, bool) {
	if node != l.target {
		if w := l.machine.sys.Nodes[node].Work; w > 0 {
			return w, 0, true
		}
		return l.run.Latency, 0, true
	}
	class, fails := l.Fails(node, now)
	if fails && l.run.Stall && l.down(now) {
		return l.run.Start + l.run.Length - now + l.run.Work, class, true
	}
	return l.run.Work, class, !fails
}

// Fails is the target's trigger, and its share of failures at any time.
func (l *load) Fails(node int, now time.Duration) (graph.Class, bool) {
	if node != l.target {
		return 0, false
	}
	return l.run.Class, l.down(now) || l.run.Failure > 0 && l.rng.Float64() < l.run.Failure
}

func (l *load) down(now time.Duration) bool {
	return now >= l.run.Start && now < l.run.Start+l.run.Length
}

// Arrived counts the calls of the target.
func (l *load) Arrived(node int, at time.Duration) {
	if node == l.target {
		l.sample(at).Calls++
		l.atWork++
	}
}

// Ended counts what is no longer at work.
func (l *load) Ended(node int, _, _ time.Duration) {
	if node == l.target {
		l.atWork--
	}
}

func (l *load) sample(at time.Duration) *Sample {
	return &l.run.Samples[min(int(at/time.Second), len(l.run.Samples)-1)]
}

// drive sends requests until the end: evenly, each drawn within its share of the
// time.
func (l *load) drive(entry int) {
	m := l.machine
	gap := time.Duration(float64(time.Second) / l.run.Rate)
	var send func(i int)
	send = func(i int) {
		at := time.Duration(i)*gap + time.Duration(l.rng.Float64()*float64(gap))
		m.after(at-m.now, false, func() {
			l.sample(m.now).Arrived++
			send(i + 1)
			m.execute(entry, nil, nil, func(o outcome) {
				if o.ok {
					l.sample(m.now).Answered++
				} else {
					l.sample(m.now).Failed++
				}
			})
		})
	}
	send(0)
	for i := range l.run.Samples {
		m.after(time.Duration(i+1)*time.Second, true, func() { l.run.Samples[i].AtWork = l.atWork })
	}
	for range l.run.Events {
		if !m.next(l.run.For) {
			return
		}
	}
	l.run.Cut = true
	l.run.Samples = l.run.Samples[:int(m.now/time.Second)]
}

// judge finds the figures of the run in its samples.
func (r *Run) judge() {
	tail := 0
	well := len(r.Samples)
	for i := len(r.Samples) - 1; i >= 0; i-- {
		s := &r.Samples[i]
		r.Peak = max(r.Peak, float64(s.Calls))
		if tail < 5 {
			r.After += float64(s.Calls)
			tail++
		}
		fine := float64(s.Answered) >= 0.9*float64(s.Arrived) && float64(s.Calls) <= 1.5*r.Healthy+5
		if fine && well == i+1 && time.Duration(i)*time.Second >= r.Start+r.Length {
			well = i
		}
	}
	r.After /= float64(max(tail, 1))
	if well < len(r.Samples) && !r.Cut {
		d := time.Duration(well)*time.Second - r.Start - r.Length
		r.Recovered = &d
	}
}
