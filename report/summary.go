package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
)

// noCalls is said when the input shows no call between services.
const noCalls = "no calls between services were found: declare them under calls in .ampcheck.yaml, as {from: client, to: gateway, attempts: 3}"

// noEntry is said when there are calls, but work arrives nowhere above them.
const noEntry = "no entry leads to a call: name one with --entry, or under entries in .ampcheck.yaml"

// summary is what a reader takes away: the count of findings, what was not
// analysed, and the node that is worst off.
func summary(r *graph.Result) []string {
	var lines []string
	if c := counts(r); c != "" {
		lines = append(lines, c)
	}
	if len(r.Edges) == 0 {
		return append(lines, noCallsLine(r))
	}
	n := worst(r)
	if n == nil {
		return append(lines, noEntry)
	}
	return append(lines, "worst: "+verdict(n)+where(r))
}

// noCallsLine says what was read, since nothing else is there to say.
func noCallsLine(r *graph.Result) string {
	return strings.Join(append(slices.Clone(r.Notes), noCalls), "; ")
}

// counts words the number of findings of each severity and of problems.
func counts(r *graph.Result) string {
	bySeverity, suppressed := make(map[graph.Severity]int), 0
	for _, f := range r.Findings {
		if f.Suppressed {
			suppressed++
		} else {
			bySeverity[f.Severity]++
		}
	}
	var parts []string
	if n := bySeverity[graph.SeverityError]; n > 0 {
		parts = append(parts, plural(n, "error"))
	}
	if n := bySeverity[graph.SeverityWarning]; n > 0 {
		parts = append(parts, plural(n, "warning"))
	}
	if n := bySeverity[graph.SeverityInfo]; n > 0 {
		parts = append(parts, fmt.Sprintf("%d for information", n))
	}
	if suppressed > 0 {
		parts = append(parts, fmt.Sprintf("%d suppressed", suppressed))
	}
	text := strings.Join(parts, ", ")
	if !r.Complete {
		text = strings.TrimPrefix(text+"; not everything could be analysed", "; ")
		if n := obstacles(r); n > 0 {
			text += ": " + plural(n, "problem")
		}
	}
	return text
}

// obstacles counts the problems that made the run incomplete.
func obstacles(r *graph.Result) int {
	n := 0
	for _, p := range r.Problems {
		if isObstacle(r, p) {
			n++
		}
	}
	return n
}

// isObstacle reports whether a problem made the run incomplete: one that is more
// than a remark, or any where remarks were enough.
func isObstacle(r *graph.Result, p graph.Problem) bool {
	return !p.Advisory || !r.Complete && !slices.ContainsFunc(r.Problems, func(p graph.Problem) bool { return !p.Advisory })
}

// worst is the node that a retry can hurt most: the greatest amplification,
// then the most calls. Nodes that only start-up work reaches come last.
func worst(r *graph.Result) *graph.NodeInfo {
	called, startup := make(map[string]bool), make(map[string]bool)
	for _, e := range r.Edges {
		called[e.To] = true
	}
	for _, n := range r.Nodes {
		startup[n.ID] = n.IsEntry == graph.EntryStartup
	}
	var nodes []*graph.NodeInfo
	for i := range r.Nodes {
		if n := &r.Nodes[i]; called[n.ID] && n.Entry != "" && n.Entry != n.ID {
			nodes = append(nodes, n)
		}
	}
	if len(nodes) == 0 {
		return nil
	}
	return slices.MinFunc(nodes, func(a, b *graph.NodeInfo) int {
		return cmp.Or(boolCompare(startup[a.Entry], startup[b.Entry]), compareWorst(a, b))
	})
}

func boolCompare(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

func amplification(n *graph.NodeInfo) float64 {
	if n.Amplification == nil {
		return 0
	}
	return *n.Amplification
}

// verdict words the figures of one node.
func verdict(n *graph.NodeInfo) string {
	calls, taken := callsOf(n), ""
	if figure, ones, long := formulaOf(n); long {
		calls, taken = bounded(n, figure), " (with "+ones+")"
	}
	word := "calls"
	if calls == "1" {
		word = "call"
	}
	text := fmt.Sprintf("%s %s %s for one at %s%s", n.ID, calls, word, n.Entry, taken)
	switch {
	case n.ErrorPath || n.Happy == 0:
		return text + ", none when nothing fails"
	case isUnbounded(n):
		return text + ", " + n.Happy.String() + " when nothing fails"
	case n.Amplification == nil:
		return text
	}
	text = fmt.Sprintf("%s, %s when nothing fails: amplification %sx", text, n.Happy, ratio(*n.Amplification))
	if n.SustainedAmplification != nil {
		text += fmt.Sprintf(", %sx over time with its budgets", ratio(*n.SustainedAmplification))
	}
	return text
}

// where names the environment that figures are of.
func where(r *graph.Result) string {
	if r.Environment == "" {
		return ""
	}
	return ", in environment " + r.Environment
}
