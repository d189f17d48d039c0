package report

import (
	"fmt"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
)

// section is what is printed for one entry: a row for every call whose callee
// has its worst figures from this entry.
type section struct {
	entry string
	kind  graph.EntryKind
	tiers []tier
	// elsewhere are the calls reached from this entry whose callee is worse off
	// from another one.
	elsewhere []*graph.EdgeInfo
}

// tier is one row: a call and the figures of its callee.
type tier struct {
	edge *graph.EdgeInfo
	to   *graph.NodeInfo
	// inEdges are the calls that the figures of the callee add up.
	inEdges int
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
	inEdges := make(map[int]int)
	for _, e := range reached {
		if !l.index.edges[e].Cut {
			inEdges[l.index.to[e]]++
		}
	}
	for _, e := range reached {
		if l.shown[e] {
			continue
		}
		edge, from, to := &l.index.edges[e], l.index.caller(e), l.index.callee(e)
		switch s.entry {
		case to.Entry:
			s.tiers = append(s.tiers, tier{edge: edge, to: to, inEdges: inEdges[l.index.to[e]]})
		case from.Entry:
			s.elsewhere = append(s.elsewhere, edge)
		default:
			continue
		}
		l.shown[e] = true
		l.order = append(l.order, edge)
	}
}

// tierHeader are the columns of the tier table.
var tierHeader = []string{"Tier", "Fan-out per call", "Attempts", "Calls issued at this tier", "Cumulative multiplier"}

func (t tier) cells() []string {
	calls := callsOf(t.to)
	if t.inEdges > 1 {
		calls += fmt.Sprintf(" (sum of %d calls)", t.inEdges)
	}
	return []string{hop(t.edge), fanOutOf(t.edge, t.to), t.edge.Attempts.String(), calls, multiplierOf(t.to)}
}

// hop names a call by its ends, with its number where there are several.
func hop(e *graph.EdgeInfo) string {
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

// rows are the cells of all tiers but those that close a cycle, whose callee
// has no figure over that call.
func (s section) rows() [][]string {
	var rows [][]string
	for _, t := range s.tiers {
		if !t.edge.Cut {
			rows = append(rows, t.cells())
		}
	}
	return rows
}
