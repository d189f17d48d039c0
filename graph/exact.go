package graph

import (
	"fmt"
	"math/bits"
	"strings"
	"time"
)

// nodeFigures are all that is computed of one node from one entry.
type nodeFigures struct {
	calls, happy, oneCause, confident, blind, connections Count

	// ratio is calls / happy, 0 where there is none; attempts the greatest
	// product of attempts along one path. The confident ones are their twins.
	ratio, confidentRatio       float64
	attempts, confidentAttempts Count
	// The figures within the window of the gate.
	wCalls, wConfident            Count
	wRatio, wConfidentRatio       float64
	wAttempts, wConfidentAttempts Count
	windowed                      bool
	expected                      *Expected
	// sustained are the figures over time, where a layer has a budget; gate and
	// gateSure those within the window, where the gates look at them.
	sustained, gate, gateSure *held
	// windows are the figures of other windows than that of the gate.
	windows []windowFigures

	hardDown *Count
	// peak is the most calls at work at once, and hung how many there are when the
	// node stops answering; 0 where that was not followed.
	peak, hung Count
	classes    []Count // by atom; nil when the nodes were computed in one pass
	// path is the one with the greatest product of attempts.
	path, confidentPath, wPath []int32
	// within leads back along the path of a node not computed by itself.
	within lastCalls
	node   int32
	// stacked are the layers of the path on which the most of them retry one
	// failure of the node, and the class of that failure.
	stacked      []int32
	stackedClass uint64
	symbols      []string
	formula      string
	lower        bool
}

// windowFigures are the figures with the attempts that start within a window.
type windowFigures struct {
	window time.Duration
	calls  Count
	ratio  float64
}

// amplification is what the gate compares: the larger of the node's ratio and
// the greatest product of attempts along one path to it. Unbounded is +Inf.
func amplification(calls Count, ratio float64, attempts Count) float64 {
	if calls == Unbounded {
		return calls.Float()
	}
	return max(ratio, attempts.Float())
}

// node computes every figure of one node by itself.
func (ev *evaluator) node(vs ...int32) nodeFigures {
	t := ev.r.target(vs...)
	m := t.look(ev.mixed)
	f := nodeFigures{calls: m.calls, happy: m.happy, ratio: m.ratio, attempts: m.attempts, path: m.path, lower: ev.r.lower()}
	f.blind = t.look(ev.blind).calls
	f.connections = t.look(ev.connections).calls
	ev.byClass(t, &f)
	ev.sure(t, &f)
	ev.within(t, &f)
	ev.overTime(t, &f)
	for _, w := range ev.forWindows() {
		m := t.look(w.o)
		f.windows = append(f.windows, windowFigures{w.window, m.calls, m.ratio})
	}
	ev.hardDown(t, &f)
	ev.symbolic(t, &f)
	ev.atOnce(t, &f)
	f.expected = ev.expected(t, &f, ev.r.g.Policy.Rates)
	layers, class := ev.stacked(t)
	f.stacked, f.stackedClass = layers.layers(), class
	return f
}

// atOnce computes how many calls are at work beside one another.
func (ev *evaluator) atOnce(t *target, f *nodeFigures) {
	f.peak = f.calls
	if n, ok := t.peak(); ok {
		f.peak = min(f.peak, n)
	}
	if places := ev.r.g.nodes[t.vs[0]].places; places > 0 {
		f.peak = min(f.peak, places) // what does not find a place waits
	}
	if f.peak > 1 && f.calls <= maxIntervals {
		if n, _, ok := t.hung(); ok {
			f.hung = min(n, f.peak)
		}
	}
}

// byClass computes the figures of runs in which every failure is of one class.
func (ev *evaluator) byClass(t *target, f *nodeFigures) {
	f.classes = make([]Count, len(ev.r.g.atoms.set))
	for _, c := range ev.ones {
		n := t.look(c.o).calls
		f.oneCause = max(f.oneCause, n)
		for m := c.atoms; m != 0; m &= m - 1 {
			f.classes[bits.TrailingZeros64(m)] = n
		}
	}
	for _, c := range ev.reached {
		n := t.look(c.o).calls
		for m := c.atoms; m != 0; m &= m - 1 {
			f.classes[bits.TrailingZeros64(m)] = n
		}
	}
}

// sure computes the confident figures.
func (ev *evaluator) sure(t *target, f *nodeFigures) {
	for _, c := range ev.confident {
		g := t.look(c.o)
		f.confident = max(f.confident, g.calls)
		f.confidentRatio = max(f.confidentRatio, g.ratio)
		if g.attempts > f.confidentAttempts {
			f.confidentAttempts, f.confidentPath = g.attempts, g.path
		}
	}
}

// within computes the figures of the gate's window; where it cuts nothing they
// are the whole ones.
func (ev *evaluator) within(t *target, f *nodeFigures) {
	if ev.wMixed == nil {
		f.wCalls, f.wRatio, f.wAttempts, f.wPath = f.calls, f.ratio, f.attempts, f.path
		f.wConfident, f.wConfidentRatio, f.wConfidentAttempts = f.confident, f.confidentRatio, f.confidentAttempts
		return
	}
	f.windowed = true
	m := t.look(ev.wMixed)
	f.wCalls, f.wRatio, f.wAttempts, f.wPath = m.calls, m.ratio, m.attempts, m.path
	for _, c := range ev.wOnes {
		g := t.look(c.o)
		f.wConfident = max(f.wConfident, g.calls)
		f.wConfidentRatio = max(f.wConfidentRatio, g.ratio)
		f.wConfidentAttempts = max(f.wConfidentAttempts, g.attempts)
	}
}

// hardDown takes the worst over the classes the node may fail with.
func (ev *evaluator) hardDown(t *target, f *nodeFigures) {
	may := t.answers()
	var worst Count
	for _, c := range ev.ones {
		if c.atoms&may != 0 {
			worst = max(worst, t.hardDown(c.o.v, bits.TrailingZeros64(c.atoms&may)))
		}
	}
	f.hardDown = &worst
}

// symbolic names the unknown numbers that the figure takes as one, and writes
// the figure with them. Symbols that multiply the whole figure become factors;
// of others the reader is told that they count one.
func (ev *evaluator) symbolic(t *target, f *nodeFigures) {
	factors, product := []string{}, true
	for _, s := range ev.symbols {
		if !ev.touches(t, s) {
			continue
		}
		name := ev.r.g.fans[s].symbol
		f.symbols = append(f.symbols, name)
		o := ev.like(variant{one: allClasses, window: forever, zero: s})
		if t.look(o).calls == 0 {
			factors = append(factors, name)
		} else {
			product = false
		}
	}
	f.symbols = append(f.symbols, ev.unknownAttempts(t)...)
	if len(f.symbols) == 0 {
		return
	}
	f.symbols = compact(sorted(f.symbols))
	f.formula = strings.Join(append([]string{f.calls.String()}, compact(sorted(factors))...), " x ")
	if !product || len(factors) < len(f.symbols) {
		var rest []string
		for _, s := range f.symbols {
			if !contains(factors, s) {
				rest = append(rest, s+" = 1")
			}
		}
		f.formula += fmt.Sprintf(" (with %s)", strings.Join(rest, ", "))
	}
}

// touches reports whether a fan-out lies on a way to the target.
func (ev *evaluator) touches(t *target, fan int32) bool {
	g := ev.r.g
	for _, n := range t.above {
		for i := g.nodes[n].body; i < g.nodes[n].bodyEnd; i++ {
			if o := &g.ops[i]; o.kind == opFan && o.arg == fan && ev.leads(t, i) {
				return true
			}
		}
	}
	return false
}

// leads reports whether a call below op i leads to the target.
func (ev *evaluator) leads(t *target, i int32) bool {
	g := ev.r.g
	for k := i; k < i+g.ops[i].size; k++ {
		if o := &g.ops[k]; o.kind == opCall && !ev.r.cut[o.arg] && t.isUp[g.edges[o.arg].to] {
			return true
		}
	}
	return false
}

// unknownAttempts names the layers on the way whose number is not known.
func (ev *evaluator) unknownAttempts(t *target) []string {
	g := ev.r.g
	var out []string
	for _, n := range t.above {
		for i := g.nodes[n].body; i < g.nodes[n].bodyEnd; i++ {
			o := &g.ops[i]
			switch {
			case o.kind == opLayer && g.layers[o.arg].symbol != "" && ev.leads(t, i):
				out = append(out, g.layers[o.arg].symbol)
			case o.kind == opCall && ev.leads(t, i):
				e := &g.edges[o.arg]
				for _, l := range g.stacks[e.stack:e.stackEnd] {
					if s := g.layers[l].symbol; s != "" {
						out = append(out, s)
					}
				}
			}
		}
	}
	return out
}

// lower reports whether figures are lower bounds, since calls were cut.
func (r *run) lower() bool { return len(r.cycles) > 0 }
