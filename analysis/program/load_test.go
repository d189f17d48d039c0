package program_test

import (
	"bytes"
	"cmp"
	"context"
	"flag"
	"fmt"
	"go/types"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"
	"golang.org/x/tools/txtar"

	"github.com/ampcheck/ampcheck/analysis/program"
	"github.com/ampcheck/ampcheck/graph"
)

var update = flag.Bool("update", false, "rewrite the want files of the cases")

const casesDir = "../../testdata/program"

// TestCases loads each archive in testdata/program with both loaders. The lines
// of the comment before the files set it up:
//
//	env NAME=VALUE          adds to the environment that is passed in
//	dir SUB                 the directory to analyse, below the tree
//	patterns P ...          package patterns
//	tags T                  build tags
//	offline, untrusted, tests
//	symlink PATH TARGET     made after the files
//
// Files named outside:NAME lie beside the tree. The file want holds modules,
// packages and problems; everything else is checked to be the same for both.
func TestCases(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(casesDir, "*.txtar"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			t.Parallel()
			runCase(t, file)
		})
	}
}

func runCase(t *testing.T, file string) {
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	o := setUp(t, archive)
	dumps := map[string]string{}
	for _, loader := range []string{program.LoaderSource, program.LoaderAuto, program.LoaderExport} {
		if o.Loader = loader; o.Untrusted {
			o.Loader = ""
		}
		got, detail := dump(t, o)
		checkWant(t, file, archive, got)
		dumps[loader] = detail
	}
	for _, loader := range []string{program.LoaderAuto, program.LoaderExport} {
		if d := gocmp.Diff(dumps[program.LoaderSource], dumps[loader]); d != "" {
			t.Errorf("the %s loader differs from source:\n%s", loader, d)
		}
	}
}

func checkWant(t *testing.T, file string, archive *txtar.Archive, got string) {
	t.Helper()
	i := slices.IndexFunc(archive.Files, func(f txtar.File) bool { return f.Name == "want" })
	if i < 0 {
		archive.Files = append(archive.Files, txtar.File{Name: "want"})
		i = len(archive.Files) - 1
	}
	if *update {
		archive.Files[i].Data = []byte(got)
		if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if d := gocmp.Diff(string(archive.Files[i].Data), got); d != "" {
		t.Errorf("want (-) and got (+):\n%s", d)
	}
}

// setUp writes the tree and reads the settings.
func setUp(t *testing.T, archive *txtar.Archive) program.Options {
	t.Helper()
	base := t.TempDir()
	tree := filepath.Join(base, "tree")
	// The search for an enclosing module ends here.
	if err := os.MkdirAll(filepath.Join(tree, ".git"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, f := range archive.Files {
		at := filepath.Join(tree, f.Name)
		if rest, ok := strings.CutPrefix(f.Name, "outside:"); ok {
			at = filepath.Join(base, "outside", rest)
		}
		if f.Name == "want" {
			continue
		}
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, bytes.ReplaceAll(f.Data, []byte("$BASE"), []byte(base)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	o := program.Options{Dir: tree, Offline: true, Environ: os.Environ()}
	for line := range strings.Lines(string(archive.Comment)) {
		setting(t, &o, tree, strings.Fields(line))
	}
	return o
}

func setting(t *testing.T, o *program.Options, tree string, words []string) {
	t.Helper()
	if len(words) == 0 || words[0] == "#" {
		return
	}
	switch words[0] {
	case "env":
		kv := strings.ReplaceAll(strings.Join(words[1:], " "), "$BASE", filepath.Dir(tree))
		o.Environ = append(o.Environ, kv)
	case "dir":
		o.Dir = filepath.Join(tree, words[1])
	case "patterns":
		o.Patterns = words[1:]
	case "tags":
		o.Tags = words[1]
	case "untrusted":
		o.Untrusted = true
	case "tests":
		o.Tests = true
	case "symlink":
		at := filepath.Join(tree, words[1])
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(strings.ReplaceAll(words[2], "$BASE", filepath.Dir(tree)), at); err != nil {
			t.Fatal(err)
		}
	default:
		t.Fatalf("unknown setting %q", words[0])
	}
}

// dump loads and prints what was found: in short for the want file, and in full
// to compare two loads.
func dump(t *testing.T, o program.Options) (short, full string) {
	t.Helper()
	type printed struct{ key, short, full string }
	var programs []printed
	problems, err := program.Load(context.Background(), o, func(p *program.Program) error {
		programs = append(programs, printed{p.Modules[0].Dir, shortDump(p), fullDump(p)})
		return nil
	})
	if err != nil {
		return "error: " + err.Error() + "\n", ""
	}
	slices.SortFunc(programs, func(a, b printed) int { return cmp.Compare(a.key, b.key) })
	for _, p := range programs {
		short += p.short
		full += p.full
	}
	for _, p := range problems {
		short += problemLine(p)
	}
	return short, full
}

func problemLine(p graph.Problem) string {
	word := "problem"
	if p.Advisory {
		word = "advisory"
	}
	return fmt.Sprintf("%s %s: %s\n", word, p.Pos, p.Message)
}

func shortDump(p *program.Program) string {
	var b strings.Builder
	fmt.Fprintln(&b, "program")
	for _, m := range p.Modules {
		fmt.Fprintf(&b, "\tmodule %s %s go%s %d versions\n", m.Path, m.Dir, m.GoVersion, len(m.Versions))
		for _, pkg := range m.Packages {
			fmt.Fprintf(&b, "\t\t%s %s %s", pkg.Path, pkg.Name, pkg.Dir)
			for _, f := range pkg.Files {
				fmt.Fprintf(&b, " %s", filepath.Base(p.Fset.Position(f.Package).Filename))
			}
			fmt.Fprintf(&b, "%s\n", marks(pkg))
		}
	}
	return b.String()
}

func marks(pkg *program.Package) string {
	var marks string
	for _, m := range []struct {
		on   bool
		word string
	}{
		{!pkg.Selected, "imported"}, {pkg.ForTest != "", "for-test"}, {pkg.IllTyped, "ill-typed"}, {len(pkg.CgoFiles) > 0, "cgo"},
	} {
		if m.on {
			marks += " [" + m.word + "]"
		}
	}
	return marks
}

// fullDump prints the versions of modules, the type of every package-level object and the instructions of
// every function with a body.
func fullDump(p *program.Program) string {
	var b strings.Builder
	for _, m := range p.Modules {
		fmt.Fprintf(&b, "module %s %v\n", m.Path, m.Versions)
	}
	for _, pkg := range p.Packages() {
		fmt.Fprintf(&b, "package %s\n", pkg.Path)
		scope := pkg.Types.Scope()
		for _, name := range scope.Names() {
			fmt.Fprintf(&b, "%s\n", types.ObjectString(scope.Lookup(name), nil))
		}
	}
	b.WriteString(functions(p))
	return b.String()
}

var (
	location  = regexp.MustCompile(`(?m)^# Location: .*\n`)
	signature = regexp.MustCompile(`(?m)^func .*:\n`)
)

func functions(p *program.Program) string {
	var texts []string
	for fn := range ssautil.AllFunctions(p.SSA) {
		if fn.Blocks == nil {
			continue
		}
		var b bytes.Buffer
		ssa.WriteFunction(&b, fn)
		text := b.String()
		if p.Position(fn.Pos()).IsZero() {
			// Export data knows the line of a dependency's function only.
			text = location.ReplaceAllString(text, "")
		}
		if fn.Origin() != nil {
			// Packages are built in parallel, and the first of identical signatures
			// lends its parameter names to all instances.
			text = signature.ReplaceAllString(text, "")
		}
		texts = append(texts, text)
	}
	slices.Sort(texts)
	return strings.Join(texts, "\n")
}
