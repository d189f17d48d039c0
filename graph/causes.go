package graph

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// comparison looks for what makes two results differ.
type comparison struct{ before, after *side }

func newComparison(before, after *Result) *comparison {
	return &comparison{newSide(before), newSide(after)}
}

// side is one of two results, by hop.
type side struct {
	result *Result
	// hops are the calls of one node to another, edges the hop of each call.
	hops  map[[2]string]*hopFacts
	edges map[string][2]string
	out   map[string][]string
}

// hopFacts is what makes the factor of one hop.
type hopFacts struct {
	edges  []*EdgeInfo
	layers map[string]*LayerInfo // by identity
	// fans are the fan-outs of the calls, in order.
	fans []string
	fan  Pos
}

func newSide(r *Result) *side {
	s := &side{result: r, hops: map[[2]string]*hopFacts{}, edges: map[string][2]string{}, out: map[string][]string{}}
	for i := range r.Edges {
		e := &r.Edges[i]
		key := [2]string{e.From, e.To}
		s.edges[e.ID] = key
		h := s.hops[key]
		if h == nil {
			h = &hopFacts{layers: map[string]*LayerInfo{}}
			s.hops[key] = h
			s.out[e.From] = append(s.out[e.From], e.To)
		}
		h.edges = append(h.edges, e)
		for k := range e.Layers {
			l := &e.Layers[k]
			h.layers[cmp.Or(l.Identity, l.ID)] = l
		}
		if f := e.FanOut; f != nil {
			text := f.Factor.String()
			if f.Symbol {
				text = f.Expr
			}
			h.fans, h.fan = append(h.fans, text), f.Pos
		}
	}
	return s
}

// leads reports whether calls lead from the node of an entry to another. An entry
// is named by its operation, its node may be the whole service.
func (s *side) leads(entry, to string) bool { return s.below(s.nodeOf(entry))[to] }

// below are the nodes that calls lead to from another.
func (s *side) below(from string) map[string]bool {
	seen := map[string]bool{}
	for open := []string{from}; len(open) > 0; open = open[1:] {
		for _, next := range s.out[open[0]] {
			if !seen[next] {
				seen[next] = true
				open = append(open, next)
			}
		}
	}
	return seen
}

// nodeOf is the node of an operation: itself, or its service.
func (s *side) nodeOf(operation string) string {
	best := ""
	for i := range s.result.Nodes {
		id := s.result.Nodes[i].ID
		if id == operation {
			return id
		}
		if strings.HasPrefix(operation, id+"/") && len(id) > len(best) {
			best = id
		}
	}
	return best
}

// reached reports whether a node that multiplies now was reached before.
func (c *comparison) reached(r *Reach) bool { return c.before.leads(r.Entry, r.To) }

// causes are the changes on a path; where there is none on it, those anywhere.
func (c *comparison) causes(edges []string) []Cause {
	var keys [][2]string
	for _, id := range edges {
		for _, s := range []*side{c.after, c.before} {
			if key, ok := s.edges[id]; ok && !contains(keys, key) {
				keys = append(keys, key)
			}
		}
	}
	out := c.onHops(keys)
	if len(out) == 0 {
		out = c.onHops(c.allHops())
	}
	return limitCauses(out)
}

// limitCauses keeps as many as a reader looks at.
func limitCauses(all []Cause) []Cause {
	const most = 10
	if len(all) > most {
		rest := len(all) - most
		all = append(all[:most:most], Cause{Message: "and " + further(rest, "change")})
	}
	if all == nil {
		all = []Cause{}
	}
	return all
}

func (c *comparison) allHops() [][2]string {
	all := map[[2]string]bool{}
	for _, s := range []*side{c.before, c.after} {
		for key := range s.hops {
			all[key] = true
		}
	}
	var out [][2]string
	for key := range all {
		out = append(out, key)
	}
	slices.SortFunc(out, func(a, b [2]string) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) })
	return out
}

func (c *comparison) onHops(keys [][2]string) []Cause {
	var out []Cause
	for _, key := range keys {
		out = append(out, c.onHop(key)...)
	}
	return out
}

// onHop lists what changed between two nodes.
func (c *comparison) onHop(key [2]string) []Cause {
	name := key[0] + "->" + key[1]
	was, is := c.before.hops[key], c.after.hops[key]
	switch {
	case was == nil && is == nil:
		return nil
	case was == nil:
		return []Cause{{is.edges[0].Pos, name + ": a new call"}}
	case is == nil:
		return []Cause{{was.edges[0].Pos, name + ": this call is gone"}}
	}
	var out []Cause
	if len(is.edges) != len(was.edges) {
		out = append(out, Cause{is.edges[len(is.edges)-1].Pos, fmt.Sprintf("%s: %d calls, there were %d", name, len(is.edges), len(was.edges))})
	}
	if !slices.Equal(is.fans, was.fans) {
		pos := is.fan
		if len(is.fans) == 0 {
			pos = is.edges[0].Pos
		}
		out = append(out, Cause{pos, fmt.Sprintf("%s: fan-out %s -> %s", name, fansText(was.fans), fansText(is.fans))})
	}
	for _, id := range keys(is.layers) {
		if text, pos := c.layerChange(was.layers[id], is.layers[id]); text != "" {
			out = append(out, Cause{pos, name + ": " + text})
		}
	}
	for _, id := range keys(was.layers) {
		if l := was.layers[id]; is.layers[id] == nil && l.Attempts > 1 {
			out = append(out, Cause{l.numberPos(), fmt.Sprintf("%s: %s with %s attempts is gone", name, cmp.Or(l.Name, string(l.Kind)), l.Attempts)})
		}
	}
	return out
}

func fansText(fans []string) string {
	if len(fans) == 0 {
		return "1"
	}
	return strings.Join(fans, ", ")
}

// numberPos is where the number of attempts is written.
func (l *LayerInfo) numberPos() Pos {
	if !l.AttemptsPos.IsZero() {
		return l.AttemptsPos
	}
	return l.Pos
}

// layerChange says what became of a layer; "" where nothing did that counts.
func (c *comparison) layerChange(was, is *LayerInfo) (string, Pos) {
	name := cmp.Or(is.Name, string(is.Kind))
	if was == nil {
		if is.Attempts <= 1 {
			return "", Pos{}
		}
		if text, pos := c.moved("", is); text != "" {
			return fmt.Sprintf("%s: %s acts, with %s attempts", text, name, is.Attempts), pos
		}
		return fmt.Sprintf("%s is new, with %s attempts", name, is.Attempts), is.numberPos()
	}
	var what []string
	if was.Attempts != is.Attempts {
		what = append(what, fmt.Sprintf("%s -> %s attempts", was.Attempts, is.Attempts))
	}
	if a, b := strings.Join(was.RetriesOn, ", "), strings.Join(is.RetriesOn, ", "); a != b {
		what = append(what, fmt.Sprintf("retries %s, before %s", cmp.Or(b, "nothing"), cmp.Or(a, "nothing")))
	}
	for _, t := range keys(is.Tries) {
		if n, ok := was.Tries[t]; !ok || n != is.Tries[t] {
			what = append(what, fmt.Sprintf("%s attempts on %s", is.Tries[t], t))
		}
	}
	for _, limit := range []struct{ word, was, is string }{{"per try", was.PerTryTimeout, is.PerTryTimeout}, {"in all", was.Timeout, is.Timeout}} {
		if limit.was != limit.is {
			what = append(what, fmt.Sprintf("%s %s -> %s", limit.word, cmp.Or(limit.was, "no limit"), cmp.Or(limit.is, "no limit")))
		}
	}
	if len(what) == 0 {
		return "", Pos{}
	}
	text := strings.Join(what, "; ")
	if is.Bound == BoundDefault || is.Implicit {
		if moved, pos := c.moved(was.Source, is); moved != "" {
			return fmt.Sprintf("%s moves the default of %s: %s", moved, name, text), pos
		}
	}
	return name + ": " + text, is.numberPos()
}

// moved names the module or mesh whose version decides the default of a layer,
// where that version is another one than before.
func (c *comparison) moved(source string, is *LayerInfo) (string, Pos) {
	for _, s := range []string{is.Source, source} {
		row, ok := rowOf(s)
		if !ok {
			continue
		}
		for _, now := range c.after.result.Dependencies {
			if now.Row != row && !c.before.hasRow(now.Name, row) {
				continue
			}
			for _, was := range c.before.result.Dependencies {
				if was.Name == now.Name && was.Version != now.Version && !c.before.hasVersion(now) {
					return fmt.Sprintf("%s %s -> %s", now.Name, was.Version, now.Version), now.Pos
				}
			}
		}
	}
	return "", Pos{}
}

// hasRow reports whether the version of a dependency there picked a row.
func (s *side) hasRow(name, row string) bool {
	return slices.ContainsFunc(s.result.Dependencies, func(d Dependency) bool { return d.Name == name && d.Row == row })
}

func (s *side) hasVersion(now Dependency) bool {
	return slices.ContainsFunc(s.result.Dependencies, func(d Dependency) bool { return d.Name == now.Name && d.Version == now.Version })
}
