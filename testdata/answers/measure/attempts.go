package measure

import (
	"fmt"

	"github.com/ampcheck/ampcheck/graph"
)

// Attempts are the requests that reached the leaf of a case while its failures were of
// a class, under one of the policies, beside the figure for that class. A class that
// several faults show, as a timeout does one that hangs and one that says so at once, has
// one figure, which is that of the worst of them.
type Attempts struct {
	Case   string
	Class  graph.Class
	Policy int
	// Measured is the most, AtMost the figure; below 0 is without limit.
	Measured, AtMost int
	// Known is set where the rules of the case leave no doubt what it answers.
	Known bool
}

// ByClass are the attempts of all cases.
func ByClass(records []Record) []Attempts {
	var all []Attempts
	for _, r := range records {
		of := map[graph.Class][]int{} // places in all, by policy
		for _, c := range r.Cells {
			known := c.Verdict == Equal || c.Verdict == Held
			class := c.Fault.Class()
			for i, n := range c.Attempts {
				if i == len(of[class]) {
					of[class] = append(of[class], len(all))
					all = append(all, Attempts{r.Case, class, i, n, c.AtMost[i], known})
				}
				a := &all[of[class][i]]
				a.Measured, a.Known = max(a.Measured, n), a.Known && known
			}
		}
	}
	return all
}

// count words how many figures were reached, and how many were not where the answers
// are known and where they are not.
func count(records []Record) string {
	equal, doubt, below, above := 0, 0, 0, 0
	for _, a := range ByClass(records) {
		switch {
		case a.Measured == a.AtMost:
			equal++
		case a.AtMost >= 0 && a.Measured > a.AtMost:
			above++
		case a.Known:
			below++
		default:
			doubt++
		}
	}
	return fmt.Sprintf("%d as printed, %d fewer, %d more; %d fewer where several answers are possible.\n", equal, below, above, doubt)
}
