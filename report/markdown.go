package report

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
)

// writeMarkdown writes the report as GitHub-flavoured markdown.
func writeMarkdown(w io.Writer, r *graph.Result, opts Options) error {
	m := &markdownReport{result: r, opts: opts}
	m.write()
	_, err := w.Write(m.buf.Bytes())
	return err
}

type markdownReport struct {
	result *graph.Result
	opts   Options
	buf    bytes.Buffer
}

func (m *markdownReport) write() {
	if m.opts.Brief {
		m.findings()
		m.problems()
	}
	if !m.opts.Brief || m.opts.Wide {
		m.tables()
	}
	if !m.opts.Brief {
		m.findings()
		m.problems()
	}
	m.notes()
	m.summary()
}

// block writes text as a block of its own; callers escape what they put in.
func (m *markdownReport) block(text string) {
	if m.buf.Len() > 0 {
		m.buf.WriteByte('\n')
	}
	m.buf.WriteString(text)
	m.buf.WriteByte('\n')
}

// items writes a list.
func (m *markdownReport) items(items []string) {
	if len(items) > 0 {
		m.block("- " + strings.Join(items, "\n- "))
	}
}

func (m *markdownReport) tables() {
	l := arrange(m.result)
	if len(m.result.Edges) > 0 {
		m.block("```mermaid\n" + mermaid(m.result) + "```")
	}
	for _, s := range l.sections {
		title := "### Entry " + markdownName(s.entry)
		if h := s.heading(); h != "" {
			title += " (" + markdownText(h) + ")"
		}
		m.block(title)
		m.figures(tierHeader, s.rows(m.opts.Wide))
		m.items(markdownTexts(s.footnotes(m.opts.Wide)))
	}
	m.unreached(l)
	if rows := nodeRows(m.result); m.opts.Wide && len(rows) > 0 {
		m.block("### All figures")
		m.figures(nodeHeader, rows)
	}
	m.factors(factorsOf(l, m.opts.Wide))
}

func (m *markdownReport) unreached(l *layout) {
	if len(l.unreached) == 0 {
		return
	}
	m.block("### Calls that no entry leads to")
	var items []string
	for _, c := range withAttempts(l.unreached, m.opts.Wide) {
		items = append(items, fmt.Sprintf("%s (%s)", markdownName(c.name), markdownText(c.times())))
	}
	m.items(items)
}

// figures writes a table with names in the first column and figures in the
// others.
func (m *markdownReport) figures(header []string, rows [][]string) {
	var cells [][]string
	for _, row := range rows {
		line := []string{markdownName(row[0])}
		cells = append(cells, append(line, markdownTexts(row[1:])...))
	}
	m.table(header, cells, "---:")
}

// factorHeader are the columns of the table of factors.
var factorHeader = []string{"Factor", "What", "Known", "On", "Retries", "Limits", "Place"}

func (m *markdownReport) factors(factors []factor) {
	var cells [][]string
	for _, f := range factors {
		on := markdownText(f.where(m.opts.Wide))
		if len(f.hops) == 1 {
			on = markdownName(f.hops[0])
		}
		cells = append(cells, []string{
			markdownText(f.times()), markdownText(f.what), markdownText(f.known), on,
			markdownText(f.retries), markdownText(f.limits), markdownName(f.place()),
		})
	}
	if len(cells) > 0 {
		m.block("### Where the factors come from")
		m.table(factorHeader, cells, "---")
		m.items(markdownTexts(caveats(factors)))
	}
}

// table writes escaped cells; rest is the alignment of all columns but the
// first.
func (m *markdownReport) table(header []string, cells [][]string, rest string) {
	if len(cells) == 0 {
		return
	}
	rule := "| ---" + strings.Repeat(" | "+rest, len(header)-1) + " |"
	lines := []string{markdownRow(header), rule}
	for _, row := range cells {
		lines = append(lines, markdownRow(row))
	}
	m.block(strings.Join(lines, "\n"))
}

func markdownRow(cells []string) string { return "| " + strings.Join(cells, " | ") + " |" }

func markdownTexts(texts []string) []string {
	escaped := make([]string, len(texts))
	for i, text := range texts {
		escaped[i] = markdownText(text)
	}
	return escaped
}

func (m *markdownReport) findings() {
	findings := visible(m.result, m.opts.Quiet)
	if len(findings) == 0 {
		return
	}
	m.block("### Findings")
	var items []string
	for _, f := range findings {
		item := fmt.Sprintf("**%s** %s %s%s", markdownText(string(f.Severity)), markdownName(f.Rule), markdownAt(f.Pos), markdownText(f.Message))
		for _, related := range f.Related {
			item += "\n  - " + markdownAt(related.Pos) + markdownText(related.Message)
		}
		if f.Fix != "" {
			item += "\n  - Fix: " + markdownText(f.Fix)
		}
		items = append(items, item)
	}
	m.items(items)
}

func markdownAt(pos graph.Pos) string {
	if pos.IsZero() {
		return ""
	}
	return markdownName(pos.String()) + ": "
}

func (m *markdownReport) problems() {
	if len(m.result.Problems) == 0 || m.opts.Quiet {
		return
	}
	m.block("### Problems")
	var items []string
	for _, p := range m.result.Problems {
		items = append(items, markdownAt(p.Pos)+problemWord(p)+": "+markdownText(p.Message))
	}
	m.items(items)
}

func (m *markdownReport) notes() {
	if !showNotes(m.result, m.opts) {
		return
	}
	m.block("### Notes")
	m.items(markdownTexts(m.result.Notes))
}

func (m *markdownReport) summary() {
	if m.opts.Quiet {
		return
	}
	for _, line := range summary(m.result) {
		m.block(markdownText(line))
	}
}
