package summary

import (
	"go/constant"
	"go/token"
	"go/types"
	"maps"
	"reflect"
	"slices"

	"github.com/ampcheck/ampcheck/graph"
	"golang.org/x/tools/go/ssa"
)

// configuration finds the lines that say how often something else retries: knobs
// of client libraries, fields of the tree's own types that bound a retry, options
// that set these, and decorators that retry.
type configuration struct {
	s *Sites
	// bounds are the own fields that limit how often a loop retries.
	bounds map[*types.Var]limit
	// replaced are the stores that replace one number in such a field by another.
	replaced map[*ssa.Store]bool
	// setters are the own functions that store a parameter in such a field.
	setters map[*ssa.Function]map[int]limit
	// makers are the own functions that make a decorator which retries.
	makers map[*ssa.Function]bool
}

func newConfiguration(s *Sites) *configuration {
	k := &configuration{s: s, bounds: map[*types.Var]limit{}, replaced: map[*ssa.Store]bool{}, setters: map[*ssa.Function]map[int]limit{}, makers: map[*ssa.Function]bool{}}
	fns := s.x.r.Functions()
	for _, fn := range fns {
		k.bound(fn)
	}
	for range maxForwards {
		for _, fn := range fns {
			k.setter(fn)
		}
		if !k.inherit(fns) {
			break
		}
	}
	for f := range k.bounds {
		if k.counts(f) {
			delete(k.bounds, f)
		}
	}
	for _, fn := range fns {
		k.meanings(fn)
	}
	k.setters = map[*ssa.Function]map[int]limit{} // with what is known now
	for _, fn := range fns {
		k.setter(fn)
	}
	retrying := k.retryingTypes(fns)
	for _, fn := range fns {
		k.maker(fn, retrying)
	}
	return k
}

// bound notes the fields that limit the retry loops of a function.
func (k *configuration) bound(fn *ssa.Function) {
	for _, l := range k.s.loopsIn(fn) {
		rep, of := k.s.repeats(fn, l)
		if rep.kind != repeatRetry || of == nil || l.element(of) {
			continue
		}
		remote := k.s.out.call(of)
		if rep.outside != nil {
			k.field(rep.outside, limit{plus: rep.n, known: true, remote: remote, at: rep.at})
		}
		for _, end := range append(rep.ends[:len(rep.ends):len(rep.ends)], rep.asked...) {
			k.asked(end, remote, 0)
		}
	}
}

// field notes the field that a number is read from: at once, as one of several
// values, or by whoever hands it over.
func (k *configuration) field(v ssa.Value, l limit) { k.fieldBehind(v, l, 0) }

func (k *configuration) fieldBehind(v ssa.Value, l limit, depth int) {
	if depth > maxForwards {
		return
	}
	switch x := v.(type) {
	case *ssa.Convert:
		k.fieldBehind(x.X, l, depth)
	case *ssa.Phi:
		for _, e := range x.Edges {
			k.fieldBehind(e, l, depth+1)
		}
	case *ssa.Parameter:
		for _, c := range k.s.x.r.Callers(x.Parent()) {
			k.fieldBehind(argument(c.Common(), paramIndex(x)), l, depth+1)
		}
	case *ssa.FreeVar:
		if p, ok := k.s.helpers.parameter(x).(*ssa.Parameter); ok {
			k.fieldBehind(p, l, depth+1)
		}
	case *ssa.UnOp:
		fa, ok := x.X.(*ssa.FieldAddr)
		if !ok {
			if p, ok := k.s.helpers.parameter(x).(*ssa.Parameter); ok {
				k.fieldBehind(p, l, depth+1)
			}
			return
		}
		if f := fieldOf(fa.X.Type(), fa.Field); f != nil && f.Pkg() != nil && k.s.x.r.Own(f.Pkg()) {
			if before, ok := k.bounds[f]; ok {
				l = l.meet(before)
			}
			k.bounds[f] = l
		}
	}
}

// asked notes the fields that a function compares a counter with, where a loop
// asks it whether to go on.
func (k *configuration) asked(v ssa.Value, remote bool, depth int) {
	if depth > 3 {
		return
	}
	switch x := v.(type) {
	case *ssa.UnOp:
		k.asked(x.X, remote, depth+1)
	case *ssa.Call:
		fns := []*ssa.Function{x.Call.StaticCallee()}
		if x.Call.IsInvoke() {
			fns = k.s.x.r.Callees(x)
		}
		if mc, ok := x.Call.Value.(*ssa.MakeClosure); ok {
			for inner := range calls(mc.Fn.(*ssa.Function)) {
				if c, ok := inner.(*ssa.Call); ok && isBool(c.Type()) {
					k.asked(c, remote, depth+1)
				}
			}
		}
		for _, fn := range fns {
			if fn != nil {
				k.compared(fn, remote)
			}
		}
	}
}

// compared notes them in a function; how often the loop goes on is not known then.
func (k *configuration) compared(fn *ssa.Function, remote bool) {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			c, ok := instr.(*ssa.BinOp)
			if !ok || !isInt(c.X.Type()) {
				continue
			}
			switch c.Op {
			case token.LSS, token.LEQ, token.GTR, token.GEQ:
				if _, constant := c.Y.(*ssa.Const); !constant {
					k.field(c.X, limit{remote: remote})
					k.field(c.Y, limit{remote: remote})
				}
			}
		}
	}
}

// inherit adds the fields whose value is stored in one that is known, or handed to
// a function that stores it there.
func (k *configuration) inherit(fns []*ssa.Function) bool {
	before := len(k.bounds)
	for _, fn := range fns {
		for c := range calls(fn) {
			k.handed(c)
		}
	}
	grown := len(k.bounds) > before
	for f, l := range maps.Clone(k.bounds) {
		for _, st := range k.s.x.fields[f] {
			before := len(k.bounds)
			k.field(st.value, l)
			grown = grown || len(k.bounds) > before
		}
	}
	return grown
}

// handed adds the fields that a call hands to a setter.
func (k *configuration) handed(c ssa.CallInstruction) {
	com := c.Common()
	for i, a := range com.Args {
		if !isInt(a.Type()) {
			continue
		}
		for _, to := range k.targets(com) {
			if l, ok := k.setters[to][i]; ok && !k.loops(outermost(to)) {
				k.field(a, l)
			}
		}
	}
}

// targets are the functions that a call may run, one kept in a variable or a field
// included.
func (k *configuration) targets(com *ssa.CallCommon) []*ssa.Function {
	if to := com.StaticCallee(); to != nil || com.IsInvoke() {
		return []*ssa.Function{to}
	}
	var out []*ssa.Function
	for _, t := range k.s.x.functions(com.Value, nil, nil) {
		out = append(out, t.fn)
	}
	return out
}

// counts reports whether a field is the counter, and not what it is held against.
func (k *configuration) counts(f *types.Var) bool {
	for _, st := range k.s.x.fields[f] {
		b, ok := st.value.(*ssa.BinOp)
		if !ok || b.Op != token.ADD && b.Op != token.SUB {
			continue
		}
		if u, ok := b.X.(*ssa.UnOp); ok {
			if fa, ok := u.X.(*ssa.FieldAddr); ok && fieldOf(fa.X.Type(), fa.Field) == f {
				return true
			}
		}
	}
	return false
}

// loops reports whether a function, or a function literal in it, has a loop of its
// own: a number in it is that of the loop.
func (k *configuration) loops(fn *ssa.Function) bool {
	return len(k.s.loopsIn(fn)) > 0 || slices.ContainsFunc(fn.AnonFuncs, k.loops)
}

// setter notes the parameters that a function, or a function literal in it, stores
// in a field that bounds.
func (k *configuration) setter(fn *ssa.Function) {
	for f := range stores(fn) {
		fa := f.Addr.(*ssa.FieldAddr)
		l, ok := k.bounds[fieldOf(fa.X.Type(), fa.Field)]
		if !ok {
			continue
		}
		v := f.Val
		if c, ok := v.(*ssa.Convert); ok {
			v = c.X
		}
		p, ok := k.s.helpers.parameter(v).(*ssa.Parameter)
		if !ok || !isInt(p.Type()) || k.loops(p.Parent()) {
			continue
		}
		if k.setters[p.Parent()] == nil {
			k.setters[p.Parent()] = map[int]limit{}
		}
		k.setters[p.Parent()][paramIndex(p)] = l
	}
}

// stores are the stores of a function to fields.
func stores(fn *ssa.Function) func(yield func(*ssa.Store) bool) {
	return func(yield func(*ssa.Store) bool) {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if st, ok := instr.(*ssa.Store); ok {
					if _, field := st.Addr.(*ssa.FieldAddr); field && !yield(st) {
						return
					}
				}
			}
		}
	}
}

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

// sites lists the lines of a function that configure retries.
func (k *configuration) sites(fn *ssa.Function) []graph.Site {
	var out []graph.Site
	for st := range stores(fn) {
		fa := st.Addr.(*ssa.FieldAddr)
		f := fieldOf(fa.X.Type(), fa.Field)
		if f == nil {
			continue
		}
		if knob := k.knob(typeName(fa.X.Type()) + "." + f.Name()); knob != nil {
			out = append(out, k.turned(fn, st.Pos(), knob, st.Val)...)
		} else if l, ok := k.bounds[f]; ok && (isNumber(st.Val) || overrides(st)) && !k.loops(outermost(fn)) {
			if k.replaced[st] {
				l.means = nil // it says itself what is meant
			}
			out = append(out, k.limited(fn, st.Pos(), st.Val, l))
		}
	}
	for c := range calls(fn) {
		out = append(out, k.call(fn, c)...)
	}
	return slices.DeleteFunc(out, func(s graph.Site) bool { return s.Pos.Line == 0 })
}

// call lists what a call configures.
func (k *configuration) call(fn *ssa.Function, c ssa.CallInstruction) []graph.Site {
	f := callee(c.Common())
	if f == nil {
		return nil
	}
	if knob := k.knob(f.FullName()); knob != nil {
		return k.turned(fn, c.Pos(), knob, operand(c.Common(), knob.Arg))
	}
	to := c.Common().StaticCallee()
	if k.makers[to] && outermost(fn) != to {
		site := k.s.site(fn, graph.SiteConfig, k.s.x.r.Position(c.Pos()))
		site.Bound = graph.BoundAssumed
		return []graph.Site{site}
	}
	var out []graph.Site
	for _, i := range slices.Sorted(maps.Keys(k.setters[to])) {
		v := argument(c.Common(), i)
		if _, passed := v.(*ssa.Parameter); v != nil && !passed {
			out = append(out, k.limited(fn, c.Pos(), v, k.setters[to][i]))
		}
	}
	return out
}

// turned is the site at which a knob of a client library is set, if it is one: a
// policy that is made in the same function has its sites where its numbers are, and
// one that the function is given has them there.
func (k *configuration) turned(fn *ssa.Function, pos token.Pos, knob *setKnob, v ssa.Value) []graph.Site {
	t := turned{knob: knob.Knob, value: v, frame: &frame{fn: fn}, pos: pos, fn: fn, module: knob.Library.Module}
	set := setting{t}
	switch knob.Role {
	case graph.RoleServiceConfig:
		return k.serviceConfigs(fn, t, knob)
	case graph.RolePolicy:
		if v == nil || k.passedOn(v) {
			return nil
		}
		set = k.s.w.inner(knob.Library, v, t.frame, 0)
		if slices.ContainsFunc(set, func(t turned) bool { return limits(t.knob.Role) && within(outermost(fn), t) }) {
			return nil
		}
	}
	site := k.configSite(fn, pos, knob)
	if b := k.attempts(set, knob); b.IsSet() {
		site.SetBound(b)
	}
	return []graph.Site{site}
}

// passedOn reports whether a value is a parameter of the function, or of the one
// round a function literal.
func (k *configuration) passedOn(v ssa.Value) bool {
	if i, ok := v.(*ssa.MakeInterface); ok {
		v = i.X
	}
	_, passed := k.s.helpers.parameter(v).(*ssa.Parameter)
	return passed
}

// attempts is the number of tries that some knobs of a library make together.
func (k *configuration) attempts(set setting, knob *setKnob) graph.Bound {
	var ly graph.Layer
	for _, t := range set {
		if t.knob.Role == graph.RoleCap {
			if b, ok := k.s.w.setTo(t, k.s.w.placed(t)); ok {
				ly.Attempts, _ = meant(b, t.knob)
			}
			continue
		}
		k.s.w.turn(&ly, t, "")
	}
	if !ly.Attempts.IsSet() && knob.Role != graph.RolePolicy {
		return byItself(knob)
	}
	return ly.Attempts
}

// byItself is how often the layer of a knob tries where the knob changes nothing,
// if all calls of the library agree.
func byItself(knob *setKnob) graph.Bound {
	var out graph.Bound
	row := graph.CatalogPos(knob.Library.Name, version(knob.Library))
	for _, c := range knob.Library.Calls {
		if knob.Layer >= len(c.Layers) {
			continue
		}
		d := &c.Layers[knob.Layer]
		if knob.LayerName != "" && knob.LayerName != d.Name {
			continue
		}
		b := byDefault(d, row, row).Attempts
		if out.IsSet() && !reflect.DeepEqual(out, b) {
			return graph.Bound{}
		}
		out = b
	}
	return out
}

func (k *configuration) configSite(fn *ssa.Function, pos token.Pos, knob *setKnob) graph.Site {
	site := k.s.site(fn, graph.SiteConfig, k.s.x.r.Position(pos))
	site.Name, site.Remote, site.Bound = knob.Library.Name, true, graph.BoundAssumed
	return site
}

// within reports whether a knob is turned inside a function.
func within(fn *ssa.Function, t turned) bool {
	syntax := fn.Syntax()
	return syntax != nil && t.kept == nil && syntax.Pos() <= t.pos && t.pos < syntax.End()
}

// limited is the site at which a field of the tree that limits a loop is set.
func (k *configuration) limited(fn *ssa.Function, pos token.Pos, v ssa.Value, l limit) graph.Site {
	site := k.s.site(fn, graph.SiteConfig, k.s.x.r.Position(pos))
	site.Remote, site.Bound = l.remote, graph.BoundAssumed
	if l.known {
		site.SetBound(k.s.w.number(l.meant(v), l.plus, l.tries, &frame{fn: fn}, site.Pos))
	}
	return site
}

func isNumber(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.Value != nil && c.Value.Kind() == constant.Int
}

func outermost(fn *ssa.Function) *ssa.Function {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	return fn
}

// knob is the knob of a library that something sets, if it sets how often.
func (k *configuration) knob(name string) *setKnob {
	for _, knob := range k.s.x.table.Knobs(name) {
		if runsFunctions(knob.Library) {
			continue // it stands at the call or the loop that repeats, which is the site
		}
		if limits(knob.Role) || knob.Role == graph.RolePolicy {
			return &setKnob{knob.Library, knob.Knob}
		}
	}
	return nil
}

// limits reports whether a role says how often something is tried, or how long.
func limits(r graph.Role) bool {
	switch r {
	case graph.RoleAttempts, graph.RoleRetries, graph.RoleCap, graph.RoleElapsed, graph.RoleLayer, graph.RoleServiceConfig:
		return true
	}
	return false
}

// runsFunctions reports whether a library repeats functions that it is given, or
// says to a loop whether to go on.
func runsFunctions(lib *graph.Library) bool {
	for _, c := range lib.Calls {
		if (c.Effect == graph.EffectRuns || c.Effect == graph.EffectAsks) && len(c.Layers) > 0 {
			return true
		}
	}
	return false
}

type setKnob struct {
	Library *graph.Library
	*graph.Knob
}
