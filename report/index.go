package report

import "github.com/ampcheck/ampcheck/graph"

// index is a result with nodes and calls as numbers, for the walks from each of
// many entries.
type index struct {
	nodes    []graph.NodeInfo
	edges    []graph.EdgeInfo
	from, to []int   // nodes, by edge
	out      [][]int // edges, by node
	byID     map[string]int
	// seen holds, by node, the number of the last walk that met it.
	seen  []int
	walks int
}

// newIndex indexes a result. Ends of calls that are no nodes of the result get
// a node without figures.
func newIndex(r *graph.Result) *index {
	x := &index{nodes: r.Nodes, edges: r.Edges, byID: make(map[string]int, len(r.Nodes))}
	for i := range r.Nodes {
		x.byID[r.Nodes[i].ID] = i
	}
	for i := range r.Edges {
		x.from = append(x.from, x.number(r.Edges[i].From))
		x.to = append(x.to, x.number(r.Edges[i].To))
	}
	x.out, x.seen = make([][]int, len(x.nodes)), make([]int, len(x.nodes))
	for e, n := range x.from {
		x.out[n] = append(x.out[n], e)
	}
	return x
}

func (x *index) number(id string) int {
	n, ok := x.byID[id]
	if !ok {
		n = len(x.nodes)
		x.byID[id] = n
		x.nodes = append(x.nodes[:n:n], graph.NodeInfo{ID: id})
	}
	return n
}

func (x *index) caller(e int) *graph.NodeInfo { return &x.nodes[x.from[e]] }

func (x *index) callee(e int) *graph.NodeInfo { return &x.nodes[x.to[e]] }

// breadthFirst lists the calls reached from a node, nearest first.
func (x *index) breadthFirst(from int) []int {
	x.walks++
	x.seen[from] = x.walks
	var edges []int
	for queue := []int{from}; len(queue) > 0; queue = queue[1:] {
		for _, e := range x.out[queue[0]] {
			edges = append(edges, e)
			if n := x.to[e]; x.seen[n] != x.walks {
				x.seen[n] = x.walks
				queue = append(queue, n)
			}
		}
	}
	return edges
}
