package program

import (
	"context"
	"go/ast"
	"os"
	"path/filepath"
	"testing"
)

// Of code that checks, nothing is taken out.
func TestMendKeepsWhatChecks(t *testing.T) {
	dir, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	functions := 0
	o := Options{Dir: dir, Patterns: []string{"./graph/...", "./configscan/...", "./analysis/program"}, Environ: os.Environ()}
	_, err = Load(context.Background(), o, func(p *Program) error {
		for _, pkg := range p.Packages() {
			if pkg.IllTyped {
				t.Errorf("%s does not check", pkg.Path)
			}
			before := len(pkg.Info.InitOrder)
			for _, f := range pkg.Files {
				for _, d := range f.Decls {
					if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil {
						functions++
					}
				}
			}
			for _, fn := range mend(pkg.Files, pkg.Info) {
				t.Errorf("%s: the body of %s is taken out", p.Position(fn.Pos()), fn.Name.Name)
			}
			if n := len(pkg.Info.InitOrder); n != before {
				t.Errorf("%s: %d of %d initial values are taken out", pkg.Path, before-n, before)
			}
		}
		return nil
	})
	if err != nil || functions < 1000 {
		t.Fatalf("%d functions looked at: %v", functions, err)
	}
}
