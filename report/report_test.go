package report

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/ampcheck/ampcheck/graph"
)

var update = flag.Bool("update", false, "write the golden files")

const testdata = "../testdata/report"

// variants are the ways in which every case is written; the golden file of a
// case is CASE.FORMAT.golden, with the suffix before the last dot.
var variants = []struct {
	suffix string
	opts   Options
}{
	{"", Options{}},
	{".brief", Options{Brief: true}},
	{".wide", Options{Wide: true}},
	{".quiet", Options{Brief: true, Quiet: true}},
}

func TestGolden(t *testing.T) {
	want := make(map[string]bool)
	for _, name := range cases(t) {
		want[name+".json"] = true
		r := load(t, name)
		for _, f := range Formats() {
			for _, v := range variants {
				if f.Data && v.suffix != "" {
					continue
				}
				golden := name + "." + f.Name + v.suffix + ".golden"
				want[golden] = true
				t.Run(golden, func(t *testing.T) { compareGolden(t, golden, withoutConstants(encode(t, f, r, v.opts))) })
			}
		}
	}
	for _, file := range glob(t, "*") {
		if !want[filepath.Base(file)] {
			t.Errorf("%s belongs to no case or format", file)
		}
	}
}

// constants are what a format writes whatever the result is: golden files leave
// it out, and tests of the format look at it.
var constants = []*regexp.Regexp{
	regexp.MustCompile(`("ruleIndex": )[0-9]+(,)`),
	regexp.MustCompile(`(?s)("rules": \[\n).*?(\n     \])`),
	regexp.MustCompile(`(?s)(<style>\n).*?(</style>)`),
	regexp.MustCompile(`(?s)(<script>\n).*?(</script>)`),
	regexp.MustCompile(`(sha256-).*?(&#39;)`),
}

func withoutConstants(text []byte) []byte {
	for _, c := range constants {
		text = c.ReplaceAll(text, []byte("$1(the same in every report)$2"))
	}
	return text
}

func compareGolden(t *testing.T, golden string, got []byte) {
	t.Helper()
	file := filepath.Join(testdata, golden)
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("no golden file (go test ./report -update): %v", err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestJSONReadsBack(t *testing.T) {
	for _, name := range cases(t) {
		r := load(t, name)
		f, err := FormatByName("json")
		if err != nil {
			t.Fatal(err)
		}
		var back graph.Result
		if err := json.Unmarshal(encode(t, f, r, Options{}), &back); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if diff := cmp.Diff(r, &back, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s: -want +got:\n%s", name, diff)
		}
	}
}

// A writer must leave the result as it was: formats are written one after the
// other.
func TestWritersDoNotChangeTheResult(t *testing.T) {
	for _, name := range cases(t) {
		r := load(t, name)
		for _, f := range Formats() {
			encode(t, f, r, Options{Wide: true})
		}
		if diff := cmp.Diff(load(t, name), r); diff != "" {
			t.Errorf("%s: changed:\n%s", name, diff)
		}
	}
}

func TestWriteErrorsAreReported(t *testing.T) {
	r := load(t, "shop")
	for _, f := range Formats() {
		if err := f.Write(brokenWriter{}, r, Options{}); !errors.Is(err, errBroken) {
			t.Errorf("%s: got %v, want the error of the writer", f.Name, err)
		}
	}
}

var errBroken = errors.New("broken")

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, errBroken }

func TestFormats(t *testing.T) {
	var names []string
	for _, f := range Formats() {
		names = append(names, f.Name)
		if f.Doc == "" || f.Write == nil {
			t.Errorf("%s: no doc or no writer", f.Name)
		}
	}
	if !slices.IsSorted(names) {
		t.Errorf("not sorted: %v", names)
	}
	if _, err := FormatByName("xml"); err == nil || !strings.Contains(err.Error(), "svg or table") {
		t.Errorf("xml: %v", err)
	}
}

func TestTablesFitTheTerminal(t *testing.T) {
	f, err := FormatByName("table")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(string(encode(t, f, load(t, "shop"), Options{Width: 80})), "\n") {
		if strings.HasPrefix(line, "|") && len(line) > 80 {
			t.Errorf("%d columns: %s", len(line), line)
		}
	}
}

func cases(t *testing.T) []string {
	t.Helper()
	var names []string
	for _, file := range glob(t, "*.json") {
		names = append(names, strings.TrimSuffix(filepath.Base(file), ".json"))
	}
	if len(names) == 0 {
		t.Fatal("no cases in " + testdata)
	}
	return names
}

func glob(t *testing.T, pattern string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(testdata, pattern))
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func load(t *testing.T, name string) *graph.Result {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(testdata, name+".json"))
	if err != nil {
		t.Fatal(err)
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	var r graph.Result
	if err := dec.Decode(&r); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return &r
}

func encode(t *testing.T, f Format, r *graph.Result, opts Options) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := f.Write(&b, r, opts); err != nil {
		t.Fatalf("%s: %v", f.Name, err)
	}
	return b.Bytes()
}
