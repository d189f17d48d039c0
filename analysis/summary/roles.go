package summary

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ampcheck/ampcheck/graph"
)

// role finds the operand of a call that has a role, such as its address: the
// operand itself, or that of the constructor that made the client or request.
func (w *Walker) role(c ssa.CallInstruction, f *frame, call *graph.LibraryCall, pick func(*graph.LibraryCall) *graph.Arg) []graph.Expr {
	r := &roles{w: w, pick: pick, seen: map[roleKey]bool{}, active: map[ssa.CallInstruction]bool{}}
	return r.of(c, f, call)
}

// dialled is the address of a call: its operand, or what an option of the constructor
// of the client says of it.
func (w *Walker) dialled(c ssa.CallInstruction, f *frame, call *graph.LibraryCall) []graph.Expr {
	r := &roles{w: w, pick: addressOf, options: true, seen: map[roleKey]bool{}, active: map[ssa.CallInstruction]bool{}}
	return r.of(c, f, call)
}

func addressOf(call *graph.LibraryCall) *graph.Arg { return call.Address }

// roles looks for one operand. A builder that is set up in a loop is made of itself:
// each call is looked at once, in each frame, and none inside itself.
type roles struct {
	w    *Walker
	pick func(*graph.LibraryCall) *graph.Arg
	// options says that what is looked for may stand in an option of a constructor.
	options bool
	seen    map[roleKey]bool
	active  map[ssa.CallInstruction]bool
}

type roleKey struct {
	call  ssa.CallInstruction
	frame *frame
}

func (r *roles) of(c ssa.CallInstruction, f *frame, call *graph.LibraryCall) []graph.Expr {
	a := r.pick(call)
	if a == nil {
		if r.options && call.Effect == graph.EffectConstructs && call.Options != nil {
			lib, _, _ := r.w.x.row(callee(c.Common()))
			return r.w.addressKnobs(c, f, lib, call)
		}
		return nil
	}
	if es := written(a); es != nil {
		return es
	}
	v := operand(c.Common(), a.Index)
	if a.Receiver {
		v = r.w.x.client(receiver(c.Common()))
	}
	var field []graph.Expr
	switch {
	case v == nil:
		return nil
	case a.Field != "":
		field = r.w.fieldExprs(v, f, a.Field)
		if slices.ContainsFunc(field, func(e graph.Expr) bool { return e.Kind != graph.ExprUnknown }) {
			return field
		}
	case !a.Of:
		return r.w.addresses(v, f)
	}
	key := roleKey{c, f}
	if r.seen[key] || r.active[c] {
		return field
	}
	r.seen[key], r.active[c] = true, true
	defer delete(r.active, c)
	if made := r.made(c, v, f); len(made) > 0 {
		return made
	}
	return field
}

// written is an operand that the row itself says.
func written(a *graph.Arg) []graph.Expr {
	switch {
	case a.Env != "":
		e := graph.Expr{Kind: graph.ExprRef, Source: graph.SourceEnv, Text: a.Env}
		if a.Const != "" {
			e.Args = []graph.Expr{graph.Literal(a.Const)}
		}
		return []graph.Expr{e}
	case a.Const != "":
		return []graph.Expr{graph.Literal(a.Const)}
	}
	return nil
}

// made asks the calls that made or set up a value.
func (r *roles) made(c ssa.CallInstruction, v ssa.Value, f *frame) []graph.Expr {
	var out []graph.Expr
	for _, o := range r.w.makers(v, f) {
		if made, k, ok := r.w.constructor(o); ok && made != c {
			out = append(out, r.of(made, o.frame, k)...)
			continue
		}
		for _, set := range r.w.settersOf(o.value) {
			_, k, _ := r.w.x.row(callee(set.Common()))
			out = append(out, r.of(set, o.frame, k)...)
		}
	}
	return distinct(out)
}
