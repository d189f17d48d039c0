package summary

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// maxAnswers bounds how deep functions that answer yes or no are followed.
const maxAnswers = 3

// unasked is what a question about an error answers where there is none: what the
// body says, and no where it is not known. It is nil for every other question.
func (e *execution) unasked(c ssa.CallInstruction) *known {
	com := c.Common()
	i := slices.IndexFunc(com.Args, func(a ssa.Value) bool { return isError(a.Type()) })
	f := callee(com)
	if i < 0 || !e.isNil(com.Args[i]) || f == nil || e.depth >= maxAnswers {
		return nil
	}
	if fn := com.StaticCallee(); fn != nil && len(fn.Blocks) > 0 {
		return answerWithout(fn, e.depth+1)
	}
	if name := f.FullName(); name == "errors.Is" || name == "errors.As" || len(com.Args) == 1 {
		return truth(false)
	}
	return nil
}

// answerWithout is what a function says that is given no error; nil where that is
// not always the same.
func answerWithout(fn *ssa.Function, depth int) *known {
	e := everyWay(nil, false)
	e.depth = depth
	for _, p := range fn.Params {
		if isError(p.Type()) {
			e.vals[p] = known{kind: knownNil}
		}
	}
	var out []outcome
	w := &wayfinder{rounds: 2}
	w.end = func(r *ssa.Return, e *execution, _ map[*ssa.BasicBlock]int) { out = append(out, e.returned(r)) }
	w.follow(fn.Blocks[0], nil, e, map[*ssa.BasicBlock]int{})
	if w.cut || len(out) == 0 || len(out[0]) == 0 {
		return nil
	}
	first := out[0][0]
	for _, o := range out {
		if o[0] != first {
			return nil
		}
	}
	if first.kind != knownBool {
		return nil
	}
	return &first
}

// noType is whether an error has a type that is asked for: it has none where it is
// nil.
func (e *execution) noType(x *ssa.Extract) *known {
	t, ok := x.Tuple.(*ssa.TypeAssert)
	if !ok || !e.noOutside || x.Index != 1 || !isError(t.X.Type()) || !e.isNil(t.X) {
		return nil
	}
	return truth(false)
}

func (e *execution) isNil(v ssa.Value) bool {
	k, ok := e.value1(v)
	return ok && k.kind == knownNil
}
