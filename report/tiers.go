package report

import (
	"strings"

	"github.com/ampcheck/ampcheck/graph"
)

// section is what is printed for one entry: the calls whose callee has its worst
// figures from this entry.
type section struct {
	entry string
	kind  graph.EntryKind
	tiers []tier
	// elsewhere are the calls reached from this entry whose callee is worse off
	// from another one.
	elsewhere []*graph.EdgeInfo
}

// tier is a call and the figures of its callee.
type tier struct {
	edge *graph.EdgeInfo
	to   *graph.NodeInfo
	// summands are the calls whose figures add up to those of the callee, callers
	// the nodes that make them.
	summands, callers int
}

// layout is a result arranged for reading.
type layout struct {
	sections []section
	// unreached are the calls no entry leads to.
	unreached []*graph.EdgeInfo
	// order lists the calls as they are shown.
	order []*graph.EdgeInfo

	index *index
	shown []bool // by edge
}

func arrange(r *graph.Result) *layout {
	l := &layout{index: newIndex(r), shown: make([]bool, len(r.Edges))}
	for _, n := range entriesOf(r) {
		entry := &r.Nodes[n]
		s := section{entry: entry.ID, kind: entry.IsEntry}
		l.fill(&s, l.index.breadthFirst(n))
		if len(s.tiers)+len(s.elsewhere) > 0 {
			l.sections = append(l.sections, s)
		}
	}
	for i := range r.Edges {
		if !l.shown[i] {
			l.unreached = append(l.unreached, &r.Edges[i])
			l.order = append(l.order, &r.Edges[i])
		}
	}
	return l
}

// entriesOf lists the entries, as numbers of nodes, in the order of the nodes.
func entriesOf(r *graph.Result) []int {
	worst := make(map[string]bool)
	for i := range r.Nodes {
		worst[r.Nodes[i].Entry] = true
	}
	var entries []int
	for i := range r.Nodes {
		if n := &r.Nodes[i]; n.IsEntry != "" || worst[n.ID] {
			entries = append(entries, i)
		}
	}
	return entries
}

// fill puts the calls reached from the entry of the section into it. A call is
// shown once: where its callee is worst, or else where its caller is.
func (l *layout) fill(s *section, reached []int) {
	into := make(map[int][]int)
	for _, e := range reached {
		if !l.index.edges[e].Cut {
			into[l.index.to[e]] = append(into[l.index.to[e]], e)
		}
	}
	for _, e := range reached {
		if l.shown[e] {
			continue
		}
		edge, from, to := &l.index.edges[e], l.index.caller(e), l.index.callee(e)
		switch s.entry {
		case to.Entry:
			t := tier{edge: edge, to: to}
			t.summands, t.callers = l.summands(s.entry, into[l.index.to[e]])
			s.tiers = append(s.tiers, t)
		case from.Entry:
			s.elsewhere = append(s.elsewhere, edge)
		default:
			continue
		}
		l.shown[e] = true
		l.order = append(l.order, edge)
	}
}

// summands is the number of calls whose figures add up to that of their callee,
// and of the nodes that make them: 1 where the callee has the figure of one of
// them, because they are alternatives, here or further up, and where a caller is
// worse off from another entry, so that its figure is no part of this one.
// Classes ignored, the figures of a sum add up exactly.
func (l *layout) summands(entry string, calls []int) (summands, callers int) {
	total, n := graph.Count(0), 0
	by := make(map[int]bool)
	for _, e := range calls {
		from := l.index.caller(e)
		if from.Entry != entry {
			return 1, 1
		}
		if part := from.CallsAnyClass.Mul(l.index.edges[e].Factor); part > 0 {
			total, n = total.Add(part), n+1
			by[l.index.from[e]] = true
		}
	}
	if n < 2 || total != l.index.callee(calls[0]).CallsAnyClass || total >= graph.Saturated {
		return 1, 1
	}
	return n, len(by)
}

// attemptsOf is the number of attempts of a call that reach its callee.
func attemptsOf(e *graph.EdgeInfo) graph.Count {
	if e.Counted != nil {
		return *e.Counted
	}
	return e.Attempts
}

// attemptsText is the number of attempts of a call, times those of its layers of
// which the number is not known.
func attemptsText(e *graph.EdgeInfo) string {
	n := attemptsOf(e)
	var parts []string
	for i := range e.Layers {
		if y := &e.Layers[i]; y.Symbol {
			parts = append(parts, attempts(y))
		}
	}
	if n != 1 || len(parts) == 0 {
		parts = append([]string{n.String()}, parts...)
	}
	return strings.Join(parts, " x ")
}

// hop names a call by its ends.
func hop(e *graph.EdgeInfo) string { return e.From + " -> " + e.To }

// site names a call by its ends, with its number where there are several.
func site(e *graph.EdgeInfo) string {
	name := e.From + " -> " + e.To
	if number, ok := strings.CutPrefix(e.ID, e.From+"->"+e.To+"#"); ok {
		name += " #" + number
	}
	return name
}

// heading says where the work of the section arrives.
func (s section) heading() string {
	switch s.kind {
	case "":
		return ""
	case graph.EntryStartup:
		return "start-up, not gated"
	}
	return string(s.kind)
}
