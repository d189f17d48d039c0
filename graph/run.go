package graph

// run is the graph as one entry reaches it: an order of the nodes in which
// every caller comes before what it calls, and the calls that were cut because
// they close a cycle.
type run struct {
	g     *Graph
	entry int32
	// order lists the reached nodes, callers first; rank is the place of a node
	// in it, -1 for nodes that are not reached.
	order []int32
	rank  []int32
	// cut marks the calls, by edge, that are not followed.
	cut    []bool
	cycles [][]int32
	// hasAlternatives and hasOnError say what bodies of the run hold.
	hasAlternatives, hasOnError bool
	times
	walk *backwards
	// into serves callers, budgets budget.
	into    [][]int32
	budgets map[int32]budgetOf
	// quick serves sure, ending ends.
	quick  *run
	ending []bool
}

// newRun prepares the walk from one entry. Time and memory are linear in the
// nodes and calls of the graph.
func newRun(g *Graph, entry int32) *run {
	r := &run{g: g, entry: entry, cut: make([]bool, len(g.edges)), rank: make([]int32, len(g.nodes))}
	dist := r.breadthFirst()
	r.cutCycles(dist)
	r.topological()
	r.timers()
	r.survey()
	return r
}

// survey notes what the bodies hold that one pass can only bound.
func (r *run) survey() {
	for _, n := range r.order {
		for i := r.g.nodes[n].body; i < r.g.nodes[n].bodyEnd; i++ {
			o := &r.g.ops[i]
			r.hasAlternatives = r.hasAlternatives || o.kind == opAlt
			r.hasOnError = r.hasOnError || o.kind == opCall && r.g.edges[o.arg].call.OnError
		}
	}
}

// calls yields the edges of the calls of a node's body.
func (g *Graph) calls(n int32, yield func(e int32)) {
	for i := g.nodes[n].body; i < g.nodes[n].bodyEnd; i++ {
		if g.ops[i].kind == opCall {
			yield(g.ops[i].arg)
		}
	}
}

// breadthFirst returns the distance of each node from the entry, -1 where it
// is not reached.
func (r *run) breadthFirst() []int32 {
	dist := make([]int32, len(r.g.nodes))
	for i := range dist {
		dist[i] = -1
	}
	dist[r.entry] = 0
	queue := []int32{r.entry}
	for len(queue) > 0 {
		u := queue[0]
		queue = queue[1:]
		r.g.calls(u, func(e int32) {
			if v := r.g.edges[e].to; dist[v] < 0 {
				dist[v] = dist[u] + 1
				queue = append(queue, v)
			}
		})
	}
	return dist
}

// cutCycles cuts each call inside a strongly connected group to a node that is
// not farther from the entry; of two nodes equally far, the one with the
// greater ID counts as farther.
func (r *run) cutCycles(dist []int32) {
	comp, groups := r.components()
	r.cycles = groups
	if len(groups) == 0 {
		return
	}
	for i := range r.g.edges {
		e := &r.g.edges[i]
		if dist[e.from] < 0 || comp[e.from] != comp[e.to] {
			continue
		}
		if dist[e.to] < dist[e.from] || dist[e.to] == dist[e.from] && e.to <= e.from {
			r.cut[i] = true
		}
	}
}

// frame is one node on the stack of a depth-first walk, with the next op of
// its body to look at.
type frame struct{ node, op int32 }

// next returns the next callee of the top frame that is not cut, advancing it.
func (r *run) next(f *frame) (callee int32, ok bool) {
	for f.op < r.g.nodes[f.node].bodyEnd {
		o := &r.g.ops[f.op]
		f.op++
		if o.kind == opCall && !r.cut[o.arg] {
			return r.g.edges[o.arg].to, true
		}
	}
	return 0, false
}

// components finds the strongly connected groups (Tarjan, without recursion):
// the group of each node, and those that are cycles, each sorted, in the order
// of their first node.
func (r *run) components() (comp []int32, cycles [][]int32) {
	n := len(r.g.nodes)
	comp = make([]int32, n)
	low, index := make([]int32, n), make([]int32, n)
	for i := range comp {
		comp[i], index[i] = -1, -1
	}
	var count, nextIndex int32
	var open []int32
	stack := []frame{{r.entry, r.g.nodes[r.entry].body}}
	index[r.entry], low[r.entry] = 0, 0
	nextIndex, open = 1, append(open, r.entry)
	for len(stack) > 0 {
		f := &stack[len(stack)-1]
		if v, ok := r.next(f); ok {
			if index[v] < 0 {
				index[v], low[v] = nextIndex, nextIndex
				nextIndex++
				open = append(open, v)
				stack = append(stack, frame{v, r.g.nodes[v].body})
			} else if comp[v] < 0 {
				low[f.node] = min(low[f.node], index[v])
			}
			continue
		}
		u := f.node
		stack = stack[:len(stack)-1]
		if len(stack) > 0 {
			p := stack[len(stack)-1].node
			low[p] = min(low[p], low[u])
		}
		if low[u] != index[u] {
			continue
		}
		var group []int32
		for {
			w := open[len(open)-1]
			open = open[:len(open)-1]
			comp[w] = count
			group = append(group, w)
			if w == u {
				break
			}
		}
		count++
		if len(group) > 1 || r.callsItself(u) {
			cycles = append(cycles, sorted(group))
		}
	}
	sortBy(cycles, func(a, b []int32) int { return int(a[0] - b[0]) })
	return comp, cycles
}

func (r *run) callsItself(n int32) bool {
	self := false
	r.g.calls(n, func(e int32) { self = self || r.g.edges[e].to == n })
	return self
}

// topological orders the reached nodes so that callers come first.
func (r *run) topological() {
	for i := range r.rank {
		r.rank[i] = -1
	}
	seen := make([]bool, len(r.g.nodes))
	stack := []frame{{r.entry, r.g.nodes[r.entry].body}}
	seen[r.entry] = true
	for len(stack) > 0 {
		f := &stack[len(stack)-1]
		if v, ok := r.next(f); ok {
			if !seen[v] {
				seen[v] = true
				stack = append(stack, frame{v, r.g.nodes[v].body})
			}
			continue
		}
		r.order = append(r.order, f.node)
		stack = stack[:len(stack)-1]
	}
	for i, j := 0, len(r.order)-1; i < j; i, j = i+1, j-1 {
		r.order[i], r.order[j] = r.order[j], r.order[i]
	}
	for i, n := range r.order {
		r.rank[n] = int32(i)
	}
}
