package analysis

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/ampcheck/ampcheck/analysis/sdk"
	"github.com/ampcheck/ampcheck/analysis/summary"
	"github.com/ampcheck/ampcheck/graph"
)

// Analyzer reports retries that multiply inside one program.
var Analyzer = &analysis.Analyzer{
	Name: "ampcheck",
	Doc: `report retries that multiply

A retry loop round a call that is retried itself makes the product of both
numbers of attempts: 3 round 3 are 9. The analyzer follows calls over package
borders and reports where several layers retry the same failure (AMP002), retries
without an end (AMP003) and retries of what no further try can mend (AMP008).`,
	URL:       "https://github.com/ampcheck/ampcheck",
	Run:       run,
	FactTypes: []analysis.Fact{(*body)(nil)},
}

// rules are the rules whose findings are reported.
var rules = "AMP002,AMP003,AMP008"

func init() {
	Analyzer.Flags.StringVar(&rules, "rules", rules, `rules to report, separated by commas, or "all"`)
}

// run analyses one package. A panic becomes a finding: the facts of a package
// that fails would be missing for everything that imports it.
func run(pass *analysis.Pass) (result any, err error) {
	if !inScope(pass) {
		return nil, nil
	}
	defer func() {
		if r := recover(); r != nil {
			pass.Reportf(pass.Files[0].Pos(), "ampcheck failed on this package, please report it: %v", r)
			result, err = nil, nil
		}
	}()
	p := newPackage(pass)
	if len(p.fns) == 0 {
		return nil, nil
	}
	p.export()
	p.report()
	return nil, nil
}

// inScope keeps to the packages that are being worked on: not those of other
// modules, and never the standard library.
func inScope(pass *analysis.Pass) bool {
	if len(pass.Files) == 0 || pass.Module != nil && pass.Module.Version != "" {
		return false
	}
	name := filepath.ToSlash(pass.Fset.File(pass.Files[0].FileStart).Name())
	if strings.Contains(name, "/vendor/") || strings.Contains(name, "@v") {
		return false
	}
	first, _, _ := strings.Cut(pass.Pkg.Path(), "/")
	standard := !strings.Contains(first, ".") && (pass.Module == nil || pass.Module.Path == "" || pass.Module.Path == "std" || pass.Module.Path == "cmd")
	return !standard || strings.Contains(name, "/testdata/src/")
}

// pkg is the package that is analysed, in SSA form.
type pkg struct {
	pass  *analysis.Pass
	ssa   *ssa.Package
	fns   []*ssa.Function
	index *summary.Index
	calls map[*ssa.Function][]ssa.CallInstruction
	// facts are those of other packages that were asked for; nil for none.
	facts map[types.Object]*summary.Stored
	// at finds the positions of findings in the source again.
	at map[string]token.Pos
	// generated are the names of files that a program wrote.
	generated map[string]bool
}

func newPackage(pass *analysis.Pass) *pkg {
	p := &pkg{pass: pass, calls: map[*ssa.Function][]ssa.CallInstruction{}, at: map[string]token.Pos{}, facts: map[types.Object]*summary.Stored{}, generated: map[string]bool{}}
	for _, f := range pass.Files {
		if ast.IsGenerated(f) {
			p.generated[pass.Fset.File(f.FileStart).Name()] = true
		}
	}
	own := buildSSA(pass)
	p.ssa = own
	p.fns = functions(pass.Fset, own)
	for _, fn := range p.fns {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if c, ok := instr.(ssa.CallInstruction); ok {
					if to := c.Common().StaticCallee(); to != nil {
						p.calls[to] = append(p.calls[to], c)
					}
				}
			}
		}
	}
	p.index = summary.NewIndex(p, sdk.Lookup(sdk.Behind(behind(pass.Pkg))), p)
	stated := &summary.Stated{}
	stated.Read(pass.Files, pass.Fset, p.Position, false)
	p.index.State(stated)
	return p
}

// behind are the paths of a package and of those that its types come from: functions
// of no others can be called.
func behind(pkg *types.Package) map[string]bool {
	paths := map[string]bool{}
	var add func(*types.Package)
	add = func(p *types.Package) {
		if !paths[p.Path()] {
			paths[p.Path()] = true
			for _, i := range p.Imports() {
				add(i)
			}
		}
	}
	add(pkg)
	return paths
}

// The package answers the questions of package summary as its Resolver and
// Store.

// Callees lists, for a method of an interface of this package, those of the types
// of the package that have it. For other calls it finds no more than the values
// that flow within the package show.
func (p *pkg) Callees(c ssa.CallInstruction) []*ssa.Function {
	com := c.Common()
	if !com.IsInvoke() || com.Method.Pkg() != p.pass.Pkg {
		return nil
	}
	it, ok := com.Value.Type().Underlying().(*types.Interface)
	if !ok {
		return nil
	}
	return p.implementations(it, com.Method)
}

// Callers lists the static calls within the package.
func (p *pkg) Callers(fn *ssa.Function) []ssa.CallInstruction { return p.calls[fn] }

// Functions lists the functions of the package.
func (p *pkg) Functions() []*ssa.Function { return p.fns }

// Own reports whether a package is the one that is analysed.
func (p *pkg) Own(of *types.Package) bool { return of == p.pass.Pkg }

// Networked is asked for lists of sites only, which vet makes none of.
func (p *pkg) Networked(*types.Package) bool { return false }

// Unread is always false: the go command does not run vet on what does not check.
func (p *pkg) Unread(*ssa.Function) bool { return false }

// Generated reports whether a program wrote the file of a function.
func (p *pkg) Generated(fn *ssa.Function) bool {
	return fn.Pos().IsValid() && p.generated[p.pass.Fset.File(fn.Pos()).Name()]
}

// Position is a place of this package, by the base name of its file.
func (p *pkg) Position(pos token.Pos) graph.Pos {
	if !pos.IsValid() {
		return graph.Pos{}
	}
	at := p.pass.Fset.Position(pos)
	g := graph.Pos{File: p.pass.Pkg.Path() + "/" + filepath.Base(at.Filename), Line: at.Line, Col: at.Column}
	p.at[g.String()] = pos
	return g
}

// Body is what a function of another package calls.
func (p *pkg) Body(fn *types.Func) *summary.Stored {
	if s := p.fact(fn.Origin()); s != nil && !s.CallsNothing() {
		return s
	}
	return nil
}

// Made is what a function of another package returns, or a variable holds.
func (p *pkg) Made(obj types.Object) *summary.Stored {
	if fn, ok := obj.(*types.Func); ok {
		obj = fn.Origin()
	}
	if s := p.fact(obj); s != nil && len(s.Made) > 0 {
		return s
	}
	return nil
}

// fact is what is known of an object of another package.
func (p *pkg) fact(obj types.Object) *summary.Stored {
	if obj.Pkg() == nil || obj.Pkg() == p.pass.Pkg {
		return nil
	}
	s, known := p.facts[obj]
	if !known {
		var fact body
		if p.pass.ImportObjectFact(obj, &fact) {
			s = fact.stored()
		}
		p.facts[obj] = s
	}
	return s
}

// export keeps the bodies of the functions that other packages can call.
func (p *pkg) export() {
	for _, fn := range p.fns {
		obj, ok := fn.Object().(*types.Func)
		if !ok || fn.Parent() != nil || fn.Synthetic != "" || !obj.Exported() {
			continue
		}
		s := p.index.Stored(fn, p.pass.Pkg.Path())
		p.keep(obj, s)
	}
	p.exportInterfaces()
	p.exportVariables()
}

// exportVariables keeps what the package's variables hold.
func (p *pkg) exportVariables() {
	scope := p.pass.Pkg.Scope()
	for _, name := range scope.Names() {
		g := p.ssa.Var(name)
		if g == nil || !scope.Lookup(name).Exported() {
			continue
		}
		p.keep(scope.Lookup(name), p.index.StoredVar(g, p.pass.Pkg.Path()))
	}
}

// exportInterfaces keeps, for the methods of the package's interfaces, what those
// of its types do: a caller elsewhere knows the interface only.
func (p *pkg) exportInterfaces() {
	scope := p.pass.Pkg.Scope()
	for _, name := range scope.Names() {
		tn, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || !tn.Exported() || tn.IsAlias() {
			continue
		}
		it, ok := tn.Type().Underlying().(*types.Interface)
		if !ok {
			continue
		}
		for m := range it.ExplicitMethods() {
			if fns := p.implementations(it, m); m.Exported() && len(fns) > 0 {
				p.keep(m, p.index.StoredAny(fns, p.pass.Pkg.Path()))
			}
		}
	}
}

func (p *pkg) keep(obj types.Object, s *summary.Stored) {
	if fact := newBody(s, obj.Name()); fact != nil {
		p.pass.ExportObjectFact(obj, fact)
	}
}

// implementations lists a method of the package's types that implement an
// interface, by the names of the types.
func (p *pkg) implementations(it *types.Interface, m *types.Func) []*ssa.Function {
	var out []*ssa.Function
	scope := p.pass.Pkg.Scope()
	for _, name := range scope.Names() {
		tn, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || tn.IsAlias() || types.IsInterface(tn.Type()) {
			continue
		}
		if named, ok := tn.Type().(*types.Named); !ok || named.TypeParams().Len() > 0 {
			continue
		}
		for _, t := range []types.Type{tn.Type(), types.NewPointer(tn.Type())} {
			if !types.Implements(t, it) {
				continue
			}
			if sel := types.NewMethodSet(t).Lookup(m.Pkg(), m.Name()); sel != nil {
				if fn := p.ssa.Prog.MethodValue(sel); fn != nil {
					out = append(out, fn)
				}
			}
			break
		}
	}
	return out
}

// report gives the functions of the package to the same link and rules as the
// check command does, each as a program of its own: what one of them multiplies
// must not hide behind another. A place is reported once for a rule.
func (p *pkg) report() {
	reported := map[string]bool{}
	ignores := summary.Ignores(p.pass.Files, p.Position)
	for _, fn := range p.fns {
		f := &graph.Fragment{Ignores: ignores}
		w := summary.NewWalker(p.index, p.pass.Pkg.Path(), f)
		w.Exported([]*ssa.Function{fn})
		if len(f.Layers) == 0 {
			continue
		}
		for i := range f.Handlers {
			f.Handlers[i].Body = summary.Seen(f.Handlers[i].Body)
		}
		g := graph.Link([]*graph.Fragment{f}, graph.DefaultPolicy())
		for _, found := range graph.Compute(g, graph.Options{Operations: true}).Findings {
			pos := p.place(found, fn)
			key := found.Rule + p.pass.Fset.Position(pos).String()
			if found.Suppressed || found.Rule == "AMP303" || !wanted(found) || reported[key] { // what one function does not need, another may
				continue
			}
			reported[key] = true
			p.pass.Report(p.diagnostic(found, pos))
		}
	}
}

// place is where a finding is reported: its own place, else the first place
// that has a part in it, in this package; else the function.
func (p *pkg) place(found graph.Finding, fn *ssa.Function) token.Pos {
	if pos, ok := p.at[found.Pos.String()]; ok {
		return pos
	}
	for _, r := range found.Related {
		if pos, ok := p.at[r.Pos.String()]; ok {
			return pos
		}
	}
	return fn.Pos()
}

// diagnostic writes a finding down. Places in other packages have no position
// here and stand in the text.
func (p *pkg) diagnostic(found graph.Finding, pos token.Pos) analysis.Diagnostic {
	d := analysis.Diagnostic{Pos: pos, Category: found.Rule, Message: found.Rule + ": " + found.Message}
	for _, r := range found.Related {
		if at, ok := p.at[r.Pos.String()]; ok {
			d.Related = append(d.Related, analysis.RelatedInformation{Pos: at, Message: r.Message})
		} else if !r.Pos.IsZero() {
			d.Message += fmt.Sprintf("; %s (%s)", r.Message, r.Pos)
		}
	}
	return d
}

// wanted reports whether vet says a finding. What is for information breaks no build,
// as all that vet says does: it is said where its rule is one for information, and was
// asked for.
func wanted(f graph.Finding) bool {
	if rules == "all" {
		return true
	}
	rule, _ := graph.RuleByID(f.Rule)
	return slices.Contains(strings.Split(rules, ","), f.Rule) && (f.Severity != graph.SeverityInfo || rule.Severity == graph.SeverityInfo)
}
