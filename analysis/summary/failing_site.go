package summary

import (
	"go/types"
	"reflect"

	"github.com/ampcheck/ampcheck/graph"
	"golang.org/x/tools/go/ssa"
)

// fails runs the call that fails.
func (r *run) fails(st *state, c ssa.CallInstruction, k then) {
	st.calls++
	if r.again != nil {
		if st.calls > 1 {
			r.again.note(st.classes)
		}
		if st.calls > maxAgain {
			return
		}
		st.classes = possible(r.protocol) // each try may end in another way
	}
	if r.mode == noneFails || r.mode == firstFails && st.calls > 1 || r.mode == restFails && st.calls == 1 {
		k(st, r.good(st, c, nil))
		return
	}
	st.failed = true
	coded := intersect(st.classes, httpStatuses)
	wrong := r.wrong(c) // those that are errors all the same
	if r.protocol == graph.ProtocolHTTP && responseAt(c) {
		if coded = coded.Minus(wrong); !coded.Empty() {
			k(r.fork(st, coded), r.responded(st, c, httpStatus))
		}
	}
	if r.response != nil && (len(r.response.Unless) == 0 || !wrong.Empty()) && r.plain(c) {
		st.classes = st.classes.Minus(httpStatuses.Minus(wrong)).Union(intersect(st.classes, graph.NewClassSet(graph.ClassTimeout)))
	}
	if st.classes.Empty() {
		return
	}
	if begun := st.classes.Minus(graph.NeverReached); rowsAt(c) && !begun.Empty() {
		k(r.fork(st, begun), r.breaksOff(st, c))
	}
	k(st, r.failed(c))
}

// rowsAt reports whether a call returns rows that are read one after the other: they
// may break off after the call was good.
func rowsAt(c ssa.CallInstruction) bool {
	sig := c.Common().Signature()
	if sig.Results().Len() != 2 || errorAt(sig) != 1 {
		return false
	}
	ms := types.NewMethodSet(sig.Results().At(0).Type())
	for _, name := range []string{"Err", "Next", "Scan"} {
		if ms.Lookup(nil, name) == nil {
			return false
		}
	}
	return true
}

// breaksOff are the results of a call whose rows fail.
func (r *run) breaksOff(st *state, c ssa.CallInstruction) fact {
	out := r.results(st, c, false, false)
	out.parts[0] = fact{kind: factLater}
	return out
}

// meant reports whether the site calls the callee that fails where it is come to in a
// frame: a helper may call others on other ways.
func (r *run) meant(c ssa.CallInstruction, f *frame) bool {
	if r.only == nil {
		return true
	}
	remotes := r.w.remotes
	r.w.remotes = nil // what is asked here is no call of the body
	defer func() { r.w.remotes = remotes }()
	step, _ := r.w.remote(c, f, r.lib, r.row)
	meant := false
	eachCall(step, false, func(o *graph.Call, _ bool) { meant = meant || reflect.DeepEqual(o.To, *r.only) })
	return meant
}

// wrong are the failures with a status that the library makes an error of.
func (r *run) wrong(c ssa.CallInstruction) graph.ClassSet {
	if r.response == nil {
		return graph.ClassSet{}
	}
	for _, field := range r.response.Unless {
		if len(r.w.x.named(field)) > 0 {
			return graph.ClassSet{} // it may be an error, or none
		}
	}
	return r.response.Classes
}

// plain reports whether a client answers by itself: one that a library made may
// hold a transport that makes errors of answers.
func (r *run) plain(c ssa.CallInstruction) bool {
	v := receiver(c.Common())
	if v == nil {
		return true
	}
	for _, o := range r.w.x.trace(v, nil) {
		switch o.value.(type) {
		case *ssa.Call, *ssa.Extract:
			_, call, ok := r.w.constructor(o)
			if !ok || call.Failure == nil && len(call.Layers) > 0 {
				return len(r.response.Unless) > 0
			}
		}
	}
	return true
}

func intersect(a, b graph.ClassSet) graph.ClassSet { return a.Intersect(b) }

// failed are the results of a call that ends in an error.
func (r *run) failed(c ssa.CallInstruction) fact {
	tuple := c.Common().Signature().Results()
	at := errorAt(c.Common().Signature())
	out := fact{kind: factParts}
	for i := range tuple.Len() {
		switch {
		case i == at:
			out.parts = append(out.parts, r.remoteError())
		case at < 0:
			out.parts = append(out.parts, fact{kind: factLater})
		case nillable(tuple.At(i).Type()):
			out.parts = append(out.parts, fact{kind: factNil, maybe: !r.emptyHanded(c)})
		default:
			out.parts = append(out.parts, fact{})
		}
	}
	return out.single()
}

// emptyHanded reports whether a library returns nothing beside an error: the standard
// library does, and the stubs of gRPC, which are called through the interface that is
// generated with them.
func (r *run) emptyHanded(c ssa.CallInstruction) bool {
	return r.lib.Module == "" || r.protocol == graph.ProtocolGRPC && c.Common().IsInvoke()
}

// remoteError is the error of the failing call.
func (r *run) remoteError() fact {
	f := &failure{remote: true}
	if r.protocol == graph.ProtocolGRPC {
		f.protocol = graph.ProtocolGRPC
		f.code = &fact{kind: factByClass, by: grpcCode}
	}
	return fact{kind: factError, err: f}
}

// statusField holds the status of a response of HTTP.
const statusField = "StatusCode"

// responseAt reports whether the first result of a call is a response with a
// status.
func responseAt(c ssa.CallInstruction) bool {
	res := c.Common().Signature().Results()
	return res.Len() > 0 && statusIn(res.At(0).Type()) >= 0
}

func statusIn(t types.Type) int {
	p, ok := t.Underlying().(*types.Pointer)
	if !ok {
		return -1
	}
	s, ok := p.Elem().Underlying().(*types.Struct)
	if !ok {
		return -1
	}
	for i := range s.NumFields() {
		if s.Field(i).Name() == statusField {
			return i
		}
	}
	return -1
}

// responded are the results of a call that was answered with a status.
func (r *run) responded(st *state, c ssa.CallInstruction, by func(graph.Class) (int64, bool)) fact {
	out := r.results(st, c, false, false)
	parts := out.parts
	if out.kind != factParts {
		parts = []fact{out}
	}
	obj := r.thing(thing{answer: true})
	r.statuses[obj] = fact{kind: factByClass, by: by}
	parts[0] = fact{kind: factPointer, at: slot{obj: obj}}
	return fact{kind: factParts, parts: parts}.single()
}

// good are the results of a remote call that is answered.
func (r *run) good(st *state, c ssa.CallInstruction, call *graph.LibraryCall) fact {
	if missed := r.misses && !st.failed; missed || !responseAt(c) {
		return r.results(st, c, missed, false)
	}
	return r.responded(st, c, func(graph.Class) (int64, bool) { return 200, true })
}

var (
	httpStatuses = codesOf(graph.HTTPClass, 400, 599)
	grpcNumbers  = numbers(graph.GRPCClass, 1, 16)
	httpNumbers  = numbers(graph.HTTPClass, 400, 599)
)

func numbers(class func(int) (graph.Class, bool), first, last int) map[graph.Class]int64 {
	out := map[graph.Class]int64{}
	for n := first; n <= last; n++ {
		if c, ok := class(n); ok {
			out[c] = int64(n)
		}
	}
	return out
}

func httpStatus(c graph.Class) (int64, bool) {
	n, ok := httpNumbers[c]
	return n, ok
}

// grpcCode is the code of the error that a client of gRPC returns: a request
// that never got an answer is UNAVAILABLE.
func grpcCode(c graph.Class) (int64, bool) {
	switch c {
	case graph.ClassConnect, graph.ClassDNS, graph.ClassRefusedStream, graph.ClassReset:
		return 14, true
	}
	n, ok := grpcNumbers[c]
	return n, ok
}

// timeouts is whether a failure is a timeout.
var timeouts = fact{kind: factByClass, by: func(c graph.Class) (int64, bool) {
	return truthFact(c == graph.ClassTimeout).n, true
}}
