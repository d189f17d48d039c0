package summary

import (
	"go/types"
	"slices"
	"strconv"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
	"golang.org/x/tools/go/ssa"
)

// Part says what stands in a result of a function, or in a field of it: what the
// caller gave, or something made by the function. Several parts of one result and
// path are alternatives. One with neither is not known.
type Part struct {
	Result int      `json:"result,omitempty"`
	Path   []string `json:"path,omitempty"` // names of fields
	From   *Place   `json:"from,omitempty"`
	Set    *Setting `json:"set,omitempty"`
}

// Setting is a client, an option, an interceptor or a transport as its package
// made it.
type Setting struct {
	Knobs   []Kept       `json:"knobs,omitempty"`
	Address []graph.Expr `json:"address,omitempty"`
}

// Kept is a knob that is turned, with what it is turned to. Numbers may be
// parameters of the function that made it.
type Kept struct {
	Module string      `json:"module,omitempty"`
	Knob   graph.Knob  `json:"knob"`
	Value  graph.Bound `json:"value,omitzero"`
	// Texts are the service configs that the value may be.
	Texts []ConfigText `json:"texts,omitempty"`
	// Around is what a carried value does to the step in its hole.
	Around *graph.Step `json:"around,omitempty"`
	Pos    graph.Pos   `json:"position,omitzero"`
}

// maxParts bounds what is kept of the results of one function.
const maxParts = 32

// maker finds the parts of the results of a function.
type maker struct {
	w     *Walker
	parts []Part
	seen  map[partKey]bool
	// useful is set when a part says something that the caller does not know.
	useful bool
}

type partKey struct {
	value  ssa.Value
	frame  *frame
	result int
	path   string
}

// results are the parts of what a function returns; nil where nothing in it can
// decide what a client does.
func (w *Walker) results(fn *ssa.Function) []Part {
	m := &maker{w: w, seen: map[partKey]bool{}}
	f := &frame{fn: fn}
	for _, b := range fn.Blocks {
		r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok {
			continue
		}
		for i, v := range r.Results {
			m.value(i, nil, v, f)
		}
	}
	return m.found()
}

// held are the parts of what a package variable holds.
func (w *Walker) held(g *ssa.Global) []Part {
	m := &maker{w: w, seen: map[partKey]bool{}}
	for _, s := range w.x.stores[g] {
		m.value(0, nil, s.value, s.within(nil))
	}
	return m.found()
}

func (m *maker) found() []Part {
	if !m.useful || len(m.parts) > maxParts {
		return nil
	}
	return m.parts
}

// value adds what stands at a path of a result.
func (m *maker) value(result int, path []string, v ssa.Value, f *frame) {
	if !mayCarry(v.Type()) || len(path) > maxPath || len(m.parts) > maxParts {
		return
	}
	from := m.w.x.symbolic(v, f)
	if len(from) == 0 {
		m.add(Part{Result: result, Path: path}) // it is not known
	}
	for _, o := range from {
		key := partKey{o.value, o.frame, result, strings.Join(path, ".")}
		if m.seen[key] || isNil(o.value) {
			continue
		}
		m.seen[key] = true
		m.origin(Part{Result: result, Path: path}, o)
	}
}

func (m *maker) origin(p Part, o origin) {
	if at, ok := m.w.x.standing(o); ok {
		p.From = &at
		m.add(p)
		return
	}
	if there := m.w.elsewhere(o); there != nil {
		m.copied(p, there)
		return
	}
	if p.Set = m.w.setting(o); p.Set != nil {
		m.add(p)
		return
	}
	obj := object(o.value)
	if obj == nil {
		m.add(p)
		return
	}
	s, ok := structOf(obj.Type())
	if !ok {
		return
	}
	for i := range s.NumFields() {
		for _, st := range m.w.x.storedIn(s.Field(i).Origin(), origin{obj, o.frame}) {
			m.value(p.Result, append(p.Path[:len(p.Path):len(p.Path)], s.Field(i).Name()), st.value, st.frame)
		}
	}
}

func (m *maker) add(p Part) {
	m.parts = append(m.parts, p)
	m.useful = m.useful || p.From != nil || p.Set != nil
}

// copied adds the parts of what another package made, as this one called it.
func (m *maker) copied(p Part, there *elsewhere) {
	for _, q := range there.parts {
		at := Part{Result: p.Result, Path: append(p.Path[:len(p.Path):len(p.Path)], q.Path...)}
		switch {
		case q.From != nil:
			m.from(at, there, *q.From)
		case q.Set != nil:
			at.Set = m.w.written(m.w.taken(q.Set, there), q.Set.Address)
			m.add(at)
		default:
			m.add(at)
		}
	}
}

// from adds what this package passed to another, where that keeps it.
func (m *maker) from(p Part, there *elsewhere, from Place) {
	ls, ok := m.w.argumentLeaves(there, from, 0, true)
	if !ok {
		m.add(p)
		return
	}
	for _, l := range ls {
		q := p
		switch {
		case l.place != nil:
			q.From = l.place
		case l.origin != nil:
			m.origin(q, *l.origin)
			continue
		default:
			q.Set = m.w.written(l.set, l.address)
		}
		m.add(q)
	}
}

// setting is how a value was made that is a client, an option, or goes round the
// calls of one; nil for others, and for one that is not seen to be made.
func (w *Walker) setting(o origin) *Setting {
	libs := w.librariesOf(o)
	values := []origin{o}
	if _, slice := o.value.Type().Underlying().(*types.Slice); slice {
		values = w.x.elements(o.value, o.frame)
	}
	var all setting
	for _, lib := range libs {
		all = append(all, w.client(lib, o, nil)...)
		for _, v := range values {
			all = append(all, w.option(lib, v.value, v.frame, 0)...)
		}
	}
	s := w.written(all, nil)
	if !s.carries() {
		t := turned{knob: &carries, value: o.value, frame: o.frame, pos: o.value.Pos()}
		if k, ok := w.kept(t); ok && holed(k.Around) {
			s.Knobs = append(s.Knobs, k)
		}
	}
	made, k, ok := w.constructor(o)
	if ok {
		s.Address = w.role(made, o.frame, k, func(k *graph.LibraryCall) *graph.Arg { return k.Address })
	}
	if len(s.Knobs) == 0 && (len(libs) == 0 || !ok && object(o.value) == nil) {
		return nil
	}
	return s
}

// carries reports whether a setting puts anything round a call.
func (s *Setting) carries() bool {
	return slices.ContainsFunc(s.Knobs, func(k Kept) bool { return k.Knob.Role == graph.RoleCarries })
}

// librariesOf are the rows whose constructor made a value, or whose fields its
// type has, or in whose module that lies.
func (w *Walker) librariesOf(o origin) []*graph.Library {
	name := typeName(elementOf(o.value.Type()))
	var out []*graph.Library
	if made, _, ok := w.constructor(o); ok {
		lib, _, _ := w.x.row(callee(&made.Call))
		out = append(out, lib)
	}
	for _, lib := range w.x.table.Libraries() {
		if len(out) > 0 && out[0] == lib {
			continue
		}
		if lib.Module != "" && strings.HasPrefix(name, lib.Module) && strings.IndexAny(name[len(lib.Module):], "./") == 0 {
			out = append(out, lib)
			continue
		}
		for i := range lib.Knobs {
			if k := &lib.Knobs[i]; k.Kind == graph.KnobField && strings.HasPrefix(k.Name, name+".") {
				out = append(out, lib)
				break
			}
		}
	}
	return out
}

// written puts knobs down for other packages, each once.
func (w *Walker) written(all setting, address []graph.Expr) *Setting {
	s := &Setting{Address: address}
	seen := map[turned]bool{}
	for _, t := range all {
		if seen[t] {
			continue
		}
		seen[t] = true
		if k, ok := w.kept(t); ok {
			s.Knobs = append(s.Knobs, k)
		}
	}
	return s
}

func (w *Walker) kept(t turned) (Kept, bool) {
	k := Kept{Module: t.module, Knob: *t.knob, Pos: w.placed(t)}
	switch t.knob.Role {
	case graph.RoleServiceConfig:
		k.Texts = w.configTexts(t)
	case graph.RoleCarries:
		k.Around = w.wrapped(t, hole())
		return k, !isHole(k.Around)
	case graph.RolePolicy:
		if t.knob.Name == passed.Name && t.kept == nil {
			at, _ := w.x.standing(origin{t.value, t.frame})
			k.Value.Value = graph.UnknownExpr(parameterStep + strconv.Itoa(at.Param))
		}
	default:
		k.Value, _ = w.setTo(t, k.Pos)
	}
	return k, true
}

// mayCarry reports whether a value of a type may be, or hold, a client or what
// sets one.
func mayCarry(t types.Type) bool {
	if named, ok := types.Unalias(t).(*types.Named); ok {
		if obj := named.Obj(); obj.Pkg() == nil || obj.Pkg().Path() == "context" || obj.Pkg().Path() == "sync" || obj.Pkg().Path() == "time" {
			return false
		}
	}
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		return mayCarry(u.Elem())
	case *types.Slice:
		return mayCarry(u.Elem())
	case *types.Interface:
		return u.NumMethods() > 0
	case *types.Struct, *types.Signature:
		return true
	}
	return false
}

// elementOf is the type of the elements of a slice; another type is itself.
func elementOf(t types.Type) types.Type {
	if s, ok := t.Underlying().(*types.Slice); ok {
		return s.Elem()
	}
	return t
}

func structOf(t types.Type) (*types.Struct, bool) {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	s, ok := t.Underlying().(*types.Struct)
	return s, ok
}
