package program

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ampcheck/ampcheck/analysis/summary"
	"github.com/ampcheck/ampcheck/graph"
)

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
