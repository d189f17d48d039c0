package report

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"html"
	"regexp"
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
	shape.WriteString(dataShape(t, r))
	return shape.String()
}

// dataShape is what programs read: how many rows, elements, commands and
// statements.
func dataShape(t *testing.T, r *graph.Result) string {
	t.Helper()
	var shape strings.Builder
	for _, f := range Formats() {
		if f.Name == "table" || f.Name == "markdown" {
			continue
		}
		text := encode(t, f, r, Options{})
		for _, c := range string(text) {
			if c != '\n' && !isVisible(c) {
				t.Errorf("%s: %U in %q", f.Name, c, text)
			}
		}
		fmt.Fprintln(&shape, f.Name, readers[f.Name](t, string(text)))
	}
	return shape.String()
}

// readers read a format as its programs do and say what they found.
var readers = map[string]func(t *testing.T, text string) any{
	"csv": func(t *testing.T, text string) any {
		rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
		for _, row := range rows {
			for _, field := range row {
				if field != "" && strings.ContainsRune("=+-@\t\r", rune(field[0])) {
					t.Errorf("a formula: %q", field)
				}
			}
		}
		return fmt.Sprint(len(rows), err)
	},
	"dot":     lineShape,
	"github":  func(t *testing.T, text string) any { return commands(t, text) },
	"gitlab":  jsonShape,
	"html":    func(t *testing.T, text string) any { return markupShape(text) },
	"json":    jsonShape,
	"junit":   func(t *testing.T, text string) any { return elements(t, "junit", []byte(text)) },
	"mermaid": lineShape,
	"sarif":   jsonShape,
	"svg":     func(t *testing.T, text string) any { return elements(t, "svg", []byte(text)) },
}

func jsonShape(t *testing.T, text string) any {
	if !json.Valid([]byte(text)) {
		t.Errorf("no JSON: %s", text)
	}
	return strings.Count(text, "\n")
}

// lineShape is a text without what stands between quotes.
func lineShape(_ *testing.T, text string) any {
	return regexp.MustCompile(`"(\\.|[^"\\])*"`).ReplaceAllString(text, `""`)
}

// markupShape is the tags of a page, apart from what is in their attributes.
func markupShape(text string) any {
	page, _, _ := strings.Cut(text, "<script>")
	names := regexp.MustCompile(`<[^\s>]*`).FindAllString(page, -1)
	return strings.Join(names, "")
}

// commands reads a log as a runner of GitHub does: "::name key=value,...::data"
// at the start of a line.
func commands(t *testing.T, text string) []string {
	var names []string
	for _, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		rest, ok := strings.CutPrefix(strings.TrimLeft(line, " "), "::")
		if !ok {
			names = append(names, "text")
			continue
		}
		head, _, ok := strings.Cut(rest, "::")
		name, properties, _ := strings.Cut(head, " ")
		if !ok {
			t.Errorf("no end of the command: %q", line)
		}
		names = append(names, name)
		for _, p := range strings.Split(properties, ",") {
			key, value, ok := strings.Cut(p, "=")
			if !ok || value == "" || !strings.Contains(" file line col title ", " "+key+" ") {
				t.Errorf("a property %q in %q", p, line)
			}
			names = append(names, key)
		}
	}
	return names
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
