package graph

import (
	"cmp"
	"fmt"
	"strings"
)

// limits are the gates for what one kind of entry starts; start-up work has
// none. Zero is off.
func (c *computer) limits(entry int32) (amplification, multiplier float64) {
	kind := c.g.nodes[entry].entry
	if kind == EntryStartup {
		return 0, 0
	}
	gate := &c.g.Policy.Gate
	amplification, multiplier = gate.Amplification, gate.Multiplier
	if e, ok := gate.Entries[kind]; ok {
		if e.Amplification != nil {
			amplification = *e.Amplification
		}
		if e.Multiplier != nil {
			multiplier = *e.Multiplier
		}
	}
	return amplification, multiplier
}

// above is a group above a gate, with its figures from one entry.
type above struct {
	group, entry      int32
	figures           *nodeFigures
	figure, confident float64
	limit             float64
	path              []int32
}

// certain reports whether the figure is above the gate with every guess at its
// least.
func (a *above) certain() bool { return a.confident > a.limit }

func (a *above) severity() Severity {
	if a.certain() {
		return SeverityError
	}
	return SeverityWarning
}

// judge compares the figures of a node from one entry with the gates for that
// entry. Entries have gates of their own, so the entry with the greatest figure
// need not be the one that is worst for a gate; and what is certain from one
// entry must not be hidden by a greater guess from another.
func (c *computer) judge(w *nodeWorst, group, entry int32, f *nodeFigures, kept func() *nodeFigures) {
	amplified, multiplied := c.limits(entry)
	keep(&w.amplified, above{group: group, entry: entry, limit: amplified,
		figure: f.amplified(), confident: f.surelyAmplified()}, kept)
	figure, confident := f.multiplied()
	keep(&w.multiplied, above{group: group, entry: entry, limit: multiplied, figure: figure, confident: confident}, kept)
	if c.g.nodes[entry].entry != EntryStartup {
		keep(&w.crowded, above{group: group, entry: entry, limit: c.g.Policy.Gate.Concurrency,
			figure: f.peak.Float(), confident: min(f.peak, f.confident).Float()}, kept)
	}
}

// keep takes a where it is above its limit, and more certain or farther above it than
// what there is; figures are those to keep with it.
func keep(have **above, a above, figures func() *nodeFigures) {
	if a.limit == 0 || a.figure <= a.limit {
		return
	}
	if *have == nil || a.certain() && !(*have).certain() || a.certain() == (*have).certain() && a.figure/a.limit > (*have).figure/(*have).limit {
		own := a // only what is kept outlives the call
		own.figures = figures()
		*have = &own
	}
}

// amplified lists the nodes above the gate for amplification, worst first.
func (c *computer) amplified() []above {
	return c.gated(func(w *nodeWorst) *above { return w.amplified })
}

func (c *computer) gated(by func(*nodeWorst) *above) []above {
	var out []above
	for i := range c.worst {
		if a := by(&c.worst[i]); a != nil {
			a.path = c.pathOf(a)
			out = append(out, *a)
		}
	}
	sortBy(out, func(a, b above) int {
		return cmp.Or(cmp.Compare(b.figure, a.figure), cmp.Compare(len(b.path), len(a.path)))
	})
	return out
}

// pathOf is the worst path to a node.
func (c *computer) pathOf(a *above) []int32 {
	if f := a.figures; f.wPath == nil && f.within != nil {
		return f.within.path(c.g, f.node)
	}
	return a.figures.wPath
}

// gates are the findings of AMP001 and AMP005. A node on the worst path of a
// worse one is part of that finding; certain ones come first, so that none of
// them is part of a guess.
func (c *computer) gates() []Finding {
	var out []Finding
	for _, gate := range []struct {
		all     []above
		finding func([]above) Finding
	}{
		{c.amplified(), c.amplificationFinding},
		{c.gated(func(w *nodeWorst) *above { return w.multiplied }), c.multiplierFinding},
		{c.gated(func(w *nodeWorst) *above { return w.crowded }), c.crowdedFinding},
	} {
		open, taken := c.apart(gate.all)
		for _, group := range folded(open) {
			out = append(out, gate.finding(group))
		}
		for _, group := range folded(taken) {
			f := gate.finding(group)
			f.accept(c.opts.Baseline.File)
			out = append(out, f)
		}
	}
	return out
}

// apart tells those that the baseline accepts from the others. Those that grew
// are left to AMP011.
func (c *computer) apart(all []above) (open, taken []above) {
	for i := range all {
		switch takes, grew := c.takes(&all[i]); {
		case grew:
		case takes:
			taken = append(taken, all[i])
		default:
			open = append(open, all[i])
		}
	}
	return open, taken
}

// folded puts nodes that lie on the path of a worse one into its group.
func folded(all []above) [][]above {
	sortBy(all, func(a, b above) int { return cmp.Compare(weight(a.severity()), weight(b.severity())) })
	var groups [][]above
	group := map[int32]int{} // by the last edge of a path: the first group that has it
	for _, a := range all {
		last := int32(-1)
		if len(a.path) > 0 {
			last = a.path[len(a.path)-1]
		}
		if i, ok := group[last]; ok && last >= 0 {
			groups[i] = append(groups[i], a)
			continue
		}
		for _, e := range a.path {
			if _, ok := group[e]; !ok {
				group[e] = len(groups)
			}
		}
		groups = append(groups, []above{a})
	}
	return groups
}

func (c *computer) amplificationFinding(group []above) Finding {
	a := group[0]
	figures := a.figures
	var b strings.Builder
	if a.figure == Unbounded.Float() {
		fmt.Fprintf(&b, "%s can receive calls without limit for one at %s, above the gate of %s", c.id(a.group), c.nodeName(a.entry), number64(a.limit))
	} else {
		fmt.Fprintf(&b, "%s can receive %s calls for one at %s, %s", c.id(a.group), orFormula(figures), c.nodeName(a.entry), healthy(figures))
		worst := number64(amplification(figures.wCalls, figures.wRatio, figures.wAttempts))
		if figure := number64(a.figure); figure == worst {
			fmt.Fprintf(&b, ": amplification %s is above the gate of %s", figure, number64(a.limit))
		} else {
			fmt.Fprintf(&b, ": amplification %s, and %s over time with the retry budgets, is above the gate of %s", worst, figure, number64(a.limit))
		}
	}
	if figures.windowed {
		fmt.Fprintf(&b, " within %s", shortDuration(c.window))
	}
	if !a.certain() {
		fmt.Fprintf(&b, "; what is certain of it is %s", number64(a.confident))
	}
	b.WriteString(others(group))
	f := c.pathFinding("AMP001", a, b.String())
	c.advised(&f, &a)
	return f
}

// advised adds what brings the figure down, for the worst findings.
func (c *computer) advised(f *Finding, a *above) {
	if c.advice++; c.advice > maxAdvised {
		return
	}
	if f.Advice = c.advise(a); f.Advice == nil {
		return
	}
	for _, e := range a.path {
		for _, n := range c.g.around(e).layers {
			if c.names().layers[n] == f.Advice.Owner {
				f.Fix = f.Advice.text(c.edgeID[e] + ": " + layerName(c.g.layers[n].def))
				return
			}
		}
	}
}

func (c *computer) multiplierFinding(group []above) Finding {
	a := group[0]
	msg := fmt.Sprintf("%s can receive %s calls for one at %s, above the multiplier gate of %s", c.id(a.group), number64(a.figure), c.nodeName(a.entry), number64(a.limit))
	return c.pathFinding("AMP005", a, msg+others(group))
}

func (c *computer) crowdedFinding(group []above) Finding {
	a := group[0]
	msg := fmt.Sprintf("%s calls of %s can be at work at once for one at %s, above the concurrency gate of %s", number64(a.figure), c.id(a.group), c.nodeName(a.entry), number64(a.limit))
	if !a.certain() {
		msg += fmt.Sprintf("; what is certain of it is %s", number64(a.confident))
	}
	return c.pathFinding("AMP106", a, msg+others(group))
}

// others counts the other nodes of a group.
func others(group []above) string {
	switch n := len(group) - 1; n {
	case 0:
		return ""
	case 1:
		return "; 1 other node is on the same path above the gate too"
	default:
		return fmt.Sprintf("; %d other nodes are on the same path above the gate too", n)
	}
}
