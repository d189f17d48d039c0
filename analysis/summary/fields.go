package summary

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// Fields of one object: two values of a type are told apart where both are seen
// to be made, so that a stub calls over its own connection and a policy tries as
// often as it was made to.

// maxHolders bounds the questions inside a question: the value whose field is
// read may come from a field itself.
const maxHolders = 6

// field follows what may stand in a field: of the objects that the value is, or,
// where one of them is not known, in any value of the type.
func (t *tracer) field(v *types.Var, base, at ssa.Value, f *frame) {
	if v == nil || len(t.x.fields[v]) == 0 {
		t.end(at, f)
		return
	}
	if _, ok := t.x.decoded.fields[v]; ok {
		t.end(at, f) // what the code stores is what counts without a key
	}
	objects, ok := t.holders(base, f)
	if !ok && t.symbolic {
		t.end(at, f)
		return
	}
	if !ok {
		t.stored(t.x.fields[v], nil, at)
		return
	}
	for _, o := range objects {
		for _, s := range t.x.fields[v] {
			if t.into(s, o) {
				t.value(s.value, s.inFrame(o.frame))
			}
		}
	}
}

// into reports whether a store goes, or may go, into a field of the object.
func (t *tracer) into(s store, o origin) bool {
	if s.of == o.value {
		return true
	}
	if made(s.of) {
		return false
	}
	objects, ok := t.holders(s.of, nil)
	if !ok {
		return true
	}
	for _, p := range objects {
		if p.value == o.value {
			return true
		}
	}
	return false
}

// made reports whether a value is a place that no other value is.
func made(v ssa.Value) bool {
	switch v.(type) {
	case *ssa.Alloc, *ssa.Global:
		return true
	}
	return false
}

// inFrame is the frame in which a value stored into an object is read, where f is
// that in which the object was made.
func (s store) inFrame(f *frame) *frame {
	if s.site != nil {
		return &frame{fn: s.fn, site: s.site, up: callerFrame(s.site, f)}
	}
	return s.within(f)
}

// callerFrame is f where the call stands in its function.
func callerFrame(site ssa.CallInstruction, f *frame) *frame {
	if f != nil && f.fn == site.Parent() {
		return f
	}
	return nil
}

// holders lists the places that a struct, or a pointer to one, may be, with those
// it was copied from; ok is false where it may be one that is not seen.
func (t *tracer) holders(v ssa.Value, f *frame) (out []origin, ok bool) {
	if t.nested >= maxHolders {
		return nil, false
	}
	in := &tracer{x: t.x, seen: map[traceKey]bool{}, nested: t.nested + 1, steps: t.steps, whole: true}
	in.value(v, f)
	if t.steps = in.steps; in.lost {
		return nil, false
	}
	seen := map[traceKey]bool{}
	for i := 0; i < len(in.out); i++ {
		o := in.out[i]
		if key := (traceKey{o.value, o.frame}); seen[key] {
			continue
		} else {
			seen[key] = true
		}
		switch x := o.value.(type) {
		case *ssa.Alloc, *ssa.Global:
			out = append(out, o)
			// What was assigned to it as a whole is in it too.
			for _, s := range t.x.stores[o.value] {
				in.value(s.value, s.within(o.frame))
			}
		case *ssa.UnOp: // a copy of what lies there
			if x.Op != token.MUL {
				return nil, false
			}
			in.value(x.X, o.frame)
		case *ssa.Const: // nil, or the zero value
		default:
			return nil, false
		}
	}
	return out, !in.lost
}
