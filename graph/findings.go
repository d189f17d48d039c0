package graph

import (
	"cmp"
	"fmt"
	"strings"
)

// find returns the findings of all rules, worst first, suppressions applied.
func (c *computer) find(reaches []Reach) []Finding {
	all := append(clone(c.g.findings), c.opts.Findings...)
	all = append(all, c.gates()...)
	all = append(all, c.stackedLayers()...)
	all = append(all, c.endless()...)
	all = append(all, c.stubborn()...)
	all = append(all, c.implicit()...)
	all = append(all, c.cyclic()...)
	all = append(all, c.timedFindings()...)
	all = append(all, c.hasty()...)
	all = append(all, c.boundless()...)
	all = append(all, c.duplicated()...)
	all = append(all, c.hedged()...)
	all = append(all, c.unbound()...)
	all = append(all, c.unbudgeted()...)
	for i := range all {
		c.settle(&all[i])
	}
	more := c.accepted(all, reaches)
	for i := range more {
		c.settle(&more[i])
	}
	all = append(all, more...)
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

// maxRelated is how many places one finding lists, which is more than the hops and
// layers of any path that somebody reads.
const maxRelated = 40

// settle fills in what the table of rules and the policy say.
func (c *computer) settle(f *Finding) {
	r, _ := RuleByID(f.Rule)
	if f.Severity == "" {
		f.Severity = r.Severity
	}
	if f.Fix == "" {
		f.Fix = r.Fix
	}
	if f.Key == "" {
		f.Key = findingKey(f.Pos.fileName(), f.Message)
	}
	if more := len(f.Related) - maxRelated; more > 0 {
		next := f.Related[maxRelated].Pos
		f.Related = append(f.Related[:maxRelated:maxRelated], Related{next, fmt.Sprintf("and %d more places", more)})
	}
	if s, ok := c.g.Policy.Severity[f.Rule]; ok {
		f.Severity = s
	}
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

// number64 prints a figure without digits that say nothing.
func number64(x float64) string {
	if x == Unbounded.Float() {
		return "unbounded"
	}
	return strings.TrimSuffix(strings.TrimRight(fmt.Sprintf("%.2f", x), "0"), ".")
}

// pathFinding lists what multiplies along the worst path, from the entry on.
func (c *computer) pathFinding(rule string, a above, msg string) Finding {
	f := Finding{Rule: rule, Severity: a.severity(), Message: msg,
		Key: findingKey(append([]string{c.g.nodes[a.entry].id, c.id(a.group), c.worstClass(a.figures)}, c.layersOn(a.path)...)...)}
	for _, e := range a.path {
		round := c.g.around(e)
		for _, n := range round.fans {
			fan := &c.g.fans[n]
			if fan.n != 1 || fan.symbol != "" {
				f.Related = append(f.Related, Related{fan.def.Pos, fmt.Sprintf("%s: %s calls each time", c.edgeID[e], fanText(fan))})
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
		f.Pos = c.face(a.group).pos
	}
	return f
}

func fanText(f *fan) string {
	if f.symbol != "" {
		return f.symbol
	}
	return f.n.String()
}

// layerName is what a layer is called in findings.
func layerName(d *Layer) string { return cmp.Or(d.Name, string(d.Kind)) }

// layerPlace names a layer on an edge, with its number and its place.
func (c *computer) layerPlace(e, n int32) Related {
	l := &c.g.layers[n]
	pos := l.def.Pos
	if pos.IsZero() {
		pos = l.def.Attempts.Pos
	}
	name := layerName(l.def)
	if name != string(l.def.Kind) && l.def.Kind != KindDeclared {
		name = string(l.def.Kind) + " " + name
	}
	attempts := l.attempts.String()
	if l.symbol != "" {
		attempts = l.symbol
	}
	return Related{pos, fmt.Sprintf("%s: %s, %s attempts (%s)", c.edgeID[e], name, attempts, l.def.Attempts.Kind)}
}
