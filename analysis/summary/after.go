package summary

import (
	"maps"

	"golang.org/x/tools/go/ssa"
)

// after says which blocks of a function are run behind a call when it fails, and
// which when it is good.
type after struct {
	fails, good map[*ssa.BasicBlock]bool
	// avoided are the blocks that a way on which the call is good leaves out.
	avoided func(*ssa.BasicBlock) bool
}

// behind follows the ways through a function from one call on.
func behind(call ssa.CallInstruction) after {
	fails, _ := reached(call, true)
	good, ways := reached(call, false)
	return after{fails: fails, good: good, avoided: func(b *ssa.BasicBlock) bool {
		for _, w := range ways {
			if !w[b] {
				return true
			}
		}
		return false
	}}
}

// reached are the blocks run behind a call, and those of each way on its own.
func reached(call ssa.CallInstruction, fails bool) (all map[*ssa.BasicBlock]bool, each []map[*ssa.BasicBlock]bool) {
	w := &follower{call: call, all: map[*ssa.BasicBlock]bool{}}
	e := &execution{call: call, fails: fails, l: &loop{}, vals: map[ssa.Value]known{}, memory: map[ssa.Value]known{}, noOutside: true}
	w.follow(call.Block(), nil, e, map[*ssa.BasicBlock]bool{})
	return w.all, w.each
}

type follower struct {
	call ssa.CallInstruction
	all  map[*ssa.BasicBlock]bool
	each []map[*ssa.BasicBlock]bool
	n    int
}

func (w *follower) follow(at, prev *ssa.BasicBlock, e *execution, seen map[*ssa.BasicBlock]bool) {
	for {
		if seen[at] {
			return
		}
		seen[at] = true
		w.all[at] = true
		next := e.block(at, prev)
		if len(at.Succs) == 0 {
			if _, ok := at.Instrs[len(at.Instrs)-1].(*ssa.Return); ok {
				w.each = append(w.each, seen)
			}
			return
		}
		if next != nil {
			prev, at = at, next
			continue
		}
		if w.n++; w.n > maxWays {
			return
		}
		for _, s := range at.Succs[1:] {
			fork := *e
			fork.vals, fork.memory = maps.Clone(e.vals), maps.Clone(e.memory)
			w.follow(s, at, &fork, maps.Clone(seen))
		}
		prev, at = at, at.Succs[0]
	}
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
