package summary

import (
	"go/types"
	"slices"
	"strings"

	"github.com/ampcheck/ampcheck/analysis/sdk"
	"github.com/ampcheck/ampcheck/graph"
	"golang.org/x/tools/go/ssa"
)

// outward tells which calls may leave the process, from what the table says and
// from the shape of what it does not know: a function without a body here, of a
// package that can reach the network, that may fail. Bodies are made from the
// table alone; this answers only whether something that is repeated may matter.
type outward struct {
	x *Index
	// fns are the functions from which such a call is reached.
	fns map[*ssa.Function]bool
	// foreign are the interfaces that a type of a package with network access,
	// which is not of the tree, is used as.
	foreign map[*types.TypeName]bool
}

func newOutward(x *Index) *outward {
	o := &outward{x: x, fns: map[*ssa.Function]bool{}, foreign: map[*types.TypeName]bool{}}
	for _, fn := range x.r.Functions() {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if m, ok := instr.(*ssa.MakeInterface); ok {
					o.used(m)
				}
			}
		}
	}
	above := map[*ssa.Function][]*ssa.Function{}
	var asks, sends, takes []*ssa.Function
	for _, fn := range x.r.Functions() {
		for c := range calls(fn) {
			if o.leaf(c) {
				asks = append(asks, fn)
			}
			if f := callee(c.Common()); f != nil && fn.Pkg != nil && x.r.Networked(fn.Pkg.Pkg) {
				if sendsBytes[f.FullName()] {
					sends = append(sends, fn)
				}
				if takesBytes[f.FullName()] {
					takes = append(takes, fn)
				}
			}
			for _, to := range o.below(c) {
				above[to] = append(above[to], fn)
			}
		}
	}
	if len(sends) > 0 && len(takes) > 0 {
		sent, taken := reaching(sends, above), reaching(takes, above)
		for _, fn := range x.r.Functions() {
			if sent[fn] && taken[fn] {
				asks = append(asks, fn)
			}
		}
	}
	o.fns = reaching(asks, above)
	return o
}

// A module that speaks the protocol of its server itself does not call a client: what
// it sends over a connection and then takes from it is a request.
var (
	sendsBytes = map[string]bool{"(net.Conn).Write": true, "(*bufio.Writer).Flush": true, "(*net.Buffers).WriteTo": true}
	takesBytes = map[string]bool{"(net.Conn).Read": true, "(*bufio.Reader).Read": true, "(*bufio.Reader).ReadByte": true,
		"(*bufio.Reader).ReadSlice": true, "(*bufio.Reader).ReadString": true, "(*bufio.Reader).Peek": true, "io.ReadFull": true}
)

// reaching are some functions, and those that lead to them.
func reaching(fns []*ssa.Function, above map[*ssa.Function][]*ssa.Function) map[*ssa.Function]bool {
	out := map[*ssa.Function]bool{}
	for open := fns; len(open) > 0; {
		fn := open[len(open)-1]
		open = open[:len(open)-1]
		if !out[fn] {
			out[fn] = true
			open = append(open, above[fn]...)
		}
	}
	return out
}

// used notes the interface that a value of another module is used as.
func (o *outward) used(m *ssa.MakeInterface) {
	as := named(m.Type())
	of := named(m.X.Type())
	if as != nil && of != nil && of.Pkg() != nil && as.Pkg() != nil && !o.x.r.Own(of.Pkg()) && o.x.r.Own(as.Pkg()) && o.x.r.Networked(of.Pkg()) {
		o.foreign[as] = true
	}
}

// named is the name of a type, or of what a pointer points at; nil without one.
func named(t types.Type) *types.TypeName {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	if n, ok := types.Unalias(t).(*types.Named); ok {
		return n.Obj()
	}
	return nil
}

// calls are the calls of a function that are no builtins.
func calls(fn *ssa.Function) func(yield func(ssa.CallInstruction) bool) {
	return func(yield func(ssa.CallInstruction) bool) {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				c, ok := instr.(ssa.CallInstruction)
				if !ok {
					continue
				}
				if _, builtin := c.Common().Value.(*ssa.Builtin); builtin {
					continue
				}
				if !yield(c) {
					return
				}
			}
		}
	}
}

// below are the functions with a body that a call may run: its callees, and the
// function literals and functions it is given.
func (o *outward) below(c ssa.CallInstruction) []*ssa.Function {
	com := c.Common()
	var out []*ssa.Function
	if to := com.StaticCallee(); to != nil {
		out = append(out, to)
	} else if com.IsInvoke() {
		out = append(out, o.x.r.Callees(c)...)
	}
	for _, a := range com.Args {
		if fn := functionOf(a); fn != nil {
			out = append(out, fn)
		}
	}
	return out
}

// functionOf is the function that a value is, where it stands there as one.
func functionOf(v ssa.Value) *ssa.Function {
	switch v := v.(type) {
	case *ssa.Function:
		return v
	case *ssa.MakeClosure:
		fn, _ := v.Fn.(*ssa.Function)
		return fn
	case *ssa.ChangeType:
		return functionOf(v.X)
	case *ssa.MakeInterface:
		return functionOf(v.X)
	}
	return nil
}

// call reports whether a call may leave the process.
func (o *outward) call(c ssa.CallInstruction) bool {
	if o.leaf(c) {
		return true
	}
	for _, fn := range o.below(c) {
		if o.fns[fn] {
			return true
		}
	}
	return false
}

// leaf reports whether a call leaves the process by itself.
func (o *outward) leaf(c ssa.CallInstruction) bool {
	com := c.Common()
	f := callee(com)
	if f == nil {
		return kept(com)
	}
	if dynamic(com) {
		_, call, ok := o.x.row(f)
		return ok && call.Effect == graph.EffectRemote || !ok && kept(com)
	}
	if f.Pkg() == nil {
		return false
	}
	if kinds := sdk.ClientSpan(f.FullName()); kinds != nil {
		k, ok := operand(com, 0).(*ssa.Const)
		return ok && slices.Contains(kinds, k.Int64())
	}
	if o.x.r.Own(f.Pkg()) {
		// An interface of the tree that nothing here implements, or something of
		// another module.
		return com.IsInvoke() && fails(f.Signature()) && !streams(f) &&
			(o.foreign[named(com.Value.Type())] || takesContext(f.Signature()) && len(o.x.r.Callees(c)) == 0)
	}
	if streams(f) {
		return false
	}
	if _, call, ok := o.x.row(f); ok {
		return call.Effect == graph.EffectRemote
	}
	if to := com.StaticCallee(); to != nil && len(to.Blocks) > 0 || !fails(f.Signature()) || len(o.x.table.Knobs(f.FullName())) > 0 {
		return false
	}
	path := f.Pkg().Path()
	if first, _, _ := strings.Cut(path, "/"); !strings.Contains(first, ".") {
		return path == "net" && (strings.HasPrefix(f.Name(), "Dial") || strings.HasPrefix(f.Name(), "Lookup"))
	}
	// What is given nothing asks for an answer if it returns more than an error, and
	// is no method of an answer.
	asks := com.IsInvoke() || f.Signature().Params().Len() > 0 ||
		f.Signature().Recv() != nil && f.Signature().Results().Len() > 1 && !partOfAnswer(receiver(com))
	return asks && o.x.r.Networked(f.Pkg())
}

// partOfAnswer reports whether a value is what a call that may fail has returned,
// or a part of it.
func partOfAnswer(v ssa.Value) bool {
	for range 8 {
		switch x := v.(type) {
		case *ssa.UnOp:
			v = x.X
		case *ssa.FieldAddr:
			v = x.X
		case *ssa.Field:
			v = x.X
		case *ssa.Extract:
			c, ok := x.Tuple.(*ssa.Call)
			return ok && fails(c.Call.Signature())
		default:
			return false
		}
	}
	return false
}

// kept reports whether a call is that of a function kept in a field, which takes
// a context and may fail: how a client dials, or the transport below it.
func kept(com *ssa.CallCommon) bool {
	u, ok := com.Value.(*ssa.UnOp)
	if !ok || com.IsInvoke() || !fails(com.Signature()) || !takesContext(com.Signature()) {
		return false
	}
	_, ok = u.X.(*ssa.FieldAddr)
	return ok
}

// streams reports whether a function works on something open: it closes, reads or
// writes it.
func streams(f *types.Func) bool {
	switch f.Name() {
	case "Close", "Read", "Write", "Flush", "Sync":
		return true
	case "Err": // what went wrong so far
		return f.Signature().Params().Len() == 0
	}
	return false
}

// fails reports whether a function says that it failed.
func fails(sig *types.Signature) bool {
	n := sig.Results().Len()
	return n > 0 && isError(sig.Results().At(n-1).Type())
}

func takesContext(sig *types.Signature) bool {
	for v := range sig.Params().Variables() {
		if isContext(v.Type()) {
			return true
		}
	}
	return false
}
