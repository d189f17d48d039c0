package summary

import (
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
	"golang.org/x/tools/go/ssa"
)

// value is what is known of a value.
func (r *run) value(st *state, a *active, v ssa.Value) fact {
	switch x := v.(type) {
	case *ssa.Const:
		return constFact(x)
	case *ssa.Function:
		return fact{kind: factFunc, fn: &function{fn: x}}
	case *ssa.Parameter:
		if i := paramIndex(x); x.Parent() == a.fn && i < len(a.args) {
			if f := a.args[i]; f.kind != factNone {
				return f
			}
		}
	case *ssa.FreeVar:
		for i, fv := range a.fn.FreeVars {
			if fv == x && i < len(a.free) {
				return a.free[i]
			}
		}
	case *ssa.Global:
		return fact{kind: factPointer, at: slot{obj: r.global(x)}}
	}
	return st.vals[a][v]
}

// global is the object of a package variable.
func (r *run) global(g *ssa.Global) *thing {
	if r.globals == nil {
		r.globals = map[*ssa.Global]*thing{}
	}
	if r.globals[g] == nil {
		r.globals[g] = r.thing(thing{global: g})
	}
	return r.globals[g]
}

// instr runs an instruction that leads nowhere else.
func (r *run) instr(st *state, a *active, instr ssa.Instruction) {
	switch x := instr.(type) {
	case *ssa.Store:
		if at := r.value(st, a, x.Addr); at.kind == factPointer {
			st.store(at.at, r.value(st, a, x.Val))
		}
	case *ssa.Send:
		r.send(st, r.value(st, a, x.Chan), r.value(st, a, x.X))
	case ssa.Value:
		if f := r.computed(st, a, x); f.kind != factNone {
			st.know(a, x, f)
		} else {
			delete(st.vals[a], x)
		}
	}
}

// sentPart is the path under which a channel holds what was sent.
const sentPart = "<-"

// send keeps what was sent last; an error stays.
func (r *run) send(st *state, ch, v fact) {
	if ch.kind != factPointer {
		return
	}
	at := slot{ch.at.obj, sentPart}
	if have := st.memory[at]; have.kind != factError && have.kind != factBoxed {
		st.memory[at] = v
	}
}

func (r *run) computed(st *state, a *active, v ssa.Value) fact {
	switch x := v.(type) {
	case *ssa.Alloc, *ssa.MakeChan:
		return fact{kind: factPointer, at: slot{obj: r.thing(thing{fresh: true})}}
	case *ssa.MakeMap, *ssa.MakeSlice:
		return factOfSome
	case *ssa.MakeClosure:
		f := &function{closure: x, made: a.frame}
		f.fn, _ = x.Fn.(*ssa.Function)
		for _, b := range x.Bindings {
			f.free = append(f.free, r.value(st, a, b))
		}
		return fact{kind: factFunc, fn: f}
	case *ssa.FieldAddr:
		return r.fieldAddr(st, r.value(st, a, x.X), x)
	case *ssa.Field:
		if f := r.value(st, a, x.X); f.kind == factStruct {
			return r.load(st, f.at.field(x.Field), x.Type())
		}
	case *ssa.IndexAddr:
		f, i := r.value(st, a, x.X), r.value(st, a, x.Index)
		if f.kind == factPointer && i.kind == factNumber {
			return fact{kind: factPointer, at: slot{f.at.obj, f.at.path + "[" + strconv.FormatInt(i.n, 10) + "]"}}
		}
		if f.kind == factList && i.kind == factNumber && int(i.n) < len(f.parts) && i.n >= 0 {
			at := slot{obj: r.thing(thing{})}
			st.memory[at] = f.parts[i.n]
			return fact{kind: factPointer, at: at}
		}
	case *ssa.Slice:
		if p, ok := x.X.Type().Underlying().(*types.Pointer); ok {
			if array, ok := p.Elem().Underlying().(*types.Array); ok && array.Len() == 0 {
				return fact{kind: factList}
			}
		}
		return r.value(st, a, x.X)
	case *ssa.Convert:
		return r.value(st, a, x.X)
	case *ssa.ChangeType:
		return r.value(st, a, x.X)
	case *ssa.ChangeInterface:
		return r.value(st, a, x.X)
	case *ssa.MakeInterface:
		return boxed(x.X.Type(), r.value(st, a, x.X))
	case *ssa.TypeAssert:
		return r.asserted(st, x, r.value(st, a, x.X))
	case *ssa.Extract:
		if f := r.value(st, a, x.Tuple); f.kind == factParts && x.Index < len(f.parts) {
			return f.parts[x.Index]
		}
	case *ssa.UnOp:
		return r.unary(st, a, x)
	case *ssa.BinOp:
		return r.binary(st, x.Op, r.value(st, a, x.X), r.value(st, a, x.Y))
	case *ssa.Lookup:
		return r.lookup(st, a, x)
	}
	return fact{}
}

func (p slot) field(i int) slot { return slot{p.obj, p.path + "." + strconv.Itoa(i)} }

// boxed is a value in an interface. Errors of libraries have no value that is
// looked into.
func boxed(t types.Type, f fact) fact {
	switch f.kind {
	case factError, factStatus, factLater, factBoxed:
		return f
	}
	return fact{kind: factBoxed, typ: t, in: &f}
}

func (r *run) fieldAddr(st *state, f fact, x *ssa.FieldAddr) fact {
	if v, ok := r.ofRequest(st, x); ok {
		at := slot{obj: r.thing(thing{})}
		st.memory[at] = v
		return fact{kind: factPointer, at: at}
	}
	switch f.kind {
	case factPointer:
		if v := fieldOf(x.X.Type(), x.Field); f.at.obj.answer && f.at.path == "" && v != nil && v.Name() == statusField {
			at := slot{obj: r.thing(thing{})}
			st.memory[at] = r.statuses[f.at.obj]
			return fact{kind: factPointer, at: at}
		}
		return fact{kind: factPointer, at: f.at.field(x.Field)}
	case factError:
		// The code of an error of a library that has it in a field.
		v := fieldOf(x.X.Type(), x.Field)
		at := slot{obj: r.thing(thing{})}
		switch {
		case v == nil:
			return fact{}
		case v.Name() == codeField && f.err.code != nil:
			st.memory[at] = *f.err.code
		case v.Name() == errorField && isError(v.Type()):
			st.memory[at] = f
		default:
			return fact{}
		}
		return fact{kind: factPointer, at: at}
	}
	return fact{}
}

// codeField holds the code of an error of a library, errorField the error that
// one stands for.
const codeField, errorField = "Code", "Err"

// ofRequest is what a field of the table says of the request: the errors that
// were left with it, or whether it was answered.
func (r *run) ofRequest(st *state, x *ssa.FieldAddr) (fact, bool) {
	v := fieldOf(x.X.Type(), x.Field)
	if v == nil {
		return fact{}, false
	}
	_, call, ok := r.w.x.table.Func(typeName(x.X.Type()) + "." + v.Name())
	if !ok || call.Failure == nil {
		return fact{}, false
	}
	switch call.Failure.Role {
	case graph.FailureNotes:
		return fact{kind: factList, parts: st.notes}, true
	case graph.FailureSent:
		return truthFact(st.sent), true
	}
	return fact{}, false
}

// store writes to a place; of a struct every field is copied.
func (st *state) store(at slot, f fact) {
	for p := range st.memory {
		if p.obj == at.obj && strings.HasPrefix(p.path, at.path) && (len(p.path) == len(at.path) || strings.ContainsAny(p.path[len(at.path):len(at.path)+1], ".[")) {
			delete(st.memory, p)
		}
	}
	if f.kind != factStruct {
		st.memory[at] = f
		return
	}
	for p, v := range st.memory {
		if p.obj == f.at.obj && strings.HasPrefix(p.path, f.at.path+".") {
			st.memory[slot{at.obj, at.path + p.path[len(f.at.path):]}] = v
		}
	}
	if !f.at.obj.fresh || st.lost[f.at.obj] {
		st.memory[at] = fact{} // the rest is not known
	}
}

// load reads a place.
func (r *run) load(st *state, at slot, t types.Type) fact {
	if _, ok := t.Underlying().(*types.Struct); ok {
		copied := r.thing(thing{fresh: at.obj.fresh})
		_, whole := st.memory[at]
		st.lost[copied] = st.lost[at.obj] || whole || st.inside(at)
		for p, v := range st.memory {
			if p.obj == at.obj && strings.HasPrefix(p.path, at.path+".") {
				st.memory[slot{copied, p.path[len(at.path):]}] = v
			}
		}
		return fact{kind: factStruct, at: slot{obj: copied}}
	}
	if f, ok := st.memory[at]; ok {
		return f
	}
	switch {
	case st.inside(at):
		return fact{}
	case at.obj.global != nil && at.path == "":
		return r.variable(st, at.obj.global)
	case at.obj.fresh && !st.lost[at.obj]:
		return zero(t)
	}
	return fact{}
}

// inside reports whether a place lies in one that was written as a whole with what is
// not known.
func (st *state) inside(at slot) bool {
	for i := len(at.path); i > 0; {
		i = max(0, strings.LastIndexAny(at.path[:i], ".["))
		if _, ok := st.memory[slot{at.obj, at.path[:i]}]; ok {
			return true
		}
	}
	return false
}

func zero(t types.Type) fact {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Info()&(types.IsInteger|types.IsBoolean) != 0:
			return num(0)
		case u.Info()&types.IsString != 0:
			return fact{kind: factText}
		}
	case *types.Pointer, *types.Interface, *types.Map, *types.Slice, *types.Chan, *types.Signature:
		return factOfNil
	}
	return fact{}
}

func (r *run) unary(st *state, a *active, x *ssa.UnOp) fact {
	f := r.value(st, a, x.X)
	switch {
	case x.Op == token.MUL && f.kind == factPointer:
		return r.load(st, f.at, x.Type())
	case x.Op == token.ARROW && f.kind == factPointer && !x.CommaOk:
		return st.memory[slot{f.at.obj, sentPart}]
	case x.Op == token.NOT && f.kind == factNumber:
		return truthFact(f.n == 0)
	case x.Op == token.NOT && f.kind == factByClass:
		return each1(f, func(n int64) (int64, bool) { return 1 - n, true })
	case x.Op == token.SUB && f.kind == factNumber:
		return num(-f.n)
	}
	return fact{}
}

// each1 computes with a number that depends on the class.
func each1(f fact, compute func(int64) (int64, bool)) fact {
	by := f.by
	return fact{kind: factByClass, by: func(c graph.Class) (int64, bool) {
		n, ok := by(c)
		if !ok {
			return 0, false
		}
		return compute(n)
	}}
}

func (r *run) binary(st *state, op token.Token, x, y fact) fact {
	if x.kind == factNumber && y.kind == factByClass || x.kind == factByClass && y.kind == factNumber || x.kind == factByClass && y.kind == factByClass {
		return byClass2(op, x, y)
	}
	if x.kind == factNumber && y.kind == factNumber {
		if k := arithmetic(op, x.n, y.n); k != nil {
			return num(k.n)
		}
		return fact{}
	}
	if x.kind == factText && y.kind == factText && (op == token.EQL || op == token.NEQ) {
		return truthFact((x.text == y.text) == (op == token.EQL))
	}
	if op != token.EQL && op != token.NEQ {
		return fact{}
	}
	same := equal(x, y)
	if op == token.NEQ && same.kind == factNumber {
		return truthFact(same.n == 0)
	}
	return same
}

func byClass2(op token.Token, x, y fact) fact {
	at := func(f fact, c graph.Class) (int64, bool) {
		if f.kind == factNumber {
			return f.n, true
		}
		return f.by(c)
	}
	return fact{kind: factByClass, by: func(c graph.Class) (int64, bool) {
		a, ok1 := at(x, c)
		b, ok2 := at(y, c)
		if !ok1 || !ok2 {
			return 0, false
		}
		k := arithmetic(op, a, b)
		if k == nil {
			return 0, false
		}
		return k.n, true
	}}
}

// equal compares values that may be nil, and errors that stand in variables.
func equal(x, y fact) fact {
	xNil, xKnown := x.isNil()
	yNil, yKnown := y.isNil()
	if xKnown && yKnown && (xNil || yNil) {
		return truthFact(xNil && yNil)
	}
	if x.kind != factError || y.kind != factError {
		return fact{}
	}
	switch a, b := x.err, y.err; {
	case a.sentinel != nil && b.sentinel != nil:
		return truthFact(a.sentinel == b.sentinel)
	case (a.sentinel != nil || b.sentinel != nil) && !a.open && !b.open && !a.remote && !b.remote:
		return truthFact(false)
	case a.remote && b.ours || a.ours && b.remote:
		return truthFact(false)
	}
	return fact{}
}

// asserted is the result of a type assertion.
func (r *run) asserted(st *state, x *ssa.TypeAssert, f fact) fact {
	v, ok := r.ofType(f, x.AssertedType)
	if !x.CommaOk {
		return v
	}
	return fact{kind: factParts, parts: []fact{v, ok}}
}

// ofType is a value as one of a type, and whether it is one.
func (r *run) ofType(f fact, t types.Type) (v, ok fact) {
	_, isIface := t.Underlying().(*types.Interface)
	switch f.kind {
	case factNil:
		return zero(t), truthFact(false)
	case factBoxed:
		switch {
		case isIface:
			return f, truthFact(types.Implements(f.typ, t.Underlying().(*types.Interface)))
		case types.Identical(f.typ, t):
			return *f.in, truthFact(true)
		}
		return zero(t), truthFact(false)
	case factError:
		yes := r.errorIs(f.err, t)
		if yes.kind == factNumber && yes.n == 0 {
			return zero(t), yes
		}
		return f, yes
	}
	return fact{}, fact{}
}

func (r *run) lookup(st *state, a *active, x *ssa.Lookup) fact {
	table := r.table(x.X, a)
	key := r.value(st, a, x.Index)
	if table == nil || key.kind != factNumber && key.kind != factByClass {
		return fact{}
	}
	at := func(n int64) (int64, bool) { v, ok := table[n]; return v, ok || !x.CommaOk }
	has := func(n int64) (int64, bool) { _, ok := table[n]; return truthFact(ok).n, true }
	var v, ok fact
	if key.kind == factNumber {
		n, _ := at(key.n)
		h, _ := has(key.n)
		v, ok = num(n), num(h)
	} else {
		v, ok = each1(key, func(n int64) (int64, bool) { m, _ := at(n); return m, true }), each1(key, has)
	}
	if !x.CommaOk {
		return v
	}
	return fact{kind: factParts, parts: []fact{v, ok}}
}

// table is a map of numbers that is written once, where it is made, with
// constants.
func (r *run) table(m ssa.Value, a *active) map[int64]int64 {
	var made *ssa.MakeMap
	for _, o := range r.w.x.trace(m, a.frame) {
		mm, ok := o.value.(*ssa.MakeMap)
		if !ok || made != nil {
			return nil
		}
		made = mm
	}
	if made == nil {
		return nil
	}
	out := map[int64]int64{}
	for _, ref := range *made.Referrers() {
		switch u := ref.(type) {
		case *ssa.MapUpdate:
			k, v := constFactOf(u.Key), constFactOf(u.Value)
			if k.kind != factNumber || v.kind != factNumber {
				return nil
			}
			out[k.n] = v.n
		case *ssa.Store, *ssa.Lookup, *ssa.DebugRef:
		default:
			return nil
		}
	}
	return out
}

func constFactOf(v ssa.Value) fact {
	if c, ok := v.(*ssa.Const); ok {
		return constFact(c)
	}
	return fact{}
}

// unboxed is a value behind the interfaces it was put in.
func unboxed(v ssa.Value) ssa.Value {
	for {
		switch x := v.(type) {
		case *ssa.MakeInterface:
			v = x.X
		case *ssa.ChangeInterface:
			v = x.X
		default:
			return v
		}
	}
}
