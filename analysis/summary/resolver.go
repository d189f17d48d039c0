package summary

import (
	"go/token"
	"go/types"

	"github.com/ampcheck/ampcheck/analysis/sdk"
	"github.com/ampcheck/ampcheck/graph"
	"golang.org/x/tools/go/ssa"
)

// Resolver answers what only a driver knows.
type Resolver interface {
	// Callees lists the functions a dynamic call may reach, in a fixed order;
	// nil where that is not known. Static callees are not asked for.
	Callees(site ssa.CallInstruction) []*ssa.Function
	// Callers lists the static calls of a function, in a fixed order.
	Callers(fn *ssa.Function) []ssa.CallInstruction
	// Functions lists all functions with bodies, methods and closures included,
	// in a fixed order.
	Functions() []*ssa.Function
	// Own reports whether a package belongs to the tree that is analysed.
	Own(pkg *types.Package) bool
	// Networked reports whether a package imports package net, directly or not: a
	// function of another package can leave the process only then.
	Networked(pkg *types.Package) bool
	// Unread reports whether a function has a body that does not type-check, so
	// that nothing is known of what it calls.
	Unread(fn *ssa.Function) bool
	// Generated reports whether a program wrote the file of a function: what it
	// calls is called, to the reader, where it is called itself.
	Generated(fn *ssa.Function) bool
	// Position is a place in the source, relative to the analysed directory.
	Position(pos token.Pos) graph.Pos
}

// Sink reports whether a call is one that bodies are made of, for drivers that
// cut the program down to what leads to such calls.
func Sink(table *sdk.Table, c ssa.CallInstruction) bool {
	f := callee(c.Common())
	if f == nil {
		return false
	}
	_, call, ok := table.Func(f.FullName())
	return ok && matters(call)
}

// callee is the function a call names: a static callee or the method of an
// interface, of generic ones the declaration. A function in a field of a named type,
// as clients hold their methods in, stands for its type. Nil for calls of other
// function values and builtins.
func callee(c *ssa.CallCommon) *types.Func {
	if c.IsInvoke() {
		return c.Method.Origin()
	}
	fn := c.StaticCallee()
	if fn == nil {
		return ofType(c)
	}
	if o := fn.Origin(); o != nil {
		fn = o
	}
	f, _ := fn.Object().(*types.Func)
	return f
}

// operand is parameter i of a call, without the receiver.
func operand(c *ssa.CallCommon, i int) ssa.Value {
	if !c.IsInvoke() && c.Signature().Recv() != nil {
		i++
	}
	if i < 0 || i >= len(c.Args) {
		return nil
	}
	return c.Args[i]
}

// operands are the receiver of a call, if it has one, and its parameters.
func operands(c *ssa.CallCommon) []ssa.Value {
	if c.IsInvoke() {
		return append([]ssa.Value{c.Value}, c.Args...)
	}
	return c.Args
}

// receiver is the receiver of a call; nil for plain functions. Of a function in a
// field it is the client which that field is a part of.
func receiver(c *ssa.CallCommon) ssa.Value {
	switch {
	case c.IsInvoke():
		return c.Value
	case c.Signature().Recv() != nil && len(c.Args) > 0:
		return c.Args[0]
	}
	return holder(c)
}
