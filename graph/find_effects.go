package graph

import "fmt"

// ambiguous are the failures after which the callee may have done its work: the
// answer was lost, or says nothing of it.
var ambiguous = NewClassSet(ClassReset, ClassTimeout).Union(ErrorClass).Union(Unavailable)

// duplicated is AMP007: calls whose effect may come twice, because a layer makes
// them again after a failure that may have come after the effect, or beside the
// first one.
func (c *computer) duplicated() []Finding {
	var out []Finding
	seen := map[string]int{}
	for _, i := range c.edges {
		n, classes, again := c.repeated(i)
		if !again {
			continue
		}
		key := c.causeName(n)
		if at, ok := seen[key]; ok {
			out[at].Related = append(out[at].Related, Related{c.g.edges[i].call.Pos, c.edgeID[i]})
			continue
		}
		seen[key] = len(out)
		out = append(out, c.duplicateFinding(i, n, classes))
	}
	return out
}

// repeated is the outermost layer that makes a call with an effect again, and after
// which failures.
func (c *computer) repeated(i int32) (layer int32, classes ClassSet, again bool) {
	e := &c.g.edges[i]
	if c.g.idempotent(e) != No || !c.at(e.to).reached {
		return 0, ClassSet{}, false
	}
	for _, n := range c.g.around(i).layers {
		if classes, again := c.repeatsEffects(e, n); again {
			return n, classes, true
		}
	}
	return 0, ClassSet{}, false
}

// duplicates is the number of effects that one call with an effect may have; nil
// where it is one.
func (c *computer) duplicates(i int32) *Count {
	_, classes, again := c.repeated(i)
	if !again {
		return nil
	}
	n := c.effects(&c.g.edges[i], classes)
	return &n
}

// repeatsEffects reports whether a layer makes a call again that may have had its
// effect, and after which failures.
func (c *computer) repeatsEffects(e *edge, n int32) (classes ClassSet, again bool) {
	l := &c.g.layers[n]
	if l.attempts <= 1 {
		return ClassSet{}, false
	}
	if l.def.Kind == KindHedge {
		return ClassSet{}, true
	}
	s := &c.g.shapes[l.shape]
	for i, set := range c.g.atoms.set {
		if hit := set.Intersect(ambiguous).Intersect(spoken(e.protocol)); s.attempts[i] > 1 && !hit.Empty() {
			classes = classes.Union(hit)
		}
	}
	return classes, !classes.Empty()
}

func (c *computer) duplicateFinding(i, n int32, classes ClassSet) Finding {
	e := &c.g.edges[i]
	place := c.layerPlace(i, n)
	why := "made again beside the first one"
	if !classes.Empty() {
		why = fmt.Sprintf("made again after %s, which may come after the effect", c.className(c.g.atoms.mask(classes)))
	}
	f := Finding{Rule: "AMP007", Severity: SeverityWarning, Pos: place.Pos, Key: findingKey(c.causeName(n)),
		Message: fmt.Sprintf("%s is not idempotent and is %s: up to %s effects where one is meant", c.edgeID[i], why, c.effects(e, classes)),
		Related: []Related{place, {e.call.Pos, c.edgeID[i]}}}
	if l := &c.g.layers[n]; l.def.Assumed != "" || e.confidence == ConfidenceAssumed || e.confidence == ConfidenceSyntax {
		f.Severity = SeverityInfo
	}
	return f
}

// effects is how often the callee of an edge may do its work for one call of the
// happy path: the most calls of it in one of the classes.
func (c *computer) effects(e *edge, classes ClassSet) Count {
	f := c.at(e.to).figures
	most := f.calls
	if !classes.Empty() && f.classes != nil {
		most = 1
		for i, set := range c.g.atoms.set {
			if !set.Intersect(classes).Empty() {
				most = max(most, f.classes[i])
			}
		}
	}
	if f.happy > 1 && f.happy != Unbounded && most != Unbounded {
		most = (most + f.happy - 1) / f.happy
	}
	return most
}

// hedged is AMP202: copies that are sent while the first one is slow, as many as
// there are calls, since no budget limits them.
func (c *computer) hedged() []Finding {
	return c.perLayer(func(i, n int32) (Finding, bool) {
		l := &c.g.layers[n]
		if l.def.Kind != KindHedge || l.attempts <= 1 || l.def.Budget != nil {
			return Finding{}, false
		}
		return Finding{Rule: "AMP202", Severity: SeverityWarning,
			Message: fmt.Sprintf("%s is hedged without a budget: while the callee is slow, each call becomes %s", c.edgeID[i], l.attempts)}, true
	})
}

// unbound is AMP009 for a budget that lets every attempt of its layer through, on a
// path above the gate.
func (c *computer) unbound() []Finding {
	above := map[int32]bool{}
	for _, a := range c.amplified() {
		for _, e := range a.path {
			above[e] = true
		}
	}
	return c.perLayer(func(i, n int32) (Finding, bool) {
		l := &c.g.layers[n]
		if !above[i] || l.attempts <= 1 || l.attempts == Unbounded || l.def.Budget == nil {
			return Finding{}, false
		}
		peak := l.def.Budget.Peak(l.attempts, c.g.Policy.Rates)
		if peak < l.attempts.Float() {
			return Finding{}, false
		}
		return Finding{Rule: "AMP009", Severity: SeverityWarning,
			Message: fmt.Sprintf("the budget of %s lets all of its %s attempts through, on a path above the gate", layerName(l.def), l.attempts)}, true
	})
}

// unbudgeted is AMP009 for layers that have no budget, on a path above the gate: one
// finding a path. A hedge without one is AMP202.
func (c *computer) unbudgeted() []Finding {
	var out []Finding
	for _, group := range folded(c.amplified()) {
		a := &group[0]
		var without []Related
		for _, e := range a.path {
			for _, n := range c.g.around(e).layers {
				l := &c.g.layers[n]
				if l.attempts > 1 && l.def.Budget == nil && l.def.Kind != KindHedge && l.def.Assumed == "" {
					without = append(without, c.layerPlace(e, n))
				}
			}
		}
		if len(without) == 0 {
			continue
		}
		layers := fmt.Sprintf("%d layers that retry between %s and %s have no budget: each makes all of its attempts for as long as the failure lasts", len(without), c.nodeName(a.entry), c.id(a.group))
		if len(without) == 1 {
			layers = fmt.Sprintf("a layer that retries between %s and %s has no budget: it makes all of its attempts for as long as the failure lasts", c.nodeName(a.entry), c.id(a.group))
		}
		out = append(out, Finding{Rule: "AMP009", Severity: SeverityWarning, Pos: without[0].Pos, Related: without, Message: layers,
			Key: findingKey(append([]string{c.g.nodes[a.entry].id, c.id(a.group)}, c.layersOn(a.path)...)...)})
	}
	return out
}

// perLayer makes one finding for each cause: that of the first hop it acts on.
func (c *computer) perLayer(find func(edge, layer int32) (Finding, bool)) []Finding {
	var out []Finding
	seen := map[string]bool{}
	for _, i := range c.edges {
		if !c.at(c.g.edges[i].to).reached {
			continue
		}
		for _, n := range c.g.around(i).layers {
			f, ok := find(i, n)
			key := c.causeName(n)
			if !ok || seen[key] {
				continue
			}
			seen[key] = true
			place := c.layerPlace(i, n)
			f.Pos, f.Key, f.Related = place.Pos, findingKey(key), []Related{place}
			out = append(out, f)
		}
	}
	return out
}
