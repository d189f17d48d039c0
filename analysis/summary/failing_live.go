package summary

import (
	"go/types"
	"maps"

	"golang.org/x/tools/go/ssa"
)

// liveIn are the values that are used from the beginning of a block on, the phis of
// the block among them: what else is known of a function makes no difference there.
func (w *Walker) liveIn(b *ssa.BasicBlock) map[ssa.Value]bool {
	if w.live == nil {
		w.live = map[*ssa.BasicBlock]map[ssa.Value]bool{}
	}
	if w.live[b] == nil {
		maps.Copy(w.live, liveness(b.Parent()))
	}
	return w.live[b]
}

// liveness computes them for all blocks of a function, from the last to the first
// until nothing changes.
func liveness(fn *ssa.Function) map[*ssa.BasicBlock]map[ssa.Value]bool {
	in := map[*ssa.BasicBlock]map[ssa.Value]bool{}
	for _, b := range fn.Blocks {
		in[b] = map[ssa.Value]bool{}
	}
	for changed := true; changed; {
		changed = false
		for i := len(fn.Blocks) - 1; i >= 0; i-- {
			b := fn.Blocks[i]
			now := liveOut(b, in)
			for j := len(b.Instrs) - 1; j >= 0; j-- {
				uses(b.Instrs[j], now)
			}
			if len(now) != len(in[b]) {
				in[b], changed = now, true
			}
		}
	}
	return in
}

// liveOut are the values that are used behind a block.
func liveOut(b *ssa.BasicBlock, in map[*ssa.BasicBlock]map[ssa.Value]bool) map[ssa.Value]bool {
	out := map[ssa.Value]bool{}
	for _, s := range b.Succs {
		maps.Copy(out, in[s])
		for _, instr := range s.Instrs {
			phi, ok := instr.(*ssa.Phi)
			if !ok {
				break
			}
			delete(out, phi)
		}
		for i, p := range s.Preds {
			for _, instr := range s.Instrs {
				phi, ok := instr.(*ssa.Phi)
				if !ok {
					break
				}
				if p == b {
					out[phi.Edges[i]] = true
				}
			}
		}
	}
	return out
}

// uses goes back over one instruction: what it makes is not there before it, and what
// it takes is. Phis stay, as they are made before the block begins.
func uses(instr ssa.Instruction, live map[ssa.Value]bool) {
	if _, phi := instr.(*ssa.Phi); phi {
		return
	}
	if v, ok := instr.(ssa.Value); ok {
		delete(live, v)
	}
	for _, op := range instr.Operands(nil) {
		if *op != nil {
			live[*op] = true
		}
	}
}

// forgets leaves of what is known in an activation only what is used yet.
func (st *state) forgets(a *active, live map[ssa.Value]bool) {
	for v := range st.vals[a] {
		if !live[v] {
			delete(st.vals[a], v)
		}
	}
}

// leaves forgets an activation that has returned.
func (st *state) leaves(a *active) {
	delete(st.vals, a)
	delete(st.defers, a)
	for _, b := range a.fn.Blocks {
		delete(st.visits, spot{a, b})
	}
}

// numbers are the values of a function in their order.
func (w *Walker) numbers(fn *ssa.Function) map[ssa.Value]int {
	if w.numbered == nil {
		w.numbered = map[*ssa.Function]map[ssa.Value]int{}
	}
	if w.numbered[fn] == nil {
		all := map[ssa.Value]int{}
		for _, p := range fn.Params {
			all[p] = len(all) + 1
		}
		for _, v := range fn.FreeVars {
			all[v] = len(all) + 1
		}
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if v, ok := instr.(ssa.Value); ok {
					all[v] = len(all) + 1
				}
			}
		}
		w.numbered[fn] = all
	}
	return w.numbered[fn]
}

// loops reports whether a block can come back to itself.
func (w *Walker) loops(b *ssa.BasicBlock) bool {
	if w.looping == nil {
		w.looping = map[*ssa.BasicBlock]bool{}
	}
	yes, known := w.looping[b]
	if !known {
		yes = reachedFrom(b.Succs)[b]
		w.looping[b] = yes
	}
	return yes
}

// typeText is the name of a type.
func (w *Walker) typeText(t types.Type) string {
	if w.typeTexts == nil {
		w.typeTexts = map[types.Type]string{}
	}
	text, known := w.typeTexts[t]
	if !known {
		text = t.String()
		w.typeTexts[t] = text
	}
	return text
}
