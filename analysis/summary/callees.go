package summary

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// callees lists the functions a call may reach, with their frames.
func (x *Index) callees(c ssa.CallInstruction, f *frame) []target {
	com := c.Common()
	if com.IsInvoke() {
		return x.methods(c, f)
	}
	if fn := com.StaticCallee(); fn != nil {
		fr := &frame{fn: fn, site: c, up: f}
		if mc, ok := com.Value.(*ssa.MakeClosure); ok {
			fr.closure, fr.made = mc, f
		}
		return []target{{fn, fr}}
	}
	if _, builtin := com.Value.(*ssa.Builtin); builtin {
		return nil
	}
	out, open := x.functionValues(com.Value, f, c)
	if len(out) == 0 && open {
		for _, fn := range x.r.Callees(c) {
			if !f.runs(fn) {
				out = append(out, target{fn, &frame{fn: fn, site: c, up: f}})
			}
		}
	}
	return out
}

// functions lists the functions a value may be. With a site their parameters
// are its arguments.
func (x *Index) functions(v ssa.Value, f *frame, site ssa.CallInstruction) []target {
	out, _ := x.functionValues(v, f, site)
	return out
}

// functionValues also reports whether the value may be a function that was not
// found. One that another module made, as the cancel function of a context, is
// none of ours.
func (x *Index) functionValues(v ssa.Value, f *frame, site ssa.CallInstruction) (out []target, open bool) {
	seen := map[*ssa.Function]bool{}
	origins := x.trace(v, f)
	open = len(origins) == 0
	for _, o := range origins {
		fr := &frame{site: site, up: f}
		switch t := o.value.(type) {
		case *ssa.Function:
			fr.fn = t
		case *ssa.MakeClosure:
			fr.fn, _ = t.Fn.(*ssa.Function)
			fr.closure, fr.made = t, o.frame
		case *ssa.Const, *ssa.Call, *ssa.Extract:
		default:
			open = open || !isReceived(o.value)
		}
		if fr.fn != nil && !seen[fr.fn] {
			seen[fr.fn] = true
			out = append(out, target{fr.fn, fr})
		}
	}
	return out, open
}

// methods lists the methods behind a call through an interface: those of the
// values that reach it, else those of every type that fits.
func (x *Index) methods(c ssa.CallInstruction, f *frame) []target {
	com := c.Common()
	var out []target
	seen := map[*ssa.Function]bool{}
	open := false
	for _, o := range x.trace(com.Value, f) {
		t := o.value.Type()
		if types.IsInterface(t) {
			if k, ok := o.value.(*ssa.Const); !ok || k.Value != nil {
				open = true
			}
			continue
		}
		if _, ok := t.Underlying().(*types.Signature); ok {
			// A function that was converted to a type with this method.
			for _, to := range x.asFunctions(o) {
				to.frame.up, to.frame.ran = f, c
				out = append(out, to)
			}
			continue
		}
		fn := methodOf(c.Parent().Prog, t, com.Method)
		if fn != nil && !seen[fn] {
			seen[fn] = true
			out = append(out, target{fn, &frame{fn: fn, site: c, up: f}})
		}
	}
	if len(out) > 0 && !open {
		return out
	}
	for _, fn := range x.r.Callees(c) {
		if !seen[fn] {
			seen[fn] = true
			out = append(out, target{fn, &frame{fn: fn, site: c, up: f}})
		}
	}
	return out
}

// methodOf is a method of a concrete type; nil where the type has none of that
// name, as a value that another branch would have given another interface.
func methodOf(prog *ssa.Program, t types.Type, m *types.Func) *ssa.Function {
	sel := prog.MethodSets.MethodSet(t).Lookup(m.Pkg(), m.Name())
	if sel == nil {
		return nil
	}
	return prog.MethodValue(sel)
}
