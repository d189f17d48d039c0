package summary

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// frame is one function on the way from a handler: it says what the parameters
// and captured variables of the function are.
type frame struct {
	fn *ssa.Function
	// site is the call that entered fn, in the function of up; nil where a
	// library called it, or for the first.
	site ssa.CallInstruction
	up   *frame
	// ran is the call, in the function of up, by which a library or a function
	// type came to call fn: what it hands to fn is not known exactly.
	ran ssa.CallInstruction
	// closure made fn, in the function of made; nil for plain functions.
	closure *ssa.MakeClosure
	made    *frame
	// receiver is the value whose method fn is, where no call says so.
	receiver *origin
	// effects are the calls of fn that were walked, and whether they lead to a
	// remote call.
	effects map[ssa.CallInstruction]bool
}

// same reports whether two frames were entered by the same calls.
func (f *frame) same(g *frame) bool {
	for ; f != nil && g != nil; f, g = f.up, g.up {
		if f.fn != g.fn || f.site != g.site {
			return false
		}
	}
	return f == g
}

// note remembers whether a call leads to a remote call: the loops round it ask.
func (f *frame) note(c ssa.CallInstruction, effect bool) {
	if f.effects == nil {
		f.effects = map[ssa.CallInstruction]bool{}
	}
	f.effects[c] = effect
}

// depth is the number of frames up to the handler.
func (f *frame) depth() int {
	n := 0
	for ; f != nil; f = f.up {
		n++
	}
	return n
}

// runs reports whether fn is on the way already.
func (f *frame) runs(fn *ssa.Function) bool {
	for ; f != nil; f = f.up {
		if f.fn == fn {
			return true
		}
	}
	return false
}

// maxActive bounds how often one function is on the way.
const maxActive = 4

// recursion reports whether a static call of fn closes a cycle. A helper that is
// entered again from inside the function it was given is nested and no recursion:
// what it calls this time is another function.
func (f *frame) recursion(fn *ssa.Function) bool {
	static, active := true, 0
	for ; f != nil; f = f.up {
		if f.fn == fn {
			if active++; static || active >= maxActive {
				return true
			}
		}
		if f.site == nil || f.site.Common().StaticCallee() == nil {
			static = false
		}
	}
	return false
}

// origin is where a value comes from: a constant, a call, an allocation, a
// function, or a place at which nothing more is known.
type origin struct {
	value ssa.Value
	frame *frame
}

// maxTrace bounds the values one question looks at; a question that needs more
// has no answer.
const maxTrace = 300

// maxNested bounds the questions inside a question: who is called decides where
// a value comes from, and the other way round.
const maxNested = 3

// tracer follows values backwards.
type tracer struct {
	x     *Index
	steps int
	seen  map[traceKey]bool
	out   []origin
	// lost is set when the bound was reached.
	lost bool
	// nested counts the questions that this one answers a part of.
	nested int
	// whole asks for the places in which structs lie and not for their values.
	whole bool
	// symbolic keeps the field of an object that is not known.
	symbolic bool
	// served ends at the parameters of a function that a library calls.
	served bool
}

type traceKey struct {
	v ssa.Value
	f *frame
}

// tracedKey is a question that was answered, asked inside so many others: the deeper,
// the less it may ask itself.
type tracedKey struct {
	v      ssa.Value
	nested int
}

// trace lists the origins of a value.
func (x *Index) trace(v ssa.Value, f *frame) []origin {
	return x.ask(&tracer{}, v, f)
}

// ask answers a question that a tracer is set up for.
func (x *Index) ask(t *tracer, v ssa.Value, f *frame) []origin {
	if fn := v.Parent(); f != nil && f.fn != fn {
		f = nil // a value of another function: this frame says nothing of it
	}
	plain := f == nil && !t.served
	if plain {
		for _, nested := range []int{0, x.nested} {
			if out, ok := x.traced[tracedKey{v, nested}]; ok {
				return out
			}
		}
	}
	if x.nested >= maxNested {
		return nil
	}
	x.nested++
	t.x, t.seen = x, map[traceKey]bool{}
	t.value(v, f)
	x.nested--
	if t.lost {
		t.out = nil
	}
	if plain {
		x.traced[tracedKey{v, x.nested}] = t.out
	}
	return t.out
}

func (t *tracer) end(v ssa.Value, f *frame) { t.out = append(t.out, origin{v, f}) }

func (t *tracer) value(v ssa.Value, f *frame) {
	if v == nil || t.lost {
		return
	}
	key := traceKey{v, f}
	if t.seen[key] {
		return
	}
	t.seen[key] = true
	t.x.work++
	if t.steps++; t.steps > maxTrace {
		t.lost = true
		return
	}
	switch x := v.(type) {
	case *ssa.Phi:
		for i, e := range x.Edges {
			if t.x.mayGo(x.Block().Preds[i], x.Block()) {
				t.value(e, f)
			}
		}
	case *ssa.ChangeType:
		t.value(x.X, f)
	case *ssa.ChangeInterface:
		t.value(x.X, f)
	case *ssa.MakeInterface:
		t.value(x.X, f)
	case *ssa.TypeAssert:
		t.value(x.X, f)
	case *ssa.Convert:
		t.value(x.X, f)
	case *ssa.Parameter:
		t.parameter(x, f)
	case *ssa.FreeVar:
		t.freeVar(x, f)
	case *ssa.UnOp:
		if x.Op == token.MUL {
			t.load(x.X, f, x)
			return
		}
		t.end(v, f)
	case *ssa.Extract:
		t.result(x.Tuple, x.Index, v, f)
	case *ssa.Call:
		t.result(x, 0, v, f)
	case *ssa.Field:
		t.field(fieldOf(x.X.Type(), x.Field), x.X, v, f)
	default:
		t.end(v, f)
	}
}

// mayGo reports whether a way from one block to another may be taken.
func (x *Index) mayGo(from, to *ssa.BasicBlock) bool {
	only := x.taken[from]
	return !x.dead[from] && (only == nil || only == to)
}

// parameter is the argument of the call that entered the function; without one
// it is any argument that is passed anywhere.
func (t *tracer) parameter(p *ssa.Parameter, f *frame) {
	i := paramIndex(p)
	if f != nil && f.fn == p.Parent() && f.site != nil {
		t.value(argument(f.site.Common(), i), f.up)
		return
	}
	if i == 0 && f != nil && f.fn == p.Parent() && f.receiver != nil {
		t.value(f.receiver.value, f.receiver.frame)
		return
	}
	if t.x.store != nil && f != nil && f.fn == p.Parent() && f.site == nil && f.up == nil && f.closure == nil {
		t.end(p, f) // it is walked for callers that are not known yet
		return
	}
	if t.served && f != nil && f.fn == p.Parent() {
		t.end(p, f)
		return
	}
	sites := t.x.callers(p.Parent())
	if len(sites) == 0 || t.x.store != nil && importable(p.Parent()) {
		t.end(p, f) // other packages may call it as well
	}
	for _, s := range sites {
		t.value(argument(s.Common(), i), nil)
	}
}

// importable reports whether other packages can call a function by its name.
func importable(fn *ssa.Function) bool {
	o := fn.Object()
	return o != nil && o.Exported() && o.Pkg() != nil && o.Pkg().Name() != "main"
}

func paramIndex(p *ssa.Parameter) int {
	for i, q := range p.Parent().Params {
		if p == q {
			return i
		}
	}
	return -1
}

// argument is the value of parameter i, the receiver counted as SSA does.
func argument(c *ssa.CallCommon, i int) ssa.Value {
	if c.IsInvoke() {
		if i == 0 {
			return c.Value
		}
		i--
	}
	if i < 0 || i >= len(c.Args) {
		return nil
	}
	return c.Args[i]
}

func (t *tracer) freeVar(v *ssa.FreeVar, f *frame) {
	for i, fv := range v.Parent().FreeVars {
		if fv != v {
			continue
		}
		if f != nil && f.closure != nil && f.fn == v.Parent() {
			t.value(f.closure.Bindings[i], f.made)
			return
		}
		for _, c := range t.x.closures[v.Parent()] {
			t.value(c.Bindings[i], nil)
		}
		return
	}
	t.end(v, f)
}

// load is what is stored at an address: a local variable, a field of any value
// of its type, a package variable.
func (t *tracer) load(addr ssa.Value, f *frame, at ssa.Value) {
	if _, ok := at.Type().Underlying().(*types.Struct); ok && t.whole {
		t.end(at, f)
		return
	}
	switch a := addr.(type) {
	case *ssa.Alloc:
		t.stored(t.x.stores[a], f, at)
	case *ssa.FreeVar:
		for _, o := range t.x.trace(a, f) {
			if al, ok := o.value.(*ssa.Alloc); ok {
				t.stored(t.x.stores[al], o.frame, at)
			} else {
				t.end(at, f)
			}
		}
	case *ssa.Global:
		t.stored(t.x.stores[a], nil, at)
	case *ssa.FieldAddr:
		t.field(fieldOf(a.X.Type(), a.Field), a.X, at, f)
	default:
		t.end(at, f)
	}
}

// stored follows every value stored at a place; a place that is never stored
// to is the end.
func (t *tracer) stored(stores []store, f *frame, at ssa.Value) {
	if len(stores) == 0 {
		t.end(at, f)
	}
	for _, s := range stores {
		t.value(s.value, s.within(f))
	}
}

// pointsTo reports whether a call does nothing but return a pointer to what it is
// given: a function without a body here that takes a number or a text and returns a
// pointer to one, as aws.Int does.
func pointsTo(c *ssa.CallCommon) bool {
	to := c.StaticCallee()
	if to == nil || len(to.Blocks) > 0 || len(c.Args) != 1 || to.Signature.Recv() != nil || to.Signature.Results().Len() != 1 {
		return false
	}
	p, ok := to.Signature.Results().At(0).Type().(*types.Pointer)
	if _, basic := c.Args[0].Type().Underlying().(*types.Basic); !ok || !basic {
		return false
	}
	return types.Identical(p.Elem(), c.Args[0].Type())
}

// result is result i of a call: what the callee returns, where its body is
// known; else the call itself is the origin.
func (t *tracer) result(tuple ssa.Value, i int, v ssa.Value, f *frame) {
	c, ok := tuple.(*ssa.Call)
	if !ok {
		t.end(v, f)
		return
	}
	if named := callee(&c.Call); named != nil {
		if _, _, known := t.x.row(named); known {
			t.end(v, f)
			return
		}
	}
	if pointsTo(&c.Call) {
		t.value(c.Call.Args[0], f)
		return
	}
	fns := t.x.callees(c, f)
	if len(fns) == 0 {
		t.end(v, f)
		return
	}
	for _, to := range fns {
		if len(to.fn.Blocks) == 0 || to.frame.depth() > maxDepth || f.runs(to.fn) {
			t.end(v, f)
			continue
		}
		for _, b := range to.fn.Blocks {
			if r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && i < len(r.Results) {
				t.value(r.Results[i], to.frame)
			}
		}
	}
}

// maxDepth bounds the calls followed from a handler.
const maxDepth = 40

// fieldOf is the field of a struct, or of what a pointer points at.
func fieldOf(t types.Type, i int) *types.Var {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	if s, ok := t.Underlying().(*types.Struct); ok && i < s.NumFields() {
		return s.Field(i).Origin()
	}
	return nil
}
