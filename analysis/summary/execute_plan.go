package summary

import (
	"go/token"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// plan is what there is to execute in a loop: what its conditions are computed
// from. The rest of its body, which is most of it, decides nothing.
type plan struct {
	// entry is the block before the loop.
	entry *ssa.BasicBlock
	steps map[*ssa.BasicBlock][]step
	// needed are the values that conditions are computed from.
	needed map[ssa.Value]bool
	// written are the addresses that the loop stores to.
	written []ssa.Value
	// inner are the loops inside, by their headers.
	inner map[*ssa.BasicBlock]*loop
	// outward are the blocks from which the loop is left in the same round.
	outward map[*ssa.BasicBlock]bool
}

// step is an instruction to execute: one that conditions are computed from, that
// makes a call, or that ends the program.
type step struct {
	instr  ssa.Instruction
	call   ssa.CallInstruction // nil where it is none
	needed bool
	exits  bool
}

// planned is the plan of a loop, made once. loops are all of its function.
func (l *loop) planned(loops map[*ssa.BasicBlock]*loop) *plan {
	if l.plan != nil {
		return l.plan
	}
	p := &plan{needed: map[ssa.Value]bool{}, inner: map[*ssa.BasicBlock]*loop{}, steps: map[*ssa.BasicBlock][]step{}}
	for _, b := range l.header.Preds {
		if !l.blocks[b] {
			p.entry = b
			break
		}
	}
	for h, in := range loops {
		if in != l && l.blocks[h] {
			p.inner[h] = in
		}
	}
	p.outward = l.leaving(loops)
	p.need(l)
	for b := range l.blocks {
		p.steps[b] = stepsOf(b, p)
	}
	l.plan = p
	return p
}

// need finds the values that the conditions of a loop are computed from, through
// what is stored and read again.
func (p *plan) need(l *loop) {
	stored := map[ssa.Value][]ssa.Value{}
	var open []ssa.Value
	for _, b := range l.header.Parent().Blocks { // in order: written is a list
		if !l.blocks[b] {
			continue
		}
		for _, instr := range b.Instrs {
			switch x := instr.(type) {
			case *ssa.Store:
				stored[x.Addr] = append(stored[x.Addr], x.Val)
				p.written = append(p.written, x.Addr)
			case *ssa.If:
				open = append(open, x.Cond)
			}
		}
	}
	for len(open) > 0 {
		v := open[len(open)-1]
		open = open[:len(open)-1]
		instr, ok := v.(ssa.Instruction)
		if !ok || p.needed[v] || !l.blocks[instr.Block()] {
			continue
		}
		p.needed[v] = true
		for _, o := range instr.Operands(nil) {
			open = append(open, *o)
		}
		if u, ok := v.(*ssa.UnOp); ok && u.Op == token.MUL {
			p.needed[u.X] = true
			open = append(open, stored[u.X]...)
		}
	}
}

// writes reports whether the loop stores to an address.
func (p *plan) writes(addr ssa.Value) bool {
	return slices.ContainsFunc(p.written, func(a ssa.Value) bool { return samePlace(a, addr) })
}

// needs reports whether conditions are computed from a value; without a plan, from
// every one.
func (p *plan) needs(v ssa.Value) bool { return p == nil || p.needed[v] }

// stepsOf are the steps of a block.
func stepsOf(b *ssa.BasicBlock, p *plan) []step {
	var out []step
	for _, instr := range b.Instrs {
		if s := stepOf(instr, p); s.needed || s.exits || s.call != nil {
			out = append(out, s)
		}
	}
	return out
}

// stepOf is an instruction as a step; without a plan every one is needed.
func stepOf(instr ssa.Instruction, p *plan) step {
	s := step{instr: instr}
	switch x := instr.(type) {
	case *ssa.Store:
		s.needed = p.needs(x.Addr)
	case ssa.CallInstruction:
		s.call, s.exits = x, exits(x)
		v := x.Value()
		s.needed = v != nil && p.needs(v)
	case ssa.Value:
		s.needed = p.needs(x)
	}
	return s
}

// rounds remembers how a round of a loop began. It keeps the first, second,
// fourth, eighth round and so on, so that a cycle of any length is met.
type rounds struct {
	n, keep      int
	prev         *ssa.BasicBlock
	vals, memory map[ssa.Value]known
	items        int64
}

// again reports whether a round begins as one before it did: the loop goes on for
// ever then.
func (r *rounds) again(e *execution, prev *ssa.BasicBlock) bool {
	if r.n > 0 && r.prev == prev && r.items == e.items && maps.Equal(r.vals, e.vals) && maps.Equal(r.memory, e.memory) {
		return true
	}
	if r.n++; r.n > r.keep {
		r.keep = 2 * r.n
		r.prev, r.items = prev, e.items
		r.vals, r.memory = maps.Clone(e.vals), maps.Clone(e.memory)
	}
	return false
}
