package summary

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/ampcheck/ampcheck/analysis/sdk"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"
)

// Every function of testdata/loops whose comment holds "want:" has one loop
// that is classified with its first call of a function named call, or whose
// name starts with it. The want is "retry N", "fan-out N [fail-fast]", "pages"
// or "once", where N is a number, "endless", or an outside number as "n+1".
var want = regexp.MustCompile(`want: (.+)`)

func TestClassify(t *testing.T) {
	files, err := filepath.Glob("testdata/loops/*.go")
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, file, src, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		pkg, _, err := ssautil.BuildPackage(&types.Config{Importer: importer.ForCompiler(fset, "source", nil)}, fset, types.NewPackage("loops", ""), []*ast.File{f}, ssa.InstantiateGenerics)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			fd, ok := d.(*ast.FuncDecl)
			if !ok || fd.Doc == nil {
				continue
			}
			m := want.FindStringSubmatch(fd.Doc.Text())
			if m == nil {
				continue
			}
			t.Run(filepath.Base(file)+"/"+fd.Name.Name, func(t *testing.T) {
				if got := classified(t, pkg.Func(fd.Name.Name)); got != strings.TrimSpace(m[1]) {
					t.Errorf("%s: got %q, want %q", fset.Position(fd.Pos()), got, m[1])
				}
			})
		}
	}
}

// classified describes what the loops of a function do with their call.
func classified(t *testing.T, fn *ssa.Function) string {
	t.Helper()
	x := tableIndex()
	loops := loopsOf(fn)
	var out []string
	for _, b := range fn.Blocks {
		l := loops[b]
		if l == nil {
			continue
		}
		for _, in := range fn.Blocks {
			if !l.blocks[in] {
				continue
			}
			for _, i := range in.Instrs {
				c, ok := i.(ssa.CallInstruction)
				if !ok || !isCase(c) {
					continue
				}
				out = append(out, l.classify(c, loops, x.follow(c)).String())
			}
		}
	}
	if len(out) == 0 {
		return "once"
	}
	return strings.Join(out, ", ")
}

// tableIndex is an index of no functions.
func tableIndex() *Index { return &Index{table: sdk.Lookup(nil), rows: map[*types.Func]row{}} }

func isCase(c ssa.CallInstruction) bool {
	if f := callee(c.Common()); f != nil {
		return strings.HasPrefix(f.Name(), "call")
	}
	return false
}

func (r repetition) String() string {
	n := fmt.Sprint(r.n)
	switch {
	case r.endless:
		n = "endless"
	case r.outside != nil && r.n == 0:
		n = "n"
	case r.outside != nil:
		n = fmt.Sprintf("n%+d", r.n)
	}
	switch r.kind {
	case repeatRetry:
		return "retry " + n
	case repeatFanOut:
		if r.failFast {
			return "fan-out " + n + " fail-fast"
		}
		return "fan-out " + n
	case repeatPages:
		return "pages"
	}
	return "once"
}
