package graph

import (
	"cmp"
	"time"
)

// Options are the choices of one run that are no policy.
type Options struct {
	// Operations reports operations apart instead of whole services.
	Operations bool
	// NotKnown lists what the figures only guess, too.
	NotKnown bool
	// Strict makes every problem, advisory ones too, an incomplete run.
	Strict bool
	// Now is the day on which suppressions are judged.
	Now time.Time
	// Notes are added to the result.
	Notes []string
	// Baseline is what was accepted; nil for nothing. PartOfEntries says that not
	// all entries are looked at, so that it may hold more than there is.
	Baseline      *Baseline
	PartOfEntries bool
	// Findings are those of the caller, judged as all others.
	Findings []Finding
}

// exactWork is how many steps of bodies, summed over the nodes looked at, are
// walked to compute every node by itself. Larger graphs are computed in one
// pass that is never below, and their worst nodes again by themselves.
// exactInAll is the same for all entries together.
const exactWork, exactInAll = 4_000_000, 16_000_000

// againWork is the same for the worst nodes of larger graphs, for all entries
// together.
const againWork = 4_000_000

// Compute walks the graph from every entry and returns what a report says.
func Compute(g *Graph, opts Options) *Result {
	c := &computer{g: g, opts: opts, window: forever, groups: g.grouped(opts.Operations), counted: make([]Count, len(g.edges))}
	if d, ok := g.Policy.Gate.Window.Duration(nil); ok && d > 0 {
		c.window = d
	}
	c.worst = make([]nodeWorst, len(c.groups.names))
	for i := range c.worst {
		c.worst[i].figures = &nodeFigures{}
	}
	c.edgeOrder()
	if g.timed() {
		c.timings = make([]*timing, len(g.edges))
	}
	var entries []int32
	for i := range g.nodes {
		if g.nodes[i].entry != "" {
			entries = append(entries, int32(i))
		}
	}
	n := max(1, len(entries))
	c.exact, c.again = min(exactWork, exactInAll/n), againWork/n
	for _, e := range entries {
		c.from(e)
	}
	return c.result()
}

// computer gathers, over all entries, the worst figures of each node.
type computer struct {
	g      *Graph
	opts   Options
	window time.Duration
	groups grouping
	worst  []nodeWorst // by group
	// exact and again are the shares of exactWork and againWork of one entry; left is
	// what the entries before left of the latter.
	exact, again, left int
	// edges is the order of the edges in the report, edgeID their IDs there.
	edges  []int32
	edgeID []string
	// same maps an edge to the one of its call site that the report shows.
	same map[int32]int32
	// counted are, by edge, the most attempts that reach the callee.
	counted []Count
	// timings are, by edge, what time makes of it; nil without timers.
	timings []*timing
	cycles  [][]int32
	cut     map[int32]bool
	causes  map[string]int32
	reaches reaches
	advice  int // findings that got some
	ids     *identities
	// edgeByLayer is the first edge that each layer repeats.
	edgeByLayer map[int32]int32
}

// nodeWorst is the entry that is worst for a node, with its figures.
type nodeWorst struct {
	reached bool
	entry   int32
	figures *nodeFigures
	work    time.Duration
	// amplified, multiplied and crowded are what the gates look at; nil where the
	// node is below the gate from every entry.
	amplified, multiplied, crowded *above
}

// from computes the figures of every node that one entry reaches.
func (c *computer) from(entry int32) {
	r := newRun(c.g, entry)
	c.cycles = append(c.cycles, r.cycles...)
	for i, cut := range r.cut {
		if cut {
			if c.cut == nil {
				c.cut = map[int32]bool{}
			}
			c.cut[int32(i)] = true
		}
	}
	ev := newEvaluator(r, c.window)
	c.count(ev)
	if r.size()*len(r.order) > c.exact {
		limit, _ := c.limits(entry)
		c.reaches.raise(limit)
		c.inBulk(ev)
		return
	}
	order, nodes := c.groups.reached(r)
	for _, n := range order {
		f := ev.node(nodes[n]...)
		c.take(ev, n, nodes[n], &f)
	}
	c.take(ev, c.groups.of[entry], []int32{entry}, atEntry())
}

// count notes how many of the attempts of each hop reach its callee.
func (c *computer) count(ev *evaluator) {
	for i := range c.g.edges {
		e := &c.g.edges[i]
		if ev.r.rank[e.from] < 0 || ev.r.cut[i] {
			continue
		}
		n := ev.mixed.reaching(int32(i))
		for k := c.g.parents[c.g.callOps[i]]; k >= 0; k = c.g.parents[k] {
			if o := &c.g.ops[k]; o.kind == opLayer {
				n = n.Mul(c.g.layers[o.arg].attempts)
			}
		}
		c.counted[i] = max(c.counted[i], n)
		if c.timings != nil && c.timings[i] == nil {
			t := ev.r.timing(int32(i))
			c.timings[i] = &t
		}
	}
}

// size is the number of steps in the bodies of the nodes of a run.
func (r *run) size() int {
	n := 0
	for _, v := range r.order {
		n += int(r.g.nodes[v].bodyEnd - r.g.nodes[v].body)
	}
	return n
}

// atEntry are the figures of an entry: one unit of work is one execution.
func atEntry() *nodeFigures {
	return &nodeFigures{calls: 1, happy: 1, oneCause: 1, confident: 1, blind: 1, connections: 1,
		peak: 1, ratio: 1, confidentRatio: 1, attempts: 1, confidentAttempts: 1,
		wCalls: 1, wConfident: 1, wRatio: 1, wConfidentRatio: 1, wAttempts: 1, wConfidentAttempts: 1}
}

// take keeps the figures of a group when they are worse than those of the
// entries before. They belong to the caller, who may use them for another group:
// most are worse in nothing, and only what is kept is copied.
func (c *computer) take(ev *evaluator, group int32, nodes []int32, f *nodeFigures) {
	var copied *nodeFigures
	kept := func() *nodeFigures {
		if copied == nil {
			own := *f
			own.classes, copied = clone(f.classes), &own
		}
		return copied
	}
	w := &c.worst[group]
	c.judge(w, group, ev.r.entry, f, kept)
	c.reaches.add(c, reached{group, ev.r.entry, f}, kept)
	if !w.reached || c.prefers(ev.r.entry, f, w) {
		w.entry, w.figures, w.work = ev.r.entry, kept(), 0
		for _, v := range nodes {
			w.work = max(w.work, ev.r.work[v])
		}
	}
	w.reached = true
}

// prefers reports whether figures are those to show for a node rather than the ones
// before: work that arrives comes before what runs once at the start.
func (c *computer) prefers(entry int32, f *nodeFigures, w *nodeWorst) bool {
	starts := func(n int32) bool { return c.g.nodes[n].entry == EntryStartup }
	if was := starts(w.entry); was != starts(entry) {
		return was
	}
	return worse(f, w.figures)
}

// worse orders figures by what the gate compares, then by calls.
func worse(a, b *nodeFigures) bool {
	return cmp.Or(cmp.Compare(a.amplified(), b.amplified()), cmp.Compare(a.calls, b.calls), cmp.Compare(a.connections, b.connections)) > 0
}
