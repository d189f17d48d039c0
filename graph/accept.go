package graph

import "fmt"

// accepted marks what the baseline accepts, and returns the findings that only a
// baseline makes: paths that grew, and entries that are no longer true.
func (c *computer) accepted(all []Finding, now []Reach) []Finding {
	b := c.opts.Baseline
	if b == nil {
		return nil
	}
	known := map[string]bool{}
	for _, f := range b.Findings {
		known[findingKey(f.Rule, f.Key)] = true
	}
	for i := range all {
		if f := &all[i]; known[findingKey(f.Rule, f.Key)] && !never(f.Rule) && !byPath(f.Rule) {
			f.accept(b.File)
		}
	}
	return append(c.grown(now), c.outdated(all, now)...)
}

func (f *Finding) accept(file string) {
	if !f.Suppressed {
		f.Suppressed, f.Accepted, f.Reason = true, true, "accepted by "+file
	}
}

// takes reports whether the baseline accepts a node above a gate, and whether the
// node is one that grew, which is a finding of its own.
func (c *computer) takes(a *above) (takes, grew bool) {
	b := c.opts.Baseline
	if b == nil {
		return false, false
	}
	r := c.reach(&reached{a.group, a.entry, a.figures})
	was, ok := b.was(r.Entry, r.To)
	grew = ok && c.g.Policy.Gate.growth(was, r.span()) != ""
	return ok && b.accepts(&r) && !b.loose(&r, &c.g.Policy.Gate), grew
}

// grown is AMP011 against the baseline.
func (c *computer) grown(now []Reach) []Finding {
	var all []growth
	for i := range now {
		r := &now[i]
		was, ok := c.opts.Baseline.was(r.Entry, r.To)
		severity := c.g.Policy.Gate.growth(was, r.span())
		if !ok || severity == "" {
			continue
		}
		change := PathChange{Entry: r.Entry, To: r.To, Class: r.Class, Before: limited(was.full), After: r.Amplification, Edges: r.Edges, Causes: c.added(r)}
		all = append(all, growth{severity, change})
	}
	return growthFindings(all)
}

// added are the layers of a path that the baseline does not know of there, and
// those with more attempts.
func (c *computer) added(r *Reach) []Cause {
	old := map[string]Count{}
	for _, p := range c.opts.Baseline.Paths {
		if p.Entry == r.Entry && p.To == r.To {
			for i, l := range p.Layers {
				if i < len(p.Attempts) {
					old[l] = max(old[l], p.Attempts[i])
				}
			}
		}
	}
	var out []Cause
	for i, id := range r.Layers {
		e, n := c.layerNamed(id)
		place := c.layerPlace(e, n)
		if at := c.g.layers[n].def.Attempts.Pos; at.Line > 0 {
			place.Pos = at
		}
		switch was, ok := old[id]; {
		case !ok:
			place.Message += ", which is new"
		case r.Attempts[i] > was:
			place.Message += fmt.Sprintf(", there were %s", was)
		default:
			continue
		}
		out = append(out, Cause(place))
	}
	return out
}

// layerNamed finds a layer by its identity, with the first edge it repeats.
func (c *computer) layerNamed(id string) (edge, layer int32) {
	n := c.names().layer[id]
	return c.edgeOf(n), n
}

// outdated is AMP304: entries of the baseline that are not true any more. They
// would let what was fixed come back.
func (c *computer) outdated(all []Finding, now []Reach) []Finding {
	b := c.opts.Baseline
	if len(c.g.Policy.Entries) > 0 && c.opts.PartOfEntries {
		return nil // what starts elsewhere was not looked at
	}
	f := Finding{Rule: "AMP304"}
	stale := func(line int, format string, args ...any) {
		f.Related = append(f.Related, Related{Pos{File: b.File, Line: line, Col: 1}, fmt.Sprintf(format, args...)})
	}
	figures := map[[2]string]float64{}
	for i := range now {
		figures[[2]string{now[i].Entry, now[i].To}] = figure64(now[i].Amplification)
	}
	limit := c.g.Policy.Gate.Amplification
	for i := range b.Paths {
		p := &b.Paths[i]
		was, is := figure64(p.Amplification), max(1, figures[[2]string{p.Entry, p.To}])
		if limit > 0 && was > limit && is < was {
			stale(p.line, "accepts %s at %s for one at %s: it is %s now", number64(was), p.To, p.Entry, number64(is))
		}
	}
	there := map[string]bool{}
	for i := range all {
		there[findingKey(all[i].Rule, all[i].Key)] = true
	}
	for i := range b.Findings {
		if e := &b.Findings[i]; !there[findingKey(e.Rule, e.Key)] {
			stale(e.line, "accepts a finding of %s that is not there any more: %s", e.Rule, e.Key)
		}
	}
	if len(f.Related) == 0 {
		return nil
	}
	f.Pos = f.Related[0].Pos
	f.Message = fmt.Sprintf("%d entries of the baseline are no longer true", len(f.Related))
	if len(f.Related) == 1 {
		f.Message = "an entry of the baseline is no longer true: it " + f.Related[0].Message
		f.Related = nil
	}
	if len(f.Related) > maxNamed {
		f.Related = append(f.Related[:maxNamed:maxNamed], Related{Message: fmt.Sprintf("and %d more", len(f.Related)-maxNamed)})
	}
	return []Finding{f}
}
