package summary

import (
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ampcheck/ampcheck/graph"
)

// Repeats writes into out, for each function that repeats calls itself, a handler
// with what the function does when it runs once, and the layers and fan-outs
// that stand in this very function. Each function is walked on its own, so that
// the numbers are those that all its callers give and not those of one of them.
func (x *Index) Repeats(service string, fns []*ssa.Function, out *graph.Fragment) {
	leads := x.leads()
	for _, fn := range fns {
		if !leads[fn] || fn.Synthetic != "" && fn.Origin() == nil {
			continue // nothing remote, or a wrapper without code of its own
		}
		f := &graph.Fragment{}
		NewWalker(x, service, f).Exported([]*ssa.Function{fn})
		repeated := map[string]bool{}
		for i := range f.Handlers {
			repeatsRemote(f.Handlers[i].Body, repeated)
		}
		own, found := name(fn)+"#", false
		for _, l := range f.Layers {
			if strings.HasPrefix(l.ID, service+":"+own) && repeated[l.ID] {
				out.Layers, found = append(out.Layers, l), true
			}
		}
		for _, fan := range f.FanOuts {
			if strings.HasPrefix(fan.ID, service+":"+own) && repeated[fan.ID] {
				out.FanOuts, found = append(out.FanOuts, fan), true
			}
		}
		if found {
			out.Handlers = append(out.Handlers, f.Handlers...)
		}
	}
}

// leads marks the functions from which a call of the table is reached. Unlike
// reaches it takes the call of a function value for what the driver knows it
// calls, not for anything.
func (x *Index) leads() map[*ssa.Function]bool {
	above := map[*ssa.Function][]*ssa.Function{}
	marked := map[*ssa.Function]bool{}
	var open []*ssa.Function
	for _, fn := range x.r.Functions() {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				for _, op := range instr.Operands(nil) {
					if f, ok := (*op).(*ssa.Function); ok {
						above[f] = append(above[f], fn)
					}
				}
				c, ok := instr.(ssa.CallInstruction)
				if !ok {
					continue
				}
				for _, to := range x.r.Callees(c) {
					above[to] = append(above[to], fn)
				}
				if f := callee(c.Common()); f != nil && !marked[fn] {
					if _, call, ok := x.table.Func(f.FullName()); ok && (call.Effect == graph.EffectRemote || len(call.Layers) > 0) {
						marked[fn] = true
						open = append(open, fn)
					}
				}
			}
		}
	}
	for len(open) > 0 {
		fn := open[len(open)-1]
		open = open[:len(open)-1]
		for _, up := range above[fn] {
			if !marked[up] {
				marked[up] = true
				open = append(open, up)
			}
		}
	}
	return marked
}

// repeatsRemote reports whether a step calls something outside the process, or a
// function that was not found and may, and notes the repeats round such steps.
func repeatsRemote(s *graph.Step, repeated map[string]bool) bool {
	found := false
	each := func(steps []graph.Step) {
		for i := range steps {
			if repeatsRemote(&steps[i], repeated) {
				found = true
			}
		}
	}
	switch {
	case s.Call != nil:
		return true
	case s.Unknown != nil:
		return !strings.HasPrefix(s.Unknown.What, recursionStep)
	case s.Seq != nil:
		each(s.Seq.Steps)
	case s.Par != nil:
		each(s.Par.Steps)
	case s.Alt != nil:
		each(s.Alt.Steps)
	case s.Repeat != nil:
		if repeatsRemote(&s.Repeat.Step, repeated) {
			repeated[s.Repeat.Layer], repeated[s.Repeat.FanOut] = true, true
			return true
		}
	}
	return found
}
