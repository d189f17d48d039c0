package analysis_test

import (
	"bytes"
	"encoding/gob"
	"fmt"
	"go/types"
	"path/filepath"
	"strings"
	"testing"

	goanalysis "golang.org/x/tools/go/analysis"
	"golang.org/x/tools/txtar"

	"github.com/ampcheck/ampcheck/analysis"
)

// Facts end up in files that the go command caches by what is in them: the same
// package gives the same bytes every time.
func TestFactsAreTheSameBytes(t *testing.T) {
	for _, name := range []string{"grpc", "wrappers"} {
		t.Run(name, func(t *testing.T) { sameFacts(t, caseNamed(t, name)) })
	}
}

func sameFacts(t *testing.T, c testCase) {
	t.Helper()
	tree := t.TempDir()
	c.write(t, tree)
	var first []byte
	for i := range 10 {
		got := encodedFacts(t, filepath.Join(tree, c.name))
		if i == 0 {
			first = got
		}
		if !bytes.Equal(first, got) {
			t.Fatalf("run %d gives other facts", i+1)
		}
	}
	if len(first) == 0 {
		t.Error("no facts")
	}
}

func caseNamed(t *testing.T, name string) testCase {
	t.Helper()
	for _, c := range readCases(t) {
		if c.name == name {
			return c
		}
	}
	t.Fatalf("no case %s", name)
	return testCase{}
}

func encodedFacts(t *testing.T, dir string) []byte {
	t.Helper()
	p := newPasses(t)
	p.run(loadPackages(t, dir, "./...")...)
	var b bytes.Buffer
	e := gob.NewEncoder(&b)
	for _, obj := range p.order {
		fmt.Fprintln(&b, obj.String())
		if err := e.Encode(p.facts[obj]); err != nil {
			t.Fatal(err)
		}
	}
	return b.Bytes()
}

// A body of any size is a fact of bounded size.
func TestFactsAreBounded(t *testing.T) {
	const limit = 64 << 10
	var src strings.Builder
	src.WriteString("package bounded\n\nimport \"net/http\"\n\nfunc F0() { _, _ = http.Get(\"http://a\") }\n")
	for i := 1; i < 14; i++ {
		fmt.Fprintf(&src, "\nfunc F%d(b bool) {\n", i)
		for range 4 {
			if i == 1 {
				src.WriteString("\tF0()\n")
			} else {
				fmt.Fprintf(&src, "\tF%d(b)\n", i-1)
			}
		}
		src.WriteString("}\n")
	}
	c := testCase{name: "bounded", archive: &txtar.Archive{Files: []txtar.File{{Name: "bounded.go", Data: []byte(src.String())}}}}
	tree := t.TempDir()
	c.write(t, tree)
	p := newPasses(t)
	p.run(loadPackages(t, filepath.Join(tree, c.name), ".")...)
	if len(p.facts) != 14 {
		t.Errorf("%d facts, want one for each function", len(p.facts))
	}
	large := 0
	for obj, fact := range p.facts {
		n := len(analysis.FactData(fact))
		if n > limit {
			t.Errorf("the fact of %s has %d bytes", obj.Name(), n)
		}
		if strings.Contains(fact.(fmt.Stringer).String(), "too large") {
			large++
		}
	}
	if large == 0 {
		t.Error("no body was too large: the test shows nothing")
	}
}

// A panic inside the pass is a finding at the package, and costs its importers
// nothing but its facts.
func TestPanicIsAFinding(t *testing.T) {
	c := testCase{name: "panics", archive: &txtar.Archive{Files: []txtar.File{{Name: "p.go", Data: []byte("package panics\n\nfunc F() {}\n")}}}}
	tree := t.TempDir()
	c.write(t, tree)
	p := newPasses(t)
	pkg := loadPackages(t, filepath.Join(tree, c.name), ".")[0]
	pass := p.pass(pkg)
	pass.TypesInfo = &types.Info{} // the SSA builder needs more
	result, err := analysis.Analyzer.Run(pass)
	if result != nil || err != nil {
		t.Errorf("got %v, %v", result, err)
	}
	if len(p.diagnostics) != 1 {
		t.Fatalf("%d findings, want 1", len(p.diagnostics))
	}
	d := p.diagnostics[0]
	if at := pass.Fset.Position(d.Pos); at.Line != 1 || filepath.Base(at.Filename) != "p.go" || !strings.Contains(d.Message, "please report it") {
		t.Errorf("%s: %s", at, d.Message)
	}
}

// Packages of other modules and of the standard library give nothing, whatever
// they do.
func TestOutOfScopeGivesNothing(t *testing.T) {
	c := caseNamed(t, "loops")
	tree := t.TempDir()
	c.write(t, tree)
	pkg := loadPackages(t, filepath.Join(tree, c.name), ".")[0]
	for _, test := range []struct {
		name   string
		module *goanalysis.Module
		path   string
		facts  bool
	}{
		{"own", &goanalysis.Module{Path: "example.com/loops"}, "example.com/loops", true},
		{"another module", &goanalysis.Module{Path: "example.com/loops", Version: "v1.2.3"}, "example.com/loops", false},
		{"standard library", &goanalysis.Module{Path: "std"}, "net/loops", false},
		{"no module", nil, "net/loops", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := newPasses(t)
			pass := p.pass(pkg)
			pass.Module = test.module
			pass.Pkg = withPath(pkg.Types, test.path)
			if _, err := analysis.Analyzer.Run(pass); err != nil {
				t.Fatal(err)
			}
			if got := len(p.facts) > 0; got != test.facts {
				t.Errorf("facts: %t, want %t", got, test.facts)
			}
			if !test.facts && len(p.diagnostics) > 0 {
				t.Errorf("findings: %v", p.diagnostics)
			}
		})
	}
}

// withPath is a package of another path; of its own path it is itself.
func withPath(p *types.Package, path string) *types.Package {
	if p.Path() == path {
		return p
	}
	return types.NewPackage(path, p.Name())
}
