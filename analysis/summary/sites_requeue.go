package summary

import (
	"go/token"
	"go/types"

	"github.com/ampcheck/ampcheck/graph"
	"golang.org/x/tools/go/ssa"
)

// requeues lists the places where an item is put back into the queue it came from
// because the work on it failed.
func (s *Sites) requeues(fn *ssa.Function) []graph.Site {
	var out []graph.Site
	for item, from := range taken(fn) {
		for c := range calls(fn) {
			if c.Value() == nil || c.Value() == item || !s.operation(c) || derived(receiver(c.Common()), item, 0) {
				continue // a connection that goes back into its pool is no work to be done
			}
			b := behind(c)
			back := putBack(fn, item, from)
			for at, pos := range back {
				if b.fails[at.Block()] && !b.good[at.Block()] && !returned(at, back, b) && !lent(at, back) {
					site := s.site(fn, graph.SiteRequeue, s.x.r.Position(pos))
					site.Remote = s.out.call(c)
					site.SetBound(graph.Endless(site.Pos))
					out = append(out, site)
				}
			}
		}
	}
	return out
}

// returned reports whether an item is given back by the same function when the work
// on it is good: it was lent, as a buffer of a pool is.
func returned(at ssa.Instruction, back map[ssa.Instruction]token.Pos, b after) bool {
	c, ok := at.(ssa.CallInstruction)
	if !ok {
		return false
	}
	for other := range back {
		d, ok := other.(ssa.CallInstruction)
		if ok && d != c && b.good[d.Block()] && callee(d.Common()) == callee(c.Common()) {
			return true
		}
	}
	return false
}

// lent reports whether an item is given back by a defer, which does so whatever
// happens, as with a lock.
func lent(at ssa.Instruction, back map[ssa.Instruction]token.Pos) bool {
	for other := range back {
		d, ok := other.(*ssa.Defer)
		if !ok {
			continue
		}
		if c, ok := at.(ssa.CallInstruction); ok && callee(c.Common()) == callee(d.Common()) {
			return true
		}
	}
	return false
}

// taken maps the values that a function takes from something to what it took them
// from: the receiver of a call, or a channel.
func taken(fn *ssa.Function) map[ssa.Value]ssa.Value {
	out := map[ssa.Value]ssa.Value{}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch x := instr.(type) {
			case *ssa.Call:
				if recv := receiver(&x.Call); recv != nil && isObject(recv.Type()) && !fails(x.Call.Signature()) {
					out[x] = recv
				}
			case *ssa.UnOp:
				if x.Op == token.ARROW {
					out[x] = x.X
				}
			case *ssa.Extract:
				if sel, ok := x.Tuple.(*ssa.Select); ok && x.Index >= 2 {
					out[x] = received(sel, x.Index-2)
				}
			}
		}
	}
	return out
}

// received is the channel of the value received that has place i among those of a
// select: states that send have none.
func received(sel *ssa.Select, i int) ssa.Value {
	for _, st := range sel.States {
		if st.Dir != types.RecvOnly {
			continue
		}
		if i == 0 {
			return st.Chan
		}
		i--
	}
	return nil
}

// isObject reports whether a value of a type stands for something that changes.
func isObject(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Interface:
		return true
	}
	return false
}

// derived reports whether a value is an item, or made from it alone.
func derived(v, item ssa.Value, depth int) bool {
	if v == item {
		return true
	}
	if depth > 6 {
		return false
	}
	switch x := v.(type) {
	case *ssa.Extract:
		return derived(x.Tuple, item, depth+1)
	case *ssa.TypeAssert:
		return derived(x.X, item, depth+1)
	case *ssa.MakeInterface:
		return derived(x.X, item, depth+1)
	case *ssa.ChangeType:
		return derived(x.X, item, depth+1)
	case *ssa.Alloc:
		for _, ref := range *x.Referrers() {
			if st, ok := ref.(*ssa.Store); ok && st.Addr == x && derived(st.Val, item, depth+1) {
				return true
			}
			if f, ok := ref.(*ssa.FieldAddr); ok && holds(f, item, depth+1) {
				return true
			}
		}
	case *ssa.UnOp:
		return x.Op == token.MUL && derived(x.X, item, depth+1)
	case *ssa.FieldAddr:
		return derived(x.X, item, depth+1)
	case *ssa.Field:
		return derived(x.X, item, depth+1)
	}
	return false
}

// holds reports whether an item is stored in a field.
func holds(f *ssa.FieldAddr, item ssa.Value, depth int) bool {
	for _, ref := range *f.Referrers() {
		if st, ok := ref.(*ssa.Store); ok && st.Addr == f && derived(st.Val, item, depth) {
			return true
		}
	}
	return false
}

// putBack lists the instructions that give an item to what it was taken from.
func putBack(fn *ssa.Function, item, from ssa.Value) map[ssa.Instruction]token.Pos {
	out := map[ssa.Instruction]token.Pos{}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch x := instr.(type) {
			case ssa.CallInstruction:
				com := x.Common()
				recv := receiver(com)
				if recv == nil || !alike(recv, from) || x.Value() == item || fails(com.Signature()) {
					continue
				}
				args := com.Args
				if com.Signature().Recv() != nil && !com.IsInvoke() {
					args = args[1:]
				}
				for _, a := range args {
					if derived(a, item, 0) {
						out[x] = x.Pos()
					}
				}
			case *ssa.Send:
				if alike(x.Chan, from) && derived(x.X, item, 0) {
					out[x] = x.Pos()
				}
			}
		}
	}
	return out
}
