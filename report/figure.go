package report

import (
	"strconv"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
)

const atLeast = "≥ "

// callsOf is the number of calls of a node as the tables print it: its formula
// where symbols are left, marked where it is a lower bound.
func callsOf(n *graph.NodeInfo) string {
	switch {
	case isUnbounded(n):
		return "unbounded"
	case n.Formula != "":
		return bounded(n, n.Formula)
	}
	return bounded(n, n.Calls.String())
}

// shortCallsOf is callsOf for a cell of the tier table. A figure that takes
// numbers as one without being a product of them has a mark, which a footnote
// explains.
func shortCallsOf(n *graph.NodeInfo) string {
	if figure, _, long := formulaOf(n); long {
		return bounded(n, figure) + ones
	}
	return callsOf(n)
}

// shortMultiplierOf is shortCallsOf as a factor.
func shortMultiplierOf(n *graph.NodeInfo) string {
	figure, _, long := formulaOf(n)
	switch {
	case long && isNumber(figure):
		return bounded(n, figure) + "x" + ones
	case isUnbounded(n) || n.Formula != "":
		return shortCallsOf(n)
	}
	return callsOf(n) + "x"
}

// ones marks a figure that takes unknown numbers as one.
const ones = "*"

// formulaOf splits the formula of a figure that takes numbers as one: the figure,
// and which they are.
func formulaOf(n *graph.NodeInfo) (figure, taken string, ok bool) {
	if isUnbounded(n) {
		return "", "", false
	}
	figure, taken, ok = strings.Cut(n.Formula, " (with ")
	return figure, strings.TrimSuffix(taken, ")"), ok
}

func isUnbounded(n *graph.NodeInfo) bool { return n.Unbounded || n.Calls == graph.Unbounded }

func bounded(n *graph.NodeInfo, figure string) string {
	if n.LowerBound && !strings.HasPrefix(figure, atLeast) {
		return atLeast + figure
	}
	return figure
}

// ratio prints a ratio with at most two decimals, and very large ones as Count
// does.
func ratio(f float64) string {
	if f >= 1e15 {
		return strconv.FormatFloat(f, 'g', 2, 64)
	}
	text := strconv.FormatFloat(f, 'f', 2, 64)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}

// ratioOf prints a ratio that may not exist.
func ratioOf(f *float64) string {
	if f == nil {
		return "-"
	}
	return ratio(*f)
}

// plural is "1 call", "2 calls".
func plural(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return strconv.Itoa(n) + " " + word + "s"
}

// listed joins names, at most limit of them; 0 is all.
func listed(names []string, limit int) string {
	if limit == 0 || len(names) <= limit {
		return strings.Join(names, ", ")
	}
	return strings.Join(names[:limit], ", ") + " and " + strconv.Itoa(len(names)-limit) + " more"
}
