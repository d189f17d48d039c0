package summary

import (
	"go/constant"
	"go/types"
	"slices"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
	"golang.org/x/tools/go/ssa"
)

// maxChain bounds the errors of one chain.
const maxChain = 20

// asError reports whether a value is an error that is not nil.
func (r *run) asError(f fact) (failing, ok bool) {
	switch f.kind {
	case factError:
		return true, true
	case factBoxed:
		return implementsError(f.typ), true
	}
	return false, false
}

// unwrapped lists what an error wraps.
func (r *run) unwrapped(st *state, f fact) (out []fact, known bool) {
	switch f.kind {
	case factError:
		return f.err.chain, !f.err.open
	case factBoxed:
		return r.method(st, f, "Unwrap")
	}
	return nil, false
}

// method runs a method of an error of the tree that takes nothing, and lists what
// it may return. No such method gives nothing.
func (r *run) method(st *state, f fact, name string) (out []fact, known bool) {
	fn := r.methodNamed(f, name)
	if fn == nil {
		return nil, true
	}
	if len(fn.Blocks) == 0 {
		return nil, false
	}
	known = true
	r.enter(target{fn, &frame{fn: fn}}, []fact{*f.in}, nil, nil, r.fork(st, st.classes), func(_ *state, res fact) {
		for _, v := range res.parts[:min(1, len(res.parts))] {
			if v.kind == factList {
				out = append(out, v.parts...)
				continue
			}
			yes, ok := v.isNil()
			known = known && ok
			if ok && !yes {
				out = append(out, v)
			}
		}
	})
	return out, known
}

func (r *run) methodNamed(f fact, name string) *ssa.Function {
	if f.typ == nil || f.in == nil {
		return nil
	}
	ms := r.w.x.prog.MethodSets.MethodSet(f.typ)
	for i := range ms.Len() {
		if ms.At(i).Obj().Name() == name {
			return r.w.x.prog.MethodValue(ms.At(i))
		}
	}
	return nil
}

// walk visits an error and what it wraps, until visit says it has found what it
// looked for; known is false where the chain is not.
func (r *run) walk(st *state, f fact, visit func(fact) bool) (known bool) {
	open, n := []fact{f}, 0
	for len(open) > 0 {
		f, open = open[0], open[1:]
		if n++; n > maxChain {
			return false
		}
		if yes, ok := f.isNil(); ok && yes {
			continue
		}
		if visit(f) {
			return true
		}
		next, ok := r.unwrapped(st, f)
		if !ok {
			return false
		}
		open = append(append([]fact(nil), next...), open...)
	}
	return true
}

// codeOf is the code that an error has in a protocol; known is false where it may
// have one that is not known.
func (r *run) codeOf(st *state, f fact, p graph.Protocol) (code fact, has, known bool) {
	known = r.walk(st, f, func(e fact) bool {
		switch e.kind {
		case factError:
			if e.err.code != nil && e.err.protocol == p {
				code, has = *e.err.code, true
			}
		case factStatus:
			code, has = *e.in.err.code, true
		case factBoxed:
			outs, ok := r.method(st, e, "GRPCStatus")
			if p == graph.ProtocolGRPC && (!ok || len(outs) > 0) {
				has = true
				if ok && len(outs) == 1 && outs[0].kind == factStatus {
					code = r.codeOr(st, *outs[0].in, p, codeUnknown)
				}
			}
		}
		return has
	})
	return code, has, known
}

// holdsRemote reports whether the failure itself is in a chain.
func (r *run) holdsRemote(st *state, f fact) bool {
	found := false
	r.walk(st, f, func(e fact) bool {
		found = e.kind == factError && e.err.remote
		return found
	})
	return found
}

// ranOut is whether an error is that of a context whose time ran out.
func (r *run) ranOut(st *state, f fact) fact {
	out := truthFact(false)
	known := r.walk(st, f, func(e fact) bool {
		if e.kind != factError {
			return false
		}
		switch {
		case e.err.timeout:
			out = truthFact(true)
		case e.err.remote && r.protocol == graph.ProtocolHTTP:
			out = timeouts
		case e.err.remote && r.protocol != graph.ProtocolGRPC:
			out = fact{}
		default:
			return false
		}
		return true
	})
	if !known {
		return fact{}
	}
	return out
}

// errorIs is whether an error of a library has a type.
func (r *run) errorIs(e *failure, t types.Type) fact {
	if e.open {
		return fact{}
	}
	if e.typ != nil {
		if types.Identical(e.typ, t) {
			return truthFact(true)
		}
	}
	_, isIface := t.Underlying().(*types.Interface)
	name := strings.TrimPrefix(types.TypeString(t, nil), "*")
	pkg := packageOf(t)
	switch {
	case isIface && e.typ != nil:
		return truthFact(types.Implements(e.typ, t.Underlying().(*types.Interface)))
	case isIface && name == "error":
		return truthFact(true)
	case isIface && e.protocol == graph.ProtocolGRPC && hasMethod(t, "GRPCStatus"):
		return truthFact(true)
	case isIface && !e.remote && e.code == nil:
		return truthFact(false)
	case e.remote && r.protocol == graph.ProtocolHTTP && (name == "net.Error" || name == "net/url.Error"):
		return truthFact(true)
	case isIface && e.remote && r.hasNone(t.Underlying().(*types.Interface)):
		return truthFact(false)
	case isIface:
		return fact{}
	case !e.remote:
		return truthFact(false)
	case pkg != nil && !r.mayMake(pkg):
		return truthFact(false)
	}
	return fact{}
}

// remoteMethods are the methods that errors of a client of HTTP or gRPC have: those
// of net/url, net, syscall and crypto, and of google.golang.org/grpc/status.
var remoteMethods = map[graph.Protocol][]string{
	graph.ProtocolHTTP: {"Error", "Unwrap", "Timeout", "Temporary", "Is", "As", "Cause"},
	graph.ProtocolGRPC: {"Error", "GRPCStatus", "Is", "Unwrap"},
}

// hasNone reports whether no error of the client that failed has all methods of an
// interface.
func (r *run) hasNone(it *types.Interface) bool {
	methods, ok := remoteMethods[r.protocol]
	if !ok || !r.plain(r.site) {
		return false
	}
	for i := range it.NumMethods() {
		if !slices.Contains(methods, it.Method(i).Name()) {
			return true
		}
	}
	return false
}

// mayMake reports whether the client that failed may return an error of a type of
// a package: of its own module, or of the standard library.
func (r *run) mayMake(pkg *types.Package) bool {
	first, _, _ := strings.Cut(pkg.Path(), "/")
	return !r.w.x.r.Own(pkg) && (!strings.Contains(first, ".") || r.lib.Module != "" && strings.HasPrefix(pkg.Path(), r.lib.Module))
}

func packageOf(t types.Type) *types.Package {
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	if n, ok := types.Unalias(t).(*types.Named); ok {
		return n.Obj().Pkg()
	}
	return nil
}

func hasMethod(t types.Type, name string) bool {
	it := t.Underlying().(*types.Interface)
	for i := range it.NumMethods() {
		if it.Method(i).Name() == name {
			return true
		}
	}
	return false
}

// variable is the error that a package variable holds.
func (r *run) variable(st *state, g *ssa.Global) fact {
	elem := g.Type().Underlying().(*types.Pointer).Elem()
	if !implementsError(elem) {
		if stores := r.w.x.stores[g]; len(stores) == 1 {
			return constFactOf(stores[0].value)
		}
		return fact{}
	}
	f := &failure{sentinel: g, ours: g.Pkg != nil && r.w.x.r.Own(g.Pkg.Pkg)}
	name := g.Name()
	if g.Pkg != nil {
		name = g.Pkg.Pkg.Path() + "." + name
	}
	f.timeout = name == "context.DeadlineExceeded"
	if _, call, ok := r.w.x.table.Func(name); ok && call.Failure != nil && call.Failure.Role == graph.FailureCoded {
		code := num(int64(call.Failure.Code))
		f.code, f.protocol, f.typ = &code, call.Failure.Protocol, elem
		return fact{kind: factError, err: f}
	}
	stores := r.w.x.stores[g]
	if len(stores) != 1 {
		if len(stores) > 1 {
			f.open = true
		}
		return fact{kind: factError, err: f}
	}
	r.made(f, stores[0].value)
	return fact{kind: factError, err: f}
}

// made reads how the error in a variable was made.
func (r *run) made(f *failure, v ssa.Value) {
	c, ok := unboxed(v).(*ssa.Call)
	if !ok {
		f.open = true
		return
	}
	named := callee(&c.Call)
	if named == nil {
		f.open = true
		return
	}
	_, call, ok := r.w.x.row(named)
	if !ok || call.Failure == nil {
		f.open = true
		return
	}
	switch call.Failure.Role {
	case graph.FailureText:
	case graph.FailureCoded:
		code := num(int64(call.Failure.Code))
		if call.Failure.Arg != nil {
			code = constFactOf(operand(&c.Call, call.Failure.Arg.Index))
		}
		f.code, f.protocol = &code, call.Failure.Protocol
	case graph.FailureFormats:
		if k, ok := operand(&c.Call, 0).(*ssa.Const); !ok || strings.Contains(constant.StringVal(k.Value), "%w") {
			f.open = true
		}
	default:
		f.open = true
	}
}
