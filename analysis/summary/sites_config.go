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
	// translated are those of them that replace a number somebody wrote.
	translated map[*ssa.Store]bool
	// setters are the own functions that store a parameter in such a field.
	setters map[*ssa.Function]map[int]limit
	// makers are the own functions that make a decorator which retries.
	makers map[*ssa.Function]bool
}

func newConfiguration(s *Sites) *configuration {
	k := &configuration{s: s, bounds: map[*types.Var]limit{}, replaced: map[*ssa.Store]bool{}, translated: map[*ssa.Store]bool{},
		setters: map[*ssa.Function]map[int]limit{}, makers: map[*ssa.Function]bool{}}
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
		} else if l, ok := k.bounds[f]; ok && !k.translated[st] && !isFloor(st) && (isNumber(st.Val) || overrides(st)) && !k.loops(outermost(fn)) {
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
	case graph.RoleAttempts, graph.RoleRetries, graph.RoleCap, graph.RoleElapsed, graph.RolePausing, graph.RoleLastTry, graph.RoleLayer, graph.RoleServiceConfig:
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
