package graph

import (
	"cmp"
	"fmt"
)

// stackedLayers is AMP002: several layers on one path that retry the same
// failure. A list of layers that is part of a longer one is no finding of its
// own.
func (c *computer) stackedLayers() []Finding {
	type found struct {
		node   int32
		layers []int32
		class  uint64
	}
	var all []found
	for i := range c.worst {
		if f := c.worst[i].figures; len(f.stacked) > 1 {
			all = append(all, found{int32(i), f.stacked, f.stackedClass})
		}
	}
	sortBy(all, func(a, b found) int { return cmp.Compare(len(b.layers), len(a.layers)) })
	covered := map[[2]int32]bool{}
	var out []Finding
	for _, s := range all {
		if c.pairsCovered(covered, s.layers) {
			continue
		}
		out = append(out, c.stackedFinding(s.node, s.layers, s.class))
	}
	return out
}

// pairsCovered reports whether each pair of neighbours of the list is part of
// a finding already, and notes those that are not.
func (c *computer) pairsCovered(covered map[[2]int32]bool, layers []int32) bool {
	all := true
	for i := 1; i < len(layers); i++ {
		p := [2]int32{c.cause(layers[i-1]), c.cause(layers[i])}
		all = all && covered[p]
		covered[p] = true
	}
	return all
}

// cause numbers layers that one setting puts on many hops alike.
func (c *computer) cause(l int32) int32 {
	if c.causes == nil {
		c.causes = map[string]int32{}
	}
	d := c.g.layers[l].def
	key := d.Cause
	if key == "" {
		key = d.ID
	}
	n, ok := c.causes[key]
	if !ok {
		n = int32(len(c.causes))
		c.causes[key] = n
	}
	return n
}

func (c *computer) stackedFinding(node int32, layers []int32, class uint64) Finding {
	product, sure := Count(1), 0
	f := Finding{Rule: "AMP002", Severity: SeverityWarning}
	for _, l := range layers {
		product = product.Mul(c.g.layers[l].attempts)
		if c.g.layers[l].def.Assumed == "" {
			sure++
		}
		f.Related = append(f.Related, c.layerPlace(c.edgeOf(l), l))
	}
	if limit := c.g.Policy.Gate.RetryLayers; limit > 0 && sure > limit {
		f.Severity = SeverityError
	}
	ids := []string{c.g.nodes[c.worst[node].entry].id, c.id(node), c.className(class)}
	for _, l := range layers {
		ids = append(ids, c.names().layers[l])
	}
	f.Pos, f.Key = f.Related[0].Pos, findingKey(ids...)
	f.Message = fmt.Sprintf("%d layers between %s and %s retry the same failure (%s): %s attempts together",
		len(layers), c.nodeName(c.worst[node].entry), c.id(node), c.className(class), product)
	return f
}

// className names a failure of one of the atoms by the group best known.
func (c *computer) className(m uint64) string {
	set := c.g.atoms.classes(m)
	for _, g := range groups {
		if !set.Intersect(g.set).Empty() {
			return g.name
		}
	}
	if named := set.Minus(codes); !named.Empty() {
		return named.Classes()[0].String()
	}
	return "other status codes"
}

// edgeOf is the first edge that a layer repeats.
func (c *computer) edgeOf(l int32) int32 {
	if c.edgeByLayer == nil {
		c.edgeByLayer = map[int32]int32{}
		for i := len(c.g.edges) - 1; i >= 0; i-- {
			for _, l := range c.g.around(int32(i)).layers {
				c.edgeByLayer[l] = int32(i)
			}
		}
	}
	return c.edgeByLayer[l]
}

// endless is AMP003: a retry on a request path without a limit on attempts or
// time, and without a deadline of the caller.
func (c *computer) endless() []Finding {
	var out []Finding
	seen := map[int32]bool{}
	reached := c.fromRequests()
	for i := range c.g.edges {
		e := &c.g.edges[i]
		if !reached[e.from] || e.call.Deadline == DeadlinePropagated {
			continue
		}
		for _, n := range c.g.around(int32(i)).layers {
			l := &c.g.layers[n]
			s := &c.g.shapes[l.shape]
			if l.attempts != Unbounded || l.def.Context || min(s.overall, s.elapsed) < forever || seen[c.cause(n)] {
				continue
			}
			seen[c.cause(n)] = true
			place := c.layerPlace(int32(i), n)
			f := Finding{Rule: "AMP003", Severity: SeverityError, Pos: place.Pos, Key: findingKey(c.names().layers[n]),
				Message: fmt.Sprintf("the retry of %s has no end: no limit on attempts or time, and no deadline of the caller reaches it", c.edgeID[i])}
			if l.def.Assumed != "" || e.confidence == ConfidenceAssumed || e.confidence == ConfidenceSyntax {
				f.Severity = SeverityWarning
			}
			f.Related = append(f.Related, place)
			out = append(out, f)
		}
	}
	return out
}

// fromRequests marks the nodes that requests reach.
func (c *computer) fromRequests() []bool {
	reached := make([]bool, len(c.g.nodes))
	var stack []int32
	for i := range c.g.nodes {
		if c.g.nodes[i].entry == EntryRequest {
			reached[i] = true
			stack = append(stack, int32(i))
		}
	}
	for len(stack) > 0 {
		u := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		c.g.calls(u, func(e int32) {
			if v := c.g.edges[e].to; !reached[v] {
				reached[v] = true
				stack = append(stack, v)
			}
		})
	}
	return reached
}

// implicitUse is one default and the hops it acts on.
type implicitUse struct {
	layer int32
	edges []int32
	hard  bool // a hop of it lies on a path that is above the gate for certain
}

// implicit is AMP004: a default that nobody configured, once for all hops.
func (c *computer) implicit() []Finding {
	certain := map[int32]bool{}
	for _, a := range c.amplified() {
		if a.certain() {
			for _, e := range a.path {
				certain[e] = true
			}
		}
	}
	uses := map[string]*implicitUse{}
	for _, e := range c.edges {
		for _, n := range c.g.around(e).layers {
			l := &c.g.layers[n]
			if !l.def.Implicit || l.attempts <= 1 || l.classes.Empty() || !c.at(c.g.edges[e].to).reached {
				continue
			}
			key := l.def.Attempts.Pos.String() + "|" + l.def.Cause
			if l.def.Attempts.Pos.IsZero() {
				key = l.def.ID
			}
			u := uses[key]
			if u == nil {
				u = &implicitUse{layer: n}
				uses[key] = u
			}
			if last := len(u.edges) - 1; last < 0 || !c.sameHop(u.edges[last], e) {
				u.edges = append(u.edges, e)
			}
			u.hard = u.hard || certain[e] && l.def.Assumed == ""
		}
	}
	var out []Finding
	for _, k := range keys(uses) {
		out = append(out, c.implicitFinding(uses[k]))
	}
	return out
}

// sameHop reports whether two edges join the same two groups; edges are in the
// order of the groups.
func (c *computer) sameHop(a, b int32) bool {
	x, y := &c.g.edges[a], &c.g.edges[b]
	return c.groups.of[x.from] == c.groups.of[y.from] && c.groups.of[x.to] == c.groups.of[y.to]
}

// maxNamed is how many places of one cause a finding names.
const maxNamed = 5

func (c *computer) implicitFinding(u *implicitUse) Finding {
	worst := u.edges[0]
	for _, e := range u.edges {
		if c.at(c.g.edges[e].to).figures.calls > c.at(c.g.edges[worst].to).figures.calls {
			worst = e
		}
	}
	l := &c.g.layers[u.layer]
	hops := "1 hop"
	if len(u.edges) > 1 {
		hops = fmt.Sprintf("%d hops", len(u.edges))
	}
	f := Finding{Rule: "AMP004", Severity: SeverityWarning, Pos: c.layerPlace(worst, u.layer).Pos,
		Key: findingKey(l.def.Attempts.Pos.fileName(), c.causeName(u.layer))}
	if u.hard {
		f.Severity = SeverityError
	}
	to := c.at(c.g.edges[worst].to)
	f.Message = fmt.Sprintf("%s (%s attempts on %s) acts on %s though nobody configured it; the worst is %s: %s calls for one at %s",
		layerName(l.def), l.attempts, l.def.RetriesOn, hops, c.edgeID[worst], orFormula(to.figures), c.nodeName(to.entry))
	if l.def.Note != "" {
		f.Message += "; " + l.def.Note
	}
	if l.def.Assumed != "" {
		f.Message += "; assumed: " + l.def.Assumed
	}
	for i, e := range u.edges {
		if i == maxNamed {
			f.Related = append(f.Related, Related{c.g.edges[e].call.Pos, "and " + further(len(u.edges)-maxNamed, "hop")})
			break
		}
		f.Related = append(f.Related, Related{c.g.edges[e].call.Pos, c.edgeID[e]})
	}
	return f
}
