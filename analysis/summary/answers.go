package summary

import (
	"go/constant"
	"slices"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
	"golang.org/x/tools/go/ssa"
)

// answers says what a handler makes of the failures of the calls below it. One
// rule holds for all callees: where different calls are answered differently,
// or one is answered in a way that is not understood, the answer is unknown.
func (w *Walker) answers(fn *ssa.Function, p graph.Protocol) []graph.AnswerRule {
	var all reply
	for _, c := range w.failing(fn) {
		all.join(w.reply(fn, c, p))
	}
	rule := graph.AnswerRule{Callee: "*", Classes: graph.AnyClass, Kind: graph.AnswerUnknown, Pos: w.x.r.Position(fn.Pos())}
	switch {
	case all.unknown || !all.passes && all.becomes.Empty():
	case all.passes && all.becomes.Empty():
		rule.Kind = graph.AnswerPasses
	case !all.passes:
		rule.Kind, rule.Becomes = graph.AnswerBecomes, all.becomes
	}
	return []graph.AnswerRule{rule}
}

// failing lists the calls of a function that lead to remote calls.
func (w *Walker) failing(fn *ssa.Function) []ssa.CallInstruction {
	var out []ssa.CallInstruction
	f := &frame{fn: fn}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if c, ok := instr.(ssa.CallInstruction); ok && w.keep(c) && w.call(c, f) != nil {
				out = append(out, c)
			}
		}
	}
	return out
}

// reply is what a function answers when a call of it fails.
type reply struct {
	passes  bool
	becomes graph.ClassSet
	unknown bool
}

func (r *reply) join(s reply) {
	r.passes, r.unknown = r.passes || s.passes, r.unknown || s.unknown
	r.becomes = r.becomes.Union(s.becomes)
}

// reply follows the failure of a call to the function's returns, or to the
// status it writes. Calls whose error is not tested are followed by value.
func (w *Walker) reply(fn *ssa.Function, c ssa.CallInstruction, p graph.Protocol) reply {
	side := w.failureBlocks(fn, c)
	if p == graph.ProtocolHTTP {
		return written(side)
	}
	return w.returned(fn, c, side)
}

// failureBlocks are the blocks that run only after the call failed, behind any
// test of its error; nil when it is never tested.
func (w *Walker) failureBlocks(fn *ssa.Function, c ssa.CallInstruction) []*ssa.BasicBlock {
	var out []*ssa.BasicBlock
	for _, b := range fn.Blocks {
		cond, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		side, tested := errorSide(cond)
		if side < 0 || !tested[c] {
			continue
		}
		first := b.Succs[side]
		for _, x := range fn.Blocks {
			if first.Dominates(x) && len(first.Preds) == 1 {
				out = append(out, x)
			}
		}
	}
	return out
}

// written is the status that the blocks write.
func written(side []*ssa.BasicBlock) reply {
	var r reply
	for _, b := range side {
		for _, instr := range b.Instrs {
			c, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			named := callee(c.Common())
			if named == nil {
				continue
			}
			switch named.FullName() {
			case "net/http.Error":
				r.join(status(operand(c.Common(), 2)))
			case "(net/http.ResponseWriter).WriteHeader":
				r.join(status(operand(c.Common(), 0)))
			}
		}
	}
	if r.becomes.Empty() {
		r.unknown = true
	}
	return r
}

func status(v ssa.Value) reply {
	if k, ok := v.(*ssa.Const); ok && k.Value != nil && k.Value.Kind() == constant.Int {
		n, _ := constant.Int64Val(k.Value)
		if c, ok := graph.HTTPClass(int(n)); ok {
			return reply{becomes: graph.NewClassSet(c)}
		}
	}
	return reply{unknown: true}
}

// returned is what the error result is when the call failed.
func (w *Walker) returned(fn *ssa.Function, c ssa.CallInstruction, side []*ssa.BasicBlock) reply {
	var r reply
	in := map[*ssa.BasicBlock]bool{}
	for _, b := range side {
		in[b] = true
	}
	for _, b := range fn.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok || len(side) > 0 && !in[b] || len(ret.Results) == 0 {
			continue
		}
		v := ret.Results[len(ret.Results)-1]
		if !isError(v.Type()) {
			continue
		}
		if one := w.errorValue(v, c, map[*ssa.Phi]bool{}); len(side) > 0 || one.passes {
			r.join(one)
		}
	}
	if !r.unknown && !r.passes && r.becomes.Empty() {
		r = w.returnedLater(c, side)
	}
	if !r.passes && r.becomes.Empty() {
		r.unknown = true
	}
	return r
}

// returnedLater is the answer of a function that goes on after the failure, as a
// loop that tries again does: every return that the failure leads to gives back
// the error of the call, or success.
func (w *Walker) returnedLater(c ssa.CallInstruction, side []*ssa.BasicBlock) reply {
	var r reply
	for b := range reachedFrom(side) {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok || len(ret.Results) == 0 {
			continue
		}
		if v := ret.Results[len(ret.Results)-1]; isError(v.Type()) && !isNil(v) {
			r.join(w.errorValue(v, c, map[*ssa.Phi]bool{}))
		}
	}
	return r
}

func reachedFrom(blocks []*ssa.BasicBlock) map[*ssa.BasicBlock]bool {
	out := map[*ssa.BasicBlock]bool{}
	stack := slices.Clone(blocks)
	for len(stack) > 0 {
		b := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if !out[b] {
			out[b] = true
			stack = append(stack, b.Succs...)
		}
	}
	return out
}

// errorValue says what an error is, seen from the failing call. The values that
// go round in a loop, seen, add nothing a second time.
func (w *Walker) errorValue(v ssa.Value, c ssa.CallInstruction, seen map[*ssa.Phi]bool) reply {
	switch x := v.(type) {
	case *ssa.Phi:
		var r reply
		if seen[x] {
			return r
		}
		seen[x] = true
		for _, e := range x.Edges {
			if !isNil(e) {
				r.join(w.errorValue(e, c, seen))
			}
		}
		return r
	case *ssa.MakeInterface:
		return w.errorValue(x.X, c, seen)
	case *ssa.Extract:
		if t, ok := x.Tuple.(*ssa.Call); ok && ssa.CallInstruction(t) == c {
			return reply{passes: true}
		}
	case *ssa.Call:
		if ssa.CallInstruction(x) == c {
			return reply{passes: true}
		}
		return w.madeError(x, c, seen)
	}
	return reply{unknown: true}
}

// madeError is an error that another function makes of one.
func (w *Walker) madeError(x *ssa.Call, c ssa.CallInstruction, seen map[*ssa.Phi]bool) reply {
	named := callee(&x.Call)
	if named == nil {
		return reply{unknown: true}
	}
	switch named.FullName() {
	case "fmt.Errorf":
		format, ok := operand(&x.Call, 0).(*ssa.Const)
		if !ok || format.Value == nil || !strings.Contains(constant.StringVal(format.Value), "%w") {
			return reply{unknown: true}
		}
		for _, arg := range variadic(operand(&x.Call, 1)) {
			if r := w.errorValue(unboxed(arg), c, seen); r.passes {
				return r
			}
		}
	case "google.golang.org/grpc/status.Error", "google.golang.org/grpc/status.Errorf":
		if k, ok := operand(&x.Call, 0).(*ssa.Const); ok && k.Value != nil {
			n, _ := constant.Int64Val(k.Value)
			if class, ok := graph.GRPCClass(int(n)); ok {
				return reply{becomes: graph.NewClassSet(class)}
			}
		}
	}
	return reply{unknown: true}
}

func unboxed(v ssa.Value) ssa.Value {
	for {
		switch x := v.(type) {
		case *ssa.MakeInterface:
			v = x.X
		case *ssa.ChangeInterface:
			v = x.X
		default:
			return v
		}
	}
}
