package report

import (
	"fmt"
	"io"

	"github.com/ampcheck/ampcheck/graph"
)

// WriteDiff writes what became of each path, and what is above the gate of it.
func WriteDiff(w io.Writer, d *graph.Diff, opts Options) error {
	t := &textReport{result: &graph.Result{Complete: d.Complete, Findings: d.Findings}, opts: opts}
	if len(d.Paths) == 0 {
		t.line("no path multiplies more or less than before")
	}
	var rows [][]string
	for i := range d.Paths {
		p := &d.Paths[i]
		rows = append(rows, []string{p.Entry + " -> " + p.To, beforeOf(p), afterOf(p), growthOf(p)})
	}
	t.table([]string{"Path", "Before", "After", "Factor"}, rows)
	t.changes(d.Paths)
	t.findings("Findings")
	if c := counts(t.result); c != "" {
		t.paragraph("")
		t.line(Plain(c))
	}
	if t.err != nil {
		return fmt.Errorf("laying out a table: %w", t.err)
	}
	_, err := w.Write(t.buf.Bytes())
	return err
}

// changes lists the calls of each path and what changed on them.
func (t *textReport) changes(paths []graph.PathChange) {
	for i := range paths {
		p := &paths[i]
		t.paragraph(Plain(fmt.Sprintf("%s -> %s: %s -> %s", p.Entry, p.To, beforeOf(p), afterOf(p))))
		t.line("  on ", Plain(listed(p.Edges, 0)))
		if len(p.Causes) == 0 {
			t.line("  no layer, fan-out or call changed: what the nodes answer did")
		}
		for _, c := range p.Causes {
			t.line("  ", t.at(c.Pos), Plain(c.Message))
		}
	}
}

func beforeOf(p *graph.PathChange) string {
	if p.New {
		return "not there"
	}
	return times(p.Before)
}

func afterOf(p *graph.PathChange) string {
	if p.Gone {
		return "gone"
	}
	return times(p.After)
}

// times is an amplification as a factor.
func times(f *float64) string {
	if f == nil {
		return "unbounded"
	}
	return ratio(*f) + "x"
}

// growthOf is how much the path grew.
func growthOf(p *graph.PathChange) string {
	if p.New || p.Gone || p.Before == nil || p.After == nil {
		return "-"
	}
	return ratio(*p.After / *p.Before) + "x"
}

// WriteDiffJSON writes the paths for programs.
func WriteDiffJSON(w io.Writer, d *graph.Diff) error { return writeIndented(w, d) }
