package summary

import "golang.org/x/tools/go/ssa"

// after says which blocks of a function are run behind a call when it fails, and
// which when it is good.
type after struct {
	fails, good map[*ssa.BasicBlock]bool
	// avoided are the blocks that a way on which the call is good leaves out.
	avoided func(*ssa.BasicBlock) bool
}

// behind follows the ways through a function from one call on. Where there are too
// many, blocks that were not seen count as neither.
func behind(call ssa.CallInstruction) after {
	failing, _ := reached(call, true)
	good, each := reached(call, false)
	return after{fails: failing, good: good, avoided: func(b *ssa.BasicBlock) bool {
		for _, way := range each {
			if way[b] == 0 {
				return true
			}
		}
		return false
	}}
}

// reached are the blocks run behind a call, and those of each way on its own.
func reached(call ssa.CallInstruction, fails bool) (all map[*ssa.BasicBlock]bool, each []map[*ssa.BasicBlock]int) {
	all = map[*ssa.BasicBlock]bool{}
	w := &wayfinder{rounds: 1, entered: func(b *ssa.BasicBlock) { all[b] = true }}
	w.end = func(_ *ssa.Return, _ *execution, seen map[*ssa.BasicBlock]int) { each = append(each, seen) }
	w.follow(call.Block(), nil, everyWay(call, fails), map[*ssa.BasicBlock]int{})
	return all, each
}

// precedes reports whether a call is made on every way to another.
func precedes(a, b ssa.CallInstruction) bool {
	if a.Block() != b.Block() {
		return a.Block().Dominates(b.Block())
	}
	for _, instr := range a.Block().Instrs {
		switch instr {
		case ssa.Instruction(a):
			return true
		case ssa.Instruction(b):
			return false
		}
	}
	return false
}
