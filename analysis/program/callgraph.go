package program

import (
	"cmp"
	"go/token"
	"slices"

	"golang.org/x/tools/go/callgraph"
	"golang.org/x/tools/go/callgraph/cha"
	"golang.org/x/tools/go/callgraph/vta"
	"golang.org/x/tools/go/ssa"

	"github.com/ampcheck/ampcheck/graph"
)

// callGraph is what Resolve keeps of the call graphs it computes.
type callGraph struct {
	// slice holds the functions between the roots and the sinks.
	slice map[*ssa.Function]bool
	// callees are those of the dynamic calls in the slice.
	callees map[ssa.CallInstruction]resolution
}

type resolution struct {
	fns        []*ssa.Function
	confidence graph.Confidence
}

// Resolve finds what the dynamic calls of the program can call, in the functions
// that lie between the roots and the calls for which isSink holds. It must run
// before Callees and InSlice, once. Without roots, Roots of every module are
// taken.
//
// Class hierarchy analysis, which needs types only, gives the first graph. What
// it reaches from the roots is the part of the program that variable type
// analysis sees. That is more than the slice: a value that decides a call in the
// slice is often made in a constructor that calls nothing remote itself.
func (p *Program) Resolve(roots []*ssa.Function, isSink func(ssa.CallInstruction) bool) {
	if len(roots) == 0 {
		for _, m := range p.Modules {
			roots = append(roots, m.Roots()...)
		}
	}
	p.calls = &callGraph{callees: map[ssa.CallInstruction]resolution{}}
	graphCHA := p.hierarchy()
	p.cha = nil // it is large and has done its work below
	r := newReach(p, graphCHA)
	forward := r.from(roots)
	p.calls.slice = r.to(forward, isSink)
	if len(p.calls.slice) == 0 {
		return
	}
	graphVTA := vta.CallGraph(forward, graphCHA)
	drop := p.mockFiles()
	for fn := range p.calls.slice {
		p.addCallees(graphVTA.Nodes[fn], graph.ConfidenceFlow, drop)
		p.addCallees(graphCHA.Nodes[fn], graph.ConfidenceType, drop)
	}
	for site, r := range p.calls.callees {
		slices.SortFunc(r.fns, compareFuncs)
		if r.confidence == graph.ConfidenceType {
			r.fns = slices.CompactFunc(r.fns, sameMethod)
			p.calls.callees[site] = r
		}
	}
}

// hierarchy is the call graph of class hierarchy analysis, made once. Its nodes are
// all functions of the program.
func (p *Program) hierarchy() *callgraph.Graph {
	if p.cha == nil {
		p.cha = cha.CallGraph(p.SSA)
		for _, n := range p.cha.Nodes {
			n.Out, n.In = slices.DeleteFunc(n.Out, misfit), slices.DeleteFunc(n.In, misfit)
		}
	}
	return p.cha
}

// misfit reports whether a method cannot be what a call through an interface calls.
// A type that embeds what could not be resolved implements every interface, and type
// analysis takes it that the methods fit.
func misfit(e *callgraph.Edge) bool {
	if e.Site == nil || !e.Site.Common().IsInvoke() {
		return false
	}
	want, has := e.Site.Common().Signature(), e.Callee.Func.Signature
	return want.Results().Len() != has.Results().Len() || want.Params().Len() != has.Params().Len()
}

// sameMethod reports whether two functions are one method, for the type that
// declares it and for a pointer to it or a type that embeds it.
func sameMethod(a, b *ssa.Function) bool { return a.Object() != nil && a.Object() == b.Object() }

// addCallees notes the callees of the dynamic calls of a function, where a better
// graph has none.
func (p *Program) addCallees(n *callgraph.Node, confidence graph.Confidence, drop mockFiles) {
	if n == nil {
		return
	}
	for _, e := range n.Out {
		if e.Site == nil || e.Site.Common().StaticCallee() != nil || p.isUbiquitous(e.Site.Common()) || drop.has(e.Callee.Func) {
			continue
		}
		if confidence == graph.ConfidenceType && !e.Site.Common().IsInvoke() {
			continue // functions of one signature have nothing else in common
		}
		r, ok := p.calls.callees[e.Site]
		if ok && r.confidence != confidence {
			continue
		}
		p.calls.callees[e.Site] = resolution{append(r.fns, e.Callee.Func), confidence}
	}
}

// Callees are the functions that a call can call, and how that is known: by a
// static call, by the flow of values, or, where no value was seen to flow, by the
// types that implement the interface. Several are alternatives, never a sum.
// Methods of generated mocks are left out, and methods of the interfaces that
// everything implements are not resolved. The order is that of the source.
//
// A callee can be a wrapper that the SSA builder made, for a promoted method or
// a method value: it has a body like any other.
func (p *Program) Callees(site ssa.CallInstruction) ([]*ssa.Function, graph.Confidence) {
	if fn := site.Common().StaticCallee(); fn != nil {
		return []*ssa.Function{fn}, graph.ConfidenceStatic
	}
	r := p.calls.callees[site]
	return r.fns, r.confidence
}

// InSlice reports whether a function lies between the roots and the sinks.
func (p *Program) InSlice(fn *ssa.Function) bool { return p.calls.slice[fn] }

// Slice lists the functions between the roots and the sinks, in the order of the
// source.
func (p *Program) Slice() []*ssa.Function {
	fns := make([]*ssa.Function, 0, len(p.calls.slice))
	for fn := range p.calls.slice {
		fns = append(fns, fn)
	}
	slices.SortFunc(fns, compareFuncs)
	return fns
}

// compareFuncs orders functions by package and position. Instances of a generic
// function, and the wrappers of a method after it, share a position.
func compareFuncs(a, b *ssa.Function) int {
	if c := cmp.Compare(pkgPath(a), pkgPath(b)); c != 0 {
		return c
	}
	if c := comparePos(a.Prog.Fset, a.Pos(), b.Pos()); c != 0 {
		return c
	}
	// To write a name takes longer than all else, and few functions share a place.
	return cmp.Or(cmp.Compare(a.Synthetic, b.Synthetic), cmp.Compare(a.String(), b.String()))
}

func pkgPath(fn *ssa.Function) string {
	switch {
	case fn.Pkg != nil:
		return fn.Pkg.Pkg.Path()
	case fn.Object() != nil && fn.Object().Pkg() != nil:
		return fn.Object().Pkg().Path()
	}
	return ""
}

// comparePos orders by file and place in it: the order in which files are parsed
// is not the same twice.
func comparePos(fset *token.FileSet, a, b token.Pos) int {
	f, g := fset.File(a), fset.File(b)
	if f == nil || g == nil || f == g {
		return cmp.Compare(a, b) // no place is 0
	}
	return cmp.Compare(f.Name(), g.Name())
}
