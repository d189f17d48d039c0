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
		own, found := service+":"+name(fn)+"#", false
		for _, l := range f.Layers {
			if strings.HasPrefix(l.ID, own) && repeated[l.ID] {
				out.Layers, found = append(out.Layers, l), true
			}
		}
		for _, fan := range f.FanOuts {
			if strings.HasPrefix(fan.ID, own) && repeated[fan.ID] {
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
				if !marked[fn] && x.leadsItself(c) {
					marked[fn] = true
					open = append(open, fn)
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

// leadsItself reports whether a call is one of the table that leaves the process
// or repeats something. A driver that sees one package at a time also takes what
// it has kept of other packages, and the functions that others may pass.
func (x *Index) leadsItself(c ssa.CallInstruction) bool {
	f := callee(c.Common())
	if f != nil {
		if _, call, ok := x.row(f); ok {
			return call.Effect == graph.EffectRemote || len(call.Layers) > 0
		}
	}
	if f == nil || dynamic(c.Common()) {
		_, builtin := c.Common().Value.(*ssa.Builtin)
		return x.store != nil && !builtin
	}
	return x.store != nil && x.store.Body(f) != nil
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
