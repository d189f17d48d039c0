package summary

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// blames reports whether a loop goes round again because a good answer holds a
// failure: a part of it that is there, and of which an error is made on the way back.
// A part that is missing, or that has another value, is waited for.
func (l *loop) blames(rep repetition) bool {
	return slices.ContainsFunc(rep.asked, func(cond ssa.Value) bool {
		b, ok := cond.(*ssa.BinOp)
		if !ok || b.Op != token.NEQ && b.Op != token.EQL || !isNil(b.Y) || isError(b.X.Type()) {
			return false
		}
		there := 0
		if b.Op == token.EQL {
			there = 1
		}
		return l.made(branch(b, there), b.X)
	})
}

// made reports whether the loop makes an error of a value in a block or behind it,
// and goes on.
func (l *loop) made(from *ssa.BasicBlock, v ssa.Value) bool {
	if from == nil {
		return false
	}
	for c := range calls(from.Parent()) {
		if !l.blocks[c.Block()] || !from.Dominates(c.Block()) || !madeError(callee(c.Common())) {
			continue
		}
		if slices.ContainsFunc(c.Common().Args, func(a ssa.Value) bool { return computedFrom(a, v, 0) }) {
			return true
		}
	}
	return false
}

// computedFrom reports whether a value is computed from another one: read in it,
// asked of it, or an element of a list that holds such a value.
func computedFrom(v, from ssa.Value, depth int) bool {
	if v == from || alike(v, from) {
		return true
	}
	if depth > 6 {
		return false
	}
	instr, ok := v.(ssa.Instruction)
	if !ok {
		return false
	}
	if s, ok := v.(*ssa.Slice); ok {
		if a, ok := s.X.(*ssa.Alloc); ok {
			return slices.ContainsFunc(elementsOf(a), func(e ssa.Value) bool { return computedFrom(e, from, depth+1) })
		}
	}
	for _, o := range instr.Operands(nil) {
		if *o != nil && computedFrom(*o, from, depth+1) {
			return true
		}
	}
	return false
}
