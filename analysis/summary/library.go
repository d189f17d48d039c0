package summary

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/ampcheck/ampcheck/analysis/sdk"
	"github.com/ampcheck/ampcheck/graph"
	"golang.org/x/tools/go/ssa"
)

func itoa(n int64) string { return strconv.FormatInt(n, 10) }

// library is a call of the table.
func (w *Walker) library(c ssa.CallInstruction, f *frame, lib *graph.Library, call *graph.LibraryCall) *graph.Step {
	var body *graph.Step
	var limits []timeLimit
	var fns []target
	switch call.Effect {
	case graph.EffectRemote:
		if body = w.wired(c, f); body != nil {
			return body
		}
		body, limits = w.remote(c, f, lib, call)
	case graph.EffectRuns, graph.EffectParallel:
		body, fns = w.runs(c, f, call)
		body = w.between(c, f, lib, call, body)
	}
	if body == nil {
		return nil
	}
	before := w.calling
	w.calling = &calling{site: c, frame: f, row: call}
	// What the library calls itself may fail too.
	if alone := len(call.Before)+len(call.After)+len(call.Undo) == 0; alone && call.Effect == graph.EffectRuns && len(call.Layers) > 0 {
		again := w.givenBack(lib, fns, body)
		w.calling.again = &again
	}
	defer func() { w.calling = before }()
	// The context that is handed over ends all tries of the client.
	return w.timed(w.overClient(c, f, lib, call, body), c, f, limits)
}

// runs is the body of the functions that a library is given to call, and these where
// they are all.
func (w *Walker) runs(c ssa.CallInstruction, f *frame, call *graph.LibraryCall) (*graph.Step, []target) {
	if call.Runs == nil {
		return nil, nil
	}
	v := operand(c.Common(), call.Runs.Index)
	if v == nil {
		return nil, nil
	}
	var steps []*graph.Step
	found := w.x.functions(v, f, nil)
	if call.Runs.Field != "" {
		found = w.fieldFunctions(v, f, call.Runs.Field)
	}
	for _, t := range found {
		if f.runs(t.fn) || t.frame.depth() > maxDepth {
			continue
		}
		t.frame.ran = c
		steps = append(steps, w.function(t))
	}
	if own := w.ownParameter(v, f, c); own != nil {
		return alternatives(append(steps, own)), nil
	}
	if len(found) == 0 {
		return &graph.Step{Unknown: &graph.Unknown{What: "function given to " + callee(c.Common()).Name(), Pos: w.x.r.Position(c.Pos())}}, nil
	}
	return alternatives(steps), found
}

// between is the body that a library runs with the calls round it that the library
// makes itself. What begins it is not undone when it fails.
func (w *Walker) between(c ssa.CallInstruction, f *frame, lib *graph.Library, call *graph.LibraryCall, body *graph.Step) *graph.Step {
	own := func(calls []graph.LibraryCall) (steps []*graph.Step) {
		for i := range calls {
			step, _ := w.remote(c, f, lib, &calls[i])
			steps = append(steps, w.layersRound(c, f, lib, &calls[i], []setting{{}}, step))
		}
		return steps
	}
	body = sequence(append([]*graph.Step{body}, own(call.After)...), true)
	undo := own(call.Undo)
	for _, s := range undo {
		onError(s)
	}
	body = sequence(append([]*graph.Step{body}, undo...), false)
	return sequence(append(own(call.Before), body), true)
}

// fieldFunctions are the functions in a field of the arguments that a call is given as
// a struct.
func (w *Walker) fieldFunctions(v ssa.Value, f *frame, field string) []target {
	objects := w.literals(v, f)
	var out []target
	for _, s := range w.x.named(typeName(v.Type()) + "." + field) {
		if fr, ok := w.on(s.of, objects); ok && s.of != nil {
			out = append(out, w.x.functions(s.value, s.inFrame(fr), nil)...)
		}
	}
	return out
}

// literals are the structs that a value may be, or be loaded from.
func (w *Walker) literals(v ssa.Value, f *frame) map[ssa.Value]*frame {
	objects := map[ssa.Value]*frame{}
	for _, o := range append(w.x.trace(v, f), origin{v, f}) {
		objects[o.value] = o.frame
		if load, ok := o.value.(*ssa.UnOp); ok && load.Op == token.MUL {
			objects[load.X] = o.frame
		}
	}
	return objects
}

// remote is a call that leaves the process: one for each address it may have, and
// the time limits of its context.
func (w *Walker) remote(c ssa.CallInstruction, f *frame, lib *graph.Library, call *graph.LibraryCall) (*graph.Step, []timeLimit) {
	method := w.role(c, f, call, func(k *graph.LibraryCall) *graph.Arg { return k.Method })
	addresses := w.dialled(c, f, call)
	addresses = onBases(w.addressKnobs(c, f, lib, call), addresses, call.Address)
	if len(addresses) == 0 {
		addresses = []graph.Expr{graph.UnknownExpr("address of " + callee(c.Common()).Name())}
	}
	if w.remotes != nil {
		w.remotes[w.x.r.Position(w.x.written(c, f).Pos())] = c
	}
	deadline, limits := w.deadline(c, f, call)
	var steps []*graph.Step
	for _, a := range addresses {
		host, path := split(a)
		gc := &graph.Call{Deadline: deadline, Confidence: graph.ConfidenceFlow, Via: lib.Name, Pos: w.x.r.Position(w.x.written(c, f).Pos()), Idempotent: w.idempotent(c, f, call, method),
			To: graph.Endpoint{Address: host, Protocol: call.Protocol, Operation: operation(call.Protocol, method, path)}}
		steps = append(steps, &graph.Step{Call: gc})
	}
	return alternatives(steps), limits
}

// onBases puts the addresses of a call below those that the knobs of its client say: a
// path is relative to them, and they go before the address of the service itself.
func onBases(bases, addresses []graph.Expr, a *graph.Arg) []graph.Expr {
	if len(bases) == 0 || len(addresses) > 0 && a.Const == "" && !slices.ContainsFunc(addresses, relative) {
		return addresses
	}
	var out []graph.Expr
	for _, base := range bases {
		if a == nil || a.Const != "" || len(addresses) == 0 {
			out = append(out, base)
			continue
		}
		for _, address := range addresses {
			if relative(address) {
				address = graph.Expr{Kind: graph.ExprConcat, Args: []graph.Expr{base, address}}
			}
			out = append(out, address)
		}
	}
	return distinct(out)
}

// relative reports whether an address begins with a path.
func relative(e graph.Expr) bool {
	for e.Kind == graph.ExprConcat && len(e.Args) > 0 {
		e = e.Args[0]
	}
	return e.Kind == graph.ExprLiteral && strings.HasPrefix(e.Text, "/")
}

// addressKnobs lists what the knobs of a client say of the address that it calls.
func (w *Walker) addressKnobs(c ssa.CallInstruction, f *frame, lib *graph.Library, call *graph.LibraryCall) []graph.Expr {
	if !slices.ContainsFunc(lib.Knobs, func(k graph.Knob) bool { return k.Role == graph.RoleAddress }) {
		return nil
	}
	var out []graph.Expr
	for _, s := range w.knobs(c, f, lib, call) {
		for _, t := range s {
			if t.knob.Role == graph.RoleAddress && t.value != nil {
				out = append(out, w.addresses(t.value, t.frame)...)
			}
		}
	}
	return distinct(out)
}

// written is the call that somebody wrote: generated code, or the method of an
// embedded value, which has no place, stands between it and the call of the library.
func (x *Index) written(c ssa.CallInstruction, f *frame) ssa.CallInstruction {
	for f != nil && f.site != nil && (x.r.Generated(c.Parent()) || !c.Pos().IsValid()) {
		c, f = f.site, f.up
	}
	return c
}

// split cuts an address into what names the host and the path, in which parts
// that are not known are written {}.
func split(a graph.Expr) (host graph.Expr, path string) {
	if scheme, _, ok := strings.Cut(firstText(a), "://"); ok && graph.IsResolver(scheme) {
		if text := firstText(a); a.Kind == graph.ExprConcat && strings.HasPrefix(text, scheme+":///") && len(text) > len(scheme+":///") {
			host, path = split(graph.Expr{Kind: graph.ExprConcat, Args: append([]graph.Expr{graph.Literal("http://host")}, a.Args[1:]...)})
			if host.Kind == graph.ExprLiteral {
				return graph.Literal(text), path // the whole name, with a path behind it
			}
		}
		return a, "" // the name stands in the path
	}
	if a.Kind != graph.ExprConcat {
		if text, ok := a.Eval(nil); ok && strings.Contains(text, "://") {
			rest := text[strings.Index(text, "://")+3:]
			if i := strings.IndexByte(rest, '/'); i >= 0 {
				p := rest[i:]
				if a.Kind != graph.ExprLiteral {
					return a, publicPath(p) // what is configured names the host; its path is as that of the default
				}
				return graph.Literal(strings.TrimSuffix(text, p)), publicPath(p)
			}
		}
		return a, ""
	}
	host = graph.Expr{Kind: graph.ExprConcat}
	inPath, scheme := false, false
	for i, part := range a.Args {
		text, known := part.Eval(nil)
		if part.Kind != graph.ExprLiteral {
			known = false
		}
		switch {
		case inPath && known:
			path += text
		case inPath:
			path += "{}"
		case known:
			at := 0
			if j := strings.Index(text, "://"); j >= 0 {
				at, scheme = j+3, true
			}
			j := strings.IndexByte(text[at:], '/')
			if j < 0 || i == 0 && !scheme && at == 0 && j == 0 {
				host.Args = append(host.Args, part)
				continue
			}
			if at+j > 0 {
				host.Args = append(host.Args, graph.Literal(text[:at+j]))
			}
			path, inPath = text[at+j:], true
		default:
			host.Args = append(host.Args, part)
		}
	}
	if len(host.Args) == 1 {
		host = host.Args[0]
	}
	return host, publicPath(path)
}

// firstText is what an address is known to start with.
func firstText(a graph.Expr) string {
	if a.Kind == graph.ExprConcat && len(a.Args) > 0 {
		a = a.Args[0]
	}
	return a.Text
}

// addresses lists what a text may be, or the texts of a list.
func (w *Walker) addresses(v ssa.Value, f *frame) []graph.Expr {
	var out []graph.Expr
	for _, o := range w.x.trace(v, f) {
		if c, k, ok := w.constructor(o); ok && k.Effect == graph.EffectConstructs && k.Address.At() >= 0 && !k.Address.Of && k.Address.Field == "" {
			out = append(out, w.addresses(operand(&c.Call, k.Address.At()), o.frame)...)
		}
	}
	if len(out) > 0 {
		return distinct(out)
	}
	if _, list := v.Type().Underlying().(*types.Slice); !list {
		return w.x.exprs(v, f)
	}
	for _, o := range w.x.trace(v, f) {
		if c, ok := o.value.(*ssa.Call); ok && callee(&c.Call) != nil && splits[callee(&c.Call).FullName()] {
			out = append(out, w.x.exprs(operand(&c.Call, 0), o.frame)...)
		}
	}
	if len(out) > 0 {
		return out
	}
	for _, e := range w.x.elements(v, f) {
		out = append(out, w.x.exprs(e.value, e.frame)...)
	}
	if len(out) > 0 {
		return distinct(out)
	}
	return w.x.exprs(v, f)
}

// splits are the functions that make a list of a text with commas.
var splits = map[string]bool{"strings.Split": true, "strings.SplitN": true, "strings.Fields": true, "strings.FieldsFunc": true}

// settersOf are the calls of the table that set up an object which was made
// without one: its constructor is a literal.
func (w *Walker) settersOf(v ssa.Value) []ssa.CallInstruction {
	a, ok := v.(*ssa.Alloc)
	if !ok || a.Referrers() == nil {
		return nil
	}
	var out []ssa.CallInstruction
	for _, ref := range *a.Referrers() {
		c, ok := ref.(ssa.CallInstruction)
		if !ok || receiver(c.Common()) != v || callee(c.Common()) == nil {
			continue
		}
		if _, k, ok := w.x.row(callee(c.Common())); ok && k.Effect == graph.EffectConstructs {
			out = append(out, c)
		}
	}
	return out
}

// fieldExprs lists what a field of a value may hold: what is stored in it where the
// value is made, else whatever is stored in it in any value of the type.
func (w *Walker) fieldExprs(v ssa.Value, f *frame, field string) []graph.Expr {
	objects := w.literals(v, f)
	var own, all []graph.Expr
	for _, s := range w.x.named(typeName(v.Type()) + "." + field) {
		if w.x.linked != nil && !w.x.linked[s.fn] {
			continue
		}
		if fr, ok := w.on(s.of, objects); ok && s.of != nil {
			own = append(own, w.addresses(s.value, s.inFrame(fr))...)
		}
		all = append(all, w.addresses(s.value, s.within(nil))...)
	}
	if len(own) > 0 {
		return distinct(own)
	}
	return distinct(all)
}

func distinct(es []graph.Expr) []graph.Expr {
	seen := map[string]bool{}
	var out []graph.Expr
	for _, e := range es {
		if k := e.String() + string(e.Kind); !seen[k] {
			seen[k] = true
			out = append(out, e)
		}
	}
	return out
}

// constructor is the call of the table that made a value.
func (w *Walker) constructor(o origin) (*ssa.Call, *graph.LibraryCall, bool) {
	v := o.value
	if e, ok := v.(*ssa.Extract); ok {
		v = e.Tuple
	}
	c, ok := v.(*ssa.Call)
	if !ok {
		return nil, nil, false
	}
	named := callee(&c.Call)
	if named == nil {
		return nil, nil, false
	}
	_, k, ok := w.x.row(named)
	return c, k, ok
}

// named lists the values stored in the field of a type, by its full name.
func (x *Index) named(field string) []store {
	if x.byName == nil {
		x.byName = map[string][]store{}
		for v, s := range x.fields {
			x.byName[x.fieldNames[v]] = append(x.byName[x.fieldNames[v]], s...)
		}
	}
	all, ok := x.byName[field]
	if !ok && strings.Contains(field, "*") {
		for _, name := range slices.Sorted(maps.Keys(x.byName)) {
			if sdk.Match(field, name) {
				all = append(all, x.byName[name]...)
			}
		}
		x.byName[field] = all
	}
	return all
}

// forPos is the position of the for statement round a place, not counting so many
// inside it; where there are not so many, of the outermost.
func (w *Walker) forPos(fn *ssa.Function, at token.Pos, inside int) token.Pos {
	if fn.Syntax() == nil {
		return at
	}
	var around []token.Pos // the outermost first
	ast.Inspect(fn.Syntax(), func(n ast.Node) bool {
		switch n.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			if n.Pos() <= at && at < n.End() {
				around = append(around, n.Pos())
			}
		}
		return true
	})
	if len(around) == 0 {
		return at
	}
	return around[max(0, len(around)-1-inside)]
}
