package summary

import (
	"go/token"
	"go/types"

	"github.com/ampcheck/ampcheck/analysis/sdk"
	"github.com/ampcheck/ampcheck/graph"
	"golang.org/x/tools/go/ssa"
)

// Index holds what is looked up across functions: the values stored in fields
// and variables, and where closures are made.
type Index struct {
	r        Resolver
	prog     *ssa.Program
	table    *sdk.Table
	out      *outward              // nil where sites are not asked for
	store    Store                 // nil where all bodies are at hand
	stores   map[ssa.Value][]store // by local or package variable
	fields   map[*types.Var][]store
	closures map[*ssa.Function][]*ssa.MakeClosure
	// fieldNames are Type.Field for the fields above, byName their stores.
	fieldNames map[*types.Var]string
	byName     map[string][]store
	// setters are the calls of functions that are knobs of the table.
	setters map[string][]ssa.CallInstruction
	// serves are the calls in each function that register handlers.
	serves map[*ssa.Function][]ssa.CallInstruction
	// routed are the calls that run a function with a router that they make.
	routed map[*ssa.Function]ssa.CallInstruction
	// reaches marks the functions from which a remote call, or the call of a
	// parameter, is reached.
	reaches map[*ssa.Function]bool
	// direct marks those that hold such a call themselves, above the functions
	// that call or hold each.
	direct map[*ssa.Function]bool
	above  map[*ssa.Function][]*ssa.Function
	// nothing marks the functions that were walked and call nothing, whoever
	// calls them; nested counts the traces inside a trace.
	nothing map[*ssa.Function]bool
	nested  int
	// traced holds the origins found without a frame, work counts the values
	// looked at.
	traced map[tracedKey][]origin
	// classes holds what loops do with calls, loops those of each function, and
	// influences what each call decides.
	classes    map[classKey]repetition
	loops      map[*ssa.Function]map[*ssa.BasicBlock]*loop
	influences map[ssa.CallInstruction]*influence
	work       int
	// composing holds the parts of the expression that is made, composed counts them.
	composing map[composite][]graph.Expr
	composed  int
	// answered holds what functions say that answer yes or no.
	answered map[answerKey]*known
	decoded  decoded
	settings settings
	// dead are the blocks that never run in the variant of a program.
	dead map[*ssa.BasicBlock]bool
	// taken are the blocks that conditions lead to which are decided, tells the headers
	// that decide some, and attemptHeaders those that the tree has of its own.
	taken          map[*ssa.BasicBlock]*ssa.BasicBlock
	tells          *[]told
	attemptHeaders []sdk.AttemptHeader
	// walked marks the functions that a body holds.
	walked map[*ssa.Function]bool
	// trees are the region trees made so far, visited counts the regions walked for one
	// program.
	trees   map[*ssa.Function]tree
	visited int
	rows    map[*types.Func]row
	// linked are the functions of the program that is looked at; nil is all.
	linked map[*ssa.Function]bool
	// answerers are the types whose methods answer a request.
	answerers map[string]bool
	// stated is what authors say of lines.
	stated []*Stated
}

type tree struct {
	r   *region
	cut bool
}

// row is the row of the table for a function.
func (x *Index) row(f *types.Func) (*graph.Library, *graph.LibraryCall, bool) {
	if standsForType(f) {
		return x.table.Func(f.FullName()) // each call makes one
	}
	r, ok := x.rows[f]
	if !ok {
		r.lib, r.call, r.ok = x.table.Func(f.FullName())
		x.rows[f] = r
	}
	return r.lib, r.call, r.ok
}

type row struct {
	lib  *graph.Library
	call *graph.LibraryCall
	ok   bool
}

// store is one value stored at a place. When the place was handed to a function
// that stores to it, site is that call.
type store struct {
	value ssa.Value
	site  ssa.CallInstruction
	fn    *ssa.Function
	pos   token.Pos
	// of is the value whose field is stored to.
	of ssa.Value
}

// within is the frame in which the stored value is read.
func (s store) within(f *frame) *frame {
	if s.site != nil {
		return &frame{fn: s.fn, site: s.site}
	}
	if f != nil && f.fn == s.value.Parent() {
		return f
	}
	return nil
}

// NewIndex looks at every function once. A driver that has all bodies at hand
// gives no store.
func NewIndex(r Resolver, table *sdk.Table, kept Store) *Index {
	x := &Index{r: r, table: table, store: kept, stores: map[ssa.Value][]store{}, fields: map[*types.Var][]store{},
		closures: map[*ssa.Function][]*ssa.MakeClosure{}, fieldNames: map[*types.Var]string{}, setters: map[string][]ssa.CallInstruction{},
		serves: map[*ssa.Function][]ssa.CallInstruction{}}
	x.rows, x.routed = map[*types.Func]row{}, map[*ssa.Function]ssa.CallInstruction{}
	x.decoded = decoded{fields: map[*types.Var][]decodedField{}, maps: map[ssa.Value]decoding{}}
	x.settings.said = map[string][]settingCall{}
	through := map[*ssa.Parameter][]ssa.Value{} // values stored through a pointer parameter
	fns := r.Functions()
	if len(fns) > 0 {
		x.prog = fns[0].Prog
	}
	for _, fn := range fns {
		x.made(fn)
	}
	for _, fn := range fns {
		x.function(fn, through)
	}
	for _, fn := range fns {
		x.outParameters(fn, through)
	}
	x.reach(fns)
	return x
}

// made notes the closures that a function makes, and the knobs it turns.
func (x *Index) made(fn *ssa.Function) {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch i := instr.(type) {
			case *ssa.MakeClosure:
				if f, ok := i.Fn.(*ssa.Function); ok {
					x.closures[f] = append(x.closures[f], i)
				}
			case ssa.CallInstruction:
				if f := callee(i.Common()); f != nil && len(x.table.Knobs(f.FullName())) > 0 {
					x.setters[f.FullName()] = append(x.setters[f.FullName()], i)
				} else if f != nil {
					x.serving(i, f, fn)
					x.decodes(i, f)
					x.notes(i, f)
				}
			}
		}
	}
}

// serving notes the calls that register handlers.
func (x *Index) serving(c ssa.CallInstruction, f *types.Func, in *ssa.Function) {
	_, call, ok := x.row(f)
	if ok && call.Effect == graph.EffectServes {
		x.serves[in] = append(x.serves[in], c)
	}
	if !ok || call.Effect != graph.EffectConstructs || call.Protocol != graph.ProtocolHTTP || call.Runs == nil {
		return
	}
	switch v := operand(c.Common(), call.Runs.Index).(type) {
	case *ssa.Function:
		x.routed[v] = c
	case *ssa.MakeClosure:
		if fn, ok := v.Fn.(*ssa.Function); ok {
			x.routed[fn] = c
		}
	}
}

// function notes the values that a function stores.
func (x *Index) function(fn *ssa.Function, through map[*ssa.Parameter][]ssa.Value) {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			s, ok := instr.(*ssa.Store)
			if !ok || isFloor(s) {
				continue
			}
			if p, ok := s.Addr.(*ssa.Parameter); ok {
				through[p] = append(through[p], s.Val)
			}
			x.place(s.Addr, store{value: s.Val, fn: fn, pos: s.Pos()})
		}
	}
}

// place notes a value stored at an address.
func (x *Index) place(addr ssa.Value, s store) {
	switch a := addr.(type) {
	case *ssa.Alloc, *ssa.Global:
		x.stores[a] = append(x.stores[a], s)
	case *ssa.FreeVar:
		// A captured variable: the variable that every closure was made with.
		for i, fv := range a.Parent().FreeVars {
			if fv != a {
				continue
			}
			for _, c := range x.closures[a.Parent()] {
				x.place(c.Bindings[i], s)
			}
		}
	case *ssa.FieldAddr:
		if v := fieldOf(a.X.Type(), a.Field); v != nil {
			s.of = a.X
			x.fields[v] = append(x.fields[v], s)
			x.fieldNames[v] = fieldName(a)
		}
	}
}

// outParameters follows addresses handed to functions that store to them, as
// mustMapEnv(&cfg.Addr, "ADDR") does.
func (x *Index) outParameters(fn *ssa.Function, through map[*ssa.Parameter][]ssa.Value) {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			c, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			if f := callee(c.Common()); f != nil {
				if call, ok := c.(*ssa.Call); ok && pointsAtFlag(f.FullName()) {
					x.place(operand(&call.Call, 0), store{value: call, fn: fn, pos: c.Pos()})
				}
			}
			to := c.Common().StaticCallee()
			if to == nil || len(to.Params) != len(c.Common().Args) {
				continue
			}
			for i, p := range to.Params {
				for _, v := range through[p] {
					x.place(c.Common().Args[i], store{value: v, site: c, fn: to, pos: c.Pos()})
				}
			}
		}
	}
}

// reach marks the functions that matter: a call of the table lies below them,
// or they call what they are given.
func (x *Index) reach(fns []*ssa.Function) {
	x.classes = map[classKey]repetition{}
	x.loops = map[*ssa.Function]map[*ssa.BasicBlock]*loop{}
	x.influences = map[ssa.CallInstruction]*influence{}
	x.answered = map[answerKey]*known{}
	x.traced = map[tracedKey][]origin{}
	x.nothing = map[*ssa.Function]bool{}
	x.trees = map[*ssa.Function]tree{}
	x.reaches, x.walked, x.direct = map[*ssa.Function]bool{}, map[*ssa.Function]bool{}, map[*ssa.Function]bool{}
	above := map[*ssa.Function][]*ssa.Function{}
	x.above = above
	var open []*ssa.Function
	mark := func(fn *ssa.Function) {
		if !x.reaches[fn] {
			x.reaches[fn] = true
			open = append(open, fn)
		}
	}
	for _, fn := range fns {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if mc, ok := instr.(*ssa.MakeClosure); ok {
					if f, ok := mc.Fn.(*ssa.Function); ok {
						above[f] = append(above[f], fn)
					}
				}
				if len(sentFunctions(instr)) > 0 {
					mark(fn)
				}
				c, ok := instr.(ssa.CallInstruction)
				if !ok {
					continue
				}
				x.reachCall(c, fn, above, mark)
			}
		}
	}
	for fn := range above {
		if x.r.Unread(fn) {
			mark(fn)
		}
	}
	for len(open) > 0 {
		fn := open[len(open)-1]
		open = open[:len(open)-1]
		for _, up := range above[fn] {
			mark(up)
		}
	}
}

func (x *Index) reachCall(c ssa.CallInstruction, fn *ssa.Function, above map[*ssa.Function][]*ssa.Function, mark func(*ssa.Function)) {
	com := c.Common()
	if f := callee(com); f != nil {
		if _, call, ok := x.row(f); ok && matters(call) {
			mark(fn)
			x.direct[fn] = x.direct[fn] || call.Effect == graph.EffectRemote
		} else if x.store != nil && x.store.Body(f) != nil {
			mark(fn)
		}
	}
	for _, arg := range com.Args {
		if f, ok := arg.(*ssa.Function); ok {
			above[f] = append(above[f], fn)
		}
	}
	if to := com.StaticCallee(); to != nil {
		above[to] = append(above[to], fn)
		return
	}
	if com.IsInvoke() {
		if com.Method.Name() == servesHTTP {
			mark(fn) // it may be a function that was converted
		}
		for _, to := range x.r.Callees(c) {
			above[to] = append(above[to], fn)
		}
		return
	}
	if _, builtin := com.Value.(*ssa.Builtin); builtin {
		return
	}
	if x.store != nil {
		mark(fn) // the function is given by another package
		return
	}
	for _, to := range x.r.Callees(c) {
		above[to] = append(above[to], fn)
	}
}

// typeName is the full name of a type, or of what a pointer points at.
func typeName(t types.Type) string {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	if n, ok := types.Unalias(t).(*types.Named); ok {
		t = n.Origin()
	}
	return types.TypeString(t, nil)
}

// fieldName is Type.Field; where the type has no name itself, as that of a field of a
// configuration often has not, it is the name of that field and the one of this.
func fieldName(a *ssa.FieldAddr) string {
	name := fieldOf(a.X.Type(), a.Field).Name()
	outer, ok := a.X.(*ssa.FieldAddr)
	if p, pointer := a.X.Type().Underlying().(*types.Pointer); ok && pointer {
		if _, unnamed := types.Unalias(p.Elem()).(*types.Struct); unnamed {
			return fieldName(outer) + "." + name
		}
	}
	return typeName(a.X.Type()) + "." + name
}

// within limits what is found to one of several programs that share packages:
// what a function is given is what this program gives it.
func (x *Index) within(fns []*ssa.Function) {
	x.linked, x.visited = map[*ssa.Function]bool{}, 0
	for _, fn := range fns {
		x.linked[fn] = true
	}
	clear(x.traced)
}

// callers are the calls of a function in the program that is looked at; all where
// that has none.
func (x *Index) callers(fn *ssa.Function) []ssa.CallInstruction {
	all := x.r.Callers(fn)
	if x.linked == nil {
		return all
	}
	var here []ssa.CallInstruction
	for _, c := range all {
		if x.linked[c.Parent()] {
			here = append(here, c)
		}
	}
	if here == nil {
		return all
	}
	return here
}
