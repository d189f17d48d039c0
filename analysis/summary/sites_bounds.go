package summary

import (
	"go/token"
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Which fields of the tree limit how often a loop retries, and which functions set
// them.

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
		if a, _, ok := k.s.x.spends(rep); ok {
			k.field(a.limit, limit{plus: a.plus, known: true, remote: remote, at: a.at})
			continue
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
