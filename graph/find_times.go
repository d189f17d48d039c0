package graph

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
)

// timedFindings are the findings about time, each once for each cause.
func (c *computer) timedFindings() []Finding {
	f := &timeFinder{c: c, seen: map[string]int{}}
	for _, e := range c.edges {
		if !c.at(c.g.edges[e].to).reached {
			continue
		}
		f.dropped(e)
		if c.timings != nil && c.timings[e] != nil {
			f.inverted(e, c.timings[e])
			f.tight(e, &c.timings[e].tight)
			f.unlimited(e)
		}
	}
	for i, n := range f.more {
		if n > 0 {
			f.found[i].Message += "; the same on " + further(n, "hop")
		}
	}
	return f.found
}

// further is how many more there are of something.
func further(n int, what string) string {
	if n == 1 {
		return "1 more " + what
	}
	return fmt.Sprintf("%d more %ss", n, what)
}

// timeFinder collects the findings; more counts the hops of one cause behind the
// first.
type timeFinder struct {
	c     *computer
	seen  map[string]int
	found []Finding
	more  []int
}

// once adds a finding unless its cause has one.
func (f *timeFinder) once(key string, finding Finding) {
	id := findingKey(finding.Rule, key)
	if i, ok := f.seen[id]; ok {
		f.more[i]++
		return
	}
	f.seen[id] = len(f.found)
	finding.Key = key
	f.found, f.more = append(f.found, finding), append(f.more, 0)
}

// onceAt is once for a call of one node by one line of code, which may be part of many
// services.
func (f *timeFinder) onceAt(key, to string, finding Finding) {
	at := findingKey(finding.Rule, finding.Pos.String(), to)
	if i, ok := f.seen[at]; ok && !finding.Pos.IsZero() {
		f.more[i]++
		return
	}
	before := len(f.found)
	if f.once(key, finding); len(f.found) > before {
		f.seen[at] = before
	}
}

// guess lowers what rests on a call or a layer that may not be there.
func (f *timeFinder) guess(e, layer int32) Severity {
	g := f.c.g
	k := g.edges[e].confidence
	if k == ConfidenceAssumed || k == ConfidenceSyntax || layer >= 0 && g.layers[layer].def.Assumed != "" {
		return SeverityInfo
	}
	return ""
}

// inverted is AMP101: both places are named.
func (f *timeFinder) inverted(e int32, t *timing) {
	if t.layer < 0 {
		return
	}
	c, g := f.c, f.c.g
	l := &g.layers[t.layer]
	limit := t.perTry
	to := g.edges[e].to
	why := c.lasts(to)
	msg := fmt.Sprintf("%s: each try of %s is given up after %s, and what it waits for can go on for %s", c.edgeID[e], layerName(l.def), shortDuration(limit), shortDuration(t.inner))
	if t.overlap > 1 {
		msg += fmt.Sprintf(": %s of them are at work at once", t.overlap)
	}
	timer := g.layers[t.timer].def
	place := placeOf(timer.PerTry, placeOf(timer.Overall, timer.Pos))
	finding := Finding{Rule: "AMP101", Severity: f.guess(e, t.layer), Message: msg, Pos: place,
		Related: []Related{{place, fmt.Sprintf("%s: %s per try", c.edgeID[e], shortDuration(limit))}}}
	if why.Message != "" {
		finding.Related = append(finding.Related, why)
	}
	f.once(findingKey(c.causeName(t.layer), cmp.Or(why.Message, g.nodes[to].id)), finding)
}

// causeName is what put a layer where it is: one setting on many hops, or itself.
func (c *computer) causeName(n int32) string {
	return cmp.Or(c.g.layers[n].def.Cause, c.names().layers[n])
}

// placeOf is where a bound is written, or the place of what it belongs to.
func placeOf(b Bound, pos Pos) Pos {
	if b.Pos.IsZero() {
		return pos
	}
	return b.Pos
}

// lasts says what makes one execution of a node last as long as it can.
func (c *computer) lasts(n int32) Related {
	g := c.g
	nd := &g.nodes[n]
	for _, h := range nd.facts {
		if h.Limit.IsSet() {
			return Related{placeOf(h.Limit, nd.pos), fmt.Sprintf("%s: ends its work after %s", c.nodeName(n), shortDuration(nd.limit))}
		}
		if nd.leaf() && h.Work.IsSet() {
			return Related{placeOf(h.Work, nd.pos), fmt.Sprintf("%s: works for up to %s", c.nodeName(n), shortDuration(nd.work))}
		}
	}
	if nd.hasLimit {
		return Related{nd.pos, fmt.Sprintf("%s: ends its work after %s", c.nodeName(n), shortDuration(nd.limit))}
	}
	var worst Related
	longest := time.Duration(-1)
	g.calls(n, func(e int32) {
		for _, l := range g.around(e).layers {
			s, d := g.shapes[g.layers[l].shape], g.layers[l].def
			if s.backoff.kind == "" {
				s.backoff.kind = BackoffNone // no shorter than without pauses
			}
			takes, _, _ := s.duration(s.perTry)
			if takes == forever || takes <= longest {
				continue
			}
			longest = takes
			text := fmt.Sprintf("%s: %s can take %s", c.edgeID[e], layerName(d), shortDuration(takes))
			if s.perTry < forever && s.most > 1 {
				text = fmt.Sprintf("%s: %s makes %s attempts of %s", c.edgeID[e], layerName(d), s.most, shortDuration(s.perTry))
			}
			worst = Related{placeOf(d.PerTry, placeOf(d.Overall, d.Pos)), text}
		}
	})
	return worst
}

// tight is AMP103.
func (f *timeFinder) tight(e int32, t *fit) {
	if t.layer < 0 {
		return
	}
	c := f.c
	d := c.g.layers[t.layer].def
	msg := fmt.Sprintf("%s: of %s attempts of %s %s can end within %s, %s", c.edgeID[e], t.issued, layerName(d), t.useful, shortDuration(t.budget.limit), t.budget.what)
	if t.started < t.issued {
		msg += fmt.Sprintf("; %s start", t.started)
	}
	place := c.layerPlace(e, t.layer)
	finding := Finding{Rule: "AMP103", Severity: f.guess(e, t.layer), Message: msg, Pos: place.Pos, Related: []Related{place}}
	if !t.budget.pos.IsZero() {
		finding.Related = append(finding.Related, Related{t.budget.pos, fmt.Sprintf("%s: %s", t.budget.what, shortDuration(t.budget.limit))})
	}
	f.once(findingKey(c.causeName(t.layer)), finding)
}

// dropped is AMP104, and AMP102 where nothing else ends the call. A call with a
// time limit of its own was cut loose on purpose, and one that is made when the
// process starts serves nobody.
func (f *timeFinder) dropped(e int32) {
	c, g := f.c, f.c.g
	ed := &g.edges[e]
	if ed.call.Deadline != DeadlineDropped || g.nodes[ed.from].entry == EntryStartup || slices.ContainsFunc(g.around(e).layers, func(l int32) bool { return g.layers[l].def.Kind == KindTimeout }) {
		return
	}
	hop := findingKey(c.nodeName(ed.from)+"->"+c.nodeName(ed.to), ed.call.To.Operation)
	f.onceAt(hop, c.nodeName(ed.to), Finding{Rule: "AMP104", Severity: f.guess(e, -1), Pos: ed.call.Pos,
		Message: fmt.Sprintf("%s: the deadline of the caller does not reach this call: it goes on when nobody waits any more", c.edgeID[e])})
	for _, l := range g.around(e).layers {
		if s := &g.shapes[g.layers[l].shape]; s.perTry < forever || s.overall < forever {
			return
		}
	}
	if !g.nodes[ed.from].hasLimit && !g.nodes[ed.to].hasLimit {
		f.onceAt(hop, c.nodeName(ed.to), Finding{Rule: "AMP102", Pos: ed.call.Pos,
			Message: fmt.Sprintf("%s: no timeout ends this call", c.edgeID[e])})
	}
}

// unlimited is AMP105: the caller gives up a query, and the datastore does not.
func (f *timeFinder) unlimited(e int32) {
	c, g := f.c, f.c.g
	ed := &g.edges[e]
	to := &g.nodes[ed.to]
	if to.kind != NodeDatastore || to.hasLimit || ed.call.Deadline == DeadlinePropagated {
		return
	}
	for _, l := range g.around(e).layers {
		s, d := &g.shapes[g.layers[l].shape], g.layers[l].def
		if s.perTry == forever || s.most <= 1 {
			continue
		}
		f.once(findingKey(to.id), Finding{Rule: "AMP105", Pos: placeOf(d.PerTry, d.Pos),
			Message: fmt.Sprintf("%s: a try is given up after %s and made again, and no limit of %s ends the first one", c.edgeID[e], shortDuration(s.perTry), c.nodeName(ed.to)),
			Related: []Related{{ed.call.Pos, c.edgeID[e]}}})
		return
	}
}

// hasty is AMP006: retries without a pause, or all at the same moments.
func (c *computer) hasty() []Finding {
	var out []Finding
	seen := map[int32]bool{}
	for _, e := range c.edges {
		if !c.at(c.g.edges[e].to).reached {
			continue
		}
		for _, n := range c.g.around(e).layers {
			l := &c.g.layers[n]
			k := l.def.Backoff.Kind
			if l.attempts <= 1 || k == "" || l.def.Backoff.Jitter || l.classes.Empty() || c.g.shapes[l.shape].hedge || seen[c.cause(n)] {
				continue
			}
			seen[c.cause(n)] = true
			place := c.layerPlace(e, n)
			f := Finding{Rule: "AMP006", Pos: place.Pos, Related: []Related{place}, Key: findingKey(c.causeName(n))}
			if f.Message = fmt.Sprintf("%s: %s tries again without a pause", c.edgeID[e], layerName(l.def)); k != BackoffNone {
				f.Message = fmt.Sprintf("%s: the pauses of %s have no jitter: callers that fail together try again together", c.edgeID[e], layerName(l.def))
			}
			out = append(out, f)
		}
	}
	return out
}

// boundless is AMP201: a loop over remote calls of which nothing says how long it
// is. Pages and polls have ends of their own.
func (c *computer) boundless() []Finding {
	var out []Finding
	seen := map[string]bool{}
	for _, e := range c.edges {
		w := c.at(c.g.edges[e].to)
		if !w.reached || c.g.nodes[w.entry].entry == EntryStartup {
			continue
		}
		for _, n := range c.g.around(e).fans {
			f := &c.g.fans[n]
			if f.symbol == "" && f.n != Unbounded || isPaged(f.def.Symbol) || seen[f.def.ID] {
				continue
			}
			seen[f.def.ID] = true
			finding := Finding{Rule: "AMP201", Pos: f.def.Pos, Key: findingKey(c.names().fans[n]),
				Message: fmt.Sprintf("%s: nothing limits how many calls one execution makes: %s", c.edgeID[e], cmp.Or(f.symbol, "without end")),
				Related: []Related{{c.g.edges[e].call.Pos, c.edgeID[e]}}}
			if k := c.g.edges[e].confidence; k == ConfidenceAssumed || k == ConfidenceSyntax {
				finding.Severity = SeverityInfo
			}
			out = append(out, finding)
		}
	}
	return out
}

// pagesSymbol starts the symbol of a fan-out that is no loop over items: it goes
// on for as long as an answer asks for more.
const pagesSymbol = "pages("

// isPaged reports whether a fan-out is no loop over items.
func isPaged(symbol string) bool { return strings.HasPrefix(symbol, pagesSymbol) }
