package summary

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// What a loop waits for, and what ends it that its call has no part in.

// signals reports whether all the conditions that may end an endless repetition are
// signals from outside: a context, a channel, a flag. What else may end it is a
// budget or a clock, of which the number is not known.
func signals(ends []ssa.Value) bool {
	for _, v := range ends {
		if !isSignal(v, 0) {
			return false
		}
	}
	return true
}

func isSignal(v ssa.Value, depth int) bool {
	if depth > 6 {
		return false
	}
	switch x := v.(type) {
	case *ssa.Const, *ssa.Select:
		return true
	case *ssa.Extract:
		return isSignal(x.Tuple, depth+1)
	case *ssa.BinOp:
		return isSignal(x.X, depth+1) && isSignal(x.Y, depth+1)
	case *ssa.UnOp:
		if x.Op == token.NOT || x.Op == token.ARROW {
			return x.Op == token.ARROW || isSignal(x.X, depth+1)
		}
		_, basic := x.Type().Underlying().(*types.Basic)
		return x.Op == token.MUL && (!basic || isBool(x.Type())) // a flag, a pointer that is set
	case *ssa.Phi:
		for _, e := range x.Edges {
			if e != v && !isSignal(e, depth+1) {
				return false
			}
		}
		return true
	case *ssa.Call:
		f := callee(&x.Call)
		if f == nil {
			return false
		}
		switch f.FullName() {
		case "(context.Context).Err", "(*sync/atomic.Bool).Load", "(context.Context).Done", "errors.Is":
			return true
		}
		return f.Pkg() != nil && f.Pkg().Path() == "sync/atomic"
	case *ssa.Parameter, *ssa.FreeVar:
		return isBool(v.Type())
	}
	return false
}

func isBool(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsBoolean != 0
}

// waits reports whether a loop waits for a timer or a channel.
func (l *loop) waits() bool {
	var blocks []*ssa.BasicBlock
	for b := range l.blocks {
		blocks = append(blocks, b)
	}
	return waitsIn(blocks)
}

// waitDepth bounds how deep functions are followed that may wait.
const waitDepth = 3

// waitsBelow reports whether a function that a call names waits, or one of those
// that it calls.
func waitsBelow(c ssa.CallInstruction, depth int) bool {
	fn := c.Common().StaticCallee()
	return fn != nil && waitsWithin(fn, depth)
}

func waitsWithin(fn *ssa.Function, depth int) bool {
	if depth == 0 {
		return false
	}
	if waitsIn(fn.Blocks) {
		return true
	}
	for inner := range calls(fn) {
		if waitsBelow(inner, depth-1) {
			return true
		}
	}
	return false
}

func waitsIn(blocks []*ssa.BasicBlock) bool {
	for _, b := range blocks {
		for _, instr := range b.Instrs {
			switch x := instr.(type) {
			case *ssa.Select:
				if x.Blocking {
					return true
				}
			case *ssa.UnOp:
				if x.Op == token.ARROW {
					return true
				}
			case ssa.CallInstruction:
				if f := callee(x.Common()); f != nil && f.Pkg() != nil && f.Pkg().Path() == "time" && waiting[f.Name()] {
					return true
				}
			}
		}
	}
	return false
}

// waiting are the functions of package time by which a loop waits.
var waiting = map[string]bool{"Sleep": true, "After": true, "NewTimer": true, "Tick": true, "NewTicker": true, "Reset": true}
