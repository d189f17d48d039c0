package graph

import "strconv"

// poolSize is how many connections one process has to a datastore at most, where its
// address says so: pool_max_conns, as pgxpool reads it (pgx v5.10.0
// pgxpool/pool.go:370). 0 is not known.
func poolSize(address string) Count {
	n, err := strconv.ParseUint(parameters(address).Get("pool_max_conns"), 10, 31)
	if err != nil {
		return 0
	}
	return Count(n)
}

// pools gives each call the smallest of the pools that it goes through, and each node
// what the policy says of its service: its replicas, and how many calls all of them
// work on at once.
func (l *linker) pools() {
	g := l.g
	for i := range g.edges {
		e := &g.edges[i]
		for _, n := range g.stacks[e.stack:e.stackEnd] {
			if size := l.evaluated[n].pool; size > 0 && (e.pool == 0 || size < e.pool) {
				e.pool = size
			}
		}
	}
	known := map[string]*ServiceFacts{}
	for i := range g.Policy.Services {
		known[g.Policy.Services[i].Name] = &g.Policy.Services[i]
	}
	for i := range g.nodes {
		if f := known[g.nodes[i].service]; f != nil {
			g.nodes[i].replicas, g.nodes[i].places = Count(f.Replicas), Count(f.places())
		}
	}
}

// places is how many calls all replicas work on at once; 0 is not known.
func (f *ServiceFacts) places() int { return f.Capacity * max(1, f.Replicas) }

// pooled is how many calls of an edge are at work at once at most: what the pools of
// the processes that make them let through. A unit of work is in one process at its
// entry, and further down in any of the replicas. ok is false where that is not known,
// and where the callee may go on with what a caller has given up: its place in the pool
// is free by then.
func (r *run) pooled(e int32, cancels, timer bool) (n Count, ok bool) {
	ed := &r.g.edges[e]
	if ed.pool == 0 || !cancels && (timer || ed.call.Deadline != DeadlineDropped) {
		return 0, false
	}
	processes := r.g.nodes[ed.from].replicas
	if ed.from == r.entry {
		processes = 1
	}
	return ed.pool.Mul(processes), processes > 0
}
