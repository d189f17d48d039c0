package summary

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/ampcheck/ampcheck/graph"
)

// The options that a constructor or a call is given.

// optionValues are the operands in which options stand.
func (w *Walker) optionValues(c *ssa.CallCommon, f *frame, call *graph.LibraryCall) []origin {
	if call.Options.Receiver {
		return []origin{{receiver(c), f}}
	}
	var out []origin
	for i := call.Options.Index; ; i++ {
		v := operand(c, i)
		if v == nil {
			return out
		}
		if _, list := v.Type().Underlying().(*types.Slice); list && call.Rest {
			out = append(out, w.x.elements(v, f)...)
		} else {
			out = append(out, origin{v, f})
		}
		if !call.Rest {
			return out
		}
	}
}

// option follows one option value to the functions of the library that made it,
// and to the fields that are set on it; wrappers are followed inwards.
func (w *Walker) option(lib *graph.Library, v ssa.Value, f *frame, nested int) setting {
	if nested > maxNesting {
		return nil
	}
	var out setting
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
		out = w.fields(lib, map[ssa.Value]*frame{load.X: f}, nested) // options that are passed by value
	}
	for _, o := range w.x.trace(v, f) {
		if at, ok := w.x.standing(o); ok && w.exporting && len(at.Path) == 0 {
			out = append(out, turned{knob: &passed, value: o.value, frame: o.frame, pos: o.value.Pos(), module: lib.Module})
			continue
		}
		if there := w.elsewhere(o); there != nil {
			out = append(out, w.madeOption(lib, there, nested)...)
			continue
		}
		val := tuple(o.value)
		for _, k := range w.x.table.Knobs(typeName(val.Type())) {
			if k.Kind == graph.KnobType && related(k.Library, lib) {
				out = append(out, turned{knob: k.Knob, frame: o.frame, pos: val.Pos(), module: k.Library.Module})
			}
		}
		switch c := val.(type) {
		case *ssa.Call:
			out = append(out, w.optionCall(lib, c, o.frame, nested)...)
		case *ssa.Function:
			out = append(out, w.optionValue(lib, c, o.frame)...)
		}
		for _, held := range w.x.heldIn(origin{val, o.frame}) { // a policy that is pointed at
			out = append(out, w.option(lib, held.value, held.frame, nested+1)...)
		}
		out = append(out, w.ofVariable(lib, origin{val, o.frame})...)
		objects := map[ssa.Value]*frame{val: o.frame}
		if load, ok := val.(*ssa.UnOp); ok && load.Op == token.MUL && load != v {
			objects[load.X] = o.frame
		}
		for _, t := range w.x.asFunctions(origin{val, o.frame}) {
			out = append(out, w.optionFunc(lib, t, objects, nested)...)
		}
		out = append(out, w.fields(lib, objects, nested)...)
	}
	return out
}

// ofVariable is the policy that a variable of the library's package holds.
func (w *Walker) ofVariable(lib *graph.Library, o origin) setting {
	load, ok := o.value.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return nil
	}
	g, ok := load.X.(*ssa.Global)
	if !ok || g.Pkg == nil {
		return nil
	}
	var out setting
	for _, k := range w.x.table.Knobs(g.Pkg.Pkg.Path() + "." + g.Name()) {
		if k.Kind == graph.KnobVariable && k.Role == graph.RoleLayer && related(k.Library, lib) {
			out = append(out, turned{knob: k.Knob, frame: o.frame, pos: load.Pos(), module: k.Library.Module})
		}
	}
	return out
}

// optionValue are the knobs of a function of the library that is an option itself, and
// is not called: DelayType(FixedDelay).
func (w *Walker) optionValue(lib *graph.Library, fn *ssa.Function, f *frame) setting {
	named, ok := fn.Object().(*types.Func)
	if !ok {
		return nil
	}
	var out setting
	for _, k := range w.x.table.Knobs(named.FullName()) {
		if k.Kind == graph.KnobOption && related(k.Library, lib) {
			out = append(out, turned{knob: k.Knob, frame: f, module: k.Library.Module})
		}
	}
	return out
}

// optionFunc adds to the objects what an option that is a function is given to change,
// and lists the knobs of what it returns, as the maker of a policy does.
func (w *Walker) optionFunc(lib *graph.Library, t target, objects map[ssa.Value]*frame, nested int) setting {
	for _, p := range t.fn.Params {
		if _, pointer := p.Type().Underlying().(*types.Pointer); pointer {
			objects[p] = t.frame
		}
	}
	var out setting
	for _, b := range t.fn.Blocks {
		if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && len(ret.Results) > 0 {
			out = append(out, w.inner(lib, ret.Results[0], t.frame, nested)...)
		}
	}
	return out
}

// madeOption are the knobs of an option that another package made.
func (w *Walker) madeOption(lib *graph.Library, there *elsewhere, nested int) setting {
	var out setting
	ls, _ := w.partLeaves(there, nil, 0, false)
	for _, l := range ls {
		if l.origin != nil {
			out = append(out, w.option(lib, l.origin.value, l.origin.frame, nested+1)...)
			continue
		}
		for _, t := range ofLibrary(l.set, lib) {
			if t.knob.Name != carries.Name {
				out = append(out, t)
			}
		}
	}
	return out
}

// passedOptions are the knobs of the options with which a function was called
// that passes them on to a library of a module.
func (w *Walker) passedOptions(module string, v ssa.Value, f *frame) setting {
	var out setting
	for _, lib := range w.x.table.Libraries() {
		if lib.Module == module {
			out = append(out, w.inner(lib, v, f, 0)...)
		}
	}
	return out
}

// optionCall are the knobs that the call of an option turns, and those of the
// options inside it: what a wrapper or a builder starts from goes before what it
// sets, what a policy is made with goes after what the policy brings. An option
// that carries something, an interceptor, has knobs that are not those of the
// call.
func (w *Walker) optionCall(lib *graph.Library, c *ssa.Call, f *frame, nested int) setting {
	named := callee(&c.Call)
	if named == nil {
		return nil
	}
	var own, inner setting
	limits := false
	for _, k := range w.x.table.Knobs(named.FullName()) {
		if related(k.Library, lib) {
			own = append(own, turned{knob: k.Knob, value: operand(&c.Call, k.Arg), frame: f, pos: c.Pos(), fn: c.Parent(), module: k.Library.Module})
			limits = limits || k.Kind == graph.KnobWrapper || k.Kind == graph.KnobSetter
		}
	}
	for _, arg := range operands(&c.Call) {
		inner = append(inner, w.inner(lib, arg, f, nested)...)
	}
	if limits {
		return append(inner, own...)
	}
	return append(own, inner...)
}
