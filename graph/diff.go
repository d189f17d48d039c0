package graph

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Diff is what a change did to the paths of a system.
type Diff struct {
	Schema   string       `json:"schema"`
	Complete bool         `json:"complete"`
	Paths    []PathChange `json:"paths"`
	Findings []Finding    `json:"findings"`
}

// PathChange is what became of the worst path from an entry to a node.
type PathChange struct {
	Entry string `json:"entry"`
	To    string `json:"to"`
	Class string `json:"class,omitempty"`
	// Before and After are the amplification; null is without limit. New paths have
	// no Before, and those that are Gone no After.
	Before *float64 `json:"before"`
	After  *float64 `json:"after"`
	New    bool     `json:"new,omitempty"`
	Gone   bool     `json:"gone,omitempty"`
	// Edges are the calls of the path as it is now; of one that is gone, as it was.
	Edges []string `json:"edges"`
	// Causes are the changes on the path, or where there are none on it, those
	// anywhere.
	Causes []Cause `json:"causes"`
}

// Cause is one change, with the line that made it.
type Cause struct {
	Pos     Pos    `json:"position,omitzero"`
	Message string `json:"message"`
}

// Compare says what changed between two results. Of a path that was not there
// before it is not said that it grew.
func Compare(before, after *Result, gate *Gate) *Diff {
	c := newComparison(before, after)
	d := &Diff{Schema: ResultSchema, Complete: before.Complete && after.Complete, Paths: []PathChange{}, Findings: []Finding{}}
	was := map[[2]string]*Reach{}
	for i := range before.Reaches {
		r := &before.Reaches[i]
		was[[2]string{r.Entry, r.To}] = r
	}
	var grown []growth
	for i := range after.Reaches {
		now := &after.Reaches[i]
		key := [2]string{now.Entry, now.To}
		old, change := was[key], PathChange{Entry: now.Entry, To: now.To, Class: now.Class, After: now.Amplification, Edges: now.Edges}
		delete(was, key)
		from := span{1, 1}
		switch {
		case old != nil:
			from, change.Before = old.span(), old.Amplification
		case c.reached(now):
			from.full = max(1, before.ReachesAbove)
			from.confident, change.Before = from.full, &from.full
		default:
			change.New = true
		}
		if old != nil && old.span() == now.span() {
			continue
		}
		change.Causes = c.causes(now.Edges)
		d.Paths = append(d.Paths, change)
		if severity := gate.growth(from, now.span()); severity != "" && !change.New {
			grown = append(grown, growth{severity, change})
		}
	}
	for _, old := range before.Reaches {
		if was[[2]string{old.Entry, old.To}] != nil {
			d.Paths = append(d.Paths, c.gone(old))
		}
	}
	sortBy(d.Paths, func(a, b PathChange) int { return cmp.Compare(b.factor(), a.factor()) })
	d.Findings = append(d.Findings, growthFindings(grown)...)
	return d
}

// gone is a path that multiplied and does not any more, or is not there.
func (c *comparison) gone(old Reach) PathChange {
	p := PathChange{Entry: old.Entry, To: old.To, Class: old.Class, Before: old.Amplification, Edges: old.Edges, Causes: c.causes(old.Edges)}
	one := max(1, c.after.result.ReachesAbove)
	if p.Gone = !c.after.leads(old.Entry, old.To); !p.Gone {
		p.After = &one
	}
	return p
}

// factor is how much the path grew; a new one comes last of those that grew.
func (p *PathChange) factor() float64 {
	switch {
	case p.New:
		return 1
	case p.Gone || figure64(p.Before) == figure64(p.After):
		return 0
	}
	return figure64(p.After) / figure64(p.Before)
}

// growth is a path that grew past the gate.
type growth struct {
	severity Severity
	PathChange
}

// growthFindings are AMP011: one for each cause, which names the path that grew
// most.
func growthFindings(all []growth) []Finding {
	sortBy(all, func(a, b growth) int {
		return cmp.Or(cmp.Compare(weight(a.severity), weight(b.severity)), cmp.Compare(figure64(b.After), figure64(a.After)), cmp.Compare(b.factor(), a.factor()))
	})
	var out []Finding
	byCause := map[string]int{}
	others := map[int]int{}
	for _, g := range all {
		key := fmt.Sprint(g.Causes)
		if i, ok := byCause[key]; ok && len(g.Causes) > 0 {
			others[i]++
			continue
		}
		byCause[key] = len(out)
		out = append(out, g.finding())
	}
	for i, n := range others {
		out[i].Message += "; the same change lets " + further(n, "path") + " grow"
	}
	return out
}

func (g *growth) finding() Finding {
	rule, _ := RuleByID("AMP011")
	f := Finding{Rule: rule.ID, Severity: g.severity, Fix: rule.Fix, Key: findingKey(g.Entry, g.To)}
	f.Message = fmt.Sprintf("the amplification of %s for one at %s grew from %s to %s", g.To, g.Entry, number64(figure64(g.Before)), number64(figure64(g.After)))
	if after := figure64(g.After); after != Unbounded.Float() {
		f.Message += fmt.Sprintf(", %s times as much", number64(g.factor()))
	}
	f.Message += ", on the path " + strings.Join(g.Edges, ", ")
	for _, c := range g.Causes {
		f.Related = append(f.Related, Related(c))
		if f.Pos.IsZero() {
			f.Pos = c.Pos
		}
	}
	return f
}

// findingKey is the identity of a finding over time: no line numbers.
func findingKey(parts ...string) string { return strings.Join(parts, "|") }

// Fails reports whether a finding fails a build.
func (d *Diff) Fails() bool {
	return slices.ContainsFunc(d.Findings, func(f Finding) bool { return f.Severity == SeverityError && !f.Suppressed })
}
