package simulate

import (
	"fmt"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
)

// newMachine is a machine at rest.
func newMachine(sys *graph.System, world World, watch Watch) *machine {
	m := &machine{sys: sys, world: world, watch: watch}
	m.servers = make([]server, len(sys.Nodes))
	for i := range sys.Layers {
		m.budgets = append(m.budgets, newBudget(sys.Layers[i].Budget))
	}
	return m
}

// nodeOf is the number of a node: that of its ID, or of a service that has one node
// only. The error lists the nodes of a service that has several.
func nodeOf(sys *graph.System, name string) (int, error) {
	found := -1
	var of []string
	for i := range sys.Nodes {
		switch n := &sys.Nodes[i]; name {
		case n.ID:
			return i, nil
		case n.Service:
			found, of = i, append(of, n.ID)
		}
	}
	switch len(of) {
	case 0:
		return 0, fmt.Errorf("no service or operation %q", name)
	case 1:
		return found, nil
	}
	return 0, fmt.Errorf("%s has several operations: name one of %s", name, strings.Join(of, ", "))
}

// Request runs one unit of work at an entry to its end in an empty system, with
// pauses at their nominal length, and reports whether it succeeded. Limit is how
// many events there may be; an error where they do not suffice.
func Request(sys *graph.System, entry int, world World, watch Watch, limit int) (ok bool, err error) {
	m := newMachine(sys, world, watch)
	m.execute(entry, nil, nil, func(o outcome) { ok = o.ok })
	for range limit {
		if !m.next(never) {
			return ok, nil
		}
	}
	return false, fmt.Errorf("one request makes more than %d events", limit)
}
