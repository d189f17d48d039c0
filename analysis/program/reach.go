package program

import (
	"go/types"

	"golang.org/x/tools/go/callgraph"
	"golang.org/x/tools/go/ssa"
)

// reach answers what a program can run, in both directions. Beside calls, two
// things lead from one function to another, because code without a body here may
// call back: a function that is used as a value, and a type that becomes an
// interface value with its methods.
type reach struct {
	program *Program
	calls   *callgraph.Graph
	next    map[*ssa.Function][]*ssa.Function
	// methods are those with a body, by type.
	methods map[types.Type][]*ssa.Function
}

func newReach(p *Program, calls *callgraph.Graph) *reach {
	return &reach{program: p, calls: calls, next: map[*ssa.Function][]*ssa.Function{}, methods: map[types.Type][]*ssa.Function{}}
}

// from is everything with a body that the roots lead to.
func (r *reach) from(roots []*ssa.Function) map[*ssa.Function]bool {
	seen := map[*ssa.Function]bool{}
	stack := append([]*ssa.Function(nil), roots...)
	for len(stack) > 0 {
		fn := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if seen[fn] || fn.Blocks == nil && !r.program.Unread(fn) {
			continue
		}
		seen[fn] = true
		stack = append(stack, r.successors(fn)...)
	}
	return seen
}

// to is the part of a set of functions that leads to a sink, or to a body that is
// not known and may hold one.
func (r *reach) to(set map[*ssa.Function]bool, isSink func(ssa.CallInstruction) bool) map[*ssa.Function]bool {
	callers := map[*ssa.Function][]*ssa.Function{}
	var stack []*ssa.Function
	for fn := range set {
		for _, succ := range r.successors(fn) {
			callers[succ] = append(callers[succ], fn)
		}
		if holdsSink(fn, isSink) || r.program.Unread(fn) {
			stack = append(stack, fn)
		}
	}
	seen := map[*ssa.Function]bool{}
	for len(stack) > 0 {
		fn := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if !seen[fn] {
			seen[fn] = true
			stack = append(stack, callers[fn]...)
		}
	}
	return seen
}

func holdsSink(fn *ssa.Function, isSink func(ssa.CallInstruction) bool) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if site, ok := instr.(ssa.CallInstruction); ok && isSink(site) {
				return true
			}
		}
	}
	return false
}

// successors are the functions that one leads to.
func (r *reach) successors(fn *ssa.Function) []*ssa.Function {
	if next, ok := r.next[fn]; ok {
		return next
	}
	set := map[*ssa.Function]bool{}
	if n := r.calls.Nodes[fn]; n != nil {
		for _, e := range n.Out {
			if e.Site == nil || !r.program.isUbiquitous(e.Site.Common()) {
				set[e.Callee.Func] = true
			}
		}
	}
	var buf [10]*ssa.Value
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			for _, op := range instr.Operands(buf[:0]) {
				if f, ok := (*op).(*ssa.Function); ok {
					set[f] = true
				}
			}
			if m, ok := instr.(*ssa.MakeInterface); ok {
				for _, f := range r.methodsOf(m.X.Type()) {
					set[f] = true
				}
			}
		}
	}
	var next []*ssa.Function
	for f := range set {
		next = append(next, f)
	}
	r.next[fn] = next
	return next
}

// methodsOf are the methods of a type that have a body.
func (r *reach) methodsOf(t types.Type) []*ssa.Function {
	if fns, ok := r.methods[t]; ok {
		return fns
	}
	var fns []*ssa.Function
	for sel := range r.program.SSA.MethodSets.MethodSet(t).Methods() {
		if fn := r.program.SSA.MethodValue(sel); fn != nil && fn.Blocks != nil {
			fns = append(fns, fn)
		}
	}
	r.methods[t] = fns
	return fns
}
