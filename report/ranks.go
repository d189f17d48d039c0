package report

// tiers are the columns of the nodes: one more than the greatest of the callers.
// Calls that lead back to where a walk came from do not count. A node that
// nobody calls stands next to what it calls.
func (d *drawing) tiers() []int {
	out := make([][]int, len(d.nodes))
	called := make([]bool, len(d.nodes))
	for _, a := range d.arrows {
		if a.from != a.to {
			out[a.from] = append(out[a.from], a.to)
			called[a.to] = true
		}
	}
	tier, place := make([]int, len(d.nodes)), make([]int, len(d.nodes))
	finished := d.finished(out)
	for i, n := range finished {
		place[n] = i
	}
	for i := len(finished) - 1; i >= 0; i-- {
		n := finished[i]
		for _, to := range out[n] {
			if place[to] < i {
				tier[to] = max(tier[to], tier[n]+1)
			}
		}
	}
	for n := range d.nodes {
		if called[n] || len(out[n]) == 0 || d.nodes[n].info.IsEntry != "" {
			continue
		}
		nearest := tier[out[n][0]]
		for _, to := range out[n] {
			nearest = min(nearest, tier[to])
		}
		tier[n] = max(0, nearest-1)
	}
	return tier
}

// finished lists the nodes in the order in which a walk has seen all behind
// them; entries come first.
func (d *drawing) finished(out [][]int) []int {
	var order []int
	seen := make([]bool, len(d.nodes))
	var walk func(n int)
	walk = func(n int) {
		if seen[n] {
			return
		}
		seen[n] = true
		for _, to := range out[n] {
			walk(to)
		}
		order = append(order, n)
	}
	for _, entries := range []bool{true, false} {
		for n := range d.nodes {
			if (d.nodes[n].info.IsEntry != "") == entries {
				walk(n)
			}
		}
	}
	return order
}
