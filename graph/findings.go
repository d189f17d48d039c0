package graph

import (
	"cmp"
	"fmt"
	"strings"
)

// find returns the findings of all rules, worst first, suppressions applied.
func (c *computer) find() []Finding {
	all := clone(c.g.findings)
	all = append(all, c.gates()...)
	all = append(all, c.stackedLayers()...)
	all = append(all, c.endless()...)
	all = append(all, c.implicit()...)
	all = append(all, c.cyclic()...)
	for i := range all {
		c.settle(&all[i])
	}
	all = append(all, c.suppress(all)...)
	sortBy(all, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(weight(a.Severity), weight(b.Severity)), cmp.Compare(a.Rule, b.Rule),
			a.Pos.Compare(b.Pos), cmp.Compare(a.Message, b.Message))
	})
	return all
}

func weight(s Severity) int {
	switch s {
	case SeverityError:
		return 0
	case SeverityWarning:
		return 1
	}
	return 2
}

// settle fills in what the table of rules and the policy say.
func (c *computer) settle(f *Finding) {
	r, _ := RuleByID(f.Rule)
	if f.Severity == "" {
		f.Severity = r.Severity
	}
	if f.Fix == "" {
		f.Fix = r.Fix
	}
	if s, ok := c.g.Policy.Severity[f.Rule]; ok {
		f.Severity = s
	}
}

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

// above is a node above a gate.
type above struct {
	node      int32
	figure    float64
	confident float64
	limit     float64
	path      []int32
}

// amplified lists the nodes above the amplification gate, worst first.
func (c *computer) amplified() []above {
	var out []above
	for i := range c.worst {
		w := &c.worst[i]
		if !w.reached {
			continue
		}
		limit, _ := c.limits(w.entry)
		f := &w.figures
		if limit == 0 || amplification(f.wCalls, f.wRatio, f.wAttempts) <= limit {
			continue
		}
		a := above{int32(i), amplification(f.wCalls, f.wRatio, f.wAttempts),
			amplification(f.wConfident, f.wConfidentRatio, f.wConfidentAttempts), limit, c.pathOf(int32(i))}
		out = append(out, a)
	}
	sortBy(out, func(a, b above) int {
		return cmp.Or(cmp.Compare(b.figure, a.figure), cmp.Compare(len(b.path), len(a.path)))
	})
	return out
}

// pathOf is the worst path to a node from its worst entry.
func (c *computer) pathOf(n int32) []int32 {
	f := &c.worst[n].figures
	if f.wPath == nil && f.within != nil {
		return f.within.path(c.g, n)
	}
	return f.wPath
}

// gates are the findings of AMP001 and AMP005. A node on the worst path of a
// worse one is part of that finding.
func (c *computer) gates() []Finding {
	var out []Finding
	for _, group := range folded(c.amplified()) {
		out = append(out, c.amplificationFinding(group))
	}
	var multiplied []above
	for i := range c.worst {
		w := &c.worst[i]
		if !w.reached {
			continue
		}
		if _, limit := c.limits(w.callsEntry); limit > 0 && w.calls.Float() > limit {
			multiplied = append(multiplied, above{int32(i), w.calls.Float(), w.confidentCalls.Float(), limit, c.pathOf(int32(i))})
		}
	}
	sortBy(multiplied, func(a, b above) int { return cmp.Compare(b.figure, a.figure) })
	for _, group := range folded(multiplied) {
		out = append(out, c.multiplierFinding(group))
	}
	return out
}

// folded puts nodes that lie on the path of a worse one into its group.
func folded(all []above) [][]above {
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

func gateSeverity(a above) Severity {
	if a.confident > a.limit {
		return SeverityError
	}
	return SeverityWarning
}

func (c *computer) amplificationFinding(group []above) Finding {
	a := group[0]
	w := &c.worst[a.node]
	f := &w.figures
	var b strings.Builder
	if a.figure == Unbounded.Float() {
		fmt.Fprintf(&b, "%s can receive calls without limit for one at %s, above the gate of %s", c.id(a.node), c.id(w.entry), number64(a.limit))
	} else {
		fmt.Fprintf(&b, "%s can receive %s calls for one at %s, %s", c.id(a.node), orFormula(f), c.id(w.entry), healthy(f))
		fmt.Fprintf(&b, ": amplification %s is above the gate of %s", number64(a.figure), number64(a.limit))
	}
	if f.windowed {
		fmt.Fprintf(&b, " within %s", shortDuration(c.window))
	}
	if a.confident <= a.limit {
		fmt.Fprintf(&b, "; what is certain of it is %s", number64(a.confident))
	}
	if len(group) > 1 {
		fmt.Fprintf(&b, "; %s on the same path above the gate too", others(len(group)-1))
	}
	return c.pathFinding("AMP001", a, b.String())
}

func healthy(f *nodeFigures) string {
	if f.happy == 0 {
		return "all of them on an error path"
	}
	return f.happy.String() + " when nothing fails"
}

func orFormula(f *nodeFigures) string {
	if f.formula != "" {
		return f.formula
	}
	return f.calls.String()
}

func others(n int) string {
	if n == 1 {
		return "1 other node is"
	}
	return fmt.Sprintf("%d other nodes are", n)
}

// number64 prints a figure without digits that say nothing.
func number64(x float64) string {
	if x == Unbounded.Float() {
		return "unbounded"
	}
	return strings.TrimSuffix(strings.TrimRight(fmt.Sprintf("%.2f", x), "0"), ".")
}

func (c *computer) multiplierFinding(group []above) Finding {
	a := group[0]
	msg := fmt.Sprintf("%s can receive %s calls for one at %s, above the multiplier gate of %s", c.id(a.node), number64(a.figure), c.id(c.worst[a.node].callsEntry), number64(a.limit))
	if len(group) > 1 {
		msg += fmt.Sprintf("; %s on the same path above the gate too", others(len(group)-1))
	}
	return c.pathFinding("AMP005", a, msg)
}

func (c *computer) id(n int32) string { return c.g.nodes[n].id }

// pathFinding lists what multiplies along the worst path, from the entry on.
func (c *computer) pathFinding(rule string, a above, msg string) Finding {
	f := Finding{Rule: rule, Severity: gateSeverity(a), Message: msg}
	for _, e := range a.path {
		round := c.g.around(e)
		for _, n := range round.fans {
			fan := &c.g.fans[n]
			if fan.n != 1 || fan.symbol != "" {
				f.Related = append(f.Related, Related{fan.def.Pos, fmt.Sprintf("%s: %s calls each time", c.g.edges[e].id, fanText(fan))})
			}
		}
		for _, l := range round.layers {
			if c.g.layers[l].attempts > 1 || c.g.layers[l].symbol != "" {
				f.Related = append(f.Related, c.layerPlace(e, l))
			}
		}
	}
	for _, r := range f.Related {
		if f.Pos.IsZero() {
			f.Pos = r.Pos
		}
	}
	if f.Pos.IsZero() {
		f.Pos = c.g.nodes[a.node].pos
	}
	return f
}

func fanText(f *fan) string {
	if f.symbol != "" {
		return f.symbol
	}
	return f.n.String()
}

// layerPlace names a layer on an edge, with its number and its place.
func (c *computer) layerPlace(e, n int32) Related {
	l := &c.g.layers[n]
	pos := l.def.Pos
	if pos.IsZero() {
		pos = l.def.Attempts.Pos
	}
	name := l.def.Name
	if name == "" || name == string(l.def.Kind) {
		name = string(l.def.Kind)
	} else if l.def.Kind != KindDeclared {
		name = string(l.def.Kind) + " " + name
	}
	attempts := l.attempts.String()
	if l.symbol != "" {
		attempts = l.symbol
	}
	return Related{pos, fmt.Sprintf("%s: %s, %s attempts (%s)", c.g.edges[e].id, name, attempts, l.def.Attempts.Kind)}
}
