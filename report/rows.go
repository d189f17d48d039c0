package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
)

// tierHeader are the columns of the tier table.
var tierHeader = []string{"Tier", "Fan-out per call", "Attempts", "Calls issued at this tier", "Cumulative multiplier"}

// row is one line of the tier table: the calls that one node makes of another.
type row []tier

// rows are the lines of the tier table. Calls that close a cycle are in none:
// their callee has no figure over them. Wide keeps every call apart.
func (s section) rows(wide bool) [][]string {
	var rows []row
	byHop := make(map[string]int)
	for _, t := range s.tiers {
		if t.edge.Cut {
			continue
		}
		i, ok := byHop[hop(t.edge)]
		if !ok || wide {
			i = len(rows)
			byHop[hop(t.edge)], rows = i, append(rows, nil)
		}
		rows[i] = append(rows[i], t)
	}
	var cells [][]string
	for _, r := range rows {
		cells = append(cells, r.cells(wide))
	}
	return cells
}

func (r row) cells(wide bool) []string {
	t := r[0]
	name := hop(t.edge)
	if wide {
		name = site(t.edge)
	}
	calls := shortCallsOf(t.to)
	switch {
	case wide && t.summands > 1:
		calls += fmt.Sprintf(" (sum of %d calls)", t.summands)
	case !wide && t.callers > 1:
		calls += fmt.Sprintf(" (sum of %d callers)", t.callers)
	}
	whole := r.whole()
	return []string{name, whole.fanOut(), whole.attempts(), calls, shortMultiplierOf(t.to)}
}

// whole joins the tries of a call that are apart from its first one with that.
func (r row) whole() row {
	var out row
	for _, t := range r {
		if !t.edge.Again {
			out = append(out, t)
			continue
		}
		for i := range out {
			if first := out[i].edge; first.Pos == t.edge.Pos {
				both := *first
				both.Attempts = first.Attempts.Add(t.edge.Attempts)
				out[i].edge = &both
			}
		}
	}
	if len(out) == 0 {
		return r // the first tries are in another row
	}
	return out
}

// attempts is the greatest number of attempts of the calls; of two, the one of
// which a part is not known.
func (r row) attempts() string {
	edges := make([]*graph.EdgeInfo, 0, len(r))
	for _, t := range r {
		edges = append(edges, t.edge)
	}
	return mostAttempts(edges)
}

func mostAttempts(edges []*graph.EdgeInfo) string {
	var most graph.Count
	text := ""
	for _, e := range edges {
		n, s := attemptsOf(e), attemptsText(e)
		if n > most || n == most && len(s) > len(text) {
			most, text = n, s
		}
	}
	return text
}

// fanOut is the number of calls that one execution of the caller makes: a sum
// where the calls add up, else what it may be.
func (r row) fanOut() string {
	sum := len(r) > 1 && r[0].summands > 1
	if sum && r.sameAttempts() {
		return r.total()
	}
	var parts []string
	for _, t := range r {
		parts = append(parts, fanOutOf(t.edge))
	}
	slices.SortStableFunc(parts, func(a, b string) int { return boolCompare(isNumber(b), isNumber(a)) })
	if sum {
		return strings.Join(parts, " + ")
	}
	return strings.Join(distinct(parts), " or ")
}

// sameAttempts reports whether the row has one number of attempts, so that its
// figures multiply.
func (r row) sameAttempts() bool {
	for _, t := range r {
		if attemptsText(t.edge) != attemptsText(r[0].edge) {
			return false
		}
	}
	return true
}

// total is the sum of the fan-outs, as "2 + n(items)".
func (r row) total() string {
	var number graph.Count
	var symbols []string
	times := make(map[string]int)
	for _, t := range r {
		text := fanOutOf(t.edge)
		switch f := t.edge.FanOut; {
		case f == nil:
			number = number.Add(1)
		case isNumber(text):
			number = number.Add(f.Factor)
		default:
			if times[text] == 0 {
				symbols = append(symbols, text)
			}
			times[text]++
		}
	}
	var parts []string
	if number > 0 {
		parts = append(parts, number.String())
	}
	for _, text := range symbols {
		if times[text] > 1 {
			text = fmt.Sprintf("%d x %s", times[text], text)
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, " + ")
}

func isNumber(text string) bool { return text != "" && strings.Trim(text, "0123456789") == "" }

// distinct keeps the first of equal texts.
func distinct(texts []string) []string {
	var out []string
	for _, text := range texts {
		if !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	return out
}

// hops groups calls by their ends, in the order of the first of each.
func hops(edges []*graph.EdgeInfo) [][]*graph.EdgeInfo {
	var groups [][]*graph.EdgeInfo
	index := make(map[string]int)
	for _, e := range edges {
		i, ok := index[hop(e)]
		if !ok {
			i = len(groups)
			index[hop(e)], groups = i, append(groups, nil)
		}
		groups[i] = append(groups[i], e)
	}
	return groups
}

// withAttempts names calls with their attempts: each hop once, with the most,
// unless wide asks for every call.
func withAttempts(edges []*graph.EdgeInfo, wide bool) []namedCall {
	var out []namedCall
	for _, group := range hops(edges) {
		if !wide {
			out = append(out, namedCall{hop(group[0]), mostAttempts(group)})
			continue
		}
		for _, e := range group {
			out = append(out, namedCall{site(e), attemptsText(e)})
		}
	}
	return out
}

// namedCall is a call as lists show it.
type namedCall struct {
	name, attempts string
}

// times says how often the call is tried.
func (c namedCall) times() string {
	if strings.HasPrefix(c.attempts, "attempts(") {
		return c.attempts
	}
	return "attempts " + c.attempts
}
