package summary

import (
	"fmt"
	"go/types"
	"reflect"

	"golang.org/x/tools/go/ssa"

	"github.com/ampcheck/ampcheck/analysis/sdk"
	"github.com/ampcheck/ampcheck/graph"
)

// consumes reports whether a loop of what a program does first takes messages, and
// writes the handler that it then is: its work is that of a message, and none of the
// start.
func (w *Walker) consumes(l *loop, f *frame, body *graph.Step) bool {
	if !w.startup || !l.takesMessages(f.fn) {
		return false
	}
	h := graph.Handler{Service: w.Service, Operation: name(f.fn), Kind: graph.NodeOperation, Entry: graph.EntryMessage,
		Body: body, Pos: w.loopPos(l, f.fn)}
	for n := 2; ; n++ {
		same, taken := w.handlerOf(h.Operation)
		switch {
		case !taken:
			w.out.Handlers = append(w.out.Handlers, h)
			return true
		case reflect.DeepEqual(same.Body, h.Body):
			return true
		}
		h.Operation = fmt.Sprintf("%s#%d", name(f.fn), n) // what is done with a message differs
	}
}

// handlerOf is the handler of an operation of this program.
func (w *Walker) handlerOf(operation string) (graph.Handler, bool) {
	for _, h := range w.out.Handlers {
		if h.Service == w.Service && h.Operation == operation {
			return h, true
		}
	}
	return graph.Handler{}, false
}

// takesMessages reports whether a loop takes a message each time, out of a channel or
// from a call, and no loop inside it does.
func (l *loop) takesMessages(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		if !l.blocks[b] || l.inner[b] {
			continue
		}
		for _, instr := range b.Instrs {
			if ch := itemsOf(instr); ch != nil && isMessage(ch.Type().Underlying().(*types.Chan).Elem()) {
				return true
			}
			c, ok := instr.(*ssa.Call)
			if !ok || callee(&c.Call) == nil {
				continue
			}
			for r := range c.Call.Signature().Results().Variables() {
				if isMessage(r.Type()) && receiver(&c.Call) != nil && !isMessage(receiver(&c.Call).Type()) {
					return true
				}
			}
		}
	}
	return false
}

// isMessage reports whether a type is that of a message, or of some.
func isMessage(t types.Type) bool {
	if s, ok := t.Underlying().(*types.Slice); ok {
		t = s.Elem()
	}
	return sdk.IsMessage(typeName(t))
}
