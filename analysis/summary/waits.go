package summary

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// What a loop waits for, and what ends it that its call has no part in.

// isSignal reports whether a condition is a signal from outside, as a context, a
// channel or a flag, or looks at what this round was answered. What else may end a
// loop is a budget or a clock.
func (l *loop) isSignal(v ssa.Value, depth int) bool {
	if depth > 6 {
		return false
	}
	switch x := v.(type) {
	case *ssa.Const, *ssa.Select:
		return true
	case *ssa.Extract:
		return l.isSignal(x.Tuple, depth+1)
	case *ssa.Lookup:
		return l.isAnswer(x.X, depth+1)
	case *ssa.BinOp:
		return l.isAnswer(x.X, depth+1) || l.isAnswer(x.Y, depth+1) || l.isSignal(x.X, depth+1) && l.isSignal(x.Y, depth+1)
	case *ssa.UnOp:
		if x.Op == token.NOT || x.Op == token.ARROW {
			return x.Op == token.ARROW || l.isSignal(x.X, depth+1)
		}
		_, basic := x.Type().Underlying().(*types.Basic)
		return x.Op == token.MUL && (!basic || isBool(x.Type())) // a flag, a pointer that is set
	case *ssa.Phi:
		for _, e := range x.Edges {
			if e != v && !l.isSignal(e, depth+1) {
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

// isAnswer reports whether a value is, or is read from, what a call that may fail
// has answered in this round of the loop: it does not count rounds.
func (l *loop) isAnswer(v ssa.Value, depth int) bool {
	if depth > 8 {
		return false
	}
	switch x := v.(type) {
	case *ssa.Extract:
		c, ok := x.Tuple.(*ssa.Call)
		return ok && l.blocks[c.Block()] && fails(c.Call.Signature()) && !isError(x.Type())
	case *ssa.UnOp:
		return x.Op == token.MUL && l.isAnswer(x.X, depth+1)
	case *ssa.FieldAddr:
		return l.isAnswer(x.X, depth+1)
	case *ssa.Field:
		return l.isAnswer(x.X, depth+1)
	case *ssa.IndexAddr:
		return l.isAnswer(x.X, depth+1)
	case *ssa.Phi:
		answered := false
		for _, e := range x.Edges {
			if _, made := e.(*ssa.Alloc); made || e == v {
				continue
			}
			if !l.isAnswer(e, depth+1) {
				return false
			}
			answered = true
		}
		return answered
	case *ssa.Call:
		// A function of the answer alone: its length, a part that is found in it.
		// What is given anything else may count.
		if x.Call.IsInvoke() || !l.blocks[x.Block()] || len(x.Call.Args) == 0 {
			return false
		}
		for _, a := range x.Call.Args {
			if _, written := a.(*ssa.Const); !written && !l.isAnswer(a, depth+1) {
				return false
			}
		}
		return true
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
