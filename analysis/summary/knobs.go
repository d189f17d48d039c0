package summary

import (
	"cmp"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
	"golang.org/x/tools/go/ssa"
)

// turned is a knob that is set: where, and to what.
type turned struct {
	knob  *graph.Knob
	value ssa.Value
	frame *frame
	pos   token.Pos
	// fn is the function in which an option is made.
	fn *ssa.Function
	// text is the number where it is no value of the program: a parameter of an
	// address.
	text string
	// module is that of the library whose knob it is.
	module string
	// kept is what another package wrote down of it, in place of value.
	kept *Kept
}

// setting is one way in which a call may be configured: the knobs that one
// client, and the options of the call, turn. Several clients that may make the
// call give several settings.
type setting []turned

// knobs finds what sets the numbers of a call.
func (w *Walker) knobs(c ssa.CallInstruction, f *frame, lib *graph.Library, call *graph.LibraryCall) []setting {
	always := w.everywhere(c, f, lib, call)
	own := w.ownKnobs(c, f, lib, call)
	client := w.x.clientOf(c.Common(), call)
	if client == nil {
		return []setting{slices.Concat(always, own)}
	}
	var out []setting
	for _, o := range w.x.trace(client, f) {
		for _, s := range w.clientSettings(lib, o, c, own) {
			out = append(out, slices.Concat(always, s))
		}
	}
	if len(out) == 0 {
		// Which client it is is not known: as it is by default, or as any is set.
		out = []setting{slices.Concat(always, own), slices.Concat(always, w.fields(lib, nil, 0), own)}
	}
	return out
}

// ownKnobs are the knobs that the options of the call itself turn.
func (w *Walker) ownKnobs(c ssa.CallInstruction, f *frame, lib *graph.Library, call *graph.LibraryCall) setting {
	own := w.params(lib, c, f)
	if call.Options != nil {
		for _, v := range w.optionValues(c.Common(), f, call) {
			own = append(own, w.option(lib, v.value, v.frame, 0)...)
		}
	}
	return own
}

// clientSettings are the ways in which a client was configured, each with the
// knobs of the call c behind.
func (w *Walker) clientSettings(lib *graph.Library, o origin, c ssa.CallInstruction, own setting) []setting {
	if there := w.elsewhere(o); there != nil {
		if ls, ok := w.partLeaves(there, nil, 0, false); ok {
			var out []setting
			for _, l := range ls {
				if l.origin != nil {
					out = append(out, w.clientSettings(lib, *l.origin, c, own)...)
					continue
				}
				out = append(out, slices.Concat(ofLibrary(l.set, lib), own))
			}
			return out
		}
	}
	return []setting{append(w.client(lib, o, c), own...)}
}

// client are the knobs that were turned on a client of this package, which the
// call c is made with.
func (w *Walker) client(lib *graph.Library, o origin, c ssa.CallInstruction) setting {
	objects := w.objects(o)
	var s setting
	for obj, fr := range objects {
		s = append(s, w.constructed(lib, obj, fr)...)
	}
	s = append(s, w.fields(lib, objects, 0)...)
	if made, k, ok := w.constructor(o); ok && ssa.CallInstruction(made) != c && k.Effect != graph.EffectRemote && len(k.Layers) > 0 {
		s = append(s, turned{knob: &carries, value: o.value, frame: o.frame, pos: made.Pos()})
	}
	return ordered(s)
}

// carries is the knob of a client that was made with layers round it.
var carries = graph.Knob{Role: graph.RoleCarries}

// passed is the knob of options that a function is given and passes on.
var passed = graph.Knob{Kind: graph.KnobParam, Name: "passed", Role: graph.RolePolicy}

// ordered sorts knobs by place, so that the result does not depend on the order
// of a map.
func ordered(s setting) setting {
	there := func(t turned) (graph.Pos, string) {
		if t.kept == nil {
			return graph.Pos{}, ""
		}
		return t.kept.Pos, t.knob.Name
	}
	slices.SortStableFunc(s, func(a, b turned) int {
		p, m := there(a)
		q, n := there(b)
		return cmp.Or(cmp.Compare(a.pos, b.pos), p.Compare(q), cmp.Compare(m, n))
	})
	return s
}

// clientOf is the value that was configured before the call: its receiver, or
// the operand from which the address is taken.
func (x *Index) clientOf(c *ssa.CallCommon, call *graph.LibraryCall) ssa.Value {
	if r := receiver(c); r != nil {
		return x.client(r)
	}
	if a := call.Address; a != nil && a.Of && !a.Receiver {
		return operand(c, a.Index)
	}
	return nil
}

// objects are a value and what it was made from: the arguments of its
// constructor, and of theirs.
func (w *Walker) objects(o origin) map[ssa.Value]*frame {
	out := map[ssa.Value]*frame{}
	var add func(o origin, depth int)
	add = func(o origin, depth int) {
		v := tuple(o.value)
		if _, seen := out[v]; seen || depth > 3 {
			return
		}
		out[v] = o.frame
		for _, held := range w.x.heldIn(origin{v, o.frame}) {
			add(held, depth+1)
		}
		if c, ok := v.(*ssa.Call); ok {
			for _, arg := range operands(&c.Call) {
				if _, constant := arg.(*ssa.Const); constant || isString(arg.Type()) {
					continue
				}
				next := depth + 1
				if arg == receiver(&c.Call) && types.Identical(arg.Type(), c.Type()) {
					next = depth // a chain of setters is one object
				}
				for _, a := range w.x.trace(arg, o.frame) {
					add(a, next)
				}
			}
		}
	}
	add(o, 0)
	return out
}

// heldIn are the calls whose result a variable holds as a whole: a client that is no
// pointer.
func (x *Index) heldIn(o origin) []origin {
	a, ok := o.value.(*ssa.Alloc)
	if !ok {
		return nil
	}
	var out []origin
	for _, s := range x.stores[a] {
		for _, from := range x.trace(s.value, s.inFrame(o.frame)) {
			if _, ok := tuple(from.value).(*ssa.Call); ok {
				out = append(out, from)
			}
		}
	}
	return out
}

// constructed are the options given to a constructor of the table.
func (w *Walker) constructed(lib *graph.Library, obj ssa.Value, f *frame) setting {
	c, ok := obj.(*ssa.Call)
	if !ok {
		return nil
	}
	named := callee(&c.Call)
	if named == nil {
		return nil
	}
	_, k, ok := w.x.row(named)
	if !ok {
		return nil
	}
	var out setting
	for _, own := range w.x.table.Knobs(named.FullName()) {
		if own.Role == graph.RoleFanOut && related(own.Library, lib) {
			out = append(out, turned{knob: own.Knob, frame: f, pos: c.Pos(), module: own.Library.Module})
		}
	}
	out = append(out, w.params(lib, c, f)...)
	if k.Options == nil {
		return out
	}
	for _, v := range w.optionValues(&c.Call, f, k) {
		out = append(out, w.option(lib, v.value, v.frame, 0)...)
	}
	return out
}

// fields are the fields and setters of the library that are turned on one of
// the objects, and what the policies hold that are put there; nil objects stand
// for any.
func (w *Walker) fields(lib *graph.Library, objects map[ssa.Value]*frame, nested int) setting {
	var out setting
	turn := func(t turned) {
		out = append(out, t)
		if t.knob.Role == graph.RolePolicy && t.value != nil {
			out = append(out, w.inner(lib, t.value, t.frame, nested)...)
		}
	}
	for i := range lib.Knobs {
		k := &lib.Knobs[i]
		switch k.Kind {
		case graph.KnobField:
			for _, s := range w.x.named(k.Name) {
				if fr, ok := w.on(s.of, objects); ok {
					turn(turned{knob: k, value: s.value, frame: s.inFrame(fr), pos: s.pos, module: lib.Module})
				}
			}
		case graph.KnobSetter:
			for _, c := range w.x.setters[k.Name] {
				if fr, ok := w.on(receiver(c.Common()), objects); ok {
					turn(turned{knob: k, value: operand(c.Common(), k.Arg), frame: callerFrame(c, fr), pos: c.Pos(), module: lib.Module})
				}
			}
		}
	}
	return out
}

// on reports whether a value is one of the objects, and the frame in which that
// was made.
func (w *Walker) on(v ssa.Value, objects map[ssa.Value]*frame) (*frame, bool) {
	if objects == nil || v == nil {
		return nil, true
	}
	for part := v; part != nil; part = whole(part) {
		if fr, ok := objects[part]; ok {
			return fr, true
		}
		for _, o := range w.x.heldIn(origin{part, nil}) {
			if fr, ok := objects[tuple(o.value)]; ok {
				return fr, true
			}
		}
	}
	for _, o := range w.x.trace(v, nil) {
		val := tuple(o.value)
		if fr, ok := objects[val]; ok {
			return fr, true
		}
		if r := w.chained(val); r != nil {
			if fr, ok := w.on(r, objects); ok {
				return fr, true
			}
		}
	}
	return nil, false
}

// tuple is the call that a value comes from, of which it is one of several results;
// other values are themselves.
func tuple(v ssa.Value) ssa.Value {
	if e, ok := v.(*ssa.Extract); ok {
		return e.Tuple
	}
	return v
}

// whole is the struct in which another one lies, or into which it is copied; nil
// for what lies in none.
func whole(part ssa.Value) ssa.Value {
	switch p := part.(type) {
	case *ssa.FieldAddr:
		return p.X
	case *ssa.Alloc:
		for _, load := range *p.Referrers() {
			if l, ok := load.(*ssa.UnOp); ok && l.Op == token.MUL {
				for _, use := range *l.Referrers() {
					if st, ok := use.(*ssa.Store); ok && st.Val == l {
						if f, ok := st.Addr.(*ssa.FieldAddr); ok {
							return f.X
						}
					}
				}
			}
		}
	}
	return nil
}

// related reports whether two rows are of one library: of one module, or of one
// below the other.
func related(a, b *graph.Library) bool {
	return a.Module == b.Module || strings.HasPrefix(a.Module, b.Module+"/") || strings.HasPrefix(b.Module, a.Module+"/")
}

// inner are the options inside the argument of an option.
func (w *Walker) inner(lib *graph.Library, arg ssa.Value, f *frame, nested int) setting {
	if _, constant := arg.(*ssa.Const); constant || isError(arg.Type()) || isString(arg.Type()) || isInt(arg.Type()) {
		return nil
	}
	if all := w.x.elements(arg, f); len(all) > 0 {
		var out setting
		for _, a := range all {
			out = append(out, w.option(lib, a.value, a.frame, nested+1)...)
		}
		return out
	}
	return w.option(lib, arg, f, nested+1)
}
