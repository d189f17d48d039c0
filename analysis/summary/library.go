package summary

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
	"golang.org/x/tools/go/ssa"
)

func itoa(n int64) string { return strconv.FormatInt(n, 10) }

// library is a call of the table.
func (w *Walker) library(c ssa.CallInstruction, f *frame, lib *graph.Library, call *graph.LibraryCall) *graph.Step {
	var body *graph.Step
	switch call.Effect {
	case graph.EffectRemote:
		body = w.remote(c, f, lib, call)
	case graph.EffectRuns, graph.EffectParallel:
		body = w.runs(c, f, call)
	}
	if body == nil {
		return nil
	}
	for i := len(call.Layers) - 1; i >= 0; i-- {
		body = w.layered(w.layer(c, f, lib, call, i), body)
	}
	return body
}

// runs is the body of the functions that a library is given to call.
func (w *Walker) runs(c ssa.CallInstruction, f *frame, call *graph.LibraryCall) *graph.Step {
	if call.Runs == nil {
		return nil
	}
	v := operand(c.Common(), call.Runs.Index)
	if v == nil {
		return nil
	}
	var steps []*graph.Step
	found := w.x.functions(v, f, nil)
	for _, t := range found {
		if f.runs(t.fn) || t.frame.depth() > maxDepth {
			continue
		}
		steps = append(steps, w.function(t))
	}
	if own := w.ownParameter(v, f, c); own != nil {
		return alternatives(append(steps, own))
	}
	if len(found) == 0 {
		return &graph.Step{Unknown: &graph.Unknown{What: "function given to " + callee(c.Common()).Name(), Pos: w.x.r.Position(c.Pos())}}
	}
	return alternatives(steps)
}

// remote is a call that leaves the process: one for each address it may have.
func (w *Walker) remote(c ssa.CallInstruction, f *frame, lib *graph.Library, call *graph.LibraryCall) *graph.Step {
	method := w.role(c, f, call, func(k *graph.LibraryCall) *graph.Arg { return k.Method })
	addresses := w.role(c, f, call, func(k *graph.LibraryCall) *graph.Arg { return k.Address })
	if len(addresses) == 0 {
		addresses = []graph.Expr{graph.UnknownExpr("address of " + callee(c.Common()).Name())}
	}
	var steps []*graph.Step
	for _, a := range addresses {
		host, path := split(a)
		gc := &graph.Call{Confidence: graph.ConfidenceFlow, Via: lib.Name, Pos: w.x.r.Position(c.Pos()),
			To: graph.Endpoint{Address: host, Protocol: call.Protocol, Operation: operation(call.Protocol, method, path)}}
		steps = append(steps, &graph.Step{Call: gc})
	}
	return alternatives(steps)
}

// operation is what a call asks of its target: the method of an RPC, or method
// and path of an HTTP request.
func operation(p graph.Protocol, method []graph.Expr, path string) string {
	m := ""
	if len(method) == 1 {
		m, _ = method[0].Eval(nil)
	}
	switch p {
	case graph.ProtocolGRPC:
		return strings.TrimPrefix(m, "/")
	case graph.ProtocolHTTP:
		if path == "" {
			path = "/"
		}
		if m == "" {
			return path
		}
		return m + " " + path
	}
	return m
}

// split cuts an address into what names the host and the path, in which parts
// that are not known are written {}.
func split(a graph.Expr) (host graph.Expr, path string) {
	if a.Kind != graph.ExprConcat {
		if text, ok := a.Eval(nil); ok && strings.Contains(text, "://") {
			rest := text[strings.Index(text, "://")+3:]
			if i := strings.IndexByte(rest, '/'); i >= 0 {
				p := rest[i:]
				return graph.Literal(strings.TrimSuffix(text, p)), cutQuery(p)
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
	return host, cutQuery(path)
}

func cutQuery(p string) string {
	if i := strings.IndexByte(p, '?'); i >= 0 {
		return p[:i]
	}
	return p
}

// role finds the operand of a call that has a role, such as its address: the
// operand itself, or that of the constructor that made the client or request.
func (w *Walker) role(c ssa.CallInstruction, f *frame, call *graph.LibraryCall, pick func(*graph.LibraryCall) *graph.Arg) []graph.Expr {
	a := pick(call)
	if a == nil {
		return nil
	}
	if a.Const != "" {
		return []graph.Expr{graph.Literal(a.Const)}
	}
	v := operand(c.Common(), a.Index)
	if a.Receiver {
		v = receiver(c.Common())
	}
	switch {
	case v == nil:
		return nil
	case a.Field != "":
		return w.fieldExprs(v, a.Field)
	case !a.Of:
		return w.x.exprs(v, f)
	}
	var out []graph.Expr
	for _, o := range w.x.trace(v, f) {
		if made, k, ok := w.constructor(o); ok && made != c {
			out = append(out, w.role(made, o.frame, k, pick)...)
		}
	}
	return distinct(out)
}

// fieldExprs lists what a field of a value may hold: whatever is stored in it
// in any value of the type.
func (w *Walker) fieldExprs(v ssa.Value, field string) []graph.Expr {
	var out []graph.Expr
	for _, s := range w.x.named(typeName(v.Type()) + "." + field) {
		out = append(out, w.x.exprs(s.value, s.within(nil))...)
	}
	return distinct(out)
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
	_, k, ok := w.x.table.Func(named.FullName())
	return c, k, ok
}

// layer is one layer of a library call with what its knobs say.
func (w *Walker) layer(c ssa.CallInstruction, f *frame, lib *graph.Library, call *graph.LibraryCall, i int) graph.Layer {
	d := &call.Layers[i]
	pos := w.x.r.Position(c.Pos())
	row := graph.CatalogPos(lib.Name, w.version(lib))
	ly := graph.Layer{ID: w.Service + ":" + w.id(f.fn, 0) + "@" + strconv.Itoa(pos.Line) + ":" + strconv.Itoa(pos.Col) + "." + strconv.Itoa(i),
		Kind: d.Kind, Name: d.Name, RetriesOn: d.RetriesOn, Pos: pos, Implicit: true,
		Attempts: graph.Exactly(d.Attempts, graph.BoundDefault, row)}
	if d.Attempts == 0 {
		ly.Attempts = graph.Endless(row)
	}
	set := func(b *graph.Bound, text string) {
		if text != "" {
			*b = graph.Bound{Value: graph.Literal(text), Kind: graph.BoundDefault, Pos: row}
		}
	}
	set(&ly.PerTry, d.PerTry)
	set(&ly.Overall, d.Overall)
	ly.Backoff = graph.Backoff{Kind: d.Backoff, Jitter: d.Jitter, Multiplier: d.Factor}
	set(&ly.Backoff.Base, d.Base)
	set(&ly.Backoff.Max, d.Max)
	for _, k := range w.knobs(c, f, lib, call) {
		if k.knob.Layer == i {
			w.turn(&ly, k)
		}
	}
	return ly
}

func (w *Walker) version(lib *graph.Library) string {
	if lib.Since != "" {
		return lib.Since
	}
	return "std"
}

// turned is a knob that is set: where, and to what.
type turned struct {
	knob  *graph.Knob
	value ssa.Value
	frame *frame
	pos   token.Pos
}

// knobs finds what sets the numbers of a call: options among its operands,
// wrappers round its policy, fields and setters of its client.
func (w *Walker) knobs(c ssa.CallInstruction, f *frame, lib *graph.Library, call *graph.LibraryCall) []turned {
	var out []turned
	if call.Options != nil {
		for _, v := range optionValues(c.Common(), call) {
			out = append(out, w.option(v, f, 0)...)
		}
	}
	for i := range lib.Knobs {
		k := &lib.Knobs[i]
		if k.Kind != graph.KnobField {
			continue
		}
		for _, s := range w.x.named(k.Name) {
			out = append(out, turned{knob: k, value: s.value, frame: s.within(f), pos: s.pos})
		}
	}
	return out
}

// optionValues are the operands in which options stand.
func optionValues(c *ssa.CallCommon, call *graph.LibraryCall) []ssa.Value {
	if call.Options.Receiver {
		return []ssa.Value{receiver(c)}
	}
	v := operand(c, call.Options.Index)
	if v == nil {
		return nil
	}
	if call.Rest {
		return variadic(v)
	}
	return []ssa.Value{v}
}

// option follows one option value to the functions of the table that made it;
// wrappers are followed inwards.
func (w *Walker) option(v ssa.Value, f *frame, nested int) []turned {
	if nested > maxNesting {
		return nil
	}
	var out []turned
	for _, o := range w.x.trace(v, f) {
		val := o.value
		if e, ok := val.(*ssa.Extract); ok {
			val = e.Tuple
		}
		c, ok := val.(*ssa.Call)
		if !ok {
			continue
		}
		named := callee(&c.Call)
		if named == nil {
			continue
		}
		for _, k := range w.x.table.Knobs(named.FullName()) {
			out = append(out, turned{knob: k.Knob, value: operand(&c.Call, k.Arg), frame: o.frame, pos: c.Pos()})
		}
		for _, arg := range c.Call.Args {
			if _, ok := arg.(*ssa.Const); !ok && !types.Identical(arg.Type(), errorType) {
				if len(variadic(arg)) > 0 {
					for _, a := range variadic(arg) {
						out = append(out, w.option(a, o.frame, nested+1)...)
					}
				} else {
					out = append(out, w.option(arg, o.frame, nested+1)...)
				}
			}
		}
	}
	return out
}

// turn sets one number of a layer.
func (w *Walker) turn(ly *graph.Layer, t turned) {
	pos := w.x.r.Position(t.pos)
	var b graph.Bound
	switch {
	case t.knob.Fixed != "":
		b = graph.Bound{Value: graph.Literal(t.knob.Fixed), Kind: graph.BoundExact, Pos: pos}
	case t.value == nil:
		return
	default:
		b = w.number(t.value, 0, t.frame, pos)
	}
	switch t.knob.Role {
	case graph.RoleAttempts, graph.RoleRetries:
		if t.knob.Role == graph.RoleRetries {
			b.Plus = 1
		}
		w.attempts(ly, b, t.knob)
	case graph.RolePerTry:
		ly.PerTry = b
	case graph.RoleOverall:
		ly.Overall = b
	case graph.RoleBase:
		ly.Backoff.Base = b
	case graph.RoleMax:
		ly.Backoff.Max = b
	}
}

// attempts sets the number of attempts, with what the library makes of 0 and
// -1.
func (w *Walker) attempts(ly *graph.Layer, b graph.Bound, k *graph.Knob) {
	text, ok := b.Value.Eval(nil)
	meaning := ""
	switch {
	case ok && text == "0":
		meaning = k.Zero
	case ok && text == "-1":
		meaning = k.Minus
	}
	switch meaning {
	case "unbounded":
		ly.Attempts, ly.Implicit = graph.Endless(b.Pos), false
	case "one":
		ly.Attempts, ly.Implicit = graph.Exactly(1, graph.BoundExact, b.Pos), false
	case "default":
	default:
		ly.Attempts, ly.Implicit = b, false
	}
}

// named lists the values stored in the field of a type, by its full name.
func (x *Index) named(field string) []store {
	if x.byName == nil {
		x.byName = map[string][]store{}
		for v, s := range x.fields {
			x.byName[x.fieldNames[v]] = append(x.byName[x.fieldNames[v]], s...)
		}
	}
	return x.byName[field]
}

// forPos is the position of the for statement round a place.
func (w *Walker) forPos(fn *ssa.Function, at token.Pos) token.Pos {
	if fn.Syntax() == nil {
		return at
	}
	best := at
	ast.Inspect(fn.Syntax(), func(n ast.Node) bool {
		switch n.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			if n.Pos() <= at && at < n.End() {
				best = n.Pos()
			}
		}
		return true
	})
	return best
}
