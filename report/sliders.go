package report

import (
	"slices"

	"github.com/ampcheck/ampcheck/graph"
)

// A page that recomputes figures must say what Compute would say, and Compute
// knows more than a result holds: which failures a service passes on, which
// calls exclude each other. What can be told from the result alone is this. The
// greatest figure a node can have is the sum, over all ways to it, of the
// products of fan-outs and attempts; CallsAnyClass is that sum where nothing on
// the ways excludes anything else. And where the failures of one class alone
// make as many calls, every layer on every way retries what it is shown of that
// class, which does not depend on how often it tries. Then the figure is the sum
// for any number of attempts. For other nodes the sum is an upper bound.

// whatIf holds, for each node of a result, what a page may recompute.
type whatIf struct {
	index *index
	// exact marks the nodes whose calls are the sum over their ways.
	exact []bool
}

func newWhatIf(r *graph.Result) *whatIf {
	w := &whatIf{index: newIndex(r)}
	w.exact = make([]bool, len(w.index.nodes))
	sums := make(map[string][]graph.Count)
	for i := range w.index.nodes {
		n := &w.index.nodes[i]
		entry, ok := w.index.byID[n.Entry]
		if !ok {
			continue
		}
		if sums[n.Entry] == nil {
			sums[n.Entry] = w.sums(entry)
		}
		sum := sums[n.Entry][i]
		w.exact[i] = i != entry && sum == n.CallsAnyClass && sum < graph.Saturated && sum > 0 && oneClassIsAll(n) && !n.LowerBound
	}
	return w
}

// oneClassIsAll reports whether failures of one class that the node can answer
// make as many calls as all attempts together. Timeouts are left out: how many
// of them there are depends on how long all attempts take.
func oneClassIsAll(n *graph.NodeInfo) bool {
	if n.Calls != n.CallsAnyClass {
		return false
	}
	for class, calls := range n.Classes {
		set, err := graph.ParseClass(class)
		if err != nil || !graph.NeverReached.Intersect(set).Empty() || set.Has(graph.ClassTimeout) {
			continue
		}
		if calls == n.CallsAnyClass {
			return true
		}
	}
	return false
}

// sums are, for each node, the sum over all ways from an entry. Nodes that a
// cycle leads to have none.
func (w *whatIf) sums(entry int) []graph.Count {
	x := w.index
	reached := make([]bool, len(x.nodes))
	reached[entry] = true
	waiting := make([]int, len(x.nodes)) // calls to a node whose caller is not done
	for _, e := range x.breadthFirst(entry) {
		reached[x.to[e]] = true
		if !x.edges[e].Cut {
			waiting[x.to[e]]++
		}
	}
	sums := make([]graph.Count, len(x.nodes))
	sums[entry] = 1
	done := make([]bool, len(x.nodes))
	for queue := []int{entry}; len(queue) > 0; queue = queue[1:] {
		n := queue[0]
		done[n] = true
		for _, e := range x.out[n] {
			if to := x.to[e]; !x.edges[e].Cut {
				sums[to] = sums[to].Add(sums[n].Mul(x.edges[e].Factor))
				if waiting[to]--; waiting[to] == 0 && to != entry {
					queue = append(queue, to)
				}
			}
		}
	}
	for n := range sums {
		if reached[n] && !done[n] {
			sums[n] = 0
		}
	}
	return sums
}

// knob is a layer whose attempts a reader can change: one number, more than one
// try, the same for all failures.
type knob struct {
	id       string
	attempts graph.Count
	factor   factor
	hops     []string
	hot      bool
}

// maxKnob is the greatest number of attempts a reader can try; a layer with more
// is not offered.
const maxKnob = 20

// knobs lists the layers that can be changed: those on the ways to what is above
// the gate first, otherwise in the order of the calls. Calls that share a layer
// share the knob.
func knobs(d *drawing) (list []knob, index map[string]int) {
	at, fixed := make(map[string]int), make(map[string]bool)
	for i := range d.arrows {
		for _, e := range d.arrows[i].calls {
			for k := range e.Layers {
				y := &e.Layers[k]
				n, known := at[y.ID]
				if !adjustable(y) || known && list[n].attempts != y.Attempts {
					fixed[y.ID] = true
					continue
				}
				if !known {
					n = len(list)
					at[y.ID], list = n, append(list, knob{id: y.ID, attempts: y.Attempts, factor: layerFactor(y)})
				}
				list[n].hops = distinct(append(list[n].hops, hop(e)))
				list[n].hot = list[n].hot || d.arrows[i].hot
			}
		}
	}
	list = slices.DeleteFunc(list, func(k knob) bool { return fixed[k.id] })
	slices.SortStableFunc(list, func(a, b knob) int { return boolCompare(b.hot, a.hot) })
	index = make(map[string]int)
	for i, k := range list {
		index[k.id] = i
	}
	return list, index
}

func adjustable(y *graph.LayerInfo) bool {
	return y.ID != "" && !y.Unbounded && len(y.Tries) == 0 && y.Attempts >= 2 && y.Attempts <= maxKnob
}
