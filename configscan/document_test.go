package configscan

import (
	"bytes"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"github.com/ampcheck/ampcheck/graph"
)

// problemLines are the problems as file:line:col: message, with ~ in front of
// advisory ones.
func problemLines(problems []graph.Problem) []string {
	var lines []string
	for _, p := range problems {
		line := p.Pos.String() + ": " + p.Message
		if p.Advisory {
			line = "~" + line
		}
		lines = append(lines, line)
	}
	return lines
}

const template = "looks like a template that is not rendered, not analysed: feed rendered output, as in helm template DIR | ampcheck check - "

func TestParseDocs(t *testing.T) {
	for _, c := range []struct {
		name, text string
		// docs are the positions of the roots.
		docs     []string
		problems []string
	}{
		{"empty", "", nil, nil},
		{"comments only", "# a\n---\n# b\n", nil, nil},
		{"one", "a: 1\n", []string{"f:1:1"}, nil},
		{"no newline at the end", "a: 1\n---\nb: 2", []string{"f:1:1", "f:3:1"}, nil},
		{"value on the marker line", "--- {a: 1}\n--- [2]\n", []string{"f:1:5", "f:2:5"}, nil},
		{"comment on the marker line", "--- # x\na: 1\n---\t# y\nb: 2\n", []string{"f:2:1", "f:4:1"}, nil},
		{"markers in a row", "---\n---\na: 1\n---\n---\n", []string{"f:3:1"}, nil},
		{"no marker", "---x: 1\n", []string{"f:1:1"}, nil},
		{"marker in a block scalar", "a: |\n  ---\n  b\n---\nc: 1\n", []string{"f:1:1", "f:5:1"}, nil},
		{"directive", "%YAML 1.2\n---\na: 1\n...\n%YAML 1.2\n---\nb: 2\n", []string{"f:3:1", "f:7:1"}, nil},
		{"end marker", "a: 1\n...\nb: 2\n...\n", []string{"f:1:1", "f:3:1"}, nil},
		{"windows lines", "a: 1\r\n---\r\nb: 2\r\n", []string{"f:1:1", "f:3:1"}, nil},
		{"old mac lines", "a: 1\r---\rb: 2\r", []string{"f:1:1", "f:3:1"}, nil},
		{"json", "{\"a\": {\n\t\"b\": 1}}", []string{"f:1:1"}, nil},
		{"scalar", "hello", []string{"f:1:1"}, nil},
		{"null", "~\n", nil, nil},
		{"byte order mark", "\ufeffa: 1\n", []string{"f:1:1"}, nil},
		{
			"broken between good ones", "a: 1\n---\nb: 1\n c: 2\n---\nd: 1\n",
			[]string{"f:1:1", "f:6:1"}, []string{"f:4:1: not valid YAML: mapping values are not allowed in this context"},
		},
		{
			"broken mapping", "a: 1\n---\nx:\n  b: 1\n  - c\n", []string{"f:1:1"},
			[]string{"f:5:1: not valid YAML: did not find expected key"},
		},
		{"first line", "a: b: c\n", nil, []string{"f:1:1: not valid YAML: mapping values are not allowed in this context"}},
		{"unclosed", "a: [1, 2\n", nil, []string{"f:2:1: not valid YAML: did not find expected ',' or ']'"}},
		{"unknown alias", "a: *x\n", nil, []string{"f:1:1: not valid YAML: unknown anchor 'x' referenced"}},
		{"control byte", "a: \x01\n", nil, []string{"f:1:1: not valid YAML: control characters are not allowed"}},
		{"not UTF-8", "a: \xff\xfe\n", nil, []string{"f:1:1: not valid YAML: invalid leading UTF-8 octet"}},
		{
			"template", "a: 1\n---\n{{- if .x }}\nb: 1\n{{- end }}\n", []string{"f:1:1"},
			[]string{"~f:3:1: " + template + "(did not find expected node content)"},
		},
		{"template that parses", "a: {{ .Values.n }}\n", []string{"f:1:1"}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			docs, problems := ParseDocs("f", []byte(c.text))
			var roots []string
			for _, d := range docs {
				roots = append(roots, d.Root.Pos().String())
			}
			if !slices.Equal(roots, c.docs) {
				t.Errorf("documents at %q, want %q", roots, c.docs)
			}
			if got := problemLines(problems); !slices.Equal(got, c.problems) {
				t.Errorf("problems %q, want %q", got, c.problems)
			}
		})
	}
}

func TestParseDocsUTF16(t *testing.T) {
	var little, big bytes.Buffer
	for _, u := range utf16.Encode([]rune("\ufeffa: é\n---\nb: 1\n")) {
		little.Write([]byte{byte(u), byte(u >> 8)})
		big.Write([]byte{byte(u >> 8), byte(u)})
	}
	for _, data := range [][]byte{little.Bytes(), big.Bytes()} {
		docs, problems := ParseDocs("f", data)
		if len(docs) != 2 || problems != nil {
			t.Fatalf("%d documents, problems %v", len(docs), problems)
		}
		if s, _ := docs[0].Root.Get("a").Str(); s != "é" {
			t.Errorf("got %q", s)
		}
	}
	if _, problems := ParseDocs("f", little.Bytes()[:5]); len(problems) != 1 {
		t.Errorf("odd number of bytes: problems %v", problems)
	}
}

func TestDocLimits(t *testing.T) {
	bomb := "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
	for i := range 20 {
		bomb += fmt.Sprintf("a%d: &a%d [%s]\n", i+1, i+1, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*a%d, ", i), 10), ", "))
	}
	merges := "a0: &a0 {k: v}\n"
	for i := range 40 {
		merges += fmt.Sprintf("a%d: &a%d {<<: [*a%d, *a%d], k%d: v}\n", i+1, i+1, i, i, i)
	}
	tower := "a0: &a0 [x]\n"
	for i := range 250 {
		tower += fmt.Sprintf("a%d: &a%d [*a%d]\n", i+1, i+1, i)
	}
	for _, c := range []struct{ name, text, want string }{
		{"200 levels", strings.Repeat("[", 200) + strings.Repeat("]", 200), ""},
		{"201 levels", strings.Repeat("[", 201) + strings.Repeat("]", 201), "f:1:201: nested deeper than 200 levels"},
		{"100,000 levels", strings.Repeat("[", 100_000), "f:1:1: not valid YAML"},
		{"block levels", strings.Repeat("- ", 9000) + "x", "f:1:401: nested deeper"},
		{"tower of aliases", tower, "f:200:14: nested deeper"},
		{"shared anchor", "a: &a [x]\nb: [*a, *a, *a]\n", ""},
		{"alias bomb", bomb, "f:1:1: aliases expand"},
		{"merge bomb", merges, "f:1:1: aliases expand"},
		{"cycle", "a: &a [*a]\n", "f:1:8: alias of something it is part of"},
		{"merge cycle", "a: &a {<<: *a}\n", "f:1:12: alias of something it is part of"},
		{"large", "a: |\n" + strings.Repeat(" xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n", 1<<19+1), "f:1:1: document larger than 16 MiB"},
	} {
		t.Run(c.name, func(t *testing.T) {
			start := time.Now()
			docs, problems := ParseDocs("f", []byte(c.text))
			if c.want == "" {
				if len(docs) != 1 || len(problems) != 0 {
					t.Errorf("%d documents, problems %v", len(docs), problems)
				}
				return
			}
			if len(docs) != 0 || len(problems) != 1 || !strings.HasPrefix(problemLines(problems)[0], c.want) {
				t.Errorf("%d documents, problems %v, want %s", len(docs), problems, c.want)
			}
			if d := time.Since(start); d > 20*time.Second {
				t.Errorf("took %v", d)
			}
		})
	}
}

// visitAll calls every method on every value, as a scanner could.
func visitAll(v Value) {
	describeAll(v)
	v.Strings()
	v.Get("apiVersion", "kind")
	for _, item := range v.Items() {
		visitAll(item)
	}
	for _, f := range v.Fields() {
		visitAll(f.KeyValue)
		visitAll(f.Value)
		v.Get(f.Key)
	}
}

func FuzzParseDocs(f *testing.F) {
	err := filepath.WalkDir("../testdata/config", func(p string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() && isConfigName(p) {
			f.Add(readTestFile(f, p))
		}
		return err
	})
	if err != nil {
		f.Fatal(err)
	}
	f.Add([]byte("a: &a {<<: [*a]}\n---\n{{ x }}: [1\n...\n%TAG ! tag:x\n--- |\n x\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		docs, problems := ParseDocs("f", data)
		lines := bytes.Count(data, []byte("\n")) + bytes.Count(data, []byte("\r")) + strings.Count(string(data), "\u0085") + strings.Count(string(data), "\u2028") + strings.Count(string(data), "\u2029") + 2
		for _, p := range problems {
			if p.Pos.Line < 1 || p.Pos.Line > lines || p.Message == "" {
				t.Errorf("problem %v of %d lines", p, lines)
			}
		}
		for _, d := range docs {
			visitAll(d.Root)
			shapeProblems(d)
			expandList(d)
		}
		newIndex(docs)
		scanIgnores("f", data)
	})
}
