package summary

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// loop is a natural loop: a header that dominates every block from which the
// loop goes back to it.
type loop struct {
	header *ssa.BasicBlock
	blocks map[*ssa.BasicBlock]bool
	// exits are the blocks outside that the loop leads to, in order.
	exits []*ssa.BasicBlock
	// inner are the blocks that belong to a loop inside this one.
	inner map[*ssa.BasicBlock]bool
	// number counts the loops of the function in source order, from 1.
	number int
	// plan is what there is to execute in it, once that was asked for.
	plan *plan
}

// loopsOf finds the loops of a function by their headers. Cycles entered in
// several places are no natural loops and are not found.
func loopsOf(fn *ssa.Function) map[*ssa.BasicBlock]*loop {
	loops := map[*ssa.BasicBlock]*loop{}
	for _, b := range fn.Blocks {
		for _, s := range b.Succs {
			if !s.Dominates(b) {
				continue
			}
			l := loops[s]
			if l == nil {
				l = &loop{header: s, blocks: map[*ssa.BasicBlock]bool{s: true}}
				loops[s] = l
			}
			l.grow(b)
		}
	}
	number(fn, loops)
	nest(loops)
	return loops
}

// grow adds the blocks from which a block that goes back is reached.
func (l *loop) grow(back *ssa.BasicBlock) {
	stack := []*ssa.BasicBlock{back}
	for len(stack) > 0 {
		b := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if l.blocks[b] {
			continue
		}
		l.blocks[b] = true
		stack = append(stack, b.Preds...)
	}
}

// nest notes which blocks of each loop belong to a loop inside it.
func nest(loops map[*ssa.BasicBlock]*loop) {
	for _, l := range loops {
		l.inner = map[*ssa.BasicBlock]bool{}
		for h, in := range loops {
			if h == l.header || !l.blocks[h] {
				continue
			}
			for b := range in.blocks {
				l.inner[b] = true
			}
		}
	}
}

func number(fn *ssa.Function, loops map[*ssa.BasicBlock]*loop) {
	n := 0
	for _, b := range fn.Blocks {
		l := loops[b]
		if l == nil {
			continue
		}
		n++
		l.number = n
		for _, in := range fn.Blocks {
			if !l.blocks[in] {
				continue
			}
			for _, s := range in.Succs {
				if !l.blocks[s] && !slices.Contains(l.exits, s) {
					l.exits = append(l.exits, s)
				}
			}
		}
	}
}
