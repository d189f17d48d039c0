package main

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/ampcheck/ampcheck"

// importRules say what each package may import, by the first rule that matches; a
// path that ends in /... matches the package and all below it. Test files
// follow the same rules, except that they may use other modules everywhere.
var importRules = []struct {
	packages string
	imports  []string
	// stdOnly packages use no other module.
	stdOnly bool
	// tests may be imported by tests too: what holds the drivers against each
	// other needs both.
	tests []string
}{
	{packages: "graph/...", imports: []string{"graph/..."}, stdOnly: true},
	{packages: "analysis/sdk", imports: []string{"graph/..."}},
	{packages: "analysis/protogo"},
	{packages: "configscan", imports: []string{"graph/..."}, tests: []string{"testdata/oracle/documents"}},
	{packages: "report", imports: []string{"graph/..."}},
	{packages: "analysis/summary", imports: []string{"graph/...", "analysis/sdk"}},
	{packages: "analysis", imports: []string{"graph/...", "analysis/sdk", "analysis/summary"}, tests: []string{"analysis/program"}},
	{packages: "analysis/golangci", imports: []string{"analysis"}},
	{packages: "analysis/program", imports: []string{"graph/...", "analysis/protogo", "analysis/sdk", "analysis/summary"}},
	{packages: "cmd/...", imports: []string{"graph/...", "analysis/...", "configscan", "report"}, tests: []string{"testdata/answers/...", "testdata/conformance/...", "testdata/golangci/...", "testdata/oracle/...", "testdata/prove/...", "testdata/proxies/...", "testdata/schedules/...", "testdata/tiers/..."}},
}

// importError says why a package of this module may not import another, or "".
func importError(pkg, imported string, test bool) string {
	for _, rule := range importRules {
		if !matches(rule.packages, pkg) {
			continue
		}
		own, internal := strings.CutPrefix(imported, module+"/")
		if !internal {
			if rule.stdOnly && !test && strings.Contains(strings.Split(imported, "/")[0], ".") {
				return "uses the standard library only"
			}
			return ""
		}
		allow := rule.imports
		if test {
			allow = slices.Concat(allow, rule.tests)
		}
		for _, allowed := range allow {
			if matches(allowed, own) {
				return ""
			}
		}
		return "may import " + strings.Join(rule.imports, ", ") + " only"
	}
	return "has no import rule"
}

func matches(pattern, pkg string) bool {
	dir, below := strings.CutSuffix(pattern, "/...")
	return pkg == dir || below && strings.HasPrefix(pkg, dir+"/")
}

func TestImportsFollowTheRules(t *testing.T) {
	root := filepath.Join("..", "..")
	files := 0
	err := filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if name := d.Name(); d.IsDir() && (name == "testdata" || name == "vendor" || strings.HasPrefix(name, ".") && file != root) {
			return fs.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(file, ".go") {
			return nil
		}
		files++
		rel, err := filepath.Rel(root, file)
		if err != nil {
			return err
		}
		return checkImports(t, file, filepath.ToSlash(rel))
	})
	if err != nil {
		t.Fatal(err)
	}
	if files == 0 {
		t.Error("no Go files found")
	}
}

func checkImports(t *testing.T, file, rel string) error {
	parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
	if err != nil {
		return err
	}
	pkg := path.Dir(rel)
	for _, spec := range parsed.Imports {
		imported, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return err
		}
		// An external test imports its own package.
		if test := strings.HasSuffix(rel, "_test.go"); !test || imported != module+"/"+pkg {
			if why := importError(pkg, imported, test); why != "" {
				t.Errorf("%s imports %s: package %s %s", rel, imported, pkg, why)
			}
		}
	}
	return nil
}

func TestImportError(t *testing.T) {
	tests := []struct {
		pkg, imported string
		test, ok      bool
	}{
		{pkg: "graph", imported: "fmt", ok: true},
		{pkg: "graph", imported: module + "/graph/retryon", ok: true},
		{pkg: "graph", imported: "gopkg.in/yaml.v3"},
		{pkg: "graph", imported: "github.com/google/go-cmp/cmp", test: true, ok: true},
		{pkg: "graph/retryon", imported: module + "/report"},
		{pkg: "configscan", imported: module + "/analysis/sdk"},
		{pkg: "configscan", imported: "gopkg.in/yaml.v3", ok: true},
		{pkg: "report", imported: module + "/configscan"},
		{pkg: "report", imported: module + "/configscan", test: true},
		{pkg: "analysis", imported: module + "/analysis/program"},
		{pkg: "analysis/sdk", imported: module + "/analysis/summary"},
		{pkg: "analysis/summary", imported: module + "/analysis/sdk", ok: true},
		{pkg: "cmd/ampcheck", imported: module + "/analysis/program", ok: true},
		{pkg: "graphics", imported: "fmt"},
	}
	for _, tt := range tests {
		if why := importError(tt.pkg, tt.imported, tt.test); (why == "") != tt.ok {
			t.Errorf("%s imports %s (test %v): %q", tt.pkg, tt.imported, tt.test, why)
		}
	}
}
