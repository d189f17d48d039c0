package summary

import (
	"go/constant"
	"go/types"
	"slices"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
	"golang.org/x/tools/go/ssa"
)

// Exported writes one handler for each function that a library exports and that
// leads to a remote call: what a program does by calling it.
func (w *Walker) Exported(fns []*ssa.Function) {
	w.exported(fns, true)
}

func (w *Walker) exported(fns []*ssa.Function, answers bool) {
	for _, fn := range fns {
		body := w.Body(fn)
		if body == nil {
			continue
		}
		h := graph.Handler{Service: w.Service, Operation: name(fn), Kind: graph.NodeService, Body: body, Pos: w.x.r.Position(fn.Pos())}
		if answers {
			h.Answers = w.answers(target{fn, &frame{fn: fn}}, &answering{}, body)
		}
		w.out.Handlers = append(w.out.Handlers, h)
	}
}

// Unknown writes handlers as Exported does for functions of which it is not known
// when they run. All their calls are guesses, and nobody is known to whom they
// answer.
func (w *Walker) Unknown(fns []*ssa.Function) {
	before := len(w.out.Handlers)
	w.exported(fns, false)
	for i := range w.out.Handlers[before:] {
		h := &w.out.Handlers[before+i]
		assume(h.Body, "no handler that is known leads to "+h.Operation)
	}
}

// Unentered lists, of some functions, those that lead to remote calls although
// no handler does to them, and that nothing calls: handlers of a framework that
// the table does not know, or code that is never run. They are operations that
// nobody calls.
func (x *Index) Unentered(fns []*ssa.Function) []*ssa.Function {
	missed := map[*ssa.Function]bool{}
	var open []*ssa.Function
	for _, fn := range fns {
		if x.direct[fn] && !x.walked[fn] {
			missed[fn] = true
			open = append(open, fn)
		}
	}
	for len(open) > 0 {
		fn := open[len(open)-1]
		open = open[:len(open)-1]
		for _, up := range x.above[fn] {
			if !missed[up] && !x.walked[up] {
				missed[up] = true
				open = append(open, up)
			}
		}
	}
	var out []*ssa.Function
	for _, fn := range fns {
		if missed[fn] && fn.Parent() == nil && fn.Synthetic == "" && len(x.r.Callers(fn)) == 0 && fn.Name() != "init" {
			out = append(out, fn)
		}
	}
	return out
}

// Handlers writes the handlers of one main package into a fragment: the routes
// and services that the packages it links register, and main itself, which is
// start-up work. own are the functions of those packages.
func (w *Walker) Handlers(main *ssa.Function, own []*ssa.Function) {
	var found []registration
	w.linked = map[*ssa.Function]bool{}
	for _, fn := range own {
		w.linked[fn] = true
	}
	w.x.within(w.linked)
	for _, fn := range own {
		for _, c := range w.x.serves[fn] {
			found = append(found, w.registered(c)...)
		}
	}
	seen := map[string]bool{}
	for _, r := range found {
		if !seen[r.operation] {
			seen[r.operation] = true
			w.handler(r)
		}
	}
	whole := !w.Truncated
	body := w.Body(main)
	if whole && w.Truncated {
		w.Truncated, w.StartupCut = false, true
	}
	if body != nil {
		w.out.Handlers = append(w.out.Handlers, graph.Handler{Service: w.Service, Operation: "main", Entry: graph.EntryStartup,
			Body: body, Pos: w.x.r.Position(main.Pos())})
	}
}

// registration is one operation that a program serves.
type registration struct {
	operation string
	protocol  graph.Protocol
	fn        target
	// call registers it, with a function of lib; returned says what becomes of an
	// error that the handler returns.
	call     ssa.CallInstruction
	lib      *graph.Library
	returned *graph.FailureFact
}

func (w *Walker) handler(r registration) {
	h := graph.Handler{Service: w.Service, Operation: r.operation, Protocol: r.protocol, Kind: graph.NodeService,
		Pos: w.x.r.Position(r.fn.fn.Pos())}
	w.begin()
	if h.Body = w.function(r.fn); !leavesProcess(h.Body) {
		h.Body = nil
	}
	if h.Body != nil {
		h.Answers = w.answers(r.fn, &answering{protocol: r.protocol, returned: r.returned, around: w.aroundHandler(&r)}, h.Body)
	}
	w.out.Handlers = append(w.out.Handlers, h)
}

// registered lists the operations that a call registers.
func (w *Walker) registered(c ssa.CallInstruction) []registration {
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
		out = w.grpcService(c, call, v)
	} else {
		out = w.routes(c, call, v)
	}
	for i := range out {
		out[i].call, out[i].lib, out[i].returned = c, lib, call.Failure
	}
	return out
}

// routes are the operations of HTTP that a call registers.
func (w *Walker) routes(c ssa.CallInstruction, call *graph.LibraryCall, v ssa.Value) []registration {
	paths := w.role(c, nil, call, func(k *graph.LibraryCall) *graph.Arg { return k.Path })
	if call.Path == nil {
		paths = []graph.Expr{graph.Literal("/")} // a handler that serves an address
	}
	verb := ""
	if m := w.methodOf(c, nil, call); m != "" {
		verb = m + " "
	}
	prefix := w.group(receiver(c.Common()), 0)
	var out []registration
	for _, p := range paths {
		route := pattern(p)
		if g := variableName(operand(c.Common(), call.Path.At())); g != "" && !strings.HasPrefix(route, "/") {
			route = g
		}
		for _, t := range w.handling(call, v) {
			out = append(out, registration{operation: verb + prefix + braced(route), protocol: graph.ProtocolHTTP, fn: unwrapped(t)})
		}
	}
	return out
}

// handling lists the functions that handle a route: of a list it is the last.
func (w *Walker) handling(call *graph.LibraryCall, v ssa.Value) []target {
	if call.Rest {
		if all := w.x.elements(v, nil); len(all) > 0 {
			v = all[len(all)-1].value
		}
	}
	return w.serving(v)
}

// variableName is the package variable that a value is read from.
func variableName(v ssa.Value) string {
	if u, ok := v.(*ssa.UnOp); ok {
		if g, ok := u.X.(*ssa.Global); ok {
			return g.Name()
		}
	}
	return ""
}

// maxGroups bounds the groups of routes inside one another.
const maxGroups = 8

// group is the path in front of the routes of a group.
func (w *Walker) group(router ssa.Value, depth int) string {
	if router == nil || depth > maxGroups {
		return ""
	}
	for _, o := range w.x.trace(router, nil) {
		made, k, ok := w.constructor(o)
		if !ok || k.Path == nil || k.Effect != graph.EffectConstructs {
			continue
		}
		for _, p := range w.role(made, o.frame, k, func(k *graph.LibraryCall) *graph.Arg { return k.Path }) {
			return w.group(receiver(&made.Call), depth+1) + strings.TrimSuffix(braced(pattern(p)), "/")
		}
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
// or its ServeHTTP.
func (w *Walker) serving(v ssa.Value) []target {
	if out := w.serveMethod(v); out != nil {
		return out
	}
	out := w.x.functions(v, nil, nil)
	if len(out) > 0 {
		return out
	}
	for _, o := range w.x.trace(v, nil) {
		if types.IsInterface(o.value.Type()) {
			continue
		}
		if fn := w.x.method(o.value, servesHTTP); fn != nil && len(fn.Blocks) > 0 {
			out = append(out, target{fn, &frame{fn: fn}})
		}
	}
	return out
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

// grpcService lists the methods of a registered gRPC service: those of the
// interface that generated code asks for, on the value that is registered.
func (w *Walker) grpcService(c ssa.CallInstruction, call *graph.LibraryCall, impl ssa.Value) []registration {
	service := w.serviceName(operand(c.Common(), call.Path.Index))
	if service == "" {
		return nil
	}
	want := handlerMethods(impl)
	var out []registration
	for _, o := range w.givenTo(impl, c.Parent()) {
		if types.IsInterface(o.value.Type()) {
			continue
		}
		for _, name := range want {
			if fn := w.x.method(o.value, name); fn != nil {
				out = append(out, registration{operation: service + "/" + name, protocol: graph.ProtocolGRPC, fn: unwrapped(target{fn, &frame{fn: fn}})})
			}
		}
	}
	return out
}

// givenTo are the origins of a value in a function as the program of this walk
// calls it: generated code that registers a service is shared by all programs
// that serve one.
func (w *Walker) givenTo(v ssa.Value, fn *ssa.Function) []origin {
	var out []origin
	for _, site := range w.x.r.Callers(fn) {
		if w.linked[site.Parent()] {
			out = append(out, w.x.trace(v, &frame{fn: fn, site: site})...)
		}
	}
	if len(out) == 0 {
		return w.x.trace(v, nil)
	}
	return out
}

// unwrapped is the function behind a wrapper that the compiler makes: a method
// value, a promoted method.
func unwrapped(t target) target {
	for t.fn.Synthetic != "" && t.fn.Syntax() == nil && len(t.fn.Blocks) == 1 {
		var inner ssa.CallInstruction
		for _, instr := range t.fn.Blocks[0].Instrs {
			if c, ok := instr.(ssa.CallInstruction); ok && c.Common().StaticCallee() != nil {
				inner = c
			}
		}
		if inner == nil {
			return t
		}
		fn := inner.Common().StaticCallee()
		t = target{fn, &frame{fn: fn, site: inner, up: t.frame}}
	}
	return t
}

// handlerMethods lists the exported methods of the interface a value has where
// it is registered.
func handlerMethods(v ssa.Value) []string {
	for {
		switch x := v.(type) {
		case *ssa.ChangeInterface:
			v = x.X
			continue
		case *ssa.MakeInterface:
			v = x.X
			continue
		}
		break
	}
	it, ok := v.Type().Underlying().(*types.Interface)
	if !ok {
		return nil
	}
	var out []string
	for i := range it.NumMethods() {
		if m := it.Method(i); m.Exported() {
			out = append(out, m.Name())
		}
	}
	slices.Sort(out)
	return out
}

// serviceName is the name in a gRPC service description: the constant stored
// in its field ServiceName, directly or in the literal that is assigned to it.
func (w *Walker) serviceName(desc ssa.Value) string {
	g, ok := desc.(*ssa.Global)
	if !ok || g.Pkg == nil || g.Pkg.Func("init") == nil {
		return ""
	}
	described := map[ssa.Value]bool{g: true}
	for _, s := range w.x.stores[g] {
		if load, ok := s.value.(*ssa.UnOp); ok {
			described[load.X] = true
		}
	}
	for _, b := range g.Pkg.Func("init").Blocks {
		for _, instr := range b.Instrs {
			s, ok := instr.(*ssa.Store)
			if !ok {
				continue
			}
			fa, ok := s.Addr.(*ssa.FieldAddr)
			if !ok || !described[fa.X] {
				continue
			}
			f := fieldOf(fa.X.Type(), fa.Field)
			k, isConst := s.Val.(*ssa.Const)
			if f != nil && f.Name() == "ServiceName" && isConst && k.Value != nil && k.Value.Kind() == constant.String {
				return constant.StringVal(k.Value)
			}
		}
	}
	return ""
}

// pattern is a route as far as it is known; parts that are not are written {}.
func pattern(p graph.Expr) string {
	if text, ok := p.Eval(nil); ok {
		return text
	}
	if p.Kind != graph.ExprConcat {
		return "{}"
	}
	out := ""
	for _, a := range p.Args {
		if text, ok := a.Eval(nil); ok {
			out += text
		} else if a.Kind != graph.ExprRef && a.Kind != graph.ExprFirst {
			out += "{}"
		}
	}
	return out
}

// Seen takes out of a body what could not be looked into: parameters that are
// called, functions that call themselves. What is left leads to calls that were
// seen, so that a driver which fails a build does not do so on a guess.
func Seen(s *graph.Step) *graph.Step {
	return rewritten(s, func(leaf *graph.Step) *graph.Step {
		if leaf.Unknown != nil {
			return nil
		}
		return leaf
	}, repeated)
}
