package summary

import (
	"go/token"
	"go/types"

	"github.com/ampcheck/ampcheck/graph"
	"golang.org/x/tools/go/ssa"
)

// elsewhere is a value that a function or variable of another package gave, with
// what that package keeps of it.
type elsewhere struct {
	parts []Part
	from  *imported
}

// elsewhere finds what another package keeps of an origin; nil where the value is
// of this package, or nothing is known.
func (w *Walker) elsewhere(o origin) *elsewhere {
	if w.x.store == nil {
		return nil
	}
	switch v := o.value.(type) {
	case *ssa.UnOp:
		if g, ok := v.X.(*ssa.Global); ok && v.Op == token.MUL && g.Object() != nil {
			return w.fromElsewhere(g.Object(), 0, &imported{w: w, f: o.frame})
		}
	case *ssa.Extract:
		if c, ok := v.Tuple.(*ssa.Call); ok {
			return w.resultOf(c, v.Index, o.frame)
		}
	case *ssa.Call:
		return w.resultOf(v, 0, o.frame)
	}
	return nil
}

func (w *Walker) resultOf(c *ssa.Call, result int, f *frame) *elsewhere {
	named := callee(&c.Call)
	if named == nil {
		return nil
	}
	return w.fromElsewhere(named, result, &imported{w: w, c: c, f: f})
}

func (w *Walker) fromElsewhere(obj types.Object, result int, from *imported) *elsewhere {
	if from.s = w.x.store.Made(obj); from.s == nil {
		return nil
	}
	e := &elsewhere{from: from}
	for _, p := range from.s.Made {
		if p.Result == result {
			e.parts = append(e.parts, p)
		}
	}
	return e
}

// leaf is one value that was followed over package borders: an origin in this
// package, a place of the function that is walked, or what another package set.
type leaf struct {
	origin  *origin
	place   *Place
	set     setting
	address []graph.Expr
}

// leaves follows a field of a value, or the value itself where path is empty. With
// symbolic it ends at fields of parameters. It is not ok where one way is lost.
func (w *Walker) leaves(v ssa.Value, f *frame, path []string, depth int, symbolic bool) (out []leaf, ok bool) {
	if v == nil || depth > maxHolders {
		return nil, false
	}
	ask := w.x.trace
	if symbolic {
		ask = w.x.symbolic
	}
	from := ask(v, f)
	for _, o := range from {
		if isNil(o.value) {
			continue
		}
		more, ok := w.leavesOf(o, path, depth, symbolic)
		if !ok {
			return nil, false
		}
		out = append(out, more...)
	}
	return out, len(from) > 0
}

func (w *Walker) leavesOf(o origin, path []string, depth int, symbolic bool) ([]leaf, bool) {
	if at, ok := w.x.standing(o); ok {
		at = at.below(path)
		return []leaf{{place: &at}}, true
	}
	if there := w.elsewhere(o); there != nil {
		out, ok := w.partLeaves(there, path, depth, symbolic)
		later, known := w.setLater(o, path, depth, symbolic)
		return append(out, later...), ok && known
	}
	if len(path) == 0 {
		return []leaf{{origin: &o}}, true
	}
	obj := object(o.value)
	if obj == nil {
		return nil, false
	}
	field := fieldNamed(obj.Type(), path[0])
	if field == nil {
		return nil, false
	}
	var out []leaf
	for _, s := range w.x.storedIn(field, origin{obj, o.frame}) {
		more, ok := w.leaves(s.value, s.frame, path[1:], depth+1, symbolic)
		if !ok {
			return nil, false
		}
		out = append(out, more...)
	}
	return out, true
}

// setLater follows a field that this package sets of what another package made.
func (w *Walker) setLater(o origin, path []string, depth int, symbolic bool) (out []leaf, ok bool) {
	if len(path) == 0 {
		return nil, true
	}
	val := o.value
	if e, ok := val.(*ssa.Extract); ok {
		val = e.Tuple
	}
	for _, s := range w.x.fields[fieldNamed(o.value.Type(), path[0])] {
		fr, ok := w.on(s.of, map[ssa.Value]*frame{val: o.frame})
		if !ok {
			continue
		}
		more, ok := w.leaves(s.value, s.inFrame(fr), path[1:], depth+1, symbolic)
		if !ok {
			return nil, false
		}
		out = append(out, more...)
	}
	return out, true
}

// partLeaves follows a path into what another package made. A value that is made
// whole, as a client is, has no fields to follow.
func (w *Walker) partLeaves(there *elsewhere, path []string, depth int, symbolic bool) ([]leaf, bool) {
	var out []leaf
	found := false
	for _, p := range there.parts {
		rest, ok := under(path, p.Path)
		if !ok {
			continue
		}
		found = true
		switch {
		case p.From != nil:
			more, ok := w.argumentLeaves(there, p.From.below(rest), depth, symbolic)
			if !ok {
				return nil, false
			}
			out = append(out, more...)
		case p.Set != nil && len(rest) == 0:
			out = append(out, leaf{set: w.taken(p.Set, there), address: p.Set.Address})
		default:
			return nil, false
		}
	}
	return out, found
}

// argumentLeaves follows a place of a function to what it was called with.
func (w *Walker) argumentLeaves(there *elsewhere, at Place, depth int, symbolic bool) ([]leaf, bool) {
	if there.from.c == nil {
		return nil, false
	}
	return w.leaves(argument(there.from.c.Common(), at.Param), there.from.f, at.Path, depth+1, symbolic)
}

// under is the rest of a path behind a beginning of it.
func under(path, begin []string) ([]string, bool) {
	if len(begin) > len(path) {
		return nil, false
	}
	for i := range begin {
		if begin[i] != path[i] {
			return nil, false
		}
	}
	return path[len(begin):], true
}

// taken is what another package set, as the call that made it says.
func (w *Walker) taken(s *Setting, there *elsewhere) setting {
	if w.taking >= maxDecorators {
		return nil
	}
	w.taking++
	defer func() { w.taking-- }()
	var out setting
	for i := range s.Knobs {
		k := s.Knobs[i]
		if n, ok := numbered(k.Value.Value.Text, parameterStep); ok && k.Knob.Name == passed.Name {
			if there.from.c != nil {
				out = append(out, w.passedOptions(k.Module, argument(there.from.c.Common(), n), there.from.f)...)
			}
			continue
		}
		there.from.bind(&k.Value)
		if k.Around != nil {
			k.Around = w.carriedFrom(there, there.from.renamed(copied(k.Around)))
		}
		out = append(out, turned{knob: &k.Knob, module: k.Module, kept: &k})
	}
	return out
}

// carriedFrom puts what a constructor was given round the step it stands for: the
// next one of a chain of transports.
func (w *Walker) carriedFrom(there *elsewhere, s *graph.Step) *graph.Step {
	return rewritten(s, unchanged, func(r *graph.Repeat, inner *graph.Step) *graph.Step {
		i, ok := numbered(r.Layer, carriedStep)
		if !ok {
			return repeated(r, inner)
		}
		if there.from.c == nil {
			return inner
		}
		return w.wrapped(turned{knob: &carries, value: argument(there.from.c.Common(), i), frame: there.from.f}, inner)
	})
}

// object is the place in which a struct lies that a value is, or points at.
func object(v ssa.Value) ssa.Value {
	if u, ok := v.(*ssa.UnOp); ok && u.Op == token.MUL {
		v = u.X
	}
	if a, ok := v.(*ssa.Alloc); ok {
		return a
	}
	return nil
}

func fieldNamed(t types.Type, name string) *types.Var {
	s, ok := structOf(t)
	if !ok {
		return nil
	}
	for i := range s.NumFields() {
		if s.Field(i).Name() == name {
			return s.Field(i).Origin()
		}
	}
	return nil
}

// storedIn lists what is stored in a field of an object.
func (x *Index) storedIn(field *types.Var, o origin) []origin {
	t := &tracer{x: x, seen: map[traceKey]bool{}}
	var out []origin
	for _, s := range x.fields[field] {
		if t.into(s, o) {
			out = append(out, origin{s.value, s.inFrame(o.frame)})
		}
	}
	return out
}
