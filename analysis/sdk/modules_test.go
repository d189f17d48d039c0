package sdk

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/ampcheck/ampcheck/graph"
)

// recordFile lists the rows that were held against their modules, each with a hash
// of what it names then.
const recordFile = "../../testdata/names.json"

var (
	updateNames = flag.Bool("update", false, "hold the rows that changed against their modules, and record those that agree")
	allNames    = flag.Bool("all", false, "with -update: hold every row against its module")
)

// TestNamesAreThoseOfTheModules: the rows were held against the modules themselves,
// in the version of their sources: every name and operand, and that each line of a
// source exists. That downloads the modules, all together for minutes, so a row that
// has not changed since is not held again.
func TestNamesAreThoseOfTheModules(t *testing.T) {
	recorded := map[string]string{}
	if data, err := os.ReadFile(recordFile); err != nil && !*updateNames {
		t.Fatal(err)
	} else if err == nil {
		decode(t, string(data), &recorded)
	}
	now := map[string]string{}
	var lock sync.Mutex
	t.Run("rows", func(t *testing.T) {
		for _, l := range All() {
			name, hash := l.Name+" "+l.Since, namesHash(t, &l)
			if recorded[name] == hash && !*allNames {
				now[name] = hash
				continue
			}
			t.Run(strings.ReplaceAll(name, "/", "_"), func(t *testing.T) {
				if !*updateNames {
					t.Fatal("what the row names has changed: run go test ./analysis/sdk -run TestNamesAreThoseOfTheModules -update")
				}
				t.Parallel()
				if checkModule(t, &l); !t.Failed() {
					lock.Lock()
					defer lock.Unlock()
					now[name] = hash
				}
			})
		}
	})
	if *updateNames {
		text, err := json.MarshalIndent(now, "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(recordFile, append(text, '\n'), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// namesHash is a hash of all that checkModule looks at, but the module.
func namesHash(t *testing.T, l *graph.Library) string {
	t.Helper()
	h := sha256.New()
	row := *l
	row.Measured = false
	if err := json.NewEncoder(h).Encode(row); err != nil {
		t.Fatal(err)
	}
	for _, path := range packagePaths(l) {
		files, err := filepath.Glob(filepath.Join(stubRoot, path, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			h.Write(data)
		}
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}

func checkModule(t *testing.T, l *graph.Library) {
	dir := t.TempDir()
	gomod := "module probe\n\ngo 1.26\n"
	for mv, refs := range sourceModules(l) {
		if module, version, _ := strings.Cut(mv, "@"); module == "std" {
			checkLines(t, filepath.Join(strings.TrimSpace(goCommand(t, dir, "env", "GOROOT")), "src"), refs)
		} else {
			var got struct{ Dir string }
			decode(t, goCommand(t, dir, "mod", "download", "-json", mv), &got)
			checkLines(t, got.Dir, refs)
			if module == l.Module || strings.HasPrefix(l.Module+"/", module+"/") || strings.HasPrefix(module, l.Module) {
				gomod += fmt.Sprintf("require %s %s\n", module, version)
			}
		}
	}
	paths := packagePaths(l)
	probe := "package probe\n"
	for _, p := range paths {
		if !strings.Contains(p, "/internal/") { // what others import brings it along
			probe += fmt.Sprintf("import _ %q\n", p)
		}
	}
	for name, text := range map[string]string{"go.mod": gomod, "probe.go": probe} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	pkgs := load(t, dir)
	checkNames(t, l, func(path string) *types.Package { return pkgs[path] })
	for path, real := range pkgs {
		if slices.Contains(paths, path) && l.Before == "" && hasStub(path) {
			checkStub(t, path, real)
		}
	}
}

// sourceModules are the modules of the sources, each with its references.
func sourceModules(l *graph.Library) map[string][]string {
	m := map[string][]string{}
	for _, s := range l.Sources {
		mv, ref, _ := strings.Cut(s, " ")
		m[mv] = append(m[mv], ref)
	}
	return m
}

func checkLines(t *testing.T, dir string, refs []string) {
	t.Helper()
	for _, ref := range refs {
		name, line, _ := strings.Cut(ref, ":")
		text, err := os.ReadFile(filepath.Join(dir, name))
		n, _ := strconv.Atoi(line)
		if lines := strings.Split(string(text), "\n"); err != nil || n > len(lines) || strings.TrimSpace(lines[n-1]) == "" {
			t.Errorf("source %s: no such line (%v)", ref, err)
		}
	}
}

// checkStub holds every function of a stub against the module's.
func checkStub(t *testing.T, path string, real *types.Package) {
	t.Helper()
	theirs := functions(real)
	for name, f := range functions(newStubs(t).find(path)) {
		their := theirs[name]
		if their == nil {
			t.Errorf("stub %s: the module has no such function", name)
			continue
		}
		got, want := types.TypeString(f.Signature(), nil), types.TypeString(their.Signature(), nil)
		if strings.ReplaceAll(got, "interface{}", "any") != strings.ReplaceAll(want, "interface{}", "any") {
			t.Errorf("stub %s: got %s, the module has %s", name, got, want)
		}
	}
}

func goCommand(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off", "CGO_ENABLED=0")
	cmd.Stderr = &strings.Builder{}
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, cmd.Stderr)
	}
	return string(out)
}

func decode(t *testing.T, text string, v any) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), v); err != nil {
		t.Fatal(err)
	}
}

// loader type-checks packages from source, dependencies first, without the
// bodies of functions.
type loader map[string]*types.Package

func (l loader) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	if pkg := l[path]; pkg != nil {
		return pkg, nil
	}
	return nil, fmt.Errorf("no package %s", path)
}

// vendored are the imports of one package, by the names that the standard
// library gives to what it vendors.
type vendored struct {
	loader
	names map[string]string
}

func (v vendored) Import(path string) (*types.Package, error) {
	if name := v.names[path]; name != "" {
		path = name
	}
	return v.loader.Import(path)
}

func load(t *testing.T, dir string) loader {
	t.Helper()
	pkgs := loader{}
	dec := json.NewDecoder(strings.NewReader(goCommand(t, dir, "list", "-deps", "-json=ImportPath,Dir,GoFiles,ImportMap", ".")))
	for {
		var p struct {
			ImportPath, Dir string
			GoFiles         []string
			ImportMap       map[string]string
		}
		if err := dec.Decode(&p); err == io.EOF {
			return pkgs
		} else if err != nil {
			t.Fatal(err)
		}
		fset := token.NewFileSet()
		var files []*ast.File
		for _, name := range p.GoFiles {
			f, err := parser.ParseFile(fset, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, f)
		}
		conf := types.Config{
			Importer: vendored{pkgs, p.ImportMap}, IgnoreFuncBodies: true,
			Error: func(error) {}, // what a body would have used counts as not used
		}
		pkgs[p.ImportPath], _ = conf.Check(p.ImportPath, fset, files, nil)
	}
}
