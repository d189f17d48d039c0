package summary

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ampcheck/ampcheck/graph"
)

// call runs a call: the one that fails, one of the table, a function of the
// tree, or one of which only the signature is known.
func (r *run) call(st *state, a *active, c ssa.CallInstruction, k then) {
	com := c.Common()
	if b, ok := com.Value.(*ssa.Builtin); ok {
		k(st, r.builtin(st, a, b.Name(), com))
		return
	}
	args := r.arguments(st, a, com)
	if r.known(st, a, c, args, k) {
		return
	}
	if to := com.StaticCallee(); to != nil && len(to.Blocks) == 0 && (panics(c) || exits(c)) {
		if st.failed {
			r.panics(st)
		}
		return
	}
	if st.failed && onNil(com, args) {
		r.panics(st) // or it takes care of that
	}
	if named := callee(com); named != nil {
		if _, call, ok := r.w.x.row(named); ok {
			r.library(st, a, c, call, args, k)
			return
		}
		if v, role := r.w.marks(named, com); v != nil {
			k(st, r.value(st, a, v).markedFor(role))
			return
		}
	}
	if call := r.w.variableCalled(com); call != nil && r.failure(st, a, c, call, args, k) {
		return
	}
	r.dynamic(st, a, c, args, k)
}

// variableCalled is the row of a function that a package variable of a library holds,
// unless the program stores another one there.
func (w *Walker) variableCalled(com *ssa.CallCommon) *graph.LibraryCall {
	load, ok := com.Value.(*ssa.UnOp)
	if !ok {
		return nil
	}
	g, ok := load.X.(*ssa.Global)
	if !ok || g.Pkg == nil || len(w.x.stores[g]) > 0 {
		return nil
	}
	_, call, ok := w.x.table.Func(g.Pkg.Pkg.Path() + "." + g.Name())
	if !ok || call.Failure == nil {
		return nil
	}
	return call
}

// onNil reports whether a method of another module is called on a pointer that is
// nil. Those that only get a field, as of messages of protocol buffers, look first.
func onNil(com *ssa.CallCommon, args []fact) bool {
	to := com.StaticCallee()
	if to == nil || len(to.Blocks) > 0 || to.Signature.Recv() == nil || len(args) == 0 || args[0].kind != factNil {
		return false
	}
	return !strings.HasPrefix(to.Name(), "Get") && to.Name() != "Error" && to.Name() != "String"
}

// marks is the error that a function of the table marks for the library that is
// given it, and as what.
func (w *Walker) marks(f *types.Func, com *ssa.CallCommon) (ssa.Value, graph.Role) {
	for _, k := range w.x.table.Knobs(f.FullName()) {
		if k.Role == graph.RoleTerminal || k.Role == graph.RoleMarks {
			return operand(com, k.Arg), k.Role
		}
	}
	return nil, ""
}

// arguments are what a function is entered with: the receiver first.
func (r *run) arguments(st *state, a *active, com *ssa.CallCommon) []fact {
	var args []fact
	if com.IsInvoke() {
		args = append(args, r.value(st, a, com.Value))
	}
	for _, v := range com.Args {
		args = append(args, r.value(st, a, v))
	}
	return args
}

// known runs a call whose callee the run itself knows: a function value it has
// seen made, a method of a value whose type it has seen.
func (r *run) known(st *state, a *active, c ssa.CallInstruction, args []fact, k then) bool {
	com := c.Common()
	if com.IsInvoke() {
		recv := args[0]
		if recv.kind != factBoxed {
			return false
		}
		fn := methodOf(c.Parent().Prog, recv.typ, com.Method)
		if fn == nil || len(fn.Blocks) == 0 {
			return false
		}
		in := append([]fact{*recv.in}, args[1:]...)
		r.enter(target{fn, &frame{fn: fn, site: c, up: a.frame}}, in, nil, a, st, k)
		return true
	}
	if com.StaticCallee() != nil {
		return false
	}
	f := r.value(st, a, com.Value)
	if f.kind == factBoxed && f.in != nil {
		f = *f.in
	}
	if f.kind != factFunc {
		return false
	}
	if f.fn.then != nil {
		f.fn.then(st, args, k)
		return true
	}
	if f.fn.fn == nil || len(f.fn.fn.Blocks) == 0 {
		return false
	}
	r.apply(st, a, c, f, args, k)
	return true
}

// apply calls a function value.
func (r *run) apply(st *state, a *active, c ssa.CallInstruction, f fact, args []fact, k then) {
	if f.fn.then != nil {
		f.fn.then(st, args, k)
		return
	}
	fr := &frame{fn: f.fn.fn, site: c, closure: f.fn.closure, made: f.fn.made}
	if a != nil {
		fr.up = a.frame
	}
	r.enter(target{f.fn.fn, fr}, args, f.fn.free, a, st, k)
}

// maxTargets bounds the functions that one call is taken to reach.
const maxTargets = 6

// dynamic runs what the table does not know.
func (r *run) dynamic(st *state, a *active, c ssa.CallInstruction, args []fact, k then) {
	var to []target
	for _, t := range r.w.x.callees(c, a.frame) {
		if len(t.fn.Blocks) > 0 {
			to = append(to, t)
		}
	}
	if len(to) == 0 || len(to) > maxTargets {
		r.outside(st, a, c, args, len(to) > 0, k)
		return
	}
	for i, t := range to {
		other := st
		if i < len(to)-1 {
			other = r.fork(st, st.classes)
		}
		if !r.matters(t.fn, other, args) {
			k(other, fact{})
			continue
		}
		r.enter(t, args, r.value(other, a, c.Common().Value).free(), a, other, k)
	}
}

// matters reports whether a function can have to do with the failure: a remote
// call lies below it, it takes or makes errors, answers, or changes what is
// known.
func (r *run) matters(fn *ssa.Function, st *state, args []fact) bool {
	if r.w.x.reaches[fn] {
		return true
	}
	sig := fn.Signature
	for _, tuple := range []*types.Tuple{sig.Params(), sig.Results()} {
		for i := range tuple.Len() {
			if t := tuple.At(i).Type(); isError(t) || r.w.responds(t) {
				return true
			}
		}
	}
	if sig.Recv() != nil && (implementsError(sig.Recv().Type()) || r.w.responds(sig.Recv().Type())) {
		return true
	}
	for _, f := range args {
		if r.tells(f) {
			return true
		}
	}
	return false
}

// tells reports whether a value holds something that a function may use.
func (r *run) tells(f fact) bool {
	switch f.kind {
	case factByClass, factError, factStatus, factLater, factFunc:
		return true
	case factPointer, factStruct:
		return f.at.obj.fresh || f.at.obj.global == nil && f.at.obj.answer
	case factBoxed:
		return r.tells(*f.in) || implementsError(f.typ)
	}
	return false
}

func implementsError(t types.Type) bool {
	return types.Implements(t, errorType.Underlying().(*types.Interface))
}

// outside is a call of a function of which nothing is known. Before the failure it
// is good. After it, it may be given what the failure has left, as a decoder is
// given the body of an answer that says why, and may fail too. It may change what
// it is given a pointer to, answer where it is given what answers, and call what it
// is given once.
func (r *run) outside(st *state, a *active, c ssa.CallInstruction, args []fact, many bool, k then) {
	failing, later := st.failed, false
	var calls []fact
	for i, f := range args {
		if e, ok := r.asError(f); ok && e {
			failing = true
		}
		later = later || f.kind == factLater
		if f.kind == factFunc {
			calls = append(calls, f)
		}
		r.loses(st, f)
		r.answering(st, c.Common(), i)
	}
	if many {
		r.unclear(st)
		failing = true
	}
	after := func(st *state, bad bool) {
		if later && scans(c) {
			k(r.fork(st, st.classes), r.results(st, c, false, false)) // of a row that came
		}
		k(st, r.results(st, c, failing || bad, later))
	}
	if len(calls) == 0 {
		after(st, false)
		return
	}
	r.apply(st, a, c, calls[0], make([]fact, len(calls[0].fn.params())), func(st *state, res fact) {
		yes, known := lastOfParts(res).isNil()
		after(st, !known && len(res.parts) > 0 && st.failed || known && !yes)
	})
}

// tellsOf reports whether it matters what the elements of a slice are: errors, and what
// may hold them or is called.
func tellsOf(slice types.Type) bool {
	s, ok := slice.Underlying().(*types.Slice)
	if !ok {
		return true
	}
	switch s.Elem().Underlying().(type) {
	case *types.Interface, *types.Signature:
		return true
	}
	return implementsError(s.Elem())
}

// grown is a slice with more elements of which only the first is counted: ways are not
// told apart by how long the slices are that they made.
func (r *run) grown(base fact, n int) fact {
	empty := base.kind == factNil && !base.maybe || base.kind == factList && len(base.parts) == 0
	if empty && n == 1 {
		return fact{kind: factList, parts: make([]fact, 1)}
	}
	return factOfSome
}

// scans reports whether a call reads one of several rows.
func scans(c ssa.CallInstruction) bool {
	f := callee(c.Common())
	if f == nil || f.Name() != "Scan" || f.Signature().Recv() == nil {
		return false
	}
	return types.NewMethodSet(f.Signature().Recv().Type()).Lookup(nil, "Next") != nil
}

func (f *function) params() []*ssa.Parameter {
	if f.fn == nil {
		return nil
	}
	return f.fn.Params
}

func lastOfParts(f fact) fact {
	if n := len(f.parts); n > 0 {
		return f.parts[n-1]
	}
	return factOfNil
}

// unclear says that the request may have been answered with anything.
func (r *run) unclear(st *state) {
	if !st.sent {
		st.status, st.sent, st.unclear = fact{}, true, true
	}
}

// answering is what a function of another module does with what answers: with a
// writer of bytes it answers 200 unless something was answered; with more it may
// answer anything.
func (r *run) answering(st *state, com *ssa.CallCommon, i int) {
	vs := operands(com)
	if i >= len(vs) {
		return
	}
	v := vs[i]
	if !r.w.responds(unboxed(v).Type()) || com.Signature().Recv() != nil && i == 0 {
		return
	}
	if r.w.responds(v.Type()) {
		r.unclear(st)
		return
	}
	if n := com.Signature().Results().Len(); n == 1 && !isError(com.Signature().Results().At(0).Type()) {
		return // it is made a writer of
	}
	st.answer(num(200), true)
}

// answer keeps the status that a request is answered with.
func (st *state) answer(status fact, final bool) {
	if st.sent {
		return
	}
	st.status, st.sent = status, final
}

// loses forgets what a function may have changed.
func (r *run) loses(st *state, f fact) {
	switch f.kind {
	case factBoxed:
		r.loses(st, *f.in)
	case factPointer:
		if f.at.obj.global != nil {
			return
		}
		for p := range st.memory {
			if p.obj == f.at.obj {
				delete(st.memory, p)
			}
		}
		st.lost[f.at.obj] = true
	}
}

// results are those of a call that is good: its error is nil, and what it gives
// beside one is there.
func (r *run) results(st *state, c ssa.CallInstruction, failing, later bool) fact {
	tuple := c.Common().Signature().Results()
	fails := fails(c.Common().Signature())
	out := fact{kind: factParts}
	for i := range tuple.Len() {
		t := tuple.At(i).Type()
		switch {
		case isError(t) && later:
			out.parts = append(out.parts, r.remoteError())
		case isError(t) && failing:
			out.parts = append(out.parts, fact{})
		case isError(t):
			out.parts = append(out.parts, factOfNil)
		case later:
			out.parts = append(out.parts, fact{kind: factLater})
		case fails && !failing && nillable(t):
			out.parts = append(out.parts, factOfSome)
		default:
			out.parts = append(out.parts, fact{})
		}
	}
	return out.single()
}

// single is the only result of a call itself.
func (f fact) single() fact {
	if f.kind == factParts && len(f.parts) == 1 {
		return f.parts[0]
	}
	return f
}

func nillable(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Interface, *types.Map, *types.Slice, *types.Chan, *types.Signature:
		return true
	}
	return false
}

func (r *run) builtin(st *state, a *active, name string, com *ssa.CallCommon) fact {
	switch name {
	case "append":
		base, more := r.value(st, a, com.Args[0]), variadic(com.Args[1])
		if !tellsOf(com.Args[0].Type()) {
			return r.grown(base, len(more))
		}
		if (base.kind != factNil || base.maybe) && base.kind != factList || len(more) == 0 {
			return factOfSome
		}
		out := fact{kind: factList, parts: append([]fact(nil), base.parts...)}
		for _, v := range more {
			out.parts = append(out.parts, r.value(st, a, v))
		}
		return out
	case "len":
		switch f := r.value(st, a, com.Args[0]); f.kind {
		case factNil:
			if !f.maybe {
				return num(0)
			}
		case factList:
			return num(int64(len(f.parts)))
		}
	case "recover":
		return factOfNil
	}
	return fact{}
}
