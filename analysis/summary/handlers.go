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

// Handlers writes the handlers of one program into a fragment: the routes and
// services that the packages it links register, and what runs first, which is
// start-up work: main, or the functions of a sub-command. own are the functions
// of those packages.
func (w *Walker) Handlers(main []*ssa.Function, own []*ssa.Function) {
	var found []registration
	w.x.within(own)
	for _, fn := range own {
		for _, c := range w.x.serves[fn] {
			if w.x.dead[c.Block()] {
				continue
			}
			for _, f := range w.entered(c, nil, 0) {
				found = append(found, w.registered(c, f)...)
			}
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
	var parts []*graph.Step
	for _, fn := range main {
		parts = append(parts, w.Body(fn))
	}
	body := sequence(parts, true)
	if whole && w.Truncated {
		w.Truncated, w.StartupCut = false, true
	}
	if body != nil {
		w.out.Handlers = append(w.out.Handlers, graph.Handler{Service: w.Service, Operation: "main", Entry: graph.EntryStartup,
			Body: body, Pos: w.x.r.Position(main[0].Pos())})
	}
}

// Listens are the addresses that some functions serve.
func (w *Walker) Listens(own []*ssa.Function) []graph.Expr {
	var out []graph.Expr
	for _, fn := range own {
		for _, c := range w.x.serves[fn] {
			_, call, ok := w.x.row(callee(c.Common()))
			if ok && call.Address != nil && !w.x.dead[c.Block()] {
				out = append(out, w.role(c, nil, call, func(k *graph.LibraryCall) *graph.Arg { return k.Address })...)
			}
		}
	}
	return distinct(out)
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

// maxWrapped bounds the functions round a call that registers a handler.
const maxWrapped = 3

// entered lists the ways to a call that registers what the function round it is
// given: one for each call of that function, so that a path stays with its
// handler.
func (w *Walker) entered(c ssa.CallInstruction, up *frame, depth int) []*frame {
	fn := c.Parent()
	if depth == maxWrapped || !slices.ContainsFunc(operands(c.Common()), func(v ssa.Value) bool { return isParameter(v, 0) }) {
		return []*frame{up}
	}
	var out []*frame
	for _, site := range w.x.r.Callers(fn) {
		if !w.x.linked[site.Parent()] || w.x.dead[site.Block()] {
			continue // another program, or variant, does
		}
		for _, f := range w.entered(site, nil, depth+1) {
			out = append(out, &frame{fn: fn, site: site, up: f})
		}
	}
	if len(out) == 0 {
		return []*frame{up}
	}
	return out
}

// isParameter reports whether a text or a handler is a parameter of the function,
// or is made of one.
func isParameter(v ssa.Value, depth int) bool {
	if depth > maxWrapped {
		return false
	}
	switch v := v.(type) {
	case *ssa.Parameter:
		return paramIndex(v) > 0 || v.Parent().Signature.Recv() == nil
	case *ssa.ChangeInterface:
		return isParameter(v.X, depth+1)
	case *ssa.MakeInterface:
		return isParameter(v.X, depth+1)
	case *ssa.BinOp:
		return isParameter(v.X, depth+1) || isParameter(v.Y, depth+1)
	case *ssa.Call:
		return slices.ContainsFunc(v.Call.Args, func(a ssa.Value) bool { return isParameter(a, depth+1) })
	case *ssa.MakeClosure:
		return slices.ContainsFunc(v.Bindings, func(b ssa.Value) bool { return isParameter(b, depth+1) })
	}
	return false
}

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

// grpcService lists the methods of a registered gRPC service: those of the
// interface that generated code asks for, on the value that is registered.
func (w *Walker) grpcService(c ssa.CallInstruction, f *frame, call *graph.LibraryCall, impl ssa.Value) []registration {
	service := w.serviceName(operand(c.Common(), call.Path.Index))
	if service == "" {
		return nil
	}
	want := handlerMethods(impl)
	var out []registration
	for _, o := range w.x.trace(impl, f) {
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

// unknownPart stands for a part of a route that is not known.
const unknownPart = "{}"

// pattern is a route as far as it is known; parts that are not are written {}.
func pattern(p graph.Expr) string {
	if text, ok := p.Eval(nil); ok {
		return text
	}
	if p.Kind != graph.ExprConcat {
		return unknownPart
	}
	out := ""
	for _, a := range p.Args {
		if text, ok := a.Eval(nil); ok {
			out += text
		} else if a.Kind != graph.ExprRef && a.Kind != graph.ExprFirst {
			out += unknownPart
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
