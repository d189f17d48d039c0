package summary

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Where an execution goes at a condition that it does not compute.

// out is the block behind a loop, inside another one where there is such a way.
func (l *loop) out(round *loop) *ssa.BasicBlock {
	for _, b := range l.exits {
		if round.blocks[b] {
			return b
		}
	}
	if len(l.exits) > 0 {
		return l.exits[0]
	}
	return nil
}

// test is a condition in a block, and the way that was not gone.
type test struct {
	at, other *ssa.BasicBlock
}

// tested remembers a condition.
func (e *execution) tested(at, next *ssa.BasicBlock) {
	if !e.fails || len(at.Succs) != 2 || next == nil {
		return
	}
	other := at.Succs[0]
	if other == next {
		other = at.Succs[1]
	}
	e.tests = append(e.tests, test{at, other})
}

// over is the way out of a loop inside, which is left when it would go round again:
// where the call in it fails, by the last condition that could have ended it and that
// the outcome of the call has no part in, one that stays in the loop which is run before
// one that leaves that too. Without one it goes on for ever.
func (e *execution) over(l *loop, at *ssa.BasicBlock) (from, to *ssa.BasicBlock) {
	if !e.fails || !l.blocks[e.call.Block()] {
		return at, l.out(e.l)
	}
	var last test
	for _, t := range slices.Backward(e.tests) {
		cond := t.at.Instrs[len(t.at.Instrs)-1].(*ssa.If).Cond
		if l.blocks[t.at] && !e.decides.values[cond] && l.leadsOut(t.other) {
			if e.l.blocks[t.other] {
				return t.at, t.other
			}
			if last.at == nil {
				last = t
			}
		}
		if t.at == l.header {
			break
		}
	}
	if last.at == nil {
		return at, nil
	}
	return last.at, last.other
}

// leadsOut reports whether a block leads straight out of the loop.
func (l *loop) leadsOut(b *ssa.BasicBlock) bool {
	for range 8 {
		if !l.blocks[b] || len(b.Succs) == 0 {
			return true
		}
		if len(b.Succs) != 1 || b == l.header {
			return false
		}
		b = b.Succs[0]
	}
	return false
}

// reaching are the blocks of the loop from which to is reached.
func (l *loop) reaching(to *ssa.BasicBlock) map[*ssa.BasicBlock]bool {
	out := map[*ssa.BasicBlock]bool{}
	stack := []*ssa.BasicBlock{to}
	for len(stack) > 0 {
		b := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if out[b] || !l.blocks[b] {
			continue
		}
		out[b] = true
		if b != l.header { // within one round
			stack = append(stack, b.Preds...)
		}
	}
	return out
}

// leaving are the blocks of the loop from which it is left before the next round,
// and before the next one of the loops inside.
func (l *loop) leaving(loops map[*ssa.BasicBlock]*loop) map[*ssa.BasicBlock]bool {
	out := map[*ssa.BasicBlock]bool{}
	var stack []*ssa.BasicBlock
	for b := range l.blocks {
		for _, s := range b.Succs {
			if !l.blocks[s] && !l.counts(b) {
				stack = append(stack, b)
			}
		}
	}
	for len(stack) > 0 {
		b := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if out[b] || !l.blocks[b] {
			continue
		}
		out[b] = true
		if b == l.header {
			continue
		}
		for _, p := range b.Preds {
			if in := loops[b]; in == nil || !in.blocks[p] {
				stack = append(stack, p)
			}
		}
	}
	return out
}

// counts reports whether a block is the one in which a loop over a number counts and
// asks whether that was the last round, as the header does in other loops.
func (l *loop) counts(b *ssa.BasicBlock) bool {
	test, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
	if !ok || b == l.header || !slices.Contains(b.Succs, l.header) {
		return false
	}
	cond, ok := test.Cond.(*ssa.BinOp)
	if !ok {
		return false
	}
	next, ok := cond.X.(*ssa.BinOp)
	if !ok || next.Op != token.ADD {
		return false
	}
	phi, ok := next.X.(*ssa.Phi)
	return ok && phi.Block() == l.header
}

// choose decides a condition that is not computed. One that the outcome of the
// call decides goes as the run prefers: it leaves the loop or stays in it. Any
// other, as a stop signal or what is left of a budget, is taken to let the loop
// go on: that it ends the loop says nothing of the call.
func (e *execution) choose(at *ssa.BasicBlock) *ssa.BasicBlock {
	a, b := at.Succs[0], at.Succs[1]
	cond := at.Instrs[len(at.Instrs)-1].(*ssa.If).Cond
	stay := true
	if e.decides.values[cond] && (e.fails || !e.fault(at)) {
		stay = e.prefer == preferStay
		e.chose = true
		if len(e.asked) < maxAsked && !slices.Contains(e.asked, cond) {
			e.asked = append(e.asked, cond)
		}
	} else {
		e.note(at, cond)
	}
	switch {
	case e.l.blocks[a] != e.l.blocks[b]:
		if e.l.blocks[a] == stay {
			return a
		}
		return b
	case !stay && e.leaves(a) != e.leaves(b):
		if e.leaves(a) {
			return a
		}
		return b
	case !stay && e.plan.outward[a] != e.plan.outward[b]:
		if e.plan.outward[a] {
			return a
		}
		return b
	case e.reaches[a] != e.reaches[b]:
		if e.reaches[a] {
			return a
		}
		return b
	}
	return a
}

// fault reports whether a branch leaves the loop only to return an error that is
// made there: the answer was good and is found wrong, which is no success.
func (e *execution) fault(at *ssa.BasicBlock) bool {
	for _, s := range at.Succs {
		if !e.l.blocks[s] {
			return returnsFault(s)
		}
	}
	return false
}

func returnsFault(b *ssa.BasicBlock) bool {
	for range 8 {
		switch r := b.Instrs[len(b.Instrs)-1].(type) {
		case *ssa.Return:
			if n := len(r.Results); n > 0 && isError(r.Results[n-1].Type()) {
				return makesError(r.Results[n-1])
			}
			return false
		case *ssa.Jump:
			b = b.Succs[0]
		default:
			return false
		}
	}
	return false
}

// makesError reports whether a value is an error that is made there.
func makesError(v ssa.Value) bool {
	switch x := v.(type) {
	case *ssa.Call:
		return madeError(callee(&x.Call))
	case *ssa.MakeInterface:
		return true
	}
	return isSentinel(v)
}

// madeError reports whether what a function returns is always an error.
func madeError(f *types.Func) bool {
	if f == nil || f.Pkg() == nil {
		return false
	}
	switch f.Name() {
	case "Errorf":
		return f.Pkg().Path() == "fmt" || errorsPackage(f.Pkg())
	case "New":
		return errorsPackage(f.Pkg())
	}
	return false
}

// note remembers a condition that could have ended the loop.
func (e *execution) note(at *ssa.BasicBlock, cond ssa.Value) {
	if e.leaves(at.Succs[0]) != e.leaves(at.Succs[1]) {
		if len(e.ends) < maxAsked && !slices.Contains(e.ends, cond) {
			e.ends = append(e.ends, cond)
		}
	}
}

// leaves reports whether a block leads straight out of the loop.
func (e *execution) leaves(b *ssa.BasicBlock) bool { return e.l.leadsOut(b) }

// errorsPackage reports whether a package is errors of the standard library, or one
// in its place: they agree on the name.
func errorsPackage(p *types.Package) bool { return p.Name() == "errors" || p.Name() == "xerrors" }
