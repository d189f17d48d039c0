package summary

import (
	"go/types"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
)

// answering says how a handler answers: by what it returns, or by what it writes.
type answering struct {
	protocol graph.Protocol
	// returned says what becomes of an error that a handler of HTTP returns.
	returned *graph.FailureFact
	// around are the functions round the handler, the outermost first.
	around *around
	// fails is set where the last result is an error.
	fails bool
}

// handled keeps how a way ended, for the classes that led there.
func (r *run) handled(how *answering, st *state, results fact) {
	if !st.failed {
		return
	}
	err, hasError := fact{}, false
	if n := len(results.parts); n > 0 && how.fails {
		err, hasError = results.parts[n-1], true
	}
	switch how.protocol {
	case graph.ProtocolHTTP:
		r.respondedWith(how, st, err, hasError)
	case graph.ProtocolGRPC:
		r.statusOf(st, err)
	default:
		r.returnedTo(st, err, hasError)
	}
}

// respondedWith is the status of an answer of HTTP: what was written, else what
// becomes of the error that was returned, else 200.
func (r *run) respondedWith(how *answering, st *state, err fact, hasError bool) {
	switch {
	case st.unclear:
		r.end(reply{}, st.classes, st.where)
	case st.status.kind != factNone:
		r.status(st, st.status, graph.HTTPClass)
	case st.sent:
		r.end(reply{}, st.classes, st.where)
	case hasError:
		yes, known := err.isNil()
		switch {
		case !known, !yes && how.returned == nil:
			r.end(reply{}, st.classes, st.where)
		case !yes && r.handledBy(how, st, err, func(st *state, _ fact) { r.respondedWith(how, st, fact{}, false) }):
		case yes:
			r.end(reply{kind: replySuccess}, st.classes, st.where)
		default:
			r.status(st, r.codeOr(st, err, how.returned.Protocol, int64(how.returned.Code)), graph.HTTPClass)
		}
	default:
		r.end(reply{kind: replySuccess}, st.classes, st.where)
	}
}

// handledBy lets the function that the program sets answer with the error of a
// handler; false where it sets none.
func (r *run) handledBy(how *answering, st *state, err fact, k then) bool {
	if how.returned == nil || how.returned.By == "" {
		return false
	}
	var fns []fact
	for _, s := range r.w.x.named(how.returned.By) {
		if !r.w.x.linked[s.fn] {
			continue
		}
		f, ok := r.w.function1(s.value, nil)
		if !ok {
			r.end(reply{}, st.classes, st.where)
			return true
		}
		fns = append(fns, f)
	}
	for i, f := range fns {
		other := st
		if i < len(fns)-1 {
			other = r.fork(st, st.classes)
		}
		r.apply(other, nil, nil, f, f.fn.with(isError, err), k)
	}
	return len(fns) > 0
}

// with are arguments for a function: f for its parameters of a type, and nothing
// for the others.
func (fn *function) with(is func(types.Type) bool, f fact) []fact {
	args := make([]fact, len(fn.params()))
	for i, p := range fn.params() {
		if is(p.Type()) {
			args[i] = f
		}
	}
	return args
}

// codeOr is the code of an error, or another one where it has none.
func (r *run) codeOr(st *state, err fact, p graph.Protocol, otherwise int64) fact {
	code, has, known := r.codeOf(st, err, p)
	switch {
	case !known:
		return fact{}
	case has:
		return code
	}
	return num(otherwise)
}

// codeUnknown is the code of gRPC for an error without a status.
const codeUnknown, codeDeadline = 2, 4

// statusOf is the code with which a server of gRPC answers with an error.
func (r *run) statusOf(st *state, err fact) {
	yes, known := err.isNil()
	if !known {
		r.end(reply{}, st.classes, st.where)
		return
	}
	if yes {
		r.end(reply{kind: replySuccess}, st.classes, st.where)
		return
	}
	code, has, known := r.codeOf(st, err, graph.ProtocolGRPC)
	if known && !has {
		code = num(codeUnknown)
		if late := r.ranOut(st, err); late.kind == factNumber && late.n != 0 {
			code = num(codeDeadline)
		} else if late.kind == factByClass {
			code = each1(late, func(n int64) (int64, bool) {
				if n != 0 {
					return codeDeadline, true
				}
				return codeUnknown, true
			})
		} else if late.kind == factNone {
			code = fact{}
		}
	}
	r.status(st, code, graph.GRPCClass)
}

// status ends a way in a code, or in one for each class.
func (r *run) status(st *state, code fact, class func(int) (graph.Class, bool)) {
	for _, c := range st.classes.Classes() {
		n, ok := code.n, code.kind == factNumber
		if code.kind == factByClass {
			n, ok = code.by(c)
		}
		how := reply{}
		if ok {
			if k, failure := class(int(n)); failure {
				how = reply{kind: replyFails, class: k}
			} else if n < 400 {
				how = reply{kind: replySuccess}
			}
		}
		r.end(how, graph.NewClassSet(c), st.where)
	}
}

// returnedTo is the error that a function returns to a caller of which nothing
// is known.
func (r *run) returnedTo(st *state, err fact, hasError bool) {
	yes, known := err.isNil()
	switch {
	case !hasError || known && yes:
		r.end(reply{kind: replySuccess}, st.classes, st.where)
	case known && r.holdsRemote(st, err):
		r.end(reply{kind: replySame}, st.classes, st.where)
	default:
		if known {
			if code, has, sure := r.codeOf(st, err, graph.ProtocolGRPC); sure && has {
				r.status(st, code, graph.GRPCClass)
				return
			}
		}
		r.end(reply{kind: replyOpaque}, st.classes, st.where)
	}
}

// responds reports whether a type is one with which a request is answered: the
// receiver of a function of the table that answers.
func (w *Walker) responds(t interface{ String() string }) bool {
	return w.x.responders()[strings.TrimPrefix(t.String(), "*")]
}

// responders are the types whose methods answer.
func (x *Index) responders() map[string]bool {
	if x.answerers != nil {
		return x.answerers
	}
	x.answerers = map[string]bool{}
	for _, l := range x.table.Libraries() {
		for i := range l.Calls {
			c := &l.Calls[i]
			if c.Failure == nil || c.Failure.Role != graph.FailureAnswers || !strings.HasPrefix(c.Func, "(") {
				continue
			}
			name, _, _ := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(c.Func, "("), "*"), ")")
			x.answerers[name] = true
		}
	}
	return x.answerers
}
