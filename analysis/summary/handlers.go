package summary

import (
	"go/constant"
	"go/types"
	"reflect"
	"slices"

	"github.com/ampcheck/ampcheck/graph"
	"golang.org/x/tools/go/ssa"
)

// Exported writes one handler for each function that a library exports and that
// leads to a remote call: what a program does by calling it.
func (w *Walker) Exported(fns []*ssa.Function) {
	for _, fn := range fns {
		body := w.Body(fn)
		if body == nil {
			continue
		}
		w.out.Handlers = append(w.out.Handlers, graph.Handler{Service: w.Service, Operation: name(fn), Kind: graph.NodeService, Body: body, Pos: w.x.r.Position(fn.Pos())})
	}
}

// Answering writes what Exported does, and what each function answers when a call
// below it fails, for callers that a policy names.
func (w *Walker) Answering(fns []*ssa.Function) {
	for _, fn := range fns {
		before := len(w.out.Handlers)
		w.Exported([]*ssa.Function{fn})
		for i := range w.out.Handlers[before:] {
			h := &w.out.Handlers[before+i]
			h.Answers = w.answers(target{fn, &frame{fn: fn}}, &answering{}, h.Body)
		}
	}
}

// Unknown writes handlers as Exported does for functions of which it is not known
// when they run. All their calls are guesses.
func (w *Walker) Unknown(fns []*ssa.Function) {
	before := len(w.out.Handlers)
	w.Exported(fns)
	for i := range w.out.Handlers[before:] {
		h := &w.out.Handlers[before+i]
		assume(h.Body, "no handler that is known leads to "+h.Operation)
	}
}

// Begin starts with another program: what the one before it runs says nothing of
// what this one does.
func (x *Index) Begin() { x.walked = map[*ssa.Function]bool{} }

// Unentered lists, of some functions, those that lead to remote calls although
// no handler does to them: handlers of a framework that the table does not know, or
// code that is never run. They are operations that nobody calls. Of a function and
// what it calls it is the function; a function literal is one where the function that
// made it was followed and did not call it, and that is no transport. Those that call
// each other in a circle are listed by their remote calls.
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
	below := func(fn *ssa.Function) bool {
		return slices.ContainsFunc(x.above[fn], func(up *ssa.Function) bool { return missed[up] && up != fn && byHand(up) })
	}
	var top, direct []*ssa.Function
	for _, fn := range fns {
		switch {
		case !missed[fn] || !byHand(fn) || fn.Parent() != nil && transports(fn):
		case !below(fn):
			top = append(top, fn)
		case x.direct[fn]:
			direct = append(direct, fn)
		}
	}
	if len(top) == 0 {
		return direct
	}
	return top
}

// transports reports whether a function answers a request itself: one that is made
// round the calls of a client, and that no framework runs.
func transports(fn *ssa.Function) bool {
	results := fn.Signature.Results()
	return results.Len() == 2 && typeName(results.At(0).Type()) == "net/http.Response"
}

// byHand reports whether somebody wrote a function, which is not an initialiser.
func byHand(fn *ssa.Function) bool { return fn.Synthetic == "" && fn.Name() != "init" }

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
	for _, same := range byOperation(found) {
		w.handler(same)
	}
	whole := !w.Truncated
	var parts []*graph.Step
	w.startup = true
	for _, fn := range main {
		parts = append(parts, w.Body(fn))
	}
	w.startup = false
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

// maxHandlers bounds the functions that may serve one operation.
const maxHandlers = 16

// byOperation puts together what serves one operation: a handler may be one of
// several, as the plain one and the one with a scaler round it.
func byOperation(found []registration) [][]registration {
	var out [][]registration
	at := map[string]int{}
	for _, r := range found {
		i, known := at[r.operation]
		if !known {
			at[r.operation] = len(out)
			out = append(out, []registration{r})
			continue
		}
		if !slices.ContainsFunc(out[i], func(s registration) bool { return s.fn.same(r.fn) }) {
			out[i] = append(out[i], r)
		}
	}
	return out
}

// same reports whether two targets are one function, made in one place.
func (t target) same(u target) bool {
	return t.fn == u.fn && t.frame.closure == u.frame.closure && t.frame.made == u.frame.made
}

// handler writes down what an operation does: what one of its functions does.
func (w *Walker) handler(rs []registration) {
	first := rs[0]
	h := graph.Handler{Service: w.Service, Operation: first.operation, Protocol: first.protocol, Kind: graph.NodeService,
		Pos: w.x.r.Position(first.fn.fn.Pos())}
	if len(rs) > maxHandlers {
		rs = rs[:maxHandlers]
		w.cut(rs[0].fn.frame)
	}
	var bodies []*graph.Step
	var answers [][]graph.AnswerRule
	for _, r := range rs {
		body, rules := w.served(r, len(rs) == 1)
		if body != nil && !slices.ContainsFunc(bodies, func(b *graph.Step) bool { return reflect.DeepEqual(b, body) }) {
			bodies, answers = append(bodies, body), append(answers, rules)
		}
	}
	if len(bodies) == 1 {
		h.Answers = answers[0]
	} else {
		for i, b := range bodies {
			eachCall(b, false, func(c *graph.Call, _ bool) {
				if c.Answers == nil {
					c.Answers = answers[i]
				}
			})
		}
	}
	h.Body = alternatives(bodies)
	w.out.Handlers = append(w.out.Handlers, h)
}

// served is what one function does for an operation, and what it answers; alone is set
// where no other function serves it.
func (w *Walker) served(r registration, alone bool) (*graph.Step, []graph.AnswerRule) {
	w.begin()
	body := w.function(r.fn)
	if !leavesProcess(body) {
		return nil, nil
	}
	if alone { // a body that knows repeated requests is a whole one
		if s := w.whenRepeated(r.fn); s != nil {
			body = s
		}
	}
	return body, w.answers(r.fn, &answering{protocol: r.protocol, returned: r.returned, around: w.aroundHandler(&r)}, body)
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
