package graph

// entries marks where work arrives: what the policy names; else gateway routes,
// ingress, exposed services and schedules, and whatever nobody calls. A node
// that none of these reaches belongs to a cycle nobody enters: its first node
// is an entry too, so that no call goes uncounted.
func (l *linker) entries() {
	g := l.g
	if len(g.Policy.Entries) > 0 {
		l.namedEntries()
		return
	}
	called := make([]bool, len(g.nodes))
	for i := range g.edges {
		if g.edges[i].from != g.edges[i].to {
			called[g.edges[i].to] = true
		}
	}
	for i := range g.nodes {
		n := &g.nodes[i]
		if n.leaf() {
			n.entry = ""
			continue
		}
		s := l.owner(n)
		switch {
		case n.entry != "":
		case s.entry != "" && n.operation == "":
			n.entry = s.entry
		case !called[i]:
			n.entry = EntryRequest
		}
	}
	l.enterCycles()
}

func (l *linker) namedEntries() {
	g := l.g
	for i := range g.nodes {
		g.nodes[i].entry = ""
	}
	for _, name := range g.Policy.Entries {
		found := false
		for i := range g.nodes {
			if n := &g.nodes[i]; n.id == name || n.service == name {
				found = true
				n.entry = EntryRequest
			}
		}
		if !found {
			g.Problems = append(g.Problems, Problem{Message: "no entry " + quote(name) + ": no node of that name was found"})
		}
	}
}

// enterCycles makes entries of nodes that no entry reaches.
func (l *linker) enterCycles() {
	g := l.g
	reached := make([]bool, len(g.nodes))
	var walk func(n int32)
	stack := []int32{}
	walk = func(n int32) {
		stack = append(stack[:0], n)
		reached[n] = true
		for len(stack) > 0 {
			u := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			g.calls(u, func(e int32) {
				if v := g.edges[e].to; !reached[v] {
					reached[v] = true
					stack = append(stack, v)
				}
			})
		}
	}
	for i := range g.nodes {
		if g.nodes[i].entry != "" {
			walk(int32(i))
		}
	}
	for i := range g.nodes {
		if n := &g.nodes[i]; !n.leaf() && !reached[i] {
			n.entry = EntryRequest
			walk(int32(i))
		}
	}
}

// unresolved reports the addresses that nothing in the input answers to: names
// that only a cluster resolves. Hosts of the outside world are no findings, nor
// are names that routes send elsewhere.
func (l *linker) unresolved() {
	called := map[string]bool{}
	for i := range l.g.edges {
		called[l.g.nodes[l.g.edges[i].to].service] = true
	}
	for _, host := range keys(l.missing) {
		m := l.missing[host]
		if !m.local || len(m.calls) == 0 || !called[host] {
			continue
		}
		sortBy(m.calls, func(a, b *Call) int { return a.Pos.Compare(b.Pos) })
		f := Finding{
			Rule: "AMP301", Severity: SeverityWarning, Pos: m.calls[0].Pos,
			Message: "the address " + quote(host) + " resolves to no known service; calls to it are shown as a node of that name, and what it does is not known",
			Fix:     "analyse the manifests of " + quote(host) + " too, or name the host under services in the policy",
		}
		for i, c := range m.calls[1:] {
			if c.Pos == m.calls[i].Pos {
				continue // one place that several operations reach
			}
			f.Related = append(f.Related, Related{Pos: c.Pos, Message: "called here too"})
		}
		l.g.findings = append(l.g.findings, f)
	}
}

func quote(s string) string { return "\"" + s + "\"" }
