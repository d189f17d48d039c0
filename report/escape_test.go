package report

import (
	"bytes"
	"html"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/ampcheck/ampcheck/graph"
)

func TestPlain(t *testing.T) {
	tests := []struct{ in, want string }{
		{"order-1/GET /items/{id}", "order-1/GET /items/{id}"},
		{"在庫 ≥ ü", "在庫 ≥ ü"},
		{"a\nb\tc", `a\nb\tc`},
		{"\x1b[31mred\x9b", `\x1b[31mred\x9b`},
		{"a\u202eb\u2066c\u200bd", `a\u202eb\u2066c\u200bd`},
		{"\U000e0041", `\U000e0041`},
		{"::error::x", `:\x3aerror::x`},
		{"  ::error::x", `  :\x3aerror::x`},
		{"file::name", "file::name"},
		{"##vso[task] ##[group]", `#\x23vso[task] #\x23[group]`},
		{"###", `#\x23#`},
	}
	for _, tt := range tests {
		if got := Plain(tt.in); got != tt.want {
			t.Errorf("Plain(%q) = %q, want %q", tt.in, got, tt.want)
		}
	}
}

func TestMarkdownName(t *testing.T) {
	tests := []struct{ in, want string }{
		{"", ""},
		{"client -> gateway", "`client -> gateway`"},
		{"@octocat <b> *x*", "`@octocat <b> *x*`"},
		{"a`b", "<code>a&#96;b</code>"},
		{`a\|b`, "<code>a&#92;&#124;b</code>"},
		{" a ", "<code> a </code>"},
	}
	for _, tt := range tests {
		if got := markdownName(tt.in); got != tt.want {
			t.Errorf("markdownName(%q) = %q, want %q", tt.in, got, tt.want)
		}
	}
}

// Whatever a system is called, a report has the lines and columns it would have
// with plain names, and nothing in it that a reader's tool would obey.
func FuzzNames(f *testing.F) {
	for _, seed := range []string{"order", "a|b", `a\|b`, "`|`", "a\r\nb", "\x1b]0;x\x07", "\u202e", "在庫", "::set-output::", "##[x]", " ", "", "\xff", "| --- |", "n(x)"} {
		f.Add(seed, "why "+seed)
	}
	f.Fuzz(func(t *testing.T, name, text string) {
		want := shapeOf(t, named("plain", "plain"))
		got := shapeOf(t, named(name, text))
		if want != got {
			t.Errorf("with %q, %q the shape is\n%s\nwant\n%s", name, text, got, want)
		}
	})
}

func named(name, text string) *graph.Result {
	amplification := 9.0
	pos := graph.Pos{File: "x" + name, Line: 3, Col: 1}
	layer := graph.LayerInfo{ID: "l", Kind: graph.KindLoop, Name: "x" + name, Attempts: 3, Bound: graph.BoundExact, Expr: "x" + text, RetriesOn: []string{"x" + text}, Pos: pos}
	return &graph.Result{
		Schema: graph.ResultSchema, Complete: true,
		Nodes: []graph.NodeInfo{
			{ID: "in", Kind: graph.NodeClient, IsEntry: graph.EntryRequest, Entry: "in", Calls: 1, Happy: 1},
			{ID: "to" + name, Entry: "in", Calls: 9, Happy: 1, CallsAnyClass: 9, Amplification: &amplification, Symbols: []string{"n" + text}, Formula: "9 x " + text},
		},
		Edges: []graph.EdgeInfo{{ID: "in->to" + name, From: "in", To: "to" + name, Attempts: 3, Factor: 3, Layers: []graph.LayerInfo{layer},
			FanOut: &graph.FanOutInfo{Factor: 3, Bound: graph.BoundExact, Expr: "x" + text, Pos: pos}}},
		Findings: []graph.Finding{{Rule: "AMP001", Severity: graph.SeverityError, Message: text, Pos: pos, Fix: "x" + text, Related: []graph.Related{{Pos: pos, Message: text}}}},
		Problems: []graph.Problem{{Pos: pos, Message: text}},
		Notes:    []string{text},
	}
}

// shapeOf is what must not depend on names: the number of lines and of columns
// of every line of a table.
func shapeOf(t *testing.T, r *graph.Result) string {
	t.Helper()
	var shape strings.Builder
	for _, name := range []string{"table", "markdown"} {
		f, err := FormatByName(name)
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := f.Write(&b, r, Options{Wide: true}); err != nil {
			t.Fatal(err)
		}
		if !utf8.Valid(b.Bytes()) {
			t.Errorf("%s: no valid UTF-8", name)
		}
		for _, line := range strings.Split(b.String(), "\n") {
			checkLine(t, line)
			if strings.HasPrefix(line, "|") {
				shape.WriteString(strings.Repeat("|", columns(name, line)))
			}
			shape.WriteByte('\n')
		}
	}
	return shape.String()
}

func checkLine(t *testing.T, line string) {
	t.Helper()
	for _, r := range line {
		if !isVisible(r) {
			t.Errorf("%U in %q", r, line)
		}
	}
	if strings.HasPrefix(strings.TrimSpace(line), "::") || strings.Contains(strings.TrimLeft(line, "#"), "##") {
		t.Errorf("a command for a runner: %q", line)
	}
}

// columns counts the separators of a row: in markdown those that no backslash
// escapes.
func columns(format, line string) int {
	n, escaped := 0, false
	for _, c := range line {
		switch {
		case escaped && format == "markdown":
			escaped = false
		case c == '\\':
			escaped = true
		case c == '|':
			n++
		}
	}
	return n
}

// A sentence must come back as it was from a reader that knows entities.
func FuzzMarkdownText(f *testing.F) {
	for _, seed := range []string{"a & b", "&amp;", "&#124;", "@x #1", "<b>", "http://x", "www.x", "[a](b)"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		escaped := markdownText(text)
		if got := strings.ReplaceAll(html.UnescapeString(escaped), "\u200b", ""); got != Plain(text) {
			t.Errorf("%q reads back as %q", text, got)
		}
		if strings.ContainsAny(escaped, "<>|`*_[]\\~!$") {
			t.Errorf("%q has signs that mean something", escaped)
		}
	})
}
