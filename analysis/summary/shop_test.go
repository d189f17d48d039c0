package summary

import (
	"encoding/json"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"golang.org/x/tools/go/callgraph/cha"
	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"

	"github.com/ampcheck/ampcheck/analysis/sdk"
	"github.com/ampcheck/ampcheck/graph"
)

// testResolver answers from the packages of one load.
type testResolver struct {
	fset    *token.FileSet
	dir     string
	fns     []*ssa.Function
	callers map[*ssa.Function][]ssa.CallInstruction
	dynamic map[ssa.CallInstruction][]*ssa.Function
}

func (r *testResolver) Callees(c ssa.CallInstruction) []*ssa.Function { return r.dynamic[c] }
func (r *testResolver) Callers(f *ssa.Function) []ssa.CallInstruction { return r.callers[f] }
func (r *testResolver) Functions() []*ssa.Function                    { return r.fns }
func (r *testResolver) Position(p token.Pos) graph.Pos {
	q := r.fset.Position(p)
	rel, err := filepath.Rel(r.dir, q.Filename)
	if err != nil {
		rel = q.Filename
	}
	return graph.Pos{File: filepath.ToSlash(rel), Line: q.Line, Col: q.Column}
}

func load(dir string) (*testResolver, []*ssa.Package, error) {
	cfg := &packages.Config{Mode: packages.LoadSyntax | packages.NeedModule, Dir: dir}
	pkgs, err := packages.Load(cfg, "./...")
	if err != nil {
		return nil, nil, err
	}
	prog, own := ssautil.Packages(pkgs, ssa.InstantiateGenerics)
	prog.Build()
	r := &testResolver{fset: prog.Fset, dir: dir, callers: map[*ssa.Function][]ssa.CallInstruction{}, dynamic: map[ssa.CallInstruction][]*ssa.Function{}}
	for fn := range ssautil.AllFunctions(prog) {
		if len(fn.Blocks) > 0 {
			r.fns = append(r.fns, fn)
		}
	}
	slices.SortFunc(r.fns, func(a, b *ssa.Function) int {
		if a.Pos() != b.Pos() {
			return int(a.Pos() - b.Pos())
		}
		return len(a.String()) - len(b.String())
	})
	for _, fn := range r.fns {
		for _, b := range fn.Blocks {
			for _, i := range b.Instrs {
				if c, ok := i.(ssa.CallInstruction); ok {
					if to := c.Common().StaticCallee(); to != nil {
						r.callers[to] = append(r.callers[to], c)
					}
				}
			}
		}
	}
	g := cha.CallGraph(prog)
	for _, fn := range r.fns {
		if n := g.Nodes[fn]; n != nil {
			for _, e := range n.Out {
				if e.Site != nil && e.Site.Common().StaticCallee() == nil && len(e.Callee.Func.Blocks) > 0 {
					r.dynamic[e.Site] = append(r.dynamic[e.Site], e.Callee.Func)
				}
			}
		}
	}
	return r, own, nil
}

func TestDump(t *testing.T) {
	dir := os.Getenv("DUMP")
	if dir == "" {
		t.Skip()
	}
	r, own, err := load(dir)
	if err != nil {
		t.Fatal(err)
	}
	x := NewIndex(r, sdk.Lookup(nil), nil)
	for _, p := range own {
		if p == nil || p.Pkg.Name() != "main" {
			continue
		}
		out := &graph.Fragment{}
		w := NewWalker(x, graph.MainPrefix+p.Pkg.Path(), out)
		var fns []*ssa.Function
		for _, fn := range r.fns {
			if fn.Package() == p || fn.Package() != nil && imports(p, fn.Package()) {
				fns = append(fns, fn)
			}
		}
		w.Handlers(p.Func("main"), fns)
		e := json.NewEncoder(os.Stdout)
		e.SetIndent("", " ")
		_ = e.Encode(out)
	}
}

func imports(p, q *ssa.Package) bool {
	for _, i := range p.Pkg.Imports() {
		if i == q.Pkg {
			return true
		}
	}
	return false
}
