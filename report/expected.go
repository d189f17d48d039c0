package report

import (
	"fmt"
	"strconv"

	"github.com/ampcheck/ampcheck/graph"
)

// expected writes the load at the failure rate of the policy, with the assumption
// of each figure.
func (t *textReport) expected() {
	var rows [][]string
	var at *graph.Expected
	for i := range t.result.Nodes {
		n := &t.result.Nodes[i]
		x := n.Expected
		if x == nil || x.Healthy == 0 {
			continue
		}
		at = x
		all, factor := "unbounded", "-"
		if x.EverythingFails != nil {
			all, factor = perSecond(*x.EverythingFails), fixed(*x.EverythingFails/x.Healthy)
		}
		rows = append(rows, []string{n.ID, perSecond(x.PerTier), fixed(x.PerTier / x.Healthy), perSecond(x.LeafOnly), perSecond(x.Correlated), all, factor})
	}
	if at == nil {
		return
	}
	share := strconv.FormatFloat(at.Failure*100, 'g', 6, 64) + "%"
	t.paragraph(fmt.Sprintf("Load at %s per second and %s failures", strconv.FormatFloat(at.Base, 'f', -1, 64), share))
	t.table([]string{"Tier", "Load", "Amplification", "This one alone", "In an outage", "When everything fails", "Amplification"}, rows)
	t.line("load: at every tier " + share + " of the calls fail, whatever happens below; this one alone: calls of this node fail, each by itself, and retries hide most of it;")
	t.line("in an outage: " + share + " of the time all calls of this node fail; when everything fails: all of them do")
}

// perSecond is a load as "202/s", thousands apart.
func perSecond(x float64) string {
	text := strconv.FormatFloat(x, 'f', 0, 64)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text + "/s"
}

// fixed is a factor with two decimals, or one where it is large.
func fixed(x float64) string {
	if x >= 10 {
		return strconv.FormatFloat(x, 'f', 1, 64) + "x"
	}
	return strconv.FormatFloat(x, 'f', 2, 64) + "x"
}
