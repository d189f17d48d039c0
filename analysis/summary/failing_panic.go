package summary

import (
	"go/token"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
	"golang.org/x/tools/go/ssa"
)

// panics ends a way that panics. A server of net/http drops the connection then, and
// what recovers round a handler answers 500. One of gRPC recovers from nothing: the
// process dies, and callers see UNAVAILABLE, or INTERNAL where an interceptor of a
// library recovers. A function of the program that recovers may answer anything.
func (r *run) panics(st *state) {
	var classes []graph.Class
	switch {
	case r.how == nil || r.how.around.recovers() || st.recovers():
	case r.how.protocol == graph.ProtocolHTTP:
		failed, _ := graph.HTTPClass(500)
		classes = append(classes, graph.ClassReset, failed)
	case r.how.protocol == graph.ProtocolGRPC:
		gone, _ := graph.GRPCClass(codeUnavailable)
		classes = append(classes, gone)
		if r.how.around != nil && r.how.around.libraries {
			internal, _ := graph.GRPCClass(codeInternal)
			classes = append(classes, internal)
		}
	}
	for _, c := range classes {
		r.end(reply{kind: replyFails, class: c}, st.classes, st.where)
	}
	if len(classes) == 0 {
		r.end(reply{}, st.classes, st.where)
	}
}

const codeInternal, codeUnavailable = 13, 14

// pointerOf is the pointer or interface that an instruction looks into.
func pointerOf(instr ssa.Instruction) ssa.Value {
	switch x := instr.(type) {
	case *ssa.FieldAddr:
		return x.X
	case *ssa.UnOp:
		if x.Op == token.MUL {
			return x.X
		}
	case *ssa.Store:
		return x.Addr
	case ssa.CallInstruction:
		if com := x.Common(); com.IsInvoke() {
			return com.Value
		}
	}
	return nil
}

// onNothing looks into what is nil, which panics; it reports whether a way goes on.
// That a library returns nothing beside an error is sure of those of gRPC and
// net/http only.
func (r *run) onNothing(st *state, f fact) (goesOn bool) {
	if !st.failed {
		return false
	}
	r.panics(st)
	return f.maybe
}

// recovers reports whether a function that a way is in recovers from a panic.
func (st *state) recovers() bool {
	for _, ds := range st.defers {
		for _, d := range ds {
			if fn := d.function(); fn != nil && stopsPanics(fn) {
				return true
			}
		}
	}
	return false
}

// function is what is deferred, where it is known.
func (d deferred) function() *ssa.Function {
	if fn := d.at.Call.StaticCallee(); fn != nil {
		return fn
	}
	if d.call.fn != nil {
		return d.call.fn.fn
	}
	return nil
}

// recovers reports whether a function of the program round the handlers recovers from
// panics, or one of a library does that may answer anything.
func (a *around) recovers() bool {
	if a == nil {
		return false
	}
	for _, f := range a.fns {
		if stopsPanics(f.fn.fn) {
			return true
		}
	}
	return a.recovering
}

// stopsPanics reports whether a function or one that is written in it recovers.
func stopsPanics(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if c, ok := instr.(ssa.CallInstruction); ok {
				if built, ok := c.Common().Value.(*ssa.Builtin); ok && built.Name() == "recover" {
					return true
				}
			}
		}
	}
	for _, inner := range fn.AnonFuncs {
		if stopsPanics(inner) {
			return true
		}
	}
	return false
}

// byLibrary keeps that a library puts something round the handlers: what is named
// after recovering may be told what to answer.
func (a *around) byLibrary(c *ssa.Call) {
	a.libraries = true
	if f := callee(&c.Call); f != nil && strings.Contains(strings.ToLower(f.FullName()), "recover") {
		a.recovering = true
	}
}
