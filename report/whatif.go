package report

import (
	"fmt"
	"io"

	"github.com/ampcheck/ampcheck/graph"
)

// WhatIf is a result before and after a change.
type WhatIf struct {
	Set           []graph.Changed
	Before, After *graph.Result
}

// WriteWhatIf writes both tables, what changes in them, and the findings that
// are gone and that are new.
func WriteWhatIf(w io.Writer, x *WhatIf, opts Options) error {
	t := &textReport{result: x.Before, opts: opts}
	t.sections(arrange(x.Before), "Before, entry ")
	t.sections(arrange(x.After), "After, entry ")
	if rows := movedRows(x.Before, x.After); len(rows) > 0 {
		t.paragraph("What changes")
		t.table([]string{"Node", "Calls", "Calls after", "Amplification", "Amplification after"}, rows)
	}
	t.paragraph("Changed")
	for _, c := range x.Set {
		t.line("  ", Plain(fmt.Sprintf("%s: %s -> %s  %s", c.Name, c.Before, c.After, c.Pos)), "  ", Plain(c.ID))
	}
	t.findingsOnlyIn("Findings that are gone", x.Before, x.After)
	t.findingsOnlyIn("Findings that are new", x.After, x.Before)
	t.paragraph("")
	for _, side := range []struct {
		word   string
		result *graph.Result
	}{{"before", x.Before}, {"after", x.After}} {
		for _, line := range summary(side.result) {
			t.line(side.word, ": ", Plain(line))
		}
	}
	if t.err != nil {
		return fmt.Errorf("laying out a table: %w", t.err)
	}
	_, err := w.Write(t.buf.Bytes())
	return err
}

// movedRows are the nodes whose figures differ.
func movedRows(before, after *graph.Result) [][]string {
	is := make(map[string]*graph.NodeInfo)
	for i := range after.Nodes {
		is[after.Nodes[i].ID] = &after.Nodes[i]
	}
	var rows [][]string
	for i := range before.Nodes {
		a := &before.Nodes[i]
		b := is[a.ID]
		if b == nil || callsOf(a) == callsOf(b) && ratioOf(a.Amplification) == ratioOf(b.Amplification) {
			continue
		}
		rows = append(rows, []string{a.ID, callsOf(a), callsOf(b), ratioOf(a.Amplification), ratioOf(b.Amplification)})
	}
	return rows
}

// findingsOnlyIn lists the findings of one result that the other does not have.
// A finding whose figures changed is the same one.
func (t *textReport) findingsOnlyIn(title string, here, there *graph.Result) {
	have := make(map[string]bool)
	for _, f := range there.Findings {
		have[f.Rule+f.Pos.String()] = true
	}
	for _, f := range here.Findings {
		if have[f.Rule+f.Pos.String()] || f.Suppressed {
			continue
		}
		if title != "" {
			t.paragraph(title)
			title = ""
		}
		t.line(at(f.Pos), Plain(string(f.Severity)), ": ", Plain(f.Rule), ": ", Plain(f.Message))
	}
}

// WriteWhatIfJSON writes the settings and both results.
func WriteWhatIfJSON(w io.Writer, x *WhatIf) error {
	return writeIndented(w, struct {
		Schema string          `json:"schema"`
		Set    []graph.Changed `json:"set"`
		Before *graph.Result   `json:"before"`
		After  *graph.Result   `json:"after"`
	}{graph.ResultSchema, list(x.Set), x.Before, x.After})
}
