package summary

import (
	"maps"

	"golang.org/x/tools/go/ssa"
)

// after says which blocks of a function are run behind a call when it fails, and
// which when it is good.
type after struct {
	fails, good map[*ssa.BasicBlock]bool
	// always are the blocks of every way on which the call is good; nil where no
	// such way returns.
	always map[*ssa.BasicBlock]bool
}

// avoided reports whether a way on which the call is good leaves a block out.
func (a after) avoided(b *ssa.BasicBlock) bool { return a.always != nil && !a.always[b] }

// behind follows the ways through a function from one call on. Where there are too
// many, blocks that were not seen count as neither.
func behind(call ssa.CallInstruction) after {
	failing, _ := reached(call, true)
	good, always := reached(call, false)
	return after{fails: failing, good: good, always: always}
}

// reached are the blocks run behind a call, and those of them that are on every way
// that returns; nil where none does.
func reached(call ssa.CallInstruction, fails bool) (all, always map[*ssa.BasicBlock]bool) {
	all = map[*ssa.BasicBlock]bool{}
	w := &wayfinder{rounds: 1, entered: func(b *ssa.BasicBlock) { all[b] = true }}
	w.end = func(_ *ssa.Return, _ *execution, seen map[*ssa.BasicBlock]int) {
		if always == nil {
			always = maps.Clone(all)
		}
		maps.DeleteFunc(always, func(b *ssa.BasicBlock, _ bool) bool { return seen[b] == 0 })
	}
	w.follow(call.Block(), nil, everyWay(call, fails), map[*ssa.BasicBlock]int{})
	return all, always
}

// precedes reports whether a call is made on every way to another.
func precedes(a, b ssa.Instruction) bool {
	if a.Block() != b.Block() {
		return a.Block().Dominates(b.Block())
	}
	for _, instr := range a.Block().Instrs {
		switch instr {
		case a:
			return true
		case b:
			return false
		}
	}
	return false
}
