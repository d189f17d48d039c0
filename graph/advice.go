package graph

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Advice is what brings a figure below its gate.
type Advice struct {
	// Owner is the one layer that keeps its retries; Alone is the amplification, and
	// AloneCalls the calls, if it were the only one that retried.
	Owner      string   `json:"owner"`
	Alone      *float64 `json:"alone"`
	AloneCalls Count    `json:"alone_calls"`
	// Changes are the fewest that meet the gate, and After what they leave; none
	// where no set of them meets it.
	Changes []AdvisedChange `json:"changes"`
	After   *float64        `json:"after,omitempty"`
	// AtLeast is the number of changes that any set needs, where it is not known
	// that Changes are the fewest.
	AtLeast int `json:"at_least,omitempty"`
	// Connect is the layer among Changes that may go on trying to connect, since it is
	// the nearest to the failure: such tries are no load. "" is none.
	Connect string `json:"connect,omitempty"`
	above   bool
}

// AdvisedChange is a number of attempts to set to 1.
type AdvisedChange struct {
	Layer string `json:"layer"`
	Name  string `json:"name"`
	From  Count  `json:"from"`
	Pos   Pos    `json:"position"`
	// Declared is set where the policy says that a caller repeats.
	Declared bool `json:"declared,omitempty"`
}

const (
	// maxExact is how many layers are tried in all combinations; of more, one after
	// the other is taken that helps most.
	maxExact = 10
	// maxAdvised is how many findings get advice, the worst first.
	maxAdvised = 5
	// advisedWork is how much is computed again for one finding: steps of bodies, and
	// numbers of layers.
	advisedWork = 200_000
)

// adviser looks for changes that bring one node down to a limit.
type adviser struct {
	c     *computer
	a     *above
	nodes []int32
	// owner and rest are the layers that act on the way, one for each cause, in the
	// order of the path.
	owner int32
	rest  []int32
	// nearest is the layer of the path that is nearest to the failure.
	nearest int32
	// tries is how often the graph may be computed again.
	tries int
}

// advise finds the advice for a node above the gate; nil where no layer is the
// cause, or the graph is too large to try.
func (c *computer) advise(a *above) *Advice {
	ad := &adviser{c: c, a: a, nodes: c.groups.members[a.group], owner: -1}
	r := newRun(c.g, a.entry)
	ad.tries = advisedWork / (1 + len(c.g.nodes) + r.size() + len(c.g.shapes)*len(c.g.atoms.set))
	if len(a.path) == 0 || ad.tries == 0 {
		return nil
	}
	if ad.candidates(); ad.owner < 0 {
		return nil
	}
	ids := c.names()
	out := &Advice{Owner: ids.layers[ad.owner], Changes: []AdvisedChange{}}
	alone, calls := ad.with(ad.rest)
	out.Alone, out.AloneCalls = limited(alone), calls
	if out.above = alone > a.limit; out.above {
		return out
	}
	if !ad.exact() && len(ad.rest)*len(ad.rest) > ad.tries {
		return out
	}
	set, after := ad.fewest()
	for _, n := range set {
		d := c.g.layers[n].def
		pos := placeOf(d.Attempts, d.Pos)
		if pos.Line == 0 {
			pos = d.Pos // a default of the table: where the layer acts
		}
		out.Changes = append(out.Changes, AdvisedChange{ids.layers[n], layerName(d), c.g.layers[n].attempts, pos, d.Kind == KindDeclared})
	}
	out.After = limited(after)
	if ad.ownsConnect(set) {
		out.Connect = ids.layers[ad.nearest]
	}
	if !ad.exact() {
		out.AtLeast = ad.atLeast()
	}
	return out
}

// exact reports whether all combinations can be tried.
func (ad *adviser) exact() bool { return len(ad.rest) <= maxExact && 1<<len(ad.rest) <= ad.tries }

// candidates are the layers round the calls that lead to the node. The owner is
// the outermost of the worst path, or by the policy the innermost.
func (ad *adviser) candidates() {
	c := ad.c
	var path []int32
	for _, e := range ad.a.path {
		for _, n := range c.g.around(e).layers {
			if l := &c.g.layers[n]; l.attempts > 1 && !c.g.shapes[l.shape].hedge {
				path = append(path, n)
			}
		}
	}
	if len(path) == 0 {
		return
	}
	ad.owner, ad.nearest = path[0], path[len(path)-1]
	if c.g.Policy.Owner.Application == OwnerLeaf {
		ad.owner = path[len(path)-1]
	}
	seen := map[int32]bool{c.cause(ad.owner): true}
	add := func(n int32) {
		if !seen[c.cause(n)] {
			seen[c.cause(n)] = true
			ad.rest = append(ad.rest, n)
		}
	}
	for _, n := range path {
		add(n)
	}
	r := newRun(c.g, ad.a.entry)
	t := r.target(reachedOf(r, ad.nodes)...)
	for i := range c.g.edges {
		e := &c.g.edges[i]
		if r.rank[e.from] < 0 || r.cut[i] || !t.isUp[e.to] {
			continue
		}
		for _, n := range c.g.around(int32(i)).layers {
			if c.g.layers[n].attempts > 1 {
				add(n)
			}
		}
	}
}

// ownsConnect reports whether a layer that is to make one attempt may go on trying to
// connect: the one nearest to the failure, where the policy says nothing else.
func (ad *adviser) ownsConnect(off []int32) bool {
	c := ad.c
	if c.g.Policy.Owner.Connect == OwnerEdge || !c.g.layers[ad.nearest].classes.Has(ClassConnect) {
		return false
	}
	return slices.Contains(off, ad.nearest)
}

// reachedOf are the nodes that a run reaches.
func reachedOf(r *run, nodes []int32) []int32 {
	var out []int32
	for _, n := range nodes {
		if r.rank[n] >= 0 {
			out = append(out, n)
		}
	}
	return out
}

// with is the figure of the gate when some layers, and all of their cause, make one
// attempt.
func (ad *adviser) with(off []int32) (amplified float64, calls Count) {
	c := ad.c
	g := *c.g
	g.layers, g.shapes = clone(g.layers), clone(g.shapes)
	causes := map[int32]bool{}
	for _, n := range off {
		causes[c.cause(n)] = true
	}
	for n := range g.layers {
		if causes[c.cause(int32(n))] && g.layers[n].attempts > 1 {
			g.setAttempts(int32(n), 1)
		}
	}
	r := newRun(&g, ad.a.entry)
	v := variant{one: allClasses, window: forever, zero: -1}
	if g.cuts(c.window) {
		v.window = c.window
	}
	o, t := r.variant(v).outcomes(), r.target(reachedOf(r, ad.nodes)...)
	m := t.look(o)
	f := nodeFigures{wCalls: m.calls, wRatio: m.ratio, wAttempts: m.attempts}
	if g.budgeted() {
		f.keep(t.held(o, m.happy, m.ratio), held{}, g.Policy.Gate.Basis)
	}
	return f.amplified(), m.calls
}

// fewest is the smallest set of layers to turn off that meets the gate, and what it
// leaves: of several the one that leaves least.
func (ad *adviser) fewest() ([]int32, float64) {
	if !ad.exact() {
		return ad.greedy()
	}
	for size := 1; size <= len(ad.rest); size++ {
		var best []int32
		least := 0.0
		combinations(ad.rest, size, func(set []int32) {
			if ad.a.figure/ad.product(set) > ad.a.limit {
				return // it cannot be enough
			}
			if figure, _ := ad.with(set); figure <= ad.a.limit && (best == nil || figure < least) {
				best, least = clone(set), figure
			}
		})
		if best != nil {
			return best, least
		}
	}
	return nil, ad.a.figure
}

// product is the most that a set of layers can take away, whatever else they
// repeat.
func (ad *adviser) product(set []int32) float64 {
	p := 1.0
	for _, n := range set {
		p *= ad.weight(n)
	}
	return p
}

// weight is what all layers of one cause multiply along a path.
func (ad *adviser) weight(n int32) float64 {
	c, p := ad.c, 1.0
	for i := range c.g.layers {
		if c.cause(int32(i)) == c.cause(n) {
			p *= max(1, c.g.layers[i].attempts.Float())
		}
	}
	return p
}

// combinations yields the subsets of one size, in order.
func combinations(all []int32, size int, yield func([]int32)) {
	set := make([]int32, 0, size)
	var walk func(from int)
	walk = func(from int) {
		if len(set) == size {
			yield(set)
			return
		}
		for i := from; i <= len(all)-(size-len(set)); i++ {
			set = append(set, all[i])
			walk(i + 1)
			set = set[:len(set)-1]
		}
	}
	walk(0)
}

// greedy turns off, one after the other, the layer that helps most.
func (ad *adviser) greedy() ([]int32, float64) {
	left := clone(ad.rest)
	var off []int32
	figure := ad.a.figure
	for figure > ad.a.limit && len(left) > 0 {
		best := 0
		least, _ := ad.with(append(clone(off), left[0]))
		for i := 1; i < len(left); i++ {
			if f, _ := ad.with(append(clone(off), left[i])); f < least {
				best, least = i, f
			}
		}
		off, figure = append(off, left[best]), least
		left = append(left[:best:best], left[best+1:]...)
	}
	return off, figure
}

// atLeast is the number of changes without which no set meets the gate: those with
// the most attempts, if each took away all it multiplies.
func (ad *adviser) atLeast() int {
	var weights []float64
	for _, n := range ad.rest {
		weights = append(weights, ad.weight(n))
	}
	sortBy(weights, func(a, b float64) int { return cmp.Compare(b, a) })
	figure := ad.a.figure
	for i, w := range weights {
		if figure <= ad.a.limit {
			return i
		}
		figure /= w
	}
	return len(weights)
}

// text is the advice in words.
func (a *Advice) text(owner string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Let %s own the retries of a failure: if only it retried, there would be %s calls, amplification %s.", owner, a.AloneCalls, number64(figure64(a.Alone)))
	switch {
	case a.After == nil && a.above:
		b.WriteString(" That is above the gate too: it needs fewer attempts, or a retry budget.")
	case len(a.Changes) > 0:
		b.WriteString(" The least that meets the gate is 1 attempt ")
		var parts []string
		for _, ch := range a.Changes {
			parts = append(parts, fmt.Sprintf("at %s (%s, now %s)", ch.Pos, ch.Name, ch.From))
		}
		fmt.Fprintf(&b, "%s: amplification %s", strings.Join(parts, " and "), number64(figure64(a.After)))
		if a.AtLeast > 0 {
			fmt.Fprintf(&b, " (found one by one; no set has fewer than %d changes)", a.AtLeast)
		}
		b.WriteString(". Where a layer has to stay, give it a retry budget.")
		for _, ch := range a.Changes {
			if ch.Layer == a.Connect {
				fmt.Fprintf(&b, " %s is the nearest to the failure: what never reached the callee it may try again.", ch.Name)
			}
		}
	}
	return b.String()
}
