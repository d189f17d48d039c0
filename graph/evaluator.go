package graph

import (
	"fmt"
	"math/bits"
	"strings"
	"time"
)

// evaluator holds the variants in which the nodes of one run are looked at.
// They are made once for a run; every target is then walked in each.
type evaluator struct {
	r               *run
	mixed           *outcomes // every class, the printed figure
	blind           *outcomes
	connections     *outcomes
	ones, confident []classRun
	reached         []classRun // the classes that never reach the target
	window          time.Duration
	wMixed          *outcomes // nil when the window cuts nothing
	wOnes           []classRun
	windows         []windowRun
	tiers           []float64 // by node, for expected
	symbols         []int32   // fan-outs whose number is not known
	budgeted        bool      // a layer has a budget
}

// classRun is a variant in which every failure is of one class; like atoms
// share the walk.
type classRun struct {
	o     *outcomes
	atoms uint64
}

// windowRun is the printed figure with the attempts that start within a window.
type windowRun struct {
	window time.Duration
	o      *outcomes
}

// printedWindows are those that figures are given for beside that of the gate.
var printedWindows = []time.Duration{time.Second, 10 * time.Second, time.Minute, 15 * time.Minute}

// forWindows makes the variants of the windows that leave out attempts.
func (ev *evaluator) forWindows() []windowRun {
	if ev.windows != nil {
		return ev.windows
	}
	ev.windows = []windowRun{}
	for _, d := range printedWindows {
		if d != ev.window && ev.r.g.cuts(d) {
			v := variant{one: allClasses, window: d, zero: -1}
			ev.windows = append(ev.windows, windowRun{d, ev.r.variant(v).outcomes()})
		}
	}
	return ev.windows
}

func newEvaluator(r *run, window time.Duration) *evaluator {
	ev := &evaluator{r: r, window: window, budgeted: r.g.budgeted()}
	base := variant{one: allClasses, window: forever, zero: -1}
	ev.mixed = r.variant(base).outcomes()
	ev.blind = ev.like(variant{one: allClasses, window: forever, zero: -1, blind: true})
	ev.connections = ev.like(variant{one: allClasses, window: forever, zero: -1, connections: true})
	for _, m := range r.g.alike() {
		one := bits.TrailingZeros64(m)
		v := base
		v.one = one
		if m&r.g.atoms.never != 0 {
			if m&r.g.atoms.mask(NewClassSet(ClassConnect)) != 0 {
				v.connections = true
				ev.reached = append(ev.reached, classRun{r.variant(v).outcomes(), m})
			}
			continue
		}
		ev.ones = append(ev.ones, classRun{r.variant(v).outcomes(), m})
		v.confident = true
		ev.confident = append(ev.confident, classRun{r.variant(v).outcomes(), m})
	}
	if r.g.cuts(window) {
		base.window = window
		ev.wMixed = r.variant(base).outcomes()
		for _, c := range ev.confident {
			v := variant{one: c.o.v.one, window: window, zero: -1, confident: true}
			ev.wOnes = append(ev.wOnes, classRun{r.variant(v).outcomes(), c.atoms})
		}
	}
	for i := range r.g.fans {
		if r.g.fans[i].symbol != "" {
			ev.symbols = append(ev.symbols, int32(i))
		}
	}
	return ev
}

// like is a variant with the outcomes of the printed figure: the ways of
// ending do not depend on what is counted.
func (ev *evaluator) like(v variant) *outcomes {
	o := *ev.mixed
	o.v, o.copy = ev.r.variant(v), nil
	return &o
}

// cuts reports whether a window leaves out attempts of any layer.
func (g *Graph) cuts(window time.Duration) bool {
	for i := range g.shapes {
		s := &g.shapes[i]
		if !s.hedge && s.most > 1 && s.startsWithin(s.most, window, 0) != s.most {
			return true
		}
		// Timeouts spread the attempts over their tries.
		if !s.hedge && s.perTry < forever && mulDur(s.most, s.perTry) > window {
			return true
		}
	}
	return false
}

// alike returns the atoms as groups that nothing in the graph treats
// differently, so that one walk serves a whole group.
func (g *Graph) alike() []uint64 {
	byKey := map[string]int{}
	var out []uint64
	rows, fails := g.distinctRows(), g.failMasks()
	timed, http, grpc := g.timed(), g.speaks(ProtocolHTTP), g.speaks(ProtocolGRPC)
	for c := range g.atoms.set {
		bit := uint64(1) << c
		var b strings.Builder
		if bit&g.atoms.never != 0 {
			fmt.Fprint(&b, "never ", c)
		}
		fmt.Fprint(&b, timed && bit&g.atoms.timeout != 0)
		for i := range g.shapes {
			fmt.Fprint(&b, " ", uint64(g.shapes[i].attempts[c]), turn(bit, g.shapes[i].renamed(bit)))
		}
		for _, row := range rows {
			fmt.Fprint(&b, " ", turn(bit, row.become[c]), row.ok&bit != 0, row.unknown&bit != 0)
		}
		for _, m := range fails {
			fmt.Fprint(&b, " ", m&bit != 0)
		}
		if http {
			fmt.Fprint(&b, " ", turn(bit, g.atoms.toHTTP[c]))
		}
		if grpc {
			fmt.Fprint(&b, " ", turn(bit, g.atoms.toGRPC[c]))
		}
		if i, ok := byKey[b.String()]; ok {
			out[i] |= bit
			continue
		}
		byKey[b.String()] = len(out)
		out = append(out, bit)
	}
	return out
}

// timed reports whether any layer has a timer, so that a timeout is a class of
// its own.
func (g *Graph) timed() bool {
	for i := range g.shapes {
		if g.shapes[i].perTry < forever || g.shapes[i].overall < forever {
			return true
		}
	}
	return false
}

func (g *Graph) speaks(p Protocol) bool {
	for i := range g.edges {
		if g.edges[i].protocol == p {
			return true
		}
	}
	return false
}

// turn describes what a class becomes, apart from which class it is.
func turn(from, to uint64) string {
	if from == to {
		return "itself"
	}
	return fmt.Sprint(to)
}

func (g *Graph) distinctRows() []*answerRow {
	seen := map[*answerRow]bool{}
	var out []*answerRow
	for i := range g.nodes {
		for _, row := range g.nodes[i].rows {
			if !seen[row] {
				seen[row] = true
				out = append(out, row)
			}
		}
	}
	return out
}

func (g *Graph) failMasks() []uint64 {
	seen := map[uint64]bool{}
	for i := range g.nodes {
		if g.nodes[i].leaf() {
			seen[g.nodes[i].fails] = true
		}
	}
	return keys(seen)
}
