package summary

import (
	"go/types"
	"maps"

	"golang.org/x/tools/go/ssa"
)

// outcome is what a function returns on one way through it; a result of which
// nothing is known has no kind.
type outcome []known

// maxWays bounds the ways through a function that are looked at.
const maxWays = 400

// ways follows every way through a function with one call failing or being good,
// each loop once, and returns the outcomes of the ways on which the call is made.
// cut is set when there are too many.
func ways(fn *ssa.Function, call ssa.CallInstruction, fails bool) (out []outcome, cut bool) {
	w := &wayfinder{call: call, fails: fails}
	if len(fn.Blocks) > 0 {
		e := &execution{call: call, fails: fails, l: &loop{}, vals: map[ssa.Value]known{}, memory: map[ssa.Value]known{}, noOutside: true}
		w.follow(fn.Blocks[0], nil, e, map[*ssa.BasicBlock]int{})
	}
	return w.out, w.cut
}

type wayfinder struct {
	call  ssa.CallInstruction
	fails bool
	out   []outcome
	n     int
	cut   bool
}

func (w *wayfinder) follow(at, prev *ssa.BasicBlock, e *execution, seen map[*ssa.BasicBlock]int) {
	for {
		if seen[at] >= 2 {
			return // once round a loop is enough
		}
		seen[at]++
		next := e.block(at, prev)
		if len(at.Succs) == 0 {
			w.end(at, e)
			return
		}
		if next != nil {
			prev, at = at, next
			continue
		}
		if w.n++; w.n > maxWays {
			w.cut = true
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

func (w *wayfinder) end(at *ssa.BasicBlock, e *execution) {
	r, ok := at.Instrs[len(at.Instrs)-1].(*ssa.Return)
	if !ok || e.count == 0 {
		return
	}
	var o outcome
	for _, v := range r.Results {
		k, _ := e.value1(v)
		o = append(o, k)
	}
	w.out = append(w.out, o)
}

// answer is what a function that says yes or no, and not that it failed, says when
// what it calls fails, or when that is good; nil where it may say either.
func (x *Index) answer(c ssa.CallInstruction, failing bool) *known {
	fn := c.Common().StaticCallee()
	if fn == nil || x.out == nil || fails(fn.Signature) || yesNoResult(fn.Signature) < 0 {
		return nil
	}
	key := answerKey{fn, failing}
	if k, ok := x.answered[key]; ok {
		return k
	}
	k := x.says(fn, failing)
	x.answered[key] = k
	return k
}

type answerKey struct {
	fn      *ssa.Function
	failing bool
}

// yesNoResult is the place of the only result that is a yes or no; -1 without one.
func yesNoResult(sig *types.Signature) int {
	at := -1
	for i := range sig.Results().Len() {
		if !isBool(sig.Results().At(i).Type()) {
			continue
		}
		if at >= 0 {
			return -1
		}
		at = i
	}
	return at
}

func (x *Index) says(fn *ssa.Function, failing bool) *known {
	var all *known
	at := yesNoResult(fn.Signature)
	for inner := range calls(fn) {
		if !x.out.call(inner) {
			continue
		}
		outcomes, cut := ways(fn, inner, failing)
		if cut {
			return nil
		}
		for _, o := range outcomes {
			switch {
			case o[at].kind != knownBool || all != nil && *all != o[at]:
				return nil
			case all == nil:
				all = &known{knownBool, o[at].n}
			}
		}
	}
	return all
}
