package analysis_test

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ampcheck/ampcheck/analysis/program"
	"github.com/ampcheck/ampcheck/graph"
)

// sitesDir holds the cases of what repeats, one file for each shape. A line with a
// site says so: "// want: retry-loop 3" is the kind and how often, "unbounded", or
// "?" where the number is not known; several stand behind one another with commas.
// A line without it must give none. What follows "miss:" is what should be found
// there, where it is not what comes out today.
const sitesDir = "../testdata/sites"

// A sitesFile is one file of the cases, which becomes a package of its own.
type sitesFile struct {
	name string // without .go
	src  []byte
}

func readSites(t testing.TB) []sitesFile {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(sitesDir, "*.go"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	var files []sitesFile
	for _, path := range paths {
		src, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, sitesFile{strings.TrimSuffix(filepath.Base(path), ".go"), src})
	}
	return files
}

// found are the sites of the lines of a file, as its comments write them.
type found map[int]string

// analyseSites lists the sites of each file, by its name.
func analyseSites(t testing.TB, files []sitesFile) map[string]found {
	t.Helper()
	tree := t.TempDir()
	var imported []string
	for _, f := range files {
		writeFile(t, filepath.Join(tree, f.name, "case.go"), f.src)
		imported = append(imported, imports(f.src)...)
	}
	var mod bytes.Buffer
	fmt.Fprint(&mod, "module example.com/sites\n\ngo 1.26.0\n")
	for _, r := range vendor(t, filepath.Join(tree, "vendor"), imported) {
		fmt.Fprintf(&mod, "\nrequire %s\n", r)
	}
	writeFile(t, filepath.Join(tree, "go.mod"), mod.Bytes())

	out := map[string]found{}
	for _, s := range graph.Sites(analyse(t, program.Options{Dir: tree, Loader: program.LoaderSource, Sites: true}, 1)) {
		name := filepath.Dir(s.Pos.File)
		if out[name] == nil {
			out[name] = found{}
		}
		times := "?"
		switch {
		case s.Attempts == nil:
		case *s.Attempts == graph.Unbounded:
			times = string(graph.BoundUnbounded)
		default:
			times = fmt.Sprint(*s.Attempts)
		}
		at := out[name]
		if at[s.Pos.Line] != "" {
			at[s.Pos.Line] += ", "
		}
		at[s.Pos.Line] += string(s.Kind) + " " + times
	}
	return out
}

var wantSites = regexp.MustCompile(`// want: (.*?)\s*(?:;? miss: .*)?$`)

// wants are the sites that the comments of a file name.
func (f sitesFile) wants() found {
	out := found{}
	for i, line := range bytes.Split(f.src, []byte("\n")) {
		if m := wantSites.FindSubmatch(line); m != nil {
			out[i+1] = string(m[1])
		}
	}
	return out
}

// compareLines fails for each line of which the sites are not those expected.
func compareLines(t *testing.T, f sitesFile, want, got found) {
	t.Helper()
	lines := maps.Clone(want)
	maps.Copy(lines, got)
	for _, n := range slices.Sorted(maps.Keys(lines)) {
		if want[n] != got[n] {
			t.Errorf("%s.go:%d: expected %q, found %q", f.name, n, want[n], got[n])
		}
	}
}

// TestSites compares the sites of each shape, and of what looks like it, with the
// comments of the cases.
func TestSites(t *testing.T) {
	files := readSites(t)
	got := analyseSites(t, files)
	for _, f := range files {
		t.Run(f.name, func(t *testing.T) {
			want := f.wants()
			if len(want) == 0 && !bytes.Contains(f.src, []byte("miss: ")) {
				t.Error("the case wants nothing: it cannot show that anything was looked at")
			}
			compareLines(t, f, want, got[f.name])
		})
	}
}

// TestSitesRenamed gives the words by which a repeat could be known by name to
// nothing: what is found must not change.
func TestSitesRenamed(t *testing.T) {
	files := readSites(t)
	renamed := 0
	for i := range files {
		var n int
		files[i], n = files[i].renamed(t)
		renamed += n
	}
	if renamed < 50 {
		t.Errorf("%d identifiers were renamed: the cases have to use the words", renamed)
	}
	got := analyseSites(t, files)
	for _, f := range files {
		t.Run(f.name, func(t *testing.T) { compareLines(t, f, f.wants(), got[f.name]) })
	}
}

var words = regexp.MustCompile(`(?i)retry|retries|attempt|backoff`)

// neutral is a name without the words. The first letter stays as it is, and with
// it whether the name is exported.
func neutral(name string) string {
	return words.ReplaceAllStringFunc(name, func(w string) string {
		plain := map[byte]string{'r': "item", 'a': "thing", 'b': "plan"}[strings.ToLower(w)[0]]
		if w[0] < 'a' {
			plain = strings.ToUpper(plain[:1]) + plain[1:]
		}
		return plain
	})
}

// renamed gives the file neutral names for what it declares, and says how many
// identifiers were changed. Lines stay where they are.
func (f sitesFile) renamed(t testing.TB) (sitesFile, int) {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, f.name, f.src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	declared := declaredIn(file)
	pkgs := map[string]bool{}
	for _, i := range file.Imports {
		pkgs[filepath.Base(strings.Trim(i.Path.Value, `"`))] = true
		if i.Name != nil {
			pkgs[i.Name.Name] = true
		}
	}
	n := 0
	kept := map[*ast.Ident]bool{}
	ast.Inspect(file, func(node ast.Node) bool {
		switch x := node.(type) {
		case *ast.SelectorExpr:
			if isPackage(x.X, pkgs) {
				return false // the name is that of another package
			}
		case *ast.CompositeLit:
			if of, ok := x.Type.(*ast.SelectorExpr); ok && isPackage(of.X, pkgs) {
				keep(x, kept)
			}
		case *ast.Ident:
			if declared[x.Name] && !kept[x] && words.MatchString(x.Name) {
				x.Name = neutral(x.Name)
				n++
			}
		}
		return true
	})
	var out bytes.Buffer
	if err := (&printer.Config{Mode: printer.UseSpaces | printer.TabIndent, Tabwidth: 8}).Fprint(&out, fset, file); err != nil {
		t.Fatal(err)
	}
	f.src = out.Bytes()
	return f, n
}

func isPackage(e ast.Expr, pkgs map[string]bool) bool {
	id, ok := e.(*ast.Ident)
	return ok && pkgs[id.Name]
}

// keep notes the fields that a literal of another package's type names.
func keep(lit *ast.CompositeLit, kept map[*ast.Ident]bool) {
	for _, e := range lit.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			if id, ok := kv.Key.(*ast.Ident); ok {
				kept[id] = true
			}
		}
	}
}

// declaredIn are the names that a file declares.
func declaredIn(file *ast.File) map[string]bool {
	out := map[string]bool{}
	add := func(ids ...*ast.Ident) {
		for _, id := range ids {
			out[id.Name] = true
		}
	}
	expr := func(all ...ast.Expr) {
		for _, e := range all {
			if id, ok := e.(*ast.Ident); ok {
				add(id)
			}
		}
	}
	ast.Inspect(file, func(node ast.Node) bool {
		switch x := node.(type) {
		case *ast.FuncDecl:
			add(x.Name)
		case *ast.TypeSpec:
			add(x.Name)
		case *ast.ValueSpec:
			add(x.Names...)
		case *ast.Field:
			add(x.Names...)
		case *ast.LabeledStmt:
			add(x.Label)
		case *ast.AssignStmt:
			if x.Tok == token.DEFINE {
				expr(x.Lhs...)
			}
		case *ast.RangeStmt:
			if x.Tok == token.DEFINE {
				expr(x.Key, x.Value)
			}
		}
		return true
	})
	return out
}
