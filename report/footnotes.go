package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
)

// footnoteNames is how many names a footnote lists before it counts the rest.
const footnoteNames = 5

// footnotes say what the figures of a section leave out or take for granted.
func (s section) footnotes(wide bool) []string {
	limit := footnoteNames
	if wide {
		limit = 0
	}
	var notes []string
	add := func(format string, names []string) {
		if len(names) > 0 {
			notes = append(notes, fmt.Sprintf(format, listed(names, limit)))
		}
	}
	add("in several rows, each of which has the calls over all paths together: %s", s.shared())
	add("attempts are those that reach the callee, since retries of a failed connection add no load; the product of all attempts, classes ignored, is %s", s.hopBlind(wide))
	add("calls count one failing callee; the product of all attempts, classes ignored, is %s", s.classBlind())
	add(ones+" with each number that is not known taken as 1: %s", s.taken())
	add("not known, and taken as 1 where a figure is one number: %s", s.symbols())
	add("lower bounds, because part of the calls was left out: %s", s.nodesWhere(func(n *graph.NodeInfo) bool { return n.LowerBound && !isUnbounded(n) }))
	add("closes a cycle, and is not counted: %s", s.edgesWhere(wide, func(e *graph.EdgeInfo) bool { return e.Cut }))
	add("only made after a failure: %s", s.edgesWhere(wide, func(e *graph.EdgeInfo) bool { return e.OnError }))
	add("tells its callee which try a request is, and that one then does less on a repeated one: %s", s.edgesWhere(true, func(e *graph.EdgeInfo) bool { return e.Again }))
	add("guesses, left out of confident figures: %s", s.edgesWhere(wide, isGuess))
	var elsewhere []string
	for _, c := range withAttempts(s.elsewhere, wide) {
		elsewhere = append(elsewhere, fmt.Sprintf("%s (%s)", c.name, c.times()))
	}
	add("also called, with the worst figures from another entry: %s", elsewhere)
	return notes
}

// shared lists the nodes that several rows lead to, where more than one call of them is
// counted: the figures of a row are then not what its own factors make.
func (s section) shared() []string {
	rows, seen := map[string]int{}, map[string]bool{}
	for _, t := range s.tiers {
		if name := hop(t.edge); !t.edge.Cut && !seen[name] {
			seen[name] = true
			rows[t.to.ID]++
		}
	}
	return s.nodesWhere(func(n *graph.NodeInfo) bool { return rows[n.ID] > 1 && (isUnbounded(n) || n.Calls > 1) })
}

// classBlind lists the class-blind figures that differ from the calls. The only
// node of a section needs no name.
func (s section) classBlind() []string {
	var figures, nodes []string
	for _, n := range s.callees() {
		nodes = append(nodes, n.ID)
		if n.CallsAnyClass != n.Calls && !isUnbounded(n) {
			figures = append(figures, fmt.Sprintf("%s for %s", n.CallsAnyClass, n.ID))
		}
	}
	if len(nodes) == 1 && len(figures) == 1 {
		return []string{s.tiers[0].to.CallsAnyClass.String()}
	}
	return figures
}

// hopBlind lists the products of all attempts of the hops on which fewer reach
// the callee.
func (s section) hopBlind(wide bool) []string {
	var figures []string
	for _, t := range s.tiers {
		if !t.edge.Cut && attemptsOf(t.edge) != t.edge.Attempts {
			name := hop(t.edge)
			if wide {
				name = site(t.edge)
			}
			figures = append(figures, fmt.Sprintf("%s on %s", t.edge.Attempts, name))
		}
	}
	return distinct(figures)
}

// taken lists the numbers that figures with a mark take as one.
func (s section) taken() []string {
	var symbols []string
	for _, n := range s.callees() {
		if _, taken, long := formulaOf(n); long {
			symbols = append(symbols, strings.Split(strings.ReplaceAll(taken, " = 1", ""), ", ")...)
		}
	}
	slices.Sort(symbols)
	return slices.Compact(symbols)
}

// symbols lists the unknown numbers that no other footnote names.
func (s section) symbols() []string {
	var symbols []string
	taken := s.taken()
	for _, n := range s.callees() {
		for _, symbol := range n.Symbols {
			if !slices.Contains(taken, symbol) {
				symbols = append(symbols, symbol)
			}
		}
	}
	slices.Sort(symbols)
	return slices.Compact(symbols)
}

// callees lists the nodes of the rows, each once.
func (s section) callees() []*graph.NodeInfo {
	var nodes []*graph.NodeInfo
	seen := make(map[string]bool)
	for _, t := range s.tiers {
		if !seen[t.to.ID] {
			seen[t.to.ID] = true
			nodes = append(nodes, t.to)
		}
	}
	return nodes
}

func (s section) nodesWhere(keep func(*graph.NodeInfo) bool) []string {
	var names []string
	for _, n := range s.callees() {
		if keep(n) {
			names = append(names, n.ID)
		}
	}
	return names
}

// edgesWhere names the hops with calls that keep accepts, and how many of the
// calls these are where it is not all; wide names the calls.
func (s section) edgesWhere(wide bool, keep func(*graph.EdgeInfo) bool) []string {
	var edges []*graph.EdgeInfo
	for _, t := range s.tiers {
		edges = append(edges, t.edge)
	}
	var names []string
	for _, group := range hops(edges) {
		kept := 0
		for _, e := range group {
			if !keep(e) {
				continue
			}
			if kept++; wide {
				names = append(names, site(e))
			}
		}
		switch {
		case wide || kept == 0:
		case kept < len(group):
			names = append(names, fmt.Sprintf("%s (%d of %d calls)", hop(group[0]), kept, len(group)))
		default:
			names = append(names, hop(group[0]))
		}
	}
	return names
}

func isGuess(e *graph.EdgeInfo) bool {
	return e.Confidence == graph.ConfidenceAssumed || e.Confidence == graph.ConfidenceSyntax
}
