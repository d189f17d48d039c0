package summary

import (
	"golang.org/x/tools/go/ssa"
)

// maxTold bounds how deep calls are looked into for what they change.
const maxTold = 3

// tellsReceiver reports whether a method may change the object it is a method of: one
// that is only looked at is told nothing.
func tellsReceiver(com *ssa.CallCommon) bool {
	fn := com.StaticCallee()
	if fn == nil || fn.Signature.Recv() == nil {
		return true
	}
	return changes(fn, 0, maxTold)
}

// changes reports whether a function may change what one of its parameters leads to.
func changes(fn *ssa.Function, param, depth int) bool {
	if len(fn.Blocks) == 0 || depth == 0 || param >= len(fn.Params) {
		return true
	}
	p := fn.Params[param]
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch x := instr.(type) {
			case *ssa.Store:
				if leadsBack(x.Addr) == p {
					return true
				}
			case *ssa.MapUpdate:
				if leadsBack(x.Map) == p {
					return true
				}
			case *ssa.MakeClosure:
				for _, v := range x.Bindings {
					if leadsBack(v) == p {
						return true
					}
				}
			case ssa.CallInstruction:
				if changedBy(x.Common(), p, depth) {
					return true
				}
			}
		}
	}
	return false
}

// changedBy reports whether a call may change what a parameter of the function round it
// leads to. Results that hold no address of it are not followed.
func changedBy(com *ssa.CallCommon, p *ssa.Parameter, depth int) bool {
	if _, builtin := com.Value.(*ssa.Builtin); builtin {
		return len(com.Args) > 0 && leadsBack(com.Args[0]) == p && com.Value.Name() != "len"
	}
	if com.IsInvoke() && leadsBack(com.Value) == p {
		return true
	}
	to := com.StaticCallee()
	for i, a := range com.Args {
		if nillable(a.Type()) && leadsBack(a) == p && (to == nil || changes(to, i, depth-1)) {
			return true
		}
	}
	return false
}

// leadsBack is the value that an address, or what is read from it, leads back to.
func leadsBack(v ssa.Value) ssa.Value {
	for range 8 {
		switch x := v.(type) {
		case *ssa.FieldAddr:
			v = x.X
		case *ssa.Field:
			v = x.X
		case *ssa.IndexAddr:
			v = x.X
		case *ssa.UnOp:
			v = x.X
		case *ssa.Slice:
			v = x.X
		case *ssa.MakeInterface:
			v = x.X
		case *ssa.ChangeType:
			v = x.X
		default:
			return v
		}
	}
	return v
}
