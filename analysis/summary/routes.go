package summary

import (
	"go/types"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
	"golang.org/x/tools/go/ssa"
)

// The routes of HTTP that a program registers, with their methods and the prefix of
// their router.

// registered lists the operations that a call registers.
func (w *Walker) registered(c ssa.CallInstruction, f *frame) []registration {
	named := callee(c.Common())
	if named == nil {
		return nil
	}
	lib, call, ok := w.x.row(named)
	if !ok || call.Effect != graph.EffectServes || call.Runs == nil {
		return nil
	}
	v := operand(c.Common(), call.Runs.Index)
	if v == nil {
		return nil
	}
	var out []registration
	if call.Protocol == graph.ProtocolGRPC {
		out = w.grpcService(c, f, call, v)
	} else {
		out = w.routes(c, f, call, v)
	}
	for i := range out {
		out[i].call, out[i].lib, out[i].returned = c, lib, call.Failure
	}
	return out
}

// routes are the operations of HTTP that a call registers.
func (w *Walker) routes(c ssa.CallInstruction, f *frame, call *graph.LibraryCall, v ssa.Value) []registration {
	paths := w.role(c, f, call, func(k *graph.LibraryCall) *graph.Arg { return k.Path })
	if call.Path == nil {
		paths = []graph.Expr{graph.Literal("/")} // a handler that serves an address
	}
	var out []registration
	methods, prefix := w.methodsOf(c, f, call), w.prefix(c, f, 0)
	for _, p := range paths {
		for _, method := range methods {
			operation := method + strings.ReplaceAll(prefix+braced(pattern(p)), "//", "/")
			for _, t := range w.serving(last(v), f, 0) {
				if pattern(p) == unknownPart {
					operation = name(unwrapped(t).fn) // not to be taken for another one
				}
				out = append(out, registration{operation: operation, protocol: graph.ProtocolHTTP, fn: unwrapped(t)})
			}
		}
	}
	return out
}

// last is the last value of a variadic parameter: handlers before it only wrap
// the last one.
func last(v ssa.Value) ssa.Value {
	if list := variadic(v); len(list) > 0 {
		return list[len(list)-1]
	}
	return v
}

// methodsOf lists what stands before the path of a route, for each method that it
// is for: what the call says, or the calls that narrow the route it made. A route
// for all methods has none.
func (w *Walker) methodsOf(c ssa.CallInstruction, f *frame, call *graph.LibraryCall) []string {
	var out []string
	add := func(es []graph.Expr) {
		for _, e := range es {
			if text, ok := e.Eval(nil); ok && text != "" {
				out = append(out, strings.ToUpper(text)+" ")
			}
		}
	}
	add(w.role(c, f, call, methodArg))
	if v := c.Value(); v != nil && v.Referrers() != nil {
		for _, ref := range *v.Referrers() {
			next, ok := ref.(ssa.CallInstruction)
			if !ok || callee(next.Common()) == nil || receiver(next.Common()) != v {
				continue
			}
			if _, k, ok := w.x.row(callee(next.Common())); ok && k.Effect == graph.EffectServes && k.Runs == nil {
				for _, m := range variadic(operand(next.Common(), k.Method.Index)) {
					add(w.x.exprs(m, f))
				}
			}
		}
	}
	if len(out) == 0 {
		return []string{""}
	}
	return out
}

func methodArg(k *graph.LibraryCall) *graph.Arg { return k.Method }

// prefix is what stands before the paths of the router that a route is added to:
// it was made under a path, or a function is called with one that was.
func (w *Walker) prefix(c ssa.CallInstruction, f *frame, depth int) string {
	router := receiver(c.Common())
	if router == nil || depth > maxWrapped {
		return ""
	}
	for _, o := range w.x.trace(router, f) {
		made, k, ok := w.constructor(o)
		var call ssa.CallInstruction = made
		if p, isParameter := o.value.(*ssa.Parameter); isParameter {
			call = w.x.routed[p.Parent()]
			ok = call != nil
			if ok {
				_, k, _ = w.x.row(callee(call.Common()))
			}
		}
		if !ok || k.Effect != graph.EffectConstructs || k.Protocol != graph.ProtocolHTTP {
			continue
		}
		path := ""
		if k.Path != nil {
			if es := w.role(call, o.frame, k, func(k *graph.LibraryCall) *graph.Arg { return k.Path }); len(es) == 1 {
				path = braced(pattern(es[0]))
			}
		}
		return w.prefix(call, o.frame, depth+1) + strings.TrimSuffix(path, "/")
	}
	return ""
}

// braced writes the variables of a path as net/http does: /items/:id is
// /items/{id}.
func braced(path string) string {
	parts := strings.Split(path, "/")
	for i, p := range parts {
		if name, ok := strings.CutPrefix(p, ":"); ok && name != "" {
			parts[i] = "{" + name + "}"
		} else if name, ok := strings.CutPrefix(p, "*"); ok && name != "" {
			parts[i] = "{" + name + "...}"
		}
	}
	return strings.Join(parts, "/")
}

// serving lists the functions that serve HTTP for a value: the function itself,
// its ServeHTTP, or those of the handlers that a library was given to make the
// value of.
func (w *Walker) serving(v ssa.Value, f *frame, depth int) []target {
	if out := w.serveMethod(v); out != nil {
		return out
	}
	out := w.x.functions(v, f, nil)
	if len(out) > 0 || depth > maxWrapped {
		return out
	}
	for _, o := range w.x.trace(v, f) {
		if c, ok := o.value.(*ssa.Call); ok && isHandler(c.Type()) {
			for _, a := range c.Call.Args {
				if isHandler(a.Type()) {
					out = append(out, w.serving(a, o.frame, depth+1)...)
				}
			}
			continue
		}
		if types.IsInterface(o.value.Type()) {
			continue
		}
		if fn := w.x.method(o.value, servesHTTP); fn != nil && len(fn.Blocks) > 0 {
			out = append(out, target{fn, &frame{fn: fn}})
			continue
		}
		for _, inner := range handlersIn(o.value) {
			out = append(out, w.serving(inner, o.frame, depth+1)...)
		}
	}
	return out
}

// handlersIn are the handlers in the fields of a struct of another module that
// serves HTTP itself: it is round them.
func handlersIn(v ssa.Value) []ssa.Value {
	a, ok := v.(*ssa.Alloc)
	if !ok {
		return nil
	}
	var out []ssa.Value
	for _, ref := range *a.Referrers() {
		field, ok := ref.(*ssa.FieldAddr)
		if !ok {
			continue
		}
		for _, r := range *field.Referrers() {
			if st, ok := r.(*ssa.Store); ok && st.Addr == field && isHandler(st.Val.Type()) {
				out = append(out, st.Val)
			}
		}
	}
	return out
}

// isHandler reports whether values of a type serve HTTP.
func isHandler(t types.Type) bool {
	if s, ok := t.Underlying().(*types.Signature); ok {
		return s.Params().Len() == 2 && typeName(s.Params().At(1).Type()) == "net/http.Request"
	}
	return types.NewMethodSet(t).Lookup(nil, servesHTTP) != nil
}

// serveMethod is the ServeHTTP of a function type of the tree: it decides how the
// function is called and what becomes of what it returns.
func (w *Walker) serveMethod(v ssa.Value) []target {
	var out []target
	for _, conv := range w.conversions(v) {
		fn := w.x.method(conv, servesHTTP)
		if fn == nil || len(fn.Blocks) == 0 {
			return nil
		}
		w.x.reaches[fn] = true // what it calls is known only here
		out = append(out, target{fn, &frame{fn: fn, receiver: &origin{conv, nil}}})
	}
	return out
}

// conversions are the conversions to a function type with methods that a value
// comes from; nil where it comes from anything else.
func (w *Walker) conversions(v ssa.Value) []*ssa.ChangeType {
	switch x := unboxed(v).(type) {
	case *ssa.ChangeType:
		if _, ok := x.Type().Underlying().(*types.Signature); ok {
			return []*ssa.ChangeType{x}
		}
	}
	return nil
}

// servesHTTP is the method of a value that serves HTTP.
const servesHTTP = "ServeHTTP"

// method is a method of the type that a value has.
func (x *Index) method(v ssa.Value, name string) *ssa.Function {
	sel := types.NewMethodSet(v.Type()).Lookup(nil, name)
	if sel == nil || x.prog == nil {
		return nil
	}
	return x.prog.MethodValue(sel)
}
