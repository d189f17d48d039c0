package program

import (
	"context"
	"go/token"
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
