package summary

import (
	"go/types"

	"github.com/ampcheck/ampcheck/graph"
)

// What errors.Is and errors.As answer.

// is looks for an error in a chain.
func (r *run) is(st *state, f, target fact, k then) {
	if yes, known := f.isNil(); known && yes {
		no, sure := target.isNil()
		if sure {
			k(st, truthFact(no))
			return
		}
	}
	out, open := truthFact(false), false
	known := r.walk(st, f, func(e fact) bool {
		one := r.isOne(e, target)
		switch {
		case one.kind == factNumber && one.n != 0, one.kind == factByClass:
			out = one
			return true
		case one.kind == factNone:
			open = true
		}
		return false
	})
	if out.kind == factNumber && out.n == 0 && (open || !known) {
		out = fact{}
	}
	k(st, out)
}

// isOne is whether one error of a chain is the one that is looked for.
func (r *run) isOne(e, target fact) fact {
	if errno, ok := systemError(target); ok && e.kind == factError && e.err.remote {
		return r.remoteErrno(errno)
	}
	if target.kind != factError || target.err.sentinel == nil {
		return fact{}
	}
	switch e.kind {
	case factBoxed:
		if r.methodNamed(e, "Is") != nil {
			return fact{}
		}
		return truthFact(false)
	case factError:
		switch {
		case e.err.remote && target.err.ours:
			return truthFact(false)
		case e.err.remote && target.err.timeout:
			return r.remoteTimeout()
		case e.err.timeout && target.err.timeout:
			return truthFact(true)
		case e.err.remote:
			return fact{}
		}
		return equalOr(e, target)
	}
	return fact{}
}

// errnos are the numbers of the system for connections that failed and broke, on
// Linux and on the systems of BSD.
var errnos = map[int64]graph.Class{
	111: graph.ClassConnect, 61: graph.ClassConnect, // ECONNREFUSED
	104: graph.ClassReset, 54: graph.ClassReset, 32: graph.ClassReset, // ECONNRESET, EPIPE
}

// systemError is the number of an error of the system.
func systemError(f fact) (n int64, ok bool) {
	if f.kind != factBoxed || f.typ.String() != "syscall.Errno" || f.in == nil || f.in.kind != factNumber {
		return 0, false
	}
	return f.in.n, true
}

// remoteErrno is whether the failure is an error of the system: in its class it may
// be, and in others it is not.
func (r *run) remoteErrno(n int64) fact {
	class, ok := errnos[n]
	switch {
	case r.protocol == graph.ProtocolGRPC:
		return truthFact(false)
	case !ok:
		return fact{}
	}
	return fact{kind: factByClass, by: func(c graph.Class) (int64, bool) { return 0, c != class }}
}

// remoteTimeout is whether the failure is the end of a context: a status of gRPC
// is not.
func (r *run) remoteTimeout() fact {
	switch r.protocol {
	case graph.ProtocolGRPC:
		return truthFact(false)
	case graph.ProtocolHTTP:
		return timeouts
	}
	return fact{}
}

// equalOr compares the variables of two errors; one that stands in none is not
// the other.
func equalOr(e, target fact) fact {
	if e.err.sentinel == nil {
		return truthFact(false)
	}
	return truthFact(e.err.sentinel == target.err.sentinel)
}

// as looks in a chain for an error of the type that a pointer points at, and
// stores it there.
func (r *run) as(st *state, f, target fact, k then) {
	if target.kind == factBoxed {
		if p, ok := target.typ.Underlying().(*types.Pointer); ok {
			r.asType(st, f, *target.in, p.Elem(), k)
			return
		}
	}
	r.loses(st, target)
	k(st, fact{})
}

func (r *run) asType(st *state, f, at fact, t types.Type, k then) {
	if yes, known := f.isNil(); known && yes {
		k(st, truthFact(false))
		return
	}
	var found fact
	open := false
	known := r.walk(st, f, func(e fact) bool {
		v, ok := r.ofType(e, t)
		if ok.kind == factNumber && ok.n != 0 {
			found = v
			return true
		}
		if ok.kind != factNumber || e.kind == factBoxed && r.methodNamed(e, "As") != nil {
			open = true
			return true
		}
		return false
	})
	switch {
	case open || !known:
		r.loses(st, at)
		k(st, fact{})
	case found.kind != factNone:
		if at.kind == factPointer {
			st.store(at.at, found)
		}
		k(st, truthFact(true))
	default:
		k(st, truthFact(false))
	}
}
