package measure

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/ampcheck/ampcheck/testdata/conformance/servers"
)

// Page is the table as it is committed.
func Page(records []Record) string {
	return "# What was measured\n\nWritten by `go run ./testdata/conformance/run`.\n\n" + Summary(records) + "\n" + Table(records)
}

// Table prints a measurement as a table of markdown: a line for each setting of
// each case, a column for each fault. A cell with one number was predicted and
// measured alike; 5 > 1 was predicted 5 and measured 1.
func Table(records []Record) string {
	var b strings.Builder
	b.WriteString("| library | version | setting |")
	for _, f := range servers.Faults() {
		fmt.Fprintf(&b, " %s |", f)
	}
	b.WriteString("\n|---|---|---|" + strings.Repeat("---|", len(servers.Faults())) + "\n")
	var notes strings.Builder
	for _, r := range records {
		for i := 0; i < len(r.Cells); {
			setting := r.Cells[i].Setting
			fmt.Fprintf(&b, "| %s | %s | %s |", r.Library, r.Version, setting)
			for ; i < len(r.Cells) && r.Cells[i].Setting == setting; i++ {
				c := &r.Cells[i]
				fmt.Fprintf(&b, " %s |", c.text())
				if c.Note != "" {
					fmt.Fprintf(&notes, "* %s %s, %s, %s (%s): %s\n", r.Library, r.Version, setting, c.Fault, c.Kind, c.Note)
				}
			}
			b.WriteString("\n")
		}
	}
	return b.String() + "\n" + notes.String()
}

func (c *Cell) text() string {
	switch c.Kind {
	case Left:
		return "-"
	case Equal:
		return c.Predicted.String()
	case Below:
		return c.Predicted.String() + " > " + c.Measured.String()
	}
	return fmt.Sprintf("**%s, measured %s**", c.Predicted, c.Measured)
}

// String is the number, or that there is none.
func (n Number) String() string {
	if n == Unbounded {
		return "unbounded"
	}
	return strconv.Itoa(int(n))
}
