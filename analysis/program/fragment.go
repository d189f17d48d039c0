package program

import (
	"context"
	"go/token"
	"go/types"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
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
	if !slices.ContainsFunc(o.dirs(), holdsGo) {
		return nil, nil, nil // a tree without Go code needs no go command
	}
	var mu sync.Mutex
	byDir := map[string]*moduleFragment{}
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
	used := map[string]bool{}
	for _, f := range byDir {
		for _, dir := range f.libraries {
			used[dir] = true
		}
	}
	for _, dir := range sortedKeys(byDir) {
		f := byDir[dir]
		if used[dir] && len(f.Mains) == 0 {
			// Programs of the tree say what becomes of this library: what it exports
			// is called by them, or by nobody.
			f.Handlers = nil
		}
		out = append(out, f.Fragment)
	}
	return out, problems, nil
}

// moduleFragment is the fragment of one module, with the directories of the other
// modules of the tree that its programs are linked from.
type moduleFragment struct {
	*graph.Fragment
	libraries []string
}

// holdsGo reports whether Go code lies below a directory, or a module round it.
// Code without a module counts: Load says that it is not analysed.
func holdsGo(dir string) bool {
	for up := dir; ; up = filepath.Dir(up) {
		if _, err := os.Lstat(filepath.Join(up, "go.mod")); err == nil {
			return true
		}
		if up == filepath.Dir(up) {
			break
		}
	}
	found := false
	_ = filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return nil // Load says what cannot be read
		case d.IsDir() && p != dir && skipped(d.Name()):
			return fs.SkipDir
		case d.Name() == "go.mod" || d.Name() == "go.work" || d.Type().IsRegular() && strings.HasSuffix(d.Name(), ".go"):
			found = true
			return fs.SkipAll
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
func (p *Program) fragments(o Options) map[string]*moduleFragment {
	out := map[string]*moduleFragment{}
	if len(p.Modules) == 0 {
		return out
	}
	ignores, unseen, stated := map[*Module][]graph.Ignore{}, map[*Module][]graph.Problem{}, map[*Module]*summary.Stated{}
	for _, m := range p.Modules {
		ignores[m], unseen[m], stated[m] = m.ignores(), m.unseen(o.Clients), m.stated()
	}
	p.ReleaseSyntax()                                        // before anything else needs memory
	table := sdk.Lookup(p.Modules[0].Versions, o.Clients...) // the modules of a program share their versions
	if o.Sites {
		for dir, f := range p.sites(newResolver(p, p.methods()), table, stated) {
			out[dir] = &moduleFragment{Fragment: f}
		}
		return out
	}
	r := newResolver(p, nil)
	var roots []*ssa.Function
	if o.Every {
		roots = r.fns
	}
	p.Resolve(roots, func(c ssa.CallInstruction) bool { return summary.Sink(table, c) })
	x := summary.NewIndex(r, table, nil)
	x.AttemptHeaders(o.AttemptHeaders)
	for _, m := range p.Modules {
		x.State(stated[m])
	}
	for _, m := range p.Modules {
		switch {
		case !m.selected(): // another program has it as its own
		case o.Every:
			out[m.Dir] = &moduleFragment{Fragment: m.repeats(x, r)}
		default:
			out[m.Dir] = &moduleFragment{m.fragment(x, r), m.libraries()}
			out[m.Dir].Dependencies = m.dependencies(table)
			out[m.Dir].Methods = m.methods()
			out[m.Dir].Ignores = ignores[m]
			out[m.Dir].Problems = slices.Concat(out[m.Dir].Problems, unseen[m], stated[m].Problems())
		}
	}
	for dir, f := range out { // one module may run what another one has
		for _, m := range p.Modules {
			if m.Dir == dir && !o.Every {
				f.Findings = append(f.Findings, stated[m].Unused()...)
			}
		}
	}
	return out
}

// stated are the numbers that comments in the packages of a module state. Those of
// packages that are not reported on hold too.
func (m *Module) stated() *summary.Stated {
	s := &summary.Stated{}
	for _, pkg := range m.Packages {
		s.Read(pkg.Files, m.Program.Fset, m.Program.Position, pkg.Selected)
	}
	return s
}

// ignores are the suppressions in the comments of the packages that are reported on.
// A package that is built for its tests too holds them once more.
func (m *Module) ignores() []graph.Ignore {
	var all []graph.Ignore
	for _, pkg := range m.Packages {
		if !pkg.Selected {
			continue
		}
		for _, ig := range summary.Ignores(pkg.Files, m.Program.Position) {
			if !slices.Contains(all, ig) {
				all = append(all, ig)
			}
		}
	}
	return all
}

// libraries are the directories of the other modules that programs of this one are
// linked from.
func (m *Module) libraries() []string {
	linkedIn := map[*ssa.Package]bool{}
	for _, pkg := range m.Mains() {
		maps.Copy(linkedIn, linked(pkg))
	}
	var dirs []string
	for _, p := range m.Program.Packages() {
		if p.Module != m && p.SSA != nil && linkedIn[p.SSA] && !slices.Contains(dirs, p.Module.Dir) {
			dirs = append(dirs, p.Module.Dir)
		}
	}
	return dirs
}

// dependencies are the modules that have rows in the table, with the rows that
// their versions pick; a version may be older than any row.
func (m *Module) dependencies(table *sdk.Table) []graph.Dependency {
	rows := map[string][]string{}
	for _, lib := range table.Libraries() {
		rows[lib.Module] = append(rows[lib.Module], lib.Name)
	}
	var all []graph.Dependency
	modules := sdk.Modules()
	for module := range rows {
		modules = append(modules, module) // those of a policy are none of the table's
	}
	slices.Sort(modules)
	for _, module := range slices.Compact(modules) {
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
		m.programs(f, pkg, x, r)
	}
	if len(mains) == 0 {
		w := summary.NewWalker(x, path.Base(m.Path), f)
		w.Answering(m.Roots())
		m.cut(f, w, token.NoPos)
	}
	return f
}

// programs writes the services that a main package is: one for each sub-command or
// value of the environment that makes it another one, else the program itself.
func (m *Module) programs(f *graph.Fragment, pkg *Package, x *summary.Index, r *resolver) {
	main, pkgs := pkg.SSA.Func("main"), linked(pkg)
	x.Begin()
	own := r.reachable([]*ssa.Function{main}, pkgs, &summary.Variant{}, x)
	variants := x.Variants(own, pkg.SSA)
	if len(variants) == 0 {
		variants = []summary.Variant{{}}
	}
	for i := range variants {
		v := &variants[i]
		of := graph.Main{Path: pkg.Path, Dir: pkg.Dir, ModuleDir: m.Dir, Pos: m.Position(main.Pos())}
		if v.Value != "" {
			of.Selection = &v.Selection
		}
		if len(v.Together) > 0 { // what it does is in the others
			of.Together = v.Together
			f.Mains = append(f.Mains, of)
			continue
		}
		start := append([]*ssa.Function{main}, v.Roots...)
		in := x.In(v)
		w := summary.NewWalker(in, of.Name(), f)
		w.Linked = pkgs
		functions := r.reachable(start, pkgs, v, in)
		w.Handlers(start, functions)
		of.Listens = w.Listens(functions)
		f.Mains = append(f.Mains, of)
		m.cut(f, w, main.Pos())
		if last := i+1 == len(variants) || len(variants[i+1].Together) > 0; last {
			unentered(w, x, own)
		}
	}
}

// unentered writes the functions that lead to remote calls and that no handler leads
// to. What one of them does not call after all is one of them in the next round.
func unentered(w *summary.Walker, x *summary.Index, own []*ssa.Function) {
	done := map[*ssa.Function]bool{}
	for {
		fns := slices.DeleteFunc(x.Unentered(own), func(fn *ssa.Function) bool { return done[fn] })
		if len(fns) == 0 {
			return
		}
		for _, fn := range fns {
			done[fn] = true
		}
		w.Unknown(fns)
	}
}

// cut reports bodies that were too large: that of main, and the first of the others.
func (m *Module) cut(f *graph.Fragment, w *summary.Walker, main token.Pos) {
	if w.StartupCut {
		f.Problems = append(f.Problems, graph.Problem{Pos: m.Position(main), Advisory: true,
			Message: "what this program does when it starts is too large to be followed to the end"})
	}
	if w.Truncated {
		f.Problems = append(f.Problems, graph.Problem{Pos: m.Position(w.TruncatedAt),
			Message: "what this calls is too much to be followed to the end; its figures, and those of other operations of this program, may be lower bounds"})
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
	// generated are the names of files that a program wrote.
	generated map[string]bool
}

// newResolver looks at the functions that a program may run, and at some more.
func newResolver(p *Program, more []*ssa.Function) *resolver {
	r := &resolver{p: p, callers: map[*ssa.Function][]ssa.CallInstruction{}, refs: map[*ssa.Function][]*ssa.Function{}, generated: map[string]bool{}}
	for _, pkg := range p.Packages() {
		for _, file := range pkg.generated {
			r.generated[file] = true
		}
	}
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

// reachable lists, in order, the functions that a variant of a program may run:
// what its first functions and the initialisers of its packages call or refer to,
// as far as it is linked in.
func (r *resolver) reachable(start []*ssa.Function, pkgs map[*ssa.Package]bool, v *summary.Variant, in *summary.Index) []*ssa.Function {
	seen := map[*ssa.Function]bool{}
	var open []*ssa.Function
	add := func(fn *ssa.Function) {
		if fn == nil || fn.Package() != nil && !pkgs[fn.Package()] {
			return // another program's: an interface of shared code may hold either
		}
		if !seen[fn] {
			seen[fn] = true
			open = append(open, fn)
		}
	}
	for _, fn := range start {
		add(fn)
	}
	for p := range pkgs {
		add(p.Func("init"))
	}
	for len(open) > 0 {
		fn := open[len(open)-1]
		open = open[:len(open)-1]
		refs, ok := r.refs[fn]
		if !ok || slices.ContainsFunc(fn.Blocks, v.Dead) {
			refs = r.refers(fn, v, in)
		}
		if !slices.ContainsFunc(fn.Blocks, v.Dead) {
			r.refs[fn] = refs
		}
		for _, to := range refs {
			if !v.Others[to] {
				add(to)
			}
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

// refers lists the functions that a function calls or holds as values. Where it
// runs in part only, what its calls lead to is asked of the variant.
func (r *resolver) refers(fn *ssa.Function, v *summary.Variant, in *summary.Index) []*ssa.Function {
	callees := r.Callees
	if slices.ContainsFunc(fn.Blocks, v.Dead) {
		callees = in.Called
	}
	var out []*ssa.Function
	var ops [8]*ssa.Value
	for _, b := range fn.Blocks {
		if v.Dead(b) {
			continue
		}
		for _, instr := range b.Instrs {
			for _, op := range instr.Operands(ops[:0]) {
				if f, ok := (*op).(*ssa.Function); ok {
					out = append(out, f)
				}
			}
			switch instr := instr.(type) {
			case ssa.CallInstruction:
				out = append(out, callees(instr)...)
			case *ssa.MakeInterface:
				out = append(out, r.given(instr)...)
			}
		}
	}
	return out
}

// given are the methods that a library may call of a value which becomes one of the
// interfaces of that library: a handler of a framework.
func (r *resolver) given(m *ssa.MakeInterface) []*ssa.Function {
	to, ok := types.Unalias(m.Type()).(*types.Named)
	if !ok || to.Obj().Pkg() == nil || r.p.Own(to.Obj().Pkg()) || inStandard(to.Obj().Pkg().Path()) {
		return nil
	}
	wanted, ok := to.Underlying().(*types.Interface)
	if !ok {
		return nil
	}
	var out []*ssa.Function
	has := r.p.SSA.MethodSets.MethodSet(m.X.Type())
	for i := range wanted.NumMethods() {
		method := wanted.Method(i)
		if sel := has.Lookup(method.Pkg(), method.Name()); sel != nil {
			if fn := r.p.SSA.MethodValue(sel); fn != nil && len(fn.Blocks) > 0 {
				out = append(out, fn)
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

func (r *resolver) Generated(fn *ssa.Function) bool {
	return fn.Pos().IsValid() && r.generated[r.p.Fset.PositionFor(fn.Pos(), false).Filename]
}

func (r *resolver) Position(pos token.Pos) graph.Pos { return r.p.Position(pos) }
