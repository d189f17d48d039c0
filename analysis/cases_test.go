package analysis_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/ampcheck/ampcheck/analysis/program"
	"github.com/ampcheck/ampcheck/analysis/sdk"
	"github.com/ampcheck/ampcheck/graph"
)

var update = flag.Bool("update", false, "rewrite the want files of the cases")

const (
	casesDir = "../testdata/program/cases"
	stubsDir = "../testdata/src"
)

// A testCase is an archive of testdata/program/cases: the packages of one module,
// and what must come out of them in the file want, and, where a case has it, what
// go vet sees in the file vet. The harness writes go.mod and vendors the stubs that
// the case imports. Where the comment before the files
// holds "miss:", the want file is what comes out today, and the comment says what
// should.
type testCase struct {
	name, path string
	archive    *txtar.Archive
}

func readCases(t testing.TB) []testCase {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(casesDir, "*.txtar"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	var cases []testCase
	for _, file := range files {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		cases = append(cases, testCase{strings.TrimSuffix(filepath.Base(file), ".txtar"), file, archive})
	}
	return cases
}

// TestCases analyses each case as the check command does and compares with its
// want file.
func TestCases(t *testing.T) {
	cases := readCases(t)
	tree := t.TempDir()
	for _, c := range cases {
		c.write(t, tree)
	}
	for i, f := range analyse(t, program.Options{Dir: tree, Loader: program.LoaderSource}, len(cases)) {
		t.Run(cases[i].name, func(t *testing.T) { cases[i].compare(t, wantFile, describe(f)) })
	}
}

// analyse returns the fragments of the modules in a tree, of which it holds n.
func analyse(t testing.TB, o program.Options, n int) []*graph.Fragment {
	t.Helper()
	o.Offline, o.Environ, o.Jobs = true, os.Environ(), 2
	fragments, problems, err := program.Analyse(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range problems {
		t.Errorf("%s: %s", p.Pos, p.Message)
	}
	if len(fragments) != n {
		t.Fatalf("%d fragments of %d modules", len(fragments), n)
	}
	return fragments
}

// The files of an archive that say what must come out.
const (
	wantFile = "want"
	vetFile  = "vet"
)

// file is the place of a file in the archive; -1 where it has none of that name.
func (c testCase) file(name string) int {
	return slices.IndexFunc(c.archive.Files, func(f txtar.File) bool { return f.Name == name })
}

func (c testCase) compare(t *testing.T, file, got string) {
	t.Helper()
	i := c.file(file)
	if i < 0 {
		c.archive.Files = append(c.archive.Files, txtar.File{Name: file})
		i = len(c.archive.Files) - 1
	}
	if *update {
		c.archive.Files[i].Data = []byte(got)
		if err := os.WriteFile(c.path, txtar.Format(c.archive), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if d := cmp.Diff(string(c.archive.Files[i].Data), got); d != "" {
		t.Errorf("want (-) and got (+):\n%s", d)
	}
}

// module is the path of the case's module.
func (c testCase) module() string { return "example.com/" + c.name }

// write puts the module into a directory of the tree named like the case.
func (c testCase) write(t testing.TB, tree string) {
	t.Helper()
	var imported []string
	for _, f := range c.archive.Files {
		if f.Name == wantFile || f.Name == vetFile {
			continue
		}
		writeFile(t, filepath.Join(tree, c.name, f.Name), f.Data)
		imported = append(imported, imports(f.Data)...)
	}
	requires := vendor(t, filepath.Join(tree, c.name, "vendor"), imported)
	var mod bytes.Buffer
	fmt.Fprintf(&mod, "module %s\n\ngo 1.26.0\n", c.module())
	for _, r := range requires {
		fmt.Fprintf(&mod, "\nrequire %s\n", r)
	}
	writeFile(t, filepath.Join(tree, c.name, "go.mod"), mod.Bytes())
}

func writeFile(t testing.TB, file string, data []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

var importLine = regexp.MustCompile(`(?m)^(?:import |\t)(?:[\w.]+ )?"([^"]+)"$`)

func imports(src []byte) []string {
	var out []string
	for _, m := range importLine.FindAllSubmatch(src, -1) {
		out = append(out, string(m[1]))
	}
	return out
}

// stubVersions are the versions that the stubs stand for, where it matters.
var stubVersions = map[string]string{
	"github.com/knadh/koanf/v2":                       "v2.4.1",
	"github.com/ardanlabs/conf/v3":                    "v3.10.0",
	"github.com/go-kratos/kratos/v2":                  "v2.8.3",
	"github.com/avast/retry-go/v4":                    "v4.7.0",
	"github.com/gofiber/fiber/v2":                     "v2.52.14",
	"github.com/avast/retry-go/v5":                    "v5.0.0",
	"github.com/aws/aws-sdk-go-v2":                    "v1.48.0",
	"github.com/cenkalti/backoff/v4":                  "v4.3.0",
	"github.com/cenkalti/backoff/v5":                  "v5.0.3",
	"github.com/gorilla/mux":                          "v1.8.1",
	"github.com/hashicorp/go-retryablehttp":           "v0.7.8",
	"github.com/hashicorp/terraform-plugin-sdk/v2":    "v2.40.1",
	"github.com/jackc/pgx/v5":                         "v5.13.0",
	"github.com/redis/go-redis/v9":                    "v9.14.0",
	"golang.org/x/sync":                               "v0.25.0",
	"google.golang.org/grpc":                          "v1.85.0",
	"github.com/grpc-ecosystem/go-grpc-middleware/v2": "v2.3.4",
	"github.com/opensearch-project/opensearch-go/v2":  "v2.3.0",
}

// vendor copies the stubs of the packages imported, and of those they import,
// and returns the modules and versions that go.mod requires.
func vendor(t testing.TB, dir string, imported []string) []string {
	t.Helper()
	modules := map[string][]string{}
	done := map[string]bool{}
	for len(imported) > 0 {
		path := imported[0]
		imported = imported[1:]
		files, err := filepath.Glob(filepath.Join(stubsDir, path, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		if done[path] || len(files) == 0 || !strings.Contains(path, ".") {
			continue
		}
		done[path] = true
		modules[moduleOf(path)] = append(modules[moduleOf(path)], path)
		for _, file := range files {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			writeFile(t, filepath.Join(dir, path, filepath.Base(file)), data)
			imported = append(imported, imports(data)...)
		}
		// The compiler wants to see where functions without a body come from.
		writeFile(t, filepath.Join(dir, path, "stub.s"), nil)
	}
	return listVendored(t, dir, modules)
}

func listVendored(t testing.TB, dir string, modules map[string][]string) []string {
	t.Helper()
	var requires []string
	var list bytes.Buffer
	for m := range modules {
		version := stubVersions[m]
		if version == "" {
			version = "v1.0.0"
		}
		requires = append(requires, m+" "+version)
	}
	slices.Sort(requires)
	for _, r := range requires {
		m, _, _ := strings.Cut(r, " ")
		fmt.Fprintf(&list, "# %s\n## explicit; go 1.26\n", r)
		slices.Sort(modules[m])
		for _, p := range modules[m] {
			fmt.Fprintln(&list, p)
		}
	}
	if len(requires) > 0 {
		writeFile(t, filepath.Join(dir, "modules.txt"), list.Bytes())
	}
	return requires
}

// moduleOf is the module of the table that a stub belongs to.
func moduleOf(path string) string {
	best := ""
	for _, m := range sdk.Modules() {
		if strings.HasPrefix(path+"/", m+"/") && len(m) > len(best) {
			best = m
		}
	}
	if best == "" {
		return path
	}
	return best
}
