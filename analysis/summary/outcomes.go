package summary

import (
	"go/types"

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
	if len(fn.Blocks) == 0 {
		return nil, false
	}
	w := &wayfinder{rounds: 2}
	w.end = func(r *ssa.Return, e *execution, _ map[*ssa.BasicBlock]int) {
		if e.count > 0 {
			out = append(out, e.returned(r))
		}
	}
	w.follow(fn.Blocks[0], nil, everyWay(call, fails), map[*ssa.BasicBlock]int{})
	return out, w.cut
}

// everyWay is an execution in which conditions that are not computed are left open.
func everyWay(call ssa.CallInstruction, fails bool) *execution {
	return &execution{call: call, fails: fails, l: &loop{}, vals: map[ssa.Value]known{}, memory: map[ssa.Value]known{}, trail: &[]change{}, noOutside: true}
}

// returned is what is known of what a function returns.
func (e *execution) returned(r *ssa.Return) outcome {
	var o outcome
	for _, v := range r.Results {
		k, _ := e.value1(v)
		o = append(o, k)
	}
	return o
}

// wayfinder follows the ways from a block to the ends of its function.
type wayfinder struct {
	// rounds is how often one way may come to a block.
	rounds int
	// end is told of each way that returns, with how often it came to each block; both
	// are valid until it returns.
	end func(r *ssa.Return, e *execution, seen map[*ssa.BasicBlock]int)
	// entered, if set, is told of each block.
	entered func(*ssa.BasicBlock)
	n       int
	cut     bool
}

func (w *wayfinder) follow(at, prev *ssa.BasicBlock, e *execution, seen map[*ssa.BasicBlock]int) {
	var way []*ssa.BasicBlock
	mark, count := len(*e.trail), e.count
	defer func() {
		for _, b := range way {
			seen[b]--
		}
		e.back(mark, count)
	}()
	for seen[at] < w.rounds {
		seen[at]++
		way = append(way, at)
		if w.entered != nil {
			w.entered(at)
		}
		next := e.block(at, prev)
		if len(at.Succs) == 0 {
			if r, ok := at.Instrs[len(at.Instrs)-1].(*ssa.Return); ok {
				w.end(r, e, seen)
			}
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
			w.follow(s, at, e, seen)
		}
		prev, at = at, at.Succs[0]
	}
}

// change is what was known of a value, or of what lies at an address, before
// something was written.
type change struct {
	in     map[ssa.Value]known
	at     ssa.Value
	before known
}

// back takes an execution to where it was when its trail was as long as mark.
func (e *execution) back(mark, count int) {
	trail := *e.trail
	e.count = count
	e.count = count
	for i := len(trail) - 1; i >= mark; i-- {
		c := trail[i]
		if c.before.kind == 0 {
			delete(c.in, c.at)
		} else {
			c.in[c.at] = c.before
		}
	}
	*e.trail = trail[:mark]
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
