package summary

import (
	"go/types"
	"slices"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
	"golang.org/x/tools/go/ssa"
)

// failure runs a function of the table that does something with a failure; false
// where its row does not fit the call.
func (r *run) failure(st *state, a *active, c ssa.CallInstruction, call *graph.LibraryCall, args []fact, k then) bool {
	fact := call.Failure
	st.note(fact.Role, c)
	arg := r.operandOf(st, a, c, fact.Arg)
	switch fact.Role {
	case graph.FailureAnswers:
		r.rendered(st, a, c, args, func(st *state) {
			r.answers(st, fact, arg)
			k(st, r.results(st, c, false, false))
		}, k)
	case graph.FailureIs:
		r.is(st, r.at(st, a, c, 0), r.at(st, a, c, 1), k)
	case graph.FailureAs:
		r.as(st, r.at(st, a, c, 0), r.at(st, a, c, 1), k)
	case graph.FailureContext:
		r.contextError(st, k)
	case graph.FailureNext:
		r.next(st, k)
	case graph.FailureMapped:
		r.mapped(st, a, c, fact, arg, args, k)
	case graph.FailureNoted:
		st.notes = append(slices.Clip(st.notes), arg)
		k(st, arg)
	case graph.FailureNotes:
		k(st, lastNote(arg))
	default:
		res, ok := r.makes(st, a, c, fact, arg)
		if !ok {
			return false
		}
		k(st, res)
	}
	return true
}

// note keeps the place of a call that makes another error of a failure, or answers
// with it.
func (st *state) note(role graph.FailureRole, c ssa.CallInstruction) {
	if !st.failed || st.sent {
		return
	}
	switch role {
	case graph.FailureText, graph.FailureFormats, graph.FailureWraps, graph.FailureCoded, graph.FailureAnswers, graph.FailureMapped:
		st.where = c.Pos()
	}
}

// at is operand i of a call, operandOf the one that a row names.
func (r *run) at(st *state, a *active, c ssa.CallInstruction, i int) fact {
	if v := operand(c.Common(), i); v != nil {
		return r.value(st, a, v)
	}
	return fact{}
}

func (r *run) operandOf(st *state, a *active, c ssa.CallInstruction, arg *graph.Arg) fact {
	switch {
	case arg == nil:
		return fact{}
	case arg.Receiver:
		if v := receiver(c.Common()); v != nil {
			return r.value(st, a, v)
		}
		return fact{}
	}
	return r.at(st, a, c, arg.Index)
}

func (r *run) answers(st *state, how *graph.FailureFact, arg fact) {
	status := arg
	switch {
	case how.Arg != nil:
	case how.Default == 0:
		status = num(int64(how.Code))
	case st.status.kind != factNone:
		status = st.status
	default:
		status = num(int64(how.Default))
	}
	if status.kind == factNumber && status.n < 200 && status.n >= 100 {
		return // it announces
	}
	if status.kind != factNumber && status.kind != factByClass {
		r.unclear(st)
		return
	}
	st.answer(status, !how.Sets)
}

// rendered lets a value that is given to be answered with answer itself first, by the
// one method of an interface that takes what answers; failed is its error.
func (r *run) rendered(st *state, a *active, c ssa.CallInstruction, args []fact, good func(*state), failed then) {
	com := c.Common()
	for i := range com.Signature().Params().Len() {
		it, ok := com.Signature().Params().At(i).Type().Underlying().(*types.Interface)
		if !ok || it.NumMethods() != 1 || com.IsInvoke() || com.Signature().Recv() != nil || i >= len(args) || args[i].kind != factBoxed {
			continue
		}
		m := it.Method(0)
		fn := methodOf(c.Parent().Prog, args[i].typ, m)
		if fn == nil || len(fn.Blocks) == 0 || !takesOne(m.Signature(), func(t types.Type) bool { return r.w.responds(t) }) {
			continue
		}
		in := make([]fact, len(fn.Params))
		in[0] = *args[i].in
		r.enter(target{fn, &frame{fn: fn, site: c, up: a.frame}}, in, nil, a, st, func(st *state, res fact) {
			err := lastOfParts(res)
			yes, known := err.isNil()
			if !known || yes {
				good(r.fork(st, st.classes))
			}
			if !known || !yes {
				failed(st, err)
			}
		})
		return
	}
	good(st)
}

// lastNote is the last of the errors that were left with a request.
func lastNote(list fact) fact {
	switch {
	case list.kind != factList:
		return fact{}
	case len(list.parts) == 0:
		return factOfNil
	}
	return list.parts[len(list.parts)-1]
}

// mapped answers with the status that the code of an error stands for, or lets
// the function do so that the program gave for it.
func (r *run) mapped(st *state, a *active, c ssa.CallInstruction, how *graph.FailureFact, err fact, args []fact, k then) {
	var custom []ssa.CallInstruction
	for _, site := range r.w.x.setters[how.By] {
		if r.w.x.linked[site.Parent()] {
			custom = append(custom, site)
		}
	}
	if len(custom) == 0 {
		r.answers(st, &graph.FailureFact{Arg: how.Arg}, translated(r.codeOr(st, err, how.Protocol, int64(how.Default)), how))
		k(st, fact{})
		return
	}
	f, ok := r.w.function1(operand(custom[0].Common(), 0), nil)
	if !ok || len(custom) > 1 {
		r.unclear(st)
		k(st, fact{})
		return
	}
	r.apply(st, a, c, f, args, k)
}

// translated is what a code stands for.
func translated(code fact, how *graph.FailureFact) fact {
	to := func(n int64) (int64, bool) {
		if m, ok := how.Codes[int(n)]; ok {
			return int64(m), true
		}
		return int64(how.Code), true
	}
	switch code.kind {
	case factNumber:
		n, _ := to(code.n)
		return num(n)
	case factByClass:
		return each1(code, to)
	}
	return fact{}
}

// contextError is the error of a context: it has one where time ran out, which a
// failing call may have waited for.
func (r *run) contextError(st *state, k then) {
	late := fact{kind: factError, err: &failure{timeout: true}}
	if st.ended {
		k(st, late)
		return
	}
	if out := st.classes.Intersect(graph.NewClassSet(graph.ClassTimeout)); st.failed && !out.Empty() {
		k(r.fork(st, out), late)
	}
	k(st, factOfNil)
}

// makes is what a function of the table makes of a failure.
func (r *run) makes(st *state, a *active, c ssa.CallInstruction, how *graph.FailureFact, arg fact) (fact, bool) {
	switch how.Role {
	case graph.FailureText:
		return fact{kind: factError, err: &failure{}}, true
	case graph.FailureWraps:
		return r.wraps(st, a, c), true
	case graph.FailureFormats:
		return r.formatted(st, a, c, how), true
	case graph.FailureCoded:
		return r.coded(st, a, c, how, arg), true
	case graph.FailureCode:
		return r.code(st, how, arg), true
	case graph.FailureStatus:
		return r.statusFact(st, c, how, arg), true
	case graph.FailureError:
		if arg.kind == factStatus {
			return *arg.in, true
		}
	case graph.FailureSame:
		f := arg
		if c.Common().Signature().Results().Len() > 1 {
			f = fact{kind: factParts, parts: []fact{arg, factOfNil}}
		}
		return f, arg.kind != factNone
	case graph.FailureUnwraps:
		if out, known := r.unwrapped(st, arg); known && len(out) <= 1 {
			return append(out, factOfNil)[0], true
		}
		return fact{}, true
	case graph.FailureTimeout:
		late := r.ranOut(st, arg)
		if r.protocol == graph.ProtocolGRPC {
			late = fact{}
		}
		return late, true
	}
	return fact{}, false
}

// errorsIn are the errors among the operands of a call; known is false where
// there may be more.
func (r *run) errorsIn(st *state, a *active, vs []ssa.Value) (out []fact, known bool) {
	known = true
	for _, v := range vs {
		if _, slice := v.Type().Underlying().(*types.Slice); slice {
			list, ok := r.elements(st, a, v)
			out, known = append(out, list...), known && ok
			continue
		}
		if !isError(v.Type()) && !implementsError(v.Type()) {
			continue
		}
		f := r.value(st, a, v)
		yes, ok := f.isNil()
		known = known && ok
		if ok && !yes {
			out = append(out, f)
		}
	}
	return out, known
}

// elements are the errors in a slice: what a call lists, or what was appended.
func (r *run) elements(st *state, a *active, v ssa.Value) (out []fact, known bool) {
	if f := r.value(st, a, v); f.kind == factList {
		for _, p := range f.parts {
			if _, is := r.asError(p); is {
				out = append(out, p)
			}
		}
		return out, true
	} else if f.kind == factNil {
		return nil, true
	}
	list := variadic(v)
	known = list != nil
	for _, e := range list {
		f := r.value(st, a, unboxed(e))
		if isError(e.Type()) || isError(unboxed(e).Type()) || implementsError(unboxed(e).Type()) {
			yes, ok := f.isNil()
			known = known && ok
			if ok && !yes {
				out = append(out, boxed(unboxed(e).Type(), f))
			}
		}
	}
	return out, known
}

// wraps is an error that wraps those it is given; nil where none is.
func (r *run) wraps(st *state, a *active, c ssa.CallInstruction) fact {
	chain, known := r.errorsIn(st, a, c.Common().Args)
	if known && len(chain) == 0 {
		return factOfNil
	}
	if !known && len(chain) == 0 {
		return fact{}
	}
	return fact{kind: factError, err: &failure{chain: chain, open: !known}}
}

// formatted is an error made with a format: %w keeps what it stands for.
func (r *run) formatted(st *state, a *active, c ssa.CallInstruction, how *graph.FailureFact) fact {
	f := &failure{}
	format := r.operandOf(st, a, c, how.Arg)
	if format.kind == factText {
		if verbs := wrapping(format.text); len(verbs) > 0 {
			f.chain, f.open = r.formats(st, a, c, how.Arg.Index+1, verbs)
		}
	} else {
		f.open = true
	}
	return fact{kind: factError, err: f}
}

// formats are the operands of a format that %w stands for.
func (r *run) formats(st *state, a *active, c ssa.CallInstruction, rest int, verbs []int) (chain []fact, open bool) {
	list := variadic(operand(c.Common(), rest))
	for _, i := range verbs {
		if i < 0 || i >= len(list) {
			return chain, true
		}
		v := unboxed(list[i])
		f := boxed(v.Type(), r.value(st, a, v))
		if isError(v.Type()) {
			f = r.value(st, a, v)
		}
		switch yes, known := f.isNil(); {
		case !known:
			open = true
		case !yes:
			chain = append(chain, f)
		}
	}
	return chain, open
}

// wrapping lists which operands of a format are wrapped; -1 is one that is not
// counted.
func wrapping(format string) []int {
	var out []int
	n := 0
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			continue
		}
		for i++; i < len(format) && strings.IndexByte("+-# 0123456789.", format[i]) >= 0; i++ {
		}
		switch {
		case i >= len(format), format[i] == '%':
		case format[i] == '*' || format[i] == '[':
			if strings.Contains(format, "w") {
				return []int{-1}
			}
			return nil
		default:
			if format[i] == 'w' {
				out = append(out, n)
			}
			n++
		}
	}
	return out
}

// coded is an error, or a status, with a code.
func (r *run) coded(st *state, a *active, c ssa.CallInstruction, how *graph.FailureFact, arg fact) fact {
	code := arg
	if how.Arg == nil {
		code = num(int64(how.Code))
	}
	f := &failure{protocol: how.Protocol, code: &code, typ: c.Common().Signature().Results().At(0).Type()}
	if how.Wraps {
		chain, known := r.errorsIn(st, a, c.Common().Args)
		f.chain, f.open = chain, !known
	}
	if isError(f.typ) {
		f.typ = nil
		if code.kind == factNumber && code.n == 0 && how.Protocol == graph.ProtocolGRPC {
			return factOfNil
		}
		return fact{kind: factError, err: f}
	}
	e := fact{kind: factError, err: f}
	if implementsError(f.typ) {
		return e
	}
	f.typ = nil
	return fact{kind: factStatus, in: &e}
}

// code is the code of a status or an error.
func (r *run) code(st *state, how *graph.FailureFact, arg fact) fact {
	switch arg.kind {
	case factNil:
		return num(0)
	case factStatus:
		arg = *arg.in
	case factError, factBoxed:
	case factNumber, factByClass:
		if how.Codes != nil {
			return translated(arg, how)
		}
		return fact{}
	default:
		return fact{}
	}
	return r.codeOr(st, arg, how.Protocol, int64(how.Default))
}

// statusFact is the status of an error, and whether it has one.
func (r *run) statusFact(st *state, c ssa.CallInstruction, how *graph.FailureFact, arg fact) fact {
	status, ok := fact{}, fact{}
	switch yes, known := arg.isNil(); {
	case known && yes:
		status, ok = fact{}, truthFact(true)
	case known:
		code, has, sure := r.codeOf(st, arg, how.Protocol)
		if !sure {
			break
		}
		if !has {
			code = num(int64(how.Default))
		}
		in := fact{kind: factError, err: &failure{protocol: how.Protocol, code: &code}}
		status, ok = fact{kind: factStatus, in: &in}, truthFact(has)
	}
	if c.Common().Signature().Results().Len() == 1 {
		return status
	}
	return fact{kind: factParts, parts: []fact{status, ok}}
}
