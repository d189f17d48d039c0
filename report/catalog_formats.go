package report

import (
	"fmt"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
)

var formatHeader = []string{"Format", "Written in", "Attempts by default", "Known"}

// formatRows are a line for each format.
func formatRows(formats []graph.Format) [][]string {
	var rows [][]string
	for i := range formats {
		f := &formats[i]
		rows = append(rows, []string{f.Name, f.Written, f.Default, formatKnown(f)})
	}
	return rows
}

func formatKnown(f *graph.Format) string {
	switch {
	case f.Measured:
		return "measured"
	case f.Read:
		return "read"
	}
	return "not read"
}

func (t *textReport) formats(formats []graph.Format) {
	if len(formats) > 0 {
		t.paragraph("Formats of configuration")
		t.textTable(formatHeader, formatRows(formats))
	}
}

// format writes all that is known of one format.
func (t *textReport) format(f *graph.Format) {
	t.paragraph(f.Name + ": " + formatKnown(f))
	t.line("  written in ", f.Written)
	t.line("  attempts by default: ", f.Default)
	if len(f.Sources) > 0 {
		t.line("  read in")
	}
	for _, s := range f.Sources {
		t.line("    ", s)
	}
}

func formatsMarkdown(b *strings.Builder, formats []graph.Format) {
	if len(formats) == 0 {
		return
	}
	b.WriteString("\n" + markdownLine(formatHeader) + "|" + strings.Repeat("---|", len(formatHeader)) + "\n")
	for _, row := range formatRows(formats) {
		b.WriteString(markdownLine(row))
	}
}

func formatMarkdown(b *strings.Builder, f *graph.Format) {
	fmt.Fprintf(b, "## %s: %s\n\n", markdownText(f.Name), formatKnown(f))
	fmt.Fprintf(b, "- written in %s\n- attempts by default: %s\n", markdownText(f.Written), markdownText(f.Default))
	for _, s := range f.Sources {
		fmt.Fprintf(b, "- read in %s\n", markdownText(s))
	}
	b.WriteString("\n")
}
