package summary

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// Decorators: functions that make something which repeats what it is given.

// retryingTypes are the types of which a method repeats a call of something that
// the value holds.
func (k *configuration) retryingTypes(fns []*ssa.Function) map[*types.TypeName]bool {
	out := map[*types.TypeName]bool{}
	for _, fn := range fns {
		recv := fn.Signature.Recv()
		if recv == nil {
			continue
		}
		for _, l := range k.s.loopsIn(fn) {
			if rep, of := k.s.repeats(fn, l); of != nil && rep.kind == repeatRetry && !l.element(of) {
				out[named(recv.Type())] = true
			}
		}
	}
	return out
}

// maker notes the function in which a decorator is written: a function literal
// that repeats a function it is given, or that makes a value which repeats what
// it is given.
func (k *configuration) maker(fn *ssa.Function, retrying map[*types.TypeName]bool) {
	if fn.Parent() == nil {
		return
	}
	decorates := len(k.s.helpers.fns[fn]) > 0 || takesNext(fn) && makesOne(fn, retrying)
	if !decorates {
		return
	}
	up := fn
	for up.Parent() != nil {
		up = up.Parent()
	}
	if returnsOne(up) {
		k.makers[up] = true
	}
}

// takesNext reports whether a function is given what it is to decorate.
func takesNext(fn *ssa.Function) bool {
	for _, p := range fn.Params {
		switch p.Type().Underlying().(type) {
		case *types.Signature:
			return true
		case *types.Interface:
			if !isContext(p.Type()) && p.Type().Underlying().(*types.Interface).NumMethods() > 0 {
				return true
			}
		}
	}
	return false
}

// returnsOne reports whether a function returns a function or an interface.
func returnsOne(fn *ssa.Function) bool {
	res := fn.Signature.Results()
	if res.Len() == 0 {
		return false
	}
	switch res.At(0).Type().Underlying().(type) {
	case *types.Signature, *types.Interface:
		return true
	}
	return false
}

func makesOne(fn *ssa.Function, retrying map[*types.TypeName]bool) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if a, ok := instr.(*ssa.Alloc); ok {
				if n := named(a.Type()); n != nil && retrying[n] {
					return true
				}
			}
		}
	}
	return false
}
