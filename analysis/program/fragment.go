package program

import (
	"context"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"sync"

	"golang.org/x/tools/go/ssa"

	"github.com/ampcheck/ampcheck/analysis/sdk"
	"github.com/ampcheck/ampcheck/analysis/summary"
	"github.com/ampcheck/ampcheck/graph"
)

// Analyse loads the Go code of a directory and returns one fragment for each
// module: its programs, their handlers, and what these call; under
// Options.Every its functions that repeat something. Problems are those of Load,
// and the bodies that were too large and were cut.
func Analyse(ctx context.Context, o Options) ([]*graph.Fragment, []graph.Problem, error) {
	if !holdsModule(o.Dir) {
		return nil, nil, nil // a tree without Go modules needs no go command
	}
	var mu sync.Mutex
	byDir := map[string]*graph.Fragment{}
	problems, err := Load(ctx, o, func(p *Program) error {
		found := p.fragments(o)
		mu.Lock()
		defer mu.Unlock()
		for dir, f := range found {
			byDir[dir] = f
		}
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	var out []*graph.Fragment
	for _, dir := range sortedKeys(byDir) {
		out = append(out, byDir[dir])
	}
	return out, problems, nil
}

// holdsModule reports whether a module or workspace lies below a directory, or
// round it.
func holdsModule(dir string) bool {
	for up := dir; ; up = filepath.Dir(up) {
		if _, err := os.Lstat(filepath.Join(up, "go.mod")); err == nil {
			return true
		}
		if up == filepath.Dir(up) {
			break
		}
	}
	found := false
	_ = filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return nil // Load says what cannot be read
		case d.Name() == "go.mod" || d.Name() == "go.work":
			found = true
			return fs.SkipAll
		case d.IsDir() && (d.Name() == ".git" || d.Name() == "node_modules"):
			return fs.SkipDir
		}
		return nil
	})
	return found
}

func sortedKeys[V any](m map[string]V) []string {
	var out []string
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

// fragments analyses the modules of one program, by directory.
func (p *Program) fragments(o Options) map[string]*graph.Fragment {
	out := map[string]*graph.Fragment{}
	if len(p.Modules) == 0 {
		return out
	}
	p.ReleaseSyntax()                          // before anything else needs memory
	table := sdk.Lookup(p.Modules[0].Versions) // the modules of a program share their versions
	if o.Sites {
		return p.sites(newResolver(p, p.methods()), table)
	}
	r := newResolver(p, nil)
	var roots []*ssa.Function
	if o.Every {
		roots = r.fns
	}
	p.Resolve(roots, func(c ssa.CallInstruction) bool { return summary.Sink(table, c) })
	x := summary.NewIndex(r, table, nil)
	for _, m := range p.Modules {
		switch {
		case !m.selected(): // another program has it as its own
		case o.Every:
			out[m.Dir] = m.repeats(x, r)
		default:
			out[m.Dir] = m.fragment(x, r)
			out[m.Dir].Dependencies = m.dependencies(table)
		}
	}
	return out
}

// dependencies are the modules that have rows in the table, with the rows that
// their versions pick; a version may be older than any row.
func (m *Module) dependencies(table *sdk.Table) []graph.Dependency {
	rows := map[string][]string{}
	for _, lib := range table.Libraries() {
		rows[lib.Module] = append(rows[lib.Module], lib.Name)
	}
	var all []graph.Dependency
	for _, module := range sdk.Modules() {
		v := m.Versions[module]
		if v == "" {
			continue
		}
		if len(rows[module]) == 0 {
			rows[module] = []string{""}
		}
		for _, row := range rows[module] {
			all = append(all, graph.Dependency{Row: row, Name: module, Version: v, Pos: m.Requires[module]})
		}
	}
	return all
}

// selected reports whether the patterns name a package of the module: one that
// is only replaced into another's build is no part of this program's report.
func (m *Module) selected() bool {
	return slices.ContainsFunc(m.Packages, func(p *Package) bool { return p.Selected })
}

// fragment writes the programs of a module, or what it exports when it has
// none.
func (m *Module) fragment(x *summary.Index, r *resolver) *graph.Fragment {
	f := &graph.Fragment{}
	mains := m.Mains()
	for _, pkg := range mains {
		if pkg.SSA == nil || pkg.SSA.Func("main") == nil {
			continue
		}
		main := pkg.SSA.Func("main")
		f.Mains = append(f.Mains, graph.Main{Path: pkg.Path, Dir: pkg.Dir, ModuleDir: m.Dir, Pos: m.Position(main.Pos())})
		w := summary.NewWalker(x, graph.MainPrefix+pkg.Path, f)
		own := r.reachable(main, linked(pkg))
		w.Handlers(main, own)
		w.Unknown(x.Unentered(own))
		m.cut(f, w, main.Pos())
	}
	if len(mains) == 0 {
		w := summary.NewWalker(x, path.Base(m.Path), f)
		w.Exported(m.Roots())
		m.cut(f, w, token.NoPos)
	}
	return f
}

// cut reports bodies that were too large.
func (m *Module) cut(f *graph.Fragment, w *summary.Walker, at token.Pos) {
	if w.StartupCut {
		f.Problems = append(f.Problems, graph.Problem{Pos: m.Position(at), Advisory: true,
			Message: "what this program does when it starts is too large to be followed to the end"})
	}
	if w.Truncated {
		f.Problems = append(f.Problems, graph.Problem{Pos: m.Position(at),
			Message: "a handler of this program is too large to be followed to the end; its figures are lower bounds"})
	}
}

// linked are the own packages that a main package is built from.
func linked(main *Package) map[*ssa.Package]bool {
	own := map[string]*Package{}
	for _, p := range main.Module.Program.Packages() {
		if p.Types != nil {
			own[p.Types.Path()] = p
		}
	}
	out := map[*ssa.Package]bool{}
	var add func(p *Package)
	add = func(p *Package) {
		if p == nil || p.SSA == nil || out[p.SSA] {
			return
		}
		out[p.SSA] = true
		for _, i := range p.Types.Imports() {
			add(own[i.Path()])
		}
	}
	add(main)
	return out
}

// resolver answers the questions of package summary from the program.
type resolver struct {
	p       *Program
	fns     []*ssa.Function
	callers map[*ssa.Function][]ssa.CallInstruction
	// refs are what functions refer to, for those asked about.
	refs map[*ssa.Function][]*ssa.Function
}

// newResolver looks at the functions that a program may run, and at some more.
func newResolver(p *Program, more []*ssa.Function) *resolver {
	r := &resolver{p: p, callers: map[*ssa.Function][]ssa.CallInstruction{}, refs: map[*ssa.Function][]*ssa.Function{}}
	nodes := p.hierarchy().Nodes
	for fn := range nodes {
		if fn != nil && len(fn.Blocks) > 0 {
			r.fns = append(r.fns, fn)
		}
	}
	for _, fn := range more {
		if nodes[fn] == nil && len(fn.Blocks) > 0 {
			r.fns = append(r.fns, fn)
		}
	}
	slices.SortFunc(r.fns, compareFuncs)
	for _, fn := range r.fns {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if c, ok := instr.(ssa.CallInstruction); ok {
					if to := c.Common().StaticCallee(); to != nil {
						r.callers[to] = append(r.callers[to], c)
					}
				}
			}
		}
	}
	return r
}

// reachable lists, in order, the functions that a program may run: what main and
// the initialisers of its packages call or refer to.
func (r *resolver) reachable(main *ssa.Function, pkgs map[*ssa.Package]bool) []*ssa.Function {
	seen := map[*ssa.Function]bool{}
	var open []*ssa.Function
	add := func(fn *ssa.Function) {
		if fn == nil || fn.Pkg != nil && !pkgs[fn.Pkg] {
			return // another program's: an interface of shared code may hold either
		}
		if !seen[fn] {
			seen[fn] = true
			open = append(open, fn)
		}
	}
	add(main)
	for p := range pkgs {
		add(p.Func("init"))
	}
	for len(open) > 0 {
		fn := open[len(open)-1]
		open = open[:len(open)-1]
		refs, ok := r.refs[fn]
		if !ok {
			refs = r.refers(fn)
			r.refs[fn] = refs
		}
		for _, to := range refs {
			add(to)
		}
	}
	var out []*ssa.Function
	for _, fn := range r.fns {
		if seen[fn] {
			out = append(out, fn)
		}
	}
	return out
}

// refers lists the functions that a function calls or holds as values.
func (r *resolver) refers(fn *ssa.Function) []*ssa.Function {
	var out []*ssa.Function
	var ops [8]*ssa.Value
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			for _, op := range instr.Operands(ops[:0]) {
				if f, ok := (*op).(*ssa.Function); ok {
					out = append(out, f)
				}
			}
			if c, ok := instr.(ssa.CallInstruction); ok {
				out = append(out, r.Callees(c)...)
			}
		}
	}
	return out
}

func (r *resolver) Callees(site ssa.CallInstruction) []*ssa.Function {
	fns, _ := r.p.Callees(site)
	return fns
}

func (r *resolver) Callers(fn *ssa.Function) []ssa.CallInstruction { return r.callers[fn] }

func (r *resolver) Functions() []*ssa.Function { return r.fns }

func (r *resolver) Own(pkg *types.Package) bool { return r.p.Own(pkg) }

func (r *resolver) Networked(pkg *types.Package) bool { return r.p.Networked(pkg) }

func (r *resolver) Unread(fn *ssa.Function) bool { return r.p.Unread(fn) }

func (r *resolver) Position(pos token.Pos) graph.Pos { return r.p.Position(pos) }
