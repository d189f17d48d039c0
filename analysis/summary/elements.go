package summary

import (
	"go/constant"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// elements lists the values in a slice, in order: of a literal, of what a
// variadic call is given, appended, from a variable or a parameter.
func (x *Index) elements(v ssa.Value, f *frame) []origin {
	e := &elements{x: x, seen: map[ssa.Value]bool{}}
	e.of(v, f)
	return e.out
}

type elements struct {
	x    *Index
	seen map[ssa.Value]bool
	out  []origin
}

func (e *elements) of(v ssa.Value, f *frame) {
	for _, o := range e.x.trace(v, f) {
		if e.seen[o.value] {
			continue
		}
		e.seen[o.value] = true
		switch s := o.value.(type) {
		case *ssa.Parameter:
			if _, ok := e.x.standing(o); ok {
				e.out = append(e.out, o) // the caller knows what is in it
			}
		case *ssa.Slice:
			if a, ok := s.X.(*ssa.Alloc); ok {
				e.stored(a, o.frame)
			}
		case *ssa.MakeSlice:
			e.stored(s, o.frame)
		case *ssa.Call:
			if b, ok := s.Call.Value.(*ssa.Builtin); ok && b.Name() == "append" {
				for _, arg := range s.Call.Args {
					e.of(arg, o.frame)
				}
			} else if f := callee(&s.Call); f != nil && e.x.store != nil && e.x.store.Made(f) != nil {
				e.out = append(e.out, o) // another package keeps what is in it
			}
		}
	}
}

// stored adds what is stored at the places of an array, by place.
func (e *elements) stored(array ssa.Value, f *frame) {
	type placed struct {
		at    int64
		value ssa.Value
	}
	var found []placed
	for _, ref := range *array.Referrers() {
		ia, ok := ref.(*ssa.IndexAddr)
		if !ok {
			continue
		}
		for _, r := range *ia.Referrers() {
			if st, ok := r.(*ssa.Store); ok && st.Addr == ia {
				found = append(found, placed{index(ia.Index), st.Val})
			}
		}
	}
	slices.SortStableFunc(found, func(a, b placed) int { return int(a.at - b.at) })
	for _, p := range found {
		e.out = append(e.out, origin{p.value, f})
	}
}

func index(v ssa.Value) int64 {
	if c, ok := v.(*ssa.Const); ok && c.Value != nil && c.Value.Kind() == constant.Int {
		n, _ := constant.Int64Val(c.Value)
		return n
	}
	return 0
}
