package simulate

import (
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/ampcheck/ampcheck/graph"
)

// classLimit is how many events one request may have while the worst class is
// looked for; one that has more is bad enough.
const classLimit = 50_000

// WorstClass is the class of a target's failure, of those it may answer, for
// which one request at the entry makes the most calls of it, and that number of
// calls. A timeout is not among them: a target that is silent stalls.
func WorstClass(sys *graph.System, entry, target string) (graph.Class, int, error) {
	e, t, err := ends(sys, entry, target)
	if err != nil {
		return 0, 0, err
	}
	fails := sys.Nodes[t].Fails
	if sys.Nodes[t].Body != nil {
		fails = graph.Answerable
	}
	worst, most, seen := graph.ClassReset, -1, map[string]bool{}
	for _, c := range fails.Classes() {
		key := likeness(sys, c)
		if c == graph.ClassTimeout || c == graph.ClassTerminal || seen[key] {
			continue
		}
		seen[key] = true
		calls, _, err := drawn(sys, e, t, &down{target: t, class: c}, classLimit)
		if err != nil {
			calls = max(calls, classLimit/4)
		}
		if calls > most {
			worst, most = c, calls
		}
	}
	return worst, max(most, 0), nil
}

// draws is how many requests are run of a system that has alternatives.
const draws = 50

// drawn runs one request, or where there are alternatives some of them, each with
// other choices, and returns the most calls of the target and their mean.
func drawn(sys *graph.System, entry, target int, d *down, limit int) (most int, mean float64, err error) {
	d.rng = rand.New(rand.NewPCG(1, 1))
	n := 1
	for i := range sys.Nodes {
		if hasAlternative(sys.Nodes[i].Body) {
			n = draws
		}
	}
	sum := 0
	for range n {
		c := &counting{node: target}
		_, err = Request(sys, entry, d, c, limit)
		most, sum = max(most, c.calls), sum+c.calls
		if err != nil {
			return most, 0, err
		}
	}
	return most, float64(sum) / float64(n), nil
}

func hasAlternative(s *graph.SystemStep) bool {
	if s == nil {
		return false
	}
	found := s.Kind == graph.StepAlt
	for i := range s.Steps {
		found = found || hasAlternative(&s.Steps[i])
	}
	return found
}

// ends are the numbers of two nodes.
func ends(sys *graph.System, entry, target string) (e, t int, err error) {
	if t, err = nodeOf(sys, target); err == nil {
		e, err = nodeOf(sys, entry)
	}
	return e, t, err
}

// likeness is equal for classes that nothing in a system tells apart.
func likeness(sys *graph.System, c graph.Class) string {
	var key []byte
	in := func(s graph.ClassSet) {
		if s.Has(c) {
			key = append(key, '1')
		} else {
			key = append(key, '0')
		}
	}
	for _, p := range []graph.Protocol{graph.ProtocolHTTP, graph.ProtocolGRPC} {
		seen := graph.SeenAs(c, p)
		key = fmt.Append(key, seen.Has(c), seen.Len())
	}
	for _, s := range []graph.ClassSet{graph.Unavailable, graph.Overload, graph.ErrorClass, graph.NewClassSet(graph.ClassReset), graph.NewClassSet(graph.ClassConflict)} {
		in(s)
	}
	for i := range sys.Layers {
		for _, t := range sys.Layers[i].Tries {
			in(t.Classes)
		}
		for _, r := range sys.Layers[i].Renames {
			in(r.From)
		}
	}
	for i := range sys.Nodes {
		eachCall(sys.Nodes[i].Body, func(s *graph.SystemStep) {
			for _, r := range s.Answers {
				in(r.Classes)
			}
		})
	}
	return string(key)
}

func eachCall(s *graph.SystemStep, f func(*graph.SystemStep)) {
	if s == nil {
		return
	}
	if s.Kind == graph.StepCall {
		f(s)
	}
	for i := range s.Steps {
		eachCall(&s.Steps[i], f)
	}
}

// counting counts the executions of one node.
type counting struct{ node, calls int }

// Arrived and Ended make it a Watch.
func (c *counting) Arrived(node int, _ time.Duration) {
	if node == c.node {
		c.calls++
	}
}

// Ended is of no interest.
func (*counting) Ended(int, time.Duration, time.Duration) {}

// down is a world in which one node fails every call at once, and everything else
// answers at once.
type down struct {
	target int
	class  graph.Class
	rng    *rand.Rand
}

// Choose draws one.
func (d *down) Choose(n int) int { return d.rng.IntN(n) }

// Leaf answers at once.
func (d *down) Leaf(node int, _ time.Duration) (time.Duration, graph.Class, bool) {
	return 0, d.class, node != d.target
}

// Fails is true for the target.
func (d *down) Fails(node int, _ time.Duration) (graph.Class, bool) {
	return d.class, node == d.target
}

// Down is how many calls of a target one request at an entry makes when it fails
// every call with a class; the most, where there are alternatives.
func Down(sys *graph.System, entry, target string, class graph.Class) (int, error) {
	e, t, err := ends(sys, entry, target)
	if err != nil {
		return 0, err
	}
	calls, _, err := drawn(sys, e, t, &down{target: t, class: class}, DefaultEvents)
	return calls, err
}
