package summary

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/ampcheck/ampcheck/graph"
)

// Workers that take items from a channel share them: each item is worked on once,
// whoever takes it, and the number of workers says how many are in work at once.

// taken is the channel from which a loop takes an item each time before it makes a
// call; nil where it takes none. A tick, and a signal without a value, is no item.
func (l *loop) taken(call ssa.CallInstruction) ssa.Value {
	if call == nil || !l.blocks[call.Block()] {
		return nil
	}
	for _, b := range call.Parent().Blocks {
		if !l.blocks[b] {
			continue
		}
		for _, instr := range b.Instrs {
			if ch := itemsOf(instr); ch != nil && precedes(instr, call) {
				return ch
			}
		}
	}
	return nil
}

// itemsOf is the channel of items that an instruction receives from; nil for others.
func itemsOf(instr ssa.Instruction) ssa.Value {
	switch i := instr.(type) {
	case *ssa.UnOp:
		if i.Op == token.ARROW && isItem(i.X) {
			return i.X
		}
	case *ssa.Select:
		for _, s := range i.States {
			if s.Dir == types.RecvOnly && isItem(s.Chan) {
				return s.Chan
			}
		}
	}
	return nil
}

// isItem reports whether what comes out of a channel is something to work on.
func isItem(ch ssa.Value) bool {
	c, ok := ch.Type().Underlying().(*types.Chan)
	if !ok {
		return false
	}
	switch s := c.Elem().Underlying().(type) {
	case *types.Struct:
		return s.NumFields() > 0 && typeName(c.Elem()) != "time.Time"
	case *types.Interface:
		return !isError(c.Elem()) && typeName(c.Elem()) != "os.Signal"
	}
	return true
}

// share is a fan-out over workers that run beside one another. The items that they
// take from a channel are those of all of them; the rest each of them does.
func (w *Walker) share(fo graph.FanOut, body *graph.Step) *graph.Step {
	var own, shared []*graph.Step
	for _, part := range flat(body) {
		if inner, ok := w.items(part); ok {
			inner.Shared, inner.Width = false, fo.Width
			if fo.Mode == graph.FanOutCancel {
				inner.Mode = fo.Mode
			}
			shared = append(shared, &graph.Step{Repeat: &graph.Repeat{FanOut: w.registerFan(inner), Step: part.Repeat.Step}})
		} else {
			own = append(own, part)
		}
	}
	failFast := body.Seq != nil && body.Seq.FailFast
	if rest := sequence(own, failFast); rest != nil {
		rest = &graph.Step{Repeat: &graph.Repeat{FanOut: w.registerFan(fo), Step: *rest}}
		shared = append([]*graph.Step{rest}, shared...)
	}
	return sequence(shared, failFast)
}

// items is the fan-out over items of a channel that a step is.
func (w *Walker) items(s *graph.Step) (graph.FanOut, bool) {
	if s.Repeat == nil || s.Repeat.FanOut == "" {
		return graph.FanOut{}, false
	}
	fo := w.fans[s.Repeat.FanOut]
	return fo, fo.Shared
}
