package graph

import "cmp"

// Reach is what one unit of work at an entry can do to one node: what the gates
// look at, by names that edits elsewhere do not change.
type Reach struct {
	// Entry is the operation where work arrives, To the node.
	Entry string `json:"entry"`
	To    string `json:"to"`
	// Class is a failure of the node that costs the most calls.
	Class string `json:"class,omitempty"`
	Calls Count  `json:"calls"`
	// Amplification is the greatest within the window of the gate; nil is without
	// limit. Confident is the same with every guess at its least.
	Amplification *float64 `json:"amplification"`
	Confident     *float64 `json:"confident"`
	// Sustained is what gate.amplification is compared with, where retry budgets leave
	// less.
	Sustained *float64 `json:"sustained,omitempty"`
	// Edges are the calls of the worst path, Layers what repeats them, by identity,
	// and Attempts the numbers of those; null is unbounded.
	Edges    []string `json:"edges"`
	Layers   []string `json:"layers"`
	Attempts []Count  `json:"attempts"`
}

// reached is a Reach with its figures, before it has names.
type reached struct {
	group, entry int32
	figures      *nodeFigures
}

func (r *reached) amplification() float64 {
	return amplification(r.figures.wCalls, r.figures.wRatio, r.figures.wAttempts)
}

// maxReaches is how many are kept; beyond it the least are dropped.
const maxReaches = 10_000

// reaches collects what the entries reach. Nodes at or below above are left out.
type reaches struct {
	all   []reached
	above float64
}

// add keeps a node that more than one call becomes of one, with a copy of its figures.
func (r *reaches) add(c *computer, n reached, kept func() *nodeFigures) {
	if n.amplification() <= max(1, r.above) || c.groups.of[n.entry] == n.group {
		return
	}
	n.figures = kept()
	if r.all = append(r.all, n); len(r.all) >= 2*maxReaches {
		r.trim()
	}
}

// raise drops what is not above a figure.
func (r *reaches) raise(above float64) { r.above = max(r.above, above) }

// trim keeps the worst.
func (r *reaches) trim() {
	if len(r.all) > maxReaches {
		sortBy(r.all, func(a, b reached) int { return cmp.Compare(b.amplification(), a.amplification()) })
		r.above = max(r.above, r.all[maxReaches].amplification())
		r.all = r.all[:maxReaches]
	}
}

// list names what was collected, in the order of entries and nodes.
func (r *reaches) list(c *computer) []Reach {
	r.trim()
	var out []Reach
	for i := range r.all {
		if n := &r.all[i]; n.amplification() > r.above {
			out = append(out, c.reach(n))
		}
	}
	sortBy(out, func(a, b Reach) int { return cmp.Or(cmp.Compare(a.Entry, b.Entry), cmp.Compare(a.To, b.To)) })
	return out
}

func (c *computer) reach(n *reached) Reach {
	f := n.figures
	path := c.pathOf(&above{figures: f})
	out := Reach{
		Entry: c.g.nodes[n.entry].id, To: c.id(n.group), Class: c.worstClass(f), Calls: f.wCalls,
		Amplification: limited(n.amplification()), Confident: limited(amplification(f.wConfident, f.wConfidentRatio, f.wConfidentAttempts)),
		Edges: []string{}, Attempts: []Count{},
	}
	if s := f.amplified(); s < n.amplification() {
		out.Sustained = &s
	}
	out.Layers = c.layersOn(path)
	for _, id := range out.Layers {
		_, n := c.layerNamed(id)
		out.Attempts = append(out.Attempts, c.g.layers[n].attempts)
	}
	for _, e := range path {
		out.Edges = append(out.Edges, c.edgeID[e])
	}
	return out
}

// gateFigure is what the gate is compared with.
func gateFigure(amplification, sustained *float64) float64 {
	if sustained != nil {
		return *sustained
	}
	return figure64(amplification)
}

// limited is a figure, or nil for one without limit.
func limited(x float64) *float64 {
	if x == Unbounded.Float() {
		return nil
	}
	return &x
}

// layersOn lists the identities of what repeats the calls of a path, outermost
// first.
func (c *computer) layersOn(path []int32) []string {
	out := []string{}
	for _, e := range path {
		for _, l := range c.g.around(e).layers {
			if ly := &c.g.layers[l]; ly.attempts > 1 || ly.symbol != "" {
				out = append(out, c.names().layers[l])
			}
		}
	}
	return out
}

// names are the identities of the graph's layers.
func (c *computer) names() *identities {
	if c.ids == nil {
		c.ids = c.g.identities()
	}
	return c.ids
}

// worstClass is the failure that costs the most calls when every failure of the
// run is of its kind; "" where no such run was computed.
func (c *computer) worstClass(f *nodeFigures) string {
	var most Count
	var worst uint64
	for i, n := range f.classes {
		if c.g.atoms.never&(1<<i) != 0 || n < most {
			continue
		}
		if n > most {
			most, worst = n, 0
		}
		worst |= 1 << i
	}
	if worst == 0 {
		return ""
	}
	return c.className(worst)
}
