package graph

import (
	"cmp"
	"strconv"
)

// grouping is what a report shows as one node: a whole service, or each of its
// operations when they are asked for. What a program does at its start is a node
// apart, since no request waits for it.
type grouping struct {
	// of is the group of each node, names the ID of each group, members its
	// nodes.
	of      []int32
	names   []string
	members [][]int32
}

func (g *Graph) grouped(operations bool) grouping {
	gr := grouping{of: make([]int32, len(g.nodes))}
	number := map[string]int32{}
	for i := range g.nodes {
		name := g.nodes[i].id
		if !operations && g.nodes[i].entry != EntryStartup {
			name = g.nodes[i].service
		}
		n, ok := number[name]
		if !ok {
			n = int32(len(gr.names))
			number[name] = n
			gr.names, gr.members = append(gr.names, name), append(gr.members, nil)
		}
		gr.of[i] = n
		gr.members[n] = append(gr.members[n], int32(i))
	}
	return gr
}

// reached lists, by group, the nodes of a run other than its entry, in the
// order in which the run meets them.
func (gr *grouping) reached(r *run) (order []int32, nodes map[int32][]int32) {
	nodes = map[int32][]int32{}
	for _, v := range r.order[1:] {
		n := gr.of[v]
		if nodes[n] == nil {
			order = append(order, n)
		}
		nodes[n] = append(nodes[n], v)
	}
	return order, nodes
}

// edgeOrder sorts the edges by the groups they join and numbers those that join
// the same two: the order and the IDs of the report.
func (c *computer) edgeOrder() {
	g := c.g
	for i := range g.edges {
		c.edges = append(c.edges, int32(i))
	}
	ends := func(e int32) (from, to string) {
		return c.groups.names[c.groups.of[g.edges[e].from]], c.groups.names[c.groups.of[g.edges[e].to]]
	}
	sortBy(c.edges, func(a, b int32) int {
		af, at := ends(a)
		bf, bt := ends(b)
		return cmp.Or(cmp.Compare(af, bf), cmp.Compare(at, bt), g.edges[a].call.Pos.Compare(g.edges[b].call.Pos))
	})
	c.edges = c.once(c.edges)
	for i := 0; i < len(c.edges); {
		from, to := ends(c.edges[i])
		j := i
		for ; j < len(c.edges); j++ {
			if f, t := ends(c.edges[j]); f != from || t != to {
				break
			}
		}
		for k := i; k < j; k++ {
			id := from + "->" + to
			if j > i+1 {
				id += "#" + strconv.Itoa(k-i+1)
			}
			c.edgeID[c.edges[k]] = id
		}
		i = j
	}
	for e, first := range c.same {
		c.edgeID[e] = c.edgeID[first]
	}
}

// once keeps one edge of those that one call site has to operations of one
// group: they are alternatives, and one row of a report.
func (c *computer) once(edges []int32) []int32 {
	c.edgeID = make([]string, len(c.g.edges))
	c.same = map[int32]int32{}
	type site struct {
		from, to int32
		call     *Call
	}
	first := map[site]int32{}
	var out []int32
	for _, e := range edges {
		ed := &c.g.edges[e]
		s := site{ed.from, c.groups.of[ed.to], ed.call}
		if f, ok := first[s]; ok {
			c.same[e] = f
			continue
		}
		first[s] = e
		out = append(out, e)
	}
	return out
}

// at is the worst of the group of a node.
func (c *computer) at(node int32) *nodeWorst { return &c.worst[c.groups.of[node]] }

// id is the name of a group, nodeName that of the group of a node.
func (c *computer) id(group int32) string { return c.groups.names[group] }

func (c *computer) nodeName(node int32) string { return c.groups.names[c.groups.of[node]] }

// sum adds up the bounds of the nodes of one group; those of a single node are its own.
func sum(all []nodeFigures, nodes []int32) *nodeFigures {
	if len(nodes) == 1 {
		return &all[nodes[0]]
	}
	f := all[nodes[0]]
	f.classes = clone(f.classes)
	for _, v := range nodes[1:] {
		b := &all[v]
		f.calls, f.happy, f.oneCause = f.calls.Add(b.calls), f.happy.Add(b.happy), f.oneCause.Add(b.oneCause)
		f.peak = f.peak.Add(b.peak)
		f.blind, f.connections, f.wCalls = f.blind.Add(b.blind), f.connections.Add(b.connections), f.wCalls.Add(b.wCalls)
		f.confident, f.wConfident = max(f.confident, b.confident), max(f.wConfident, b.wConfident)
		f.ratio, f.wRatio = max(f.ratio, b.ratio), max(f.wRatio, b.wRatio)
		f.confidentRatio, f.wConfidentRatio = max(f.confidentRatio, b.confidentRatio), max(f.wConfidentRatio, b.wConfidentRatio)
		f.attempts, f.wAttempts = max(f.attempts, b.attempts), max(f.wAttempts, b.wAttempts)
		f.confidentAttempts, f.wConfidentAttempts = max(f.confidentAttempts, b.confidentAttempts), max(f.wConfidentAttempts, b.wConfidentAttempts)
		f.sustained, f.gate, f.gateSure = sumHeld(f.sustained, b.sustained), sumHeld(f.gate, b.gate), sumHeld(f.gateSure, b.gateSure)
		for i := range f.classes {
			f.classes[i] = f.classes[i].Add(b.classes[i])
		}
	}
	return &f
}
