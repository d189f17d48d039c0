package summary

import (
	"go/constant"
	"go/token"
	"go/types"
	"net/url"
	"slices"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
	"github.com/ampcheck/ampcheck/graph/grpcconfig"
	"golang.org/x/tools/go/ssa"
)

// everywhere are the knobs of a library that hold whatever client a call is made
// with: variables of its package that the program writes to, what the address says
// in its query, and a deadline of the context.
func (w *Walker) everywhere(c ssa.CallInstruction, f *frame, lib *graph.Library, call *graph.LibraryCall) setting {
	var out setting
	for i := range lib.Knobs {
		k := &lib.Knobs[i]
		switch k.Kind {
		case graph.KnobVariable:
			for _, s := range w.x.variable(k.Name, f.root()) {
				out = append(out, turned{knob: k, value: s.value, frame: s.within(nil), pos: s.pos})
			}
		case graph.KnobDeadline:
			if w.limited(contextOf(c.Common()), f, 0) {
				out = append(out, turned{knob: k, frame: f, pos: c.Pos(), module: lib.Module})
			}
		case graph.KnobDSN:
			if text, ok := w.query(c, f, call, k.Name); ok {
				out = append(out, turned{knob: k, text: text, frame: f, pos: c.Pos()})
			}
		}
	}
	return ordered(out)
}

// contextOf is the context that a call is given; nil where it takes none.
func contextOf(c *ssa.CallCommon) ssa.Value {
	for _, a := range c.Args {
		if isContext(a.Type()) {
			return a
		}
	}
	return nil
}

// limited reports whether a context is seen to have a deadline: it was made with
// one, or from a context that was.
func (w *Walker) limited(ctx ssa.Value, f *frame, nested int) bool {
	if ctx == nil || nested > maxNesting {
		return false
	}
	return slices.ContainsFunc(w.x.trace(ctx, f), func(o origin) bool {
		v := o.value
		if e, ok := v.(*ssa.Extract); ok {
			v = e.Tuple
		}
		c, ok := v.(*ssa.Call)
		if !ok || c.Call.StaticCallee() == nil || c.Call.StaticCallee().Pkg == nil || c.Call.StaticCallee().Pkg.Pkg.Path() != "context" {
			return false
		}
		switch c.Call.StaticCallee().Name() {
		case "WithTimeout", "WithTimeoutCause", "WithDeadline", "WithDeadlineCause":
			return true
		case "WithValue", "WithCancel", "WithCancelCause":
			return w.limited(c.Call.Args[0], o.frame, nested+1)
		}
		return false
	})
}

// variable lists the values that are stored in a package variable, by its full
// name, in the program of a function: other programs of the module are others.
func (x *Index) variable(name string, root *ssa.Function) []store {
	var out []store
	for place, stores := range x.stores {
		g, ok := place.(*ssa.Global)
		if !ok || g.Pkg == nil || g.Pkg.Pkg.Path()+"."+g.Name() != name {
			continue
		}
		for _, s := range stores {
			if !isMain(s.fn) || !isMain(root) || s.fn.Pkg == root.Pkg {
				out = append(out, s)
			}
		}
	}
	return out
}

func isMain(fn *ssa.Function) bool { return fn.Pkg != nil && fn.Pkg.Pkg.Name() == "main" }

// root is the function that the way to a frame begins with.
func (f *frame) root() *ssa.Function {
	for f.up != nil {
		f = f.up
	}
	return f.fn
}

// query is a parameter in the query of the address of a call.
func (w *Walker) query(c ssa.CallInstruction, f *frame, call *graph.LibraryCall, name string) (string, bool) {
	for _, e := range w.role(c, f, call, func(k *graph.LibraryCall) *graph.Arg { return k.Address }) {
		for _, part := range append([]graph.Expr{e}, e.Args...) {
			text, ok := part.Eval(nil)
			if _, q, found := strings.Cut(text, "?"); ok && found {
				if values, err := url.ParseQuery(q); err == nil && values.Has(name) {
					return values.Get(name), true
				}
			}
		}
	}
	return "", false
}

// params are the knobs that are parameters of a call itself.
func (w *Walker) params(lib *graph.Library, c ssa.CallInstruction, f *frame) setting {
	named := callee(c.Common())
	if named == nil {
		return nil
	}
	var out setting
	for _, k := range w.x.table.Knobs(named.FullName()) {
		if k.Kind == graph.KnobParam && related(k.Library, lib) {
			out = append(out, turned{knob: k.Knob, value: operand(c.Common(), k.Arg), frame: f, pos: c.Pos()})
		}
	}
	return out
}

// chained is the receiver of a call that answers it again, as the setters of a
// builder do; nil for other calls.
func (w *Walker) chained(v ssa.Value) ssa.Value {
	c, ok := v.(*ssa.Call)
	if !ok {
		return nil
	}
	named, r := callee(&c.Call), receiver(&c.Call)
	if named == nil || r == nil || !types.Identical(r.Type(), v.Type()) || declaredIn(v.Type()) != named.Pkg() {
		return nil
	}
	if _, _, ok := w.x.row(named); ok {
		return nil
	}
	return r
}

// makers are the origins of a value, those of builders without their setters; of
// a list, as options are, those of its elements.
func (w *Walker) makers(v ssa.Value, f *frame) []origin {
	m := &makers{w: w, seen: map[traceKey]bool{}}
	m.of(v, f)
	return m.out
}

// makers looks at each value once: a builder that is set up in a loop is made of
// itself.
type makers struct {
	w    *Walker
	seen map[traceKey]bool
	out  []origin
}

func (m *makers) of(v ssa.Value, f *frame) {
	key := traceKey{v, f}
	if m.seen[key] || len(m.seen) > maxTrace {
		return
	}
	m.seen[key] = true
	if _, list := v.Type().Underlying().(*types.Slice); list {
		for _, e := range m.w.x.elements(v, f) {
			m.of(e.value, e.frame)
		}
		return
	}
	for _, o := range m.w.x.trace(v, f) {
		m.out = append(m.out, m.w.x.heldIn(o)...)
		if r := m.w.chained(o.value); r != nil {
			m.of(r, o.frame)
		} else {
			m.out = append(m.out, o)
		}
	}
}

// countOf is the number that a slice or a bool stands for: the length of the
// one, and 0 for a false of the other. For other values, and for true, which
// changes nothing, ok is false; known says that nothing else needs to be asked.
func (w *Walker) countOf(v ssa.Value, f *frame) (text string, ok, known bool) {
	switch t := v.Type().Underlying().(type) {
	case *types.Slice:
		for _, o := range w.x.trace(v, f) {
			n, fixed := fixedLength(o.value)
			if isNil(o.value) {
				n, fixed = "0", true
			}
			if !fixed || text != "" && n != text {
				return "", false, false
			}
			text = n
		}
		return text, text != "", text != ""
	case *types.Basic:
		if t.Info()&types.IsBoolean == 0 {
			return "", false, false
		}
		for _, o := range w.x.trace(v, f) {
			c, constantly := o.value.(*ssa.Const)
			if !constantly || c.Value == nil || constant.BoolVal(c.Value) {
				return "", false, true
			}
		}
		return "0", true, true
	}
	return "", false, false
}

// limit cuts the attempts of a layer to the most that its client allows,
// whatever else set them and in whatever order.
func (w *Walker) limit(ly *graph.Layer, s setting, i int) {
	var most graph.Bound
	for _, t := range s {
		switch {
		case t.knob.Layer != i:
		case t.knob.Role == graph.RoleServiceConfig && !most.IsSet():
			most = graph.Exactly(grpcconfig.MaxAttempts, ly.Attempts.Kind, ly.Attempts.Pos)
		case t.knob.Role == graph.RoleCap:
			pos := w.x.r.Position(t.pos)
			if b, ok := w.setTo(t, pos); ok {
				if b, ok = meant(b, t.knob); ok {
					most = b
				}
			}
		}
	}
	have, _ := ly.Attempts.Count(nil)
	if n, ok := most.Count(nil); ok && most.IsSet() && have > n {
		ly.Attempts = most
	}
}

// calling is the call round which the layers are put that its client carries.
type calling struct {
	site  ssa.CallInstruction
	frame *frame
	row   *graph.LibraryCall
	// again are the classes in which the functions that it is given to repeat end in an
	// error that is not the last word; nil for calls that are given none.
	again *graph.ClassSet
}

// ofCall are the knobs of a library that the options of the call itself turn:
// they go before what its interceptor was made with.
func (w *Walker) ofCall(lib *graph.Library) setting {
	if w.calling == nil || w.calling.row.Options == nil {
		return nil
	}
	var out setting
	for _, v := range w.optionValues(w.calling.site.Common(), w.calling.frame, w.calling.row) {
		out = append(out, w.option(lib, v.value, v.frame, 0)...)
	}
	return out
}

// client is the value on which a promoted method, or a method of a part, is called:
// a library's own part of a client, embedded in it, lying in it, or put there by the
// library alone, stands for the client.
func (x *Index) client(v ssa.Value) ssa.Value {
	for v != nil {
		outer, index := partOf(v)
		if load, ok := v.(*ssa.UnOp); ok && outer == nil && load.Op == token.MUL {
			switch load.X.(type) {
			case *ssa.Call, *ssa.Extract, *ssa.Parameter, *ssa.UnOp:
				v = load.X // a method of the value that it points to
				continue
			}
		}
		if outer == nil {
			return v
		}
		field := fieldOf(outer.Type(), index)
		if field == nil || !together(declaredIn(field.Type()), declaredIn(outer.Type())) {
			return v
		}
		own := declaredIn(outer.Type()) == declaredIn(field.Type())
		if !(field.Embedded() && own) && (x.r.Own(declaredIn(outer.Type())) || len(x.fields[field.Origin()]) > 0) {
			return v
		}
		v = outer
	}
	return v
}

// partOf is the struct in whose field a value lies, or from which it was loaded; nil
// for others.
func partOf(v ssa.Value) (outer ssa.Value, index int) {
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
		v = load.X
	}
	switch part := v.(type) {
	case *ssa.FieldAddr:
		return part.X, part.Field
	case *ssa.Field:
		return part.X, part.Field
	}
	return nil, 0
}

// declaredIn is the package of a named type, or of what it points to.
func declaredIn(t types.Type) *types.Package {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	if n, ok := types.Unalias(t).(*types.Named); ok {
		return n.Obj().Pkg()
	}
	return nil
}
