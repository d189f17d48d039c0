package summary

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// Whether a question that a loop asks about the outcome of its call may count: what
// says "not again" after so many rounds is a limit whose number is not known.

// untold is a condition that may end an endless repetition after a number of rounds
// that is not known; nil where none does: a budget, a clock, or a question that
// counts. Signals from outside, and what this round was answered, count nothing.
func (r repetition) untold() ssa.Value {
	for _, v := range r.ends {
		if !r.loop.isSignal(v, 0) {
			return v
		}
	}
	for _, v := range r.asked {
		if r.loop.mayCount(v, r.call) {
			return v
		}
	}
	return nil
}

// mayCount reports whether a condition is the answer of a function that may count:
// it is given a number that the loop carries on, or something that it may keep a
// number in. The call that is repeated is not meant.
func (l *loop) mayCount(v ssa.Value, of ssa.CallInstruction) bool {
	switch x := v.(type) {
	case *ssa.UnOp:
		return x.Op == token.NOT && l.mayCount(x.X, of)
	case *ssa.Extract:
		return l.mayCount(x.Tuple, of)
	case *ssa.BinOp:
		return l.mayCount(x.X, of) || l.mayCount(x.Y, of)
	case *ssa.Call:
		if ssa.CallInstruction(x) == of || !l.blocks[x.Block()] {
			return false
		}
		if _, builtin := x.Call.Value.(*ssa.Builtin); builtin {
			return false
		}
		return l.carriesNumber(&x.Call) || keepsState(&x.Call, waitDepth)
	}
	return false
}

// carriesNumber reports whether a call is given a number that is another one each
// round.
func (l *loop) carriesNumber(com *ssa.CallCommon) bool {
	for _, a := range com.Args {
		if b, ok := a.(*ssa.BinOp); ok {
			a = b.X
		}
		if phi, ok := a.(*ssa.Phi); ok && isInt(phi.Type()) && l.blocks[phi.Block()] {
			return true
		}
	}
	return false
}

// keepsState reports whether a call may change something that outlives it: its body
// stores to what it is given, what it captures or a package variable, or has no body
// here and something to keep a number in.
func keepsState(com *ssa.CallCommon, depth int) bool {
	fn := com.StaticCallee()
	if fn == nil || len(fn.Blocks) == 0 {
		return holdsState(com)
	}
	if depth == 0 {
		return false
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch x := instr.(type) {
			case *ssa.Store:
				if outlives(x.Addr) {
					return true
				}
			case *ssa.MapUpdate:
				return true
			case *ssa.Call:
				// A logger or a counter of metrics says nothing that decides.
				if sig := x.Call.Signature(); sig.Results().Len() > 0 && isBool(sig.Results().At(0).Type()) && keepsState(&x.Call, depth-1) {
					return true
				}
			}
		}
	}
	return false
}

// holdsState reports whether a function that is not known has something to keep a
// number in: an object it is a method of, or what a function value captures. Errors,
// and the functions of packages about them, have none.
func holdsState(com *ssa.CallCommon) bool {
	if com.IsInvoke() {
		return !isError(com.Value.Type()) && !isContext(com.Value.Type())
	}
	if f := callee(com); f != nil && !dynamic(com) {
		recv := f.Signature().Recv()
		return recv != nil && !isErrorType(recv.Type())
	}
	return true
}

// isErrorType reports whether values of a type are errors.
func isErrorType(t types.Type) bool {
	return types.Implements(t, errorType.Underlying().(*types.Interface))
}

// outlives reports whether an address lies outside of the function that stores to it.
func outlives(addr ssa.Value) bool {
	for range 8 {
		switch x := addr.(type) {
		case *ssa.FieldAddr:
			addr = x.X
		case *ssa.IndexAddr:
			addr = x.X
		case *ssa.UnOp:
			addr = x.X
		case *ssa.Parameter, *ssa.FreeVar, *ssa.Global:
			return true
		default:
			return false
		}
	}
	return false
}
