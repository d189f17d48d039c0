package summary

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Place is where a value stands for the callers of a function: a parameter, the
// receiver counted as SSA does, or a field of it, or a field of that.
type Place struct {
	Param int      `json:"param,omitempty"`
	Path  []string `json:"path,omitempty"` // names of fields
}

// maxPath bounds the fields of fields that are followed over package borders.
const maxPath = 5

// below is the place of a field, or of a field of it, of what stands in a place.
func (p Place) below(path []string) Place {
	return Place{p.Param, slices.Concat(p.Path, path)}
}

// symbolic lists the origins of a value as trace does, but leaves a field of an
// object that is not known, a parameter's, as it is: whoever calls knows what
// stands in it.
func (x *Index) symbolic(v ssa.Value, f *frame) []origin {
	if x.nested >= maxNested {
		return nil
	}
	x.nested++
	t := &tracer{x: x, seen: map[traceKey]bool{}, symbolic: true}
	t.value(v, f)
	x.nested--
	if t.lost {
		return nil
	}
	return t.out
}

// standing is the place of an origin that symbolic found, if it has one: its callers
// are not known, and nothing but a way over fields lies between.
func (x *Index) standing(o origin) (Place, bool) {
	return x.placeOf(o.value, o.frame, nil)
}

func (x *Index) placeOf(v ssa.Value, f *frame, path []string) (Place, bool) {
	if len(path) > maxPath {
		return Place{}, false
	}
	switch a := v.(type) {
	case *ssa.Parameter:
		if x.store == nil || f == nil || f.fn != a.Parent() || f.site != nil || f.up != nil || f.closure != nil || f.receiver != nil {
			return Place{}, false
		}
		return Place{paramIndex(a), path}, true
	case *ssa.FieldAddr:
		return x.fieldPlace(a.X, a.Field, f, path)
	case *ssa.Field:
		return x.fieldPlace(a.X, a.Field, f, path)
	case *ssa.UnOp:
		if a.Op == token.MUL {
			return x.placeOf(a.X, f, path)
		}
	case *ssa.Alloc: // a parameter whose address is taken
		if s := x.stores[a]; len(s) == 1 && s[0].site == nil {
			return x.onePlace(s[0].value, f, path)
		}
	}
	return Place{}, false
}

func (x *Index) fieldPlace(of ssa.Value, field int, f *frame, path []string) (Place, bool) {
	name := fieldOf(of.Type(), field)
	if name == nil {
		return Place{}, false
	}
	return x.onePlace(of, f, append([]string{name.Name()}, path...))
}

// onePlace is the place of a value that comes from one only.
func (x *Index) onePlace(v ssa.Value, f *frame, path []string) (Place, bool) {
	from := x.symbolic(v, f)
	if len(from) != 1 {
		return Place{}, false
	}
	if a, ok := from[0].value.(*ssa.Alloc); ok && a == v && len(x.stores[a]) != 1 {
		return Place{}, false
	}
	return x.placeOf(from[0].value, from[0].frame, path)
}
