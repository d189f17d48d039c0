package report

import (
	"bytes"
	"fmt"
	"io"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/pkg/twwidth"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"

	"github.com/ampcheck/ampcheck/graph"
)

// writeTable writes the report for a terminal or a log: plain text, ASCII
// lines, findings in the form file:line:col that editors follow.
func writeTable(w io.Writer, r *graph.Result, opts Options) error {
	t := &textReport{result: r, opts: opts, paint: paint{on: opts.Color, root: opts.Root}}
	t.write()
	if t.err != nil {
		return fmt.Errorf("laying out a table: %w", t.err)
	}
	_, err := w.Write(t.buf.Bytes())
	return err
}

// textReport collects the report, so that nothing is printed of one that
// cannot be finished.
type textReport struct {
	result *graph.Result
	opts   Options
	paint  paint
	buf    bytes.Buffer
	err    error
}

func (t *textReport) write() {
	if t.opts.Brief {
		t.findings("")
		t.problems()
	}
	if !t.opts.Brief || t.opts.Wide {
		t.tables()
	}
	if !t.opts.Brief {
		t.findings("Findings")
		t.problems()
	}
	t.notKnown()
	t.notes()
	t.summary()
}

// paragraph starts a new paragraph, with a title where there is one.
func (t *textReport) paragraph(title string) {
	if t.buf.Len() > 0 {
		t.buf.WriteByte('\n')
	}
	if title != "" {
		t.line(t.paint.in(paintBold, title))
	}
}

// line writes one line. What comes from the input is escaped by the caller's
// choice of Plain or cell, never here: a line may hold both.
func (t *textReport) line(text ...string) {
	for _, s := range text {
		t.buf.WriteString(s)
	}
	t.buf.WriteByte('\n')
}

func (t *textReport) tables() {
	l := arrange(t.result)
	t.sections(l, "Entry ")
	t.unreached(l)
	t.expected()
	if rows := nodeRows(t.result); t.opts.Wide && len(rows) > 0 {
		t.paragraph("All figures")
		t.table(nodeHeader, rows)
	}
	t.factors(factorsOf(l, t.opts.Wide))
}

// sections writes the tiers of each entry; word goes before its name.
func (t *textReport) sections(l *layout, word string) {
	for _, s := range l.sections {
		title := word + Plain(s.entry)
		if h := s.heading(); h != "" {
			title += " (" + Plain(h) + ")"
		}
		t.paragraph(title)
		t.table(tierHeader, s.rows(t.opts.Wide))
		for _, note := range s.footnotes(t.opts.Wide) {
			t.line(Plain(note))
		}
	}
}

func (t *textReport) unreached(l *layout) {
	if len(l.unreached) == 0 {
		return
	}
	t.paragraph("Calls that no entry leads to")
	for _, c := range withAttempts(l.unreached, t.opts.Wide) {
		t.line("  ", Plain(c.name), " (", Plain(c.times()), ")")
	}
}

func (t *textReport) factors(factors []factor) {
	if len(factors) == 0 {
		return
	}
	t.paragraph("Where the factors come from")
	for _, f := range factors {
		text := fmt.Sprintf("%s, %s, on %s%s", f.what, f.known, f.where(t.opts.Wide), f.details())
		if place := f.place(); place != "" {
			text += "  " + place
		}
		t.line("  ", Plain(f.times()), "  ", Plain(text))
	}
	for _, note := range caveats(factors) {
		t.line(Plain(note))
	}
}

func (t *textReport) findings(title string) {
	findings := visible(t.result, t.opts.Quiet)
	if len(findings) == 0 {
		return
	}
	t.paragraph(title)
	for _, f := range findings {
		t.line(t.at(f.Pos), t.paint.severity(f.Severity), ": ", t.paint.in(paintBold, Plain(f.Rule)), ": ", Plain(f.Message))
		for _, related := range f.Related {
			t.line("    ", t.at(related.Pos), Plain(related.Message))
		}
		if f.Fix != "" {
			t.line("    ", t.paint.in(paintDim, "fix:"), " ", Plain(f.Fix))
		}
	}
}

// at is a position in front of what is said about it.
func at(pos graph.Pos) string {
	if pos.IsZero() {
		return ""
	}
	return Plain(pos.String()) + ": "
}

// at is the same as a link, where links are wanted.
func (t *textReport) at(pos graph.Pos) string {
	if pos.IsZero() {
		return ""
	}
	return t.paint.place(pos) + ": "
}

func (t *textReport) problems() {
	if len(t.result.Problems) == 0 || t.opts.Quiet {
		return
	}
	t.paragraph("")
	for _, p := range t.result.Problems {
		t.line(t.at(p.Pos), t.paint.in(paintYellow, problemWord(p)), ": ", Plain(p.Message))
	}
}

func (t *textReport) notes() {
	if !showNotes(t.result, t.opts) {
		return
	}
	t.paragraph("")
	for _, note := range t.result.Notes {
		t.line("note: ", Plain(note))
	}
}

func (t *textReport) summary() {
	if t.opts.Quiet {
		return
	}
	if lines := summary(t.result); len(lines) > 0 {
		t.paragraph("")
		for _, line := range lines {
			t.line(Plain(line))
		}
	}
}

// table writes one table; the first column is text, the others are figures.
func (t *textReport) table(header []string, rows [][]string) {
	t.aligned(header, rows, tw.AlignRight)
}

// textTable writes one table of texts.
func (t *textReport) textTable(header []string, rows [][]string) {
	t.aligned(header, rows, tw.AlignLeft)
}

// aligned writes one table; rest is the alignment of all columns but the first.
func (t *textReport) aligned(header []string, rows [][]string, rest tw.Align) {
	if len(rows) == 0 || t.err != nil {
		return
	}
	cells := [][]string{header}
	for _, row := range rows {
		escaped := make([]string, len(row))
		for i, text := range row {
			escaped[i] = cell(text)
		}
		cells = append(cells, escaped)
	}
	table := tablewriter.NewTable(&t.buf, tableOptions(cells, rest, t.opts.Width)...)
	table.Header(header)
	if t.err = table.Bulk(cells[1:]); t.err == nil {
		t.err = table.Render()
	}
}

// tableOptions turn off what would change a text (capitals in headers, trimmed
// spaces) and what depends on the environment (the width of East Asian
// characters by locale). Cells are wrapped only when the table does not fit.
func tableOptions(cells [][]string, rest tw.Align, width int) []tablewriter.Option {
	align := []tw.Align{tw.AlignLeft}
	for range cells[0][1:] {
		align = append(align, rest)
	}
	wrap := tw.WrapNone
	options := []tablewriter.Option{
		tablewriter.WithEastAsian(tw.Off),
		tablewriter.WithHeaderAutoFormat(tw.Off),
		tablewriter.WithRowAutoFormat(tw.Off),
		tablewriter.WithTrimSpace(tw.Off),
		tablewriter.WithHeaderAlignment(tw.AlignLeft),
		tablewriter.WithRowAlignmentConfig(tw.CellAlignment{PerColumn: align}),
		tablewriter.WithRenderer(renderer.NewBlueprint(tw.Rendition{Symbols: tw.NewSymbols(tw.StyleASCII)})),
	}
	if width > 0 && tableWidth(cells) > width {
		wrap = tw.WrapNormal
		options = append(options, tablewriter.WithMaxWidth(width))
	}
	return append(options, tablewriter.WithHeaderAutoWrap(wrap), tablewriter.WithRowAutoWrap(wrap))
}

// tableWidth is the width of the table when no cell is wrapped.
func tableWidth(cells [][]string) int {
	total := 1
	for column := range cells[0] {
		widest := 0
		for _, row := range cells {
			widest = max(widest, twwidth.Width(row[column]))
		}
		total += widest + 3 // a bar, and a space on each side
	}
	return total
}
