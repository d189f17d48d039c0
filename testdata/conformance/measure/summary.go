package measure

import (
	"fmt"
	"slices"
	"strings"
)

// Summary counts what was measured, and lists the causes of the cells in which fewer
// attempts were counted than are printed and of those that were left out.
func Summary(records []Record) string {
	rows, libraries := map[string]bool{}, map[string]bool{}
	count := map[Verdict]int{}
	cells := 0
	for _, r := range records {
		rows[r.Library+" "+r.Since], libraries[r.Library] = true, true
		for i := range r.Cells {
			count[r.Cells[i].Kind]++
			cells++
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%d cases of %d libraries, which have %d rows. %d cells: %d as printed, %d fewer than printed, %d left out (%.1f%%), %d more than printed, %d fewer without a reason, %d known to be wrong.\n",
		len(records), len(libraries), len(rows), cells, count[Equal], count[Below], count[Left],
		100*float64(count[Left])/float64(max(1, cells)), count[Above], count[Differs], count[Miss])
	b.WriteString("\nWhere fewer were counted, what is printed is an upper bound, because:\n\n")
	b.WriteString(causes(records, Below))
	b.WriteString("\nLeft out, because:\n\n")
	b.WriteString(causes(records, Left))
	return b.String()
}

// causes lists the notes of the cells of a verdict, those of most cells first.
func causes(records []Record, kind Verdict) string {
	type cause struct {
		note  string
		cells int
		where []string
	}
	var all []*cause
	for _, r := range records {
		for i := range r.Cells {
			c := &r.Cells[i]
			if c.Kind != kind {
				continue
			}
			at := slices.IndexFunc(all, func(o *cause) bool { return o.note == c.Note })
			if at < 0 {
				at, all = len(all), append(all, &cause{note: c.Note})
			}
			all[at].cells++
			if !slices.Contains(all[at].where, r.Case) {
				all[at].where = append(all[at].where, r.Case)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b *cause) int { return b.cells - a.cells })
	var b strings.Builder
	for _, c := range all {
		fmt.Fprintf(&b, "* %s: %d cells of %s\n", c.note, c.cells, strings.Join(c.where, ", "))
	}
	return b.String()
}
