package summary

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/ampcheck/ampcheck/graph"
)

// A function that is sent to a channel is called by whoever receives it, as the
// workers of a pool do: once, and for the one who sent it. The receiver calls it
// for others, and does nothing by itself.

// sentFunctions are the functions that an instruction sends to a channel.
func sentFunctions(instr ssa.Instruction) []ssa.Value {
	switch i := instr.(type) {
	case *ssa.Send:
		if isFunction(i.X.Type()) {
			return []ssa.Value{i.X}
		}
	case *ssa.Select:
		var out []ssa.Value
		for _, s := range i.States {
			if s.Dir == types.SendOnly && isFunction(s.Send.Type()) {
				out = append(out, s.Send)
			}
		}
		return out
	}
	return nil
}

func isFunction(t types.Type) bool {
	_, ok := t.Underlying().(*types.Signature)
	return ok
}

// sent is what a function that was sent calls.
func (w *Walker) sent(v ssa.Value, f *frame) *graph.Step {
	var steps []*graph.Step
	for _, t := range w.x.sentTargets(v, f) {
		if !f.runs(t.fn) && t.frame.depth() <= maxDepth {
			steps = append(steps, w.function(t))
		}
	}
	return alternatives(steps)
}

// sentTargets are the functions that a sent value may be, also where it is one of a list.
func (x *Index) sentTargets(v ssa.Value, f *frame) []target {
	out := x.functions(v, f, nil)
	for _, o := range x.trace(v, f) {
		if item, ok := itemOf(o.value); ok {
			for _, e := range x.elements(item.X, o.frame) {
				out = append(out, x.functions(e.value, e.frame, nil)...)
			}
		}
	}
	return out
}

// isReceived reports whether a value comes out of a channel.
func isReceived(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.UnOp:
		return v.Op == token.ARROW
	case *ssa.Extract:
		if _, ok := v.Tuple.(*ssa.Select); ok {
			return true
		}
		return isReceived(v.Tuple)
	}
	return false
}
