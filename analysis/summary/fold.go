package summary

import (
	"go/constant"
	"go/token"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// Folding a function: the values that follow from what one header of the request
// says are computed, conditions on them are decided, and ways that are then not
// taken are left out (sparse conditional constant propagation). All else is open.

// A constValue is what is known of a value.
type constValue struct {
	kind constKind
	text string
	n    int64 // numbers and truth
	list []string
	// tuple are the results of a call with several.
	tuple []constValue
}

type constKind uint8

const (
	constUnset constKind = iota // not computed so far
	constOpen                   // anything
	constText
	constNumber
	constTruth
	constList
	constNil
	constNotNil
	constTuple
)

var open = constValue{kind: constOpen}

func textValue(s string) constValue  { return constValue{kind: constText, text: s} }
func numberValue(n int64) constValue { return constValue{kind: constNumber, n: n} }

func truthValue(b bool) constValue {
	if b {
		return constValue{kind: constTruth, n: 1}
	}
	return constValue{kind: constTruth}
}

func (a constValue) same(b constValue) bool {
	return a.kind == b.kind && a.text == b.text && a.n == b.n && slices.Equal(a.list, b.list) && slices.EqualFunc(a.tuple, b.tuple, constValue.same)
}

// meet is what is known of a value that is a or b.
func (a constValue) meet(b constValue) constValue {
	switch {
	case a.kind == constUnset:
		return b
	case b.kind == constUnset || a.same(b):
		return a
	case a.kind == constTuple && b.kind == constTuple && len(a.tuple) == len(b.tuple):
		out := constValue{kind: constTuple}
		for i := range a.tuple {
			out.tuple = append(out.tuple, a.tuple[i].meet(b.tuple[i]))
		}
		return out
	}
	return open
}

// folding is the folding of one function.
type folding struct {
	header   *toldHeader
	fn       *ssa.Function
	depth    int
	free     []constValue
	args     []constValue
	vals     map[ssa.Value]constValue
	reached  map[*ssa.BasicBlock]bool
	takes    map[[2]*ssa.BasicBlock]bool
	returned constValue
	changed  bool
}

// maxFoldRounds bounds how often the blocks of a function are gone through, and
// maxFoldDepth the functions inside one another.
const (
	maxFoldRounds = 20
	maxFoldDepth  = 4
)

// fold computes a function; ok is false where it is not done after the last round.
func (h *toldHeader) fold(fn *ssa.Function, args, free []constValue, depth int) (f *folding, ok bool) {
	f = &folding{header: h, fn: fn, args: args, free: free, depth: depth, vals: map[ssa.Value]constValue{},
		reached: map[*ssa.BasicBlock]bool{}, takes: map[[2]*ssa.BasicBlock]bool{}}
	if len(fn.Blocks) == 0 {
		return f, false
	}
	f.reached[fn.Blocks[0]] = true
	for range maxFoldRounds {
		f.changed = false
		for _, b := range fn.Blocks {
			if f.reached[b] {
				f.block(b)
			}
		}
		if !f.changed {
			return f, true
		}
	}
	return f, false
}

// taken are, for each block whose condition is decided, the block it leads to.
func (f *folding) taken() map[*ssa.BasicBlock]*ssa.BasicBlock {
	out := map[*ssa.BasicBlock]*ssa.BasicBlock{}
	for b := range f.reached {
		if len(b.Succs) == 2 && b.Succs[0] != b.Succs[1] {
			switch first, second := f.takes[[2]*ssa.BasicBlock{b, b.Succs[0]}], f.takes[[2]*ssa.BasicBlock{b, b.Succs[1]}]; {
			case first && !second:
				out[b] = b.Succs[0]
			case second && !first:
				out[b] = b.Succs[1]
			}
		}
	}
	return out
}

func (f *folding) block(b *ssa.BasicBlock) {
	for _, instr := range b.Instrs {
		switch x := instr.(type) {
		case *ssa.Return:
			f.returns(x)
		case *ssa.If:
			cond := f.value(x.Cond)
			if cond.kind != constTruth || cond.n != 0 {
				f.goTo(b, b.Succs[0])
			}
			if cond.kind != constTruth || cond.n == 0 {
				f.goTo(b, b.Succs[1])
			}
		case ssa.Value:
			f.set(x, f.computed(x))
		}
	}
	if len(b.Succs) == 1 {
		f.goTo(b, b.Succs[0])
	}
}

func (f *folding) goTo(from, to *ssa.BasicBlock) {
	key := [2]*ssa.BasicBlock{from, to}
	if !f.takes[key] {
		f.takes[key], f.reached[to], f.changed = true, true, true
	}
}

// set keeps a value, which may only become less known from round to round.
func (f *folding) set(v ssa.Value, k constValue) {
	was := f.vals[v]
	if now := was.meet(k); !now.same(was) {
		f.vals[v], f.changed = now, true
	}
}

func (f *folding) returns(r *ssa.Return) {
	k := constValue{kind: constTuple}
	for _, v := range r.Results {
		k.tuple = append(k.tuple, f.value(v))
	}
	if now := f.returned.meet(k); !now.same(f.returned) {
		f.returned, f.changed = now, true
	}
}

func (f *folding) value(v ssa.Value) constValue {
	switch x := v.(type) {
	case *ssa.Const:
		return writtenValue(x)
	case *ssa.Parameter:
		if i := paramIndex(x); i >= 0 && i < len(f.args) {
			return f.args[i]
		}
		return open
	case *ssa.FreeVar:
		if i := slices.Index(f.fn.FreeVars, x); i >= 0 && i < len(f.free) {
			return f.free[i]
		}
		return open
	case ssa.Instruction:
		return f.vals[v]
	}
	return open
}

func writtenValue(c *ssa.Const) constValue {
	switch {
	case c.Value == nil:
		return constValue{kind: constNil}
	case c.Value.Kind() == constant.String:
		return textValue(constant.StringVal(c.Value))
	case c.Value.Kind() == constant.Bool:
		return truthValue(constant.BoolVal(c.Value))
	case c.Value.Kind() == constant.Int:
		if n, exact := constant.Int64Val(c.Value); exact {
			return numberValue(n)
		}
	}
	return open
}

// computed is what an instruction makes of what is known. Nothing is known of a
// value as long as what it is made of is not computed.
func (f *folding) computed(v ssa.Value) constValue {
	switch x := v.(type) {
	case *ssa.Phi:
		var k constValue
		for i, e := range x.Edges {
			if f.takes[[2]*ssa.BasicBlock{x.Block().Preds[i], x.Block()}] {
				k = k.meet(f.value(e))
			}
		}
		return k
	case *ssa.BinOp:
		return binary(x.Op, f.value(x.X), f.value(x.Y))
	case *ssa.UnOp:
		return f.unary(x)
	case *ssa.Convert:
		return f.value(x.X)
	case *ssa.ChangeType:
		return f.value(x.X)
	case *ssa.Extract:
		switch t := f.value(x.Tuple); {
		case t.kind == constUnset:
			return t
		case t.kind == constTuple && x.Index < len(t.tuple):
			return t.tuple[x.Index]
		}
		return open
	case *ssa.IndexAddr:
		list, i := f.value(x.X), f.value(x.Index)
		if list.kind == constUnset || i.kind == constUnset {
			return constValue{}
		}
		if list.kind == constList && i.kind == constNumber && i.n >= 0 && i.n < int64(len(list.list)) {
			return textValue(list.list[i.n])
		}
		return open
	case *ssa.Alloc:
		return f.stored(x)
	case *ssa.Lookup:
		return f.lookup(x)
	case *ssa.Call:
		return f.call(x)
	}
	return open
}

// stored is what is kept in a variable that is written once.
func (f *folding) stored(a *ssa.Alloc) constValue {
	var only *ssa.Store
	for _, ref := range *a.Referrers() {
		switch r := ref.(type) {
		case *ssa.Store:
			if only != nil || r.Addr != a {
				return open
			}
			only = r
		case *ssa.MakeClosure, *ssa.UnOp, *ssa.DebugRef:
		default:
			return open
		}
	}
	if only == nil || writtenElsewhere(a) {
		return open
	}
	return f.value(only.Val)
}

// writtenElsewhere reports whether a closure writes to a variable of the function.
func writtenElsewhere(a *ssa.Alloc) bool {
	for _, ref := range *a.Referrers() {
		m, ok := ref.(*ssa.MakeClosure)
		if !ok {
			continue
		}
		fn := m.Fn.(*ssa.Function)
		for i, b := range m.Bindings {
			if b != a {
				continue
			}
			for _, r := range *fn.FreeVars[i].Referrers() {
				if load, ok := r.(*ssa.UnOp); !ok || load.Op != token.MUL {
					return true
				}
			}
		}
	}
	return false
}

func (f *folding) unary(x *ssa.UnOp) constValue {
	k := f.value(x.X)
	switch {
	case x.Op == token.MUL:
		switch x.X.(type) {
		case *ssa.Alloc, *ssa.FreeVar, *ssa.IndexAddr:
			return k
		}
		return open
	case k.kind == constUnset:
		return k
	case x.Op == token.NOT && k.kind == constTruth:
		return truthValue(k.n == 0)
	case x.Op == token.SUB && k.kind == constNumber:
		return numberValue(-k.n)
	}
	return open
}

func binary(op token.Token, a, b constValue) constValue {
	if a.kind == constUnset || b.kind == constUnset {
		return constValue{}
	}
	nils := func(k constValue) bool { return k.kind == constNil || k.kind == constNotNil }
	var k *known
	switch {
	case a.kind == constText && b.kind == constText:
		k = arithmetic(op, int64(strings.Compare(a.text, b.text)), 0)
		if op == token.ADD {
			return textValue(a.text + b.text)
		}
	case a.kind == constNumber && b.kind == constNumber:
		k = arithmetic(op, a.n, b.n)
	case a.kind == constTruth && b.kind == constTruth:
		k = compared(op, a.n == b.n)
	case a.kind == constList && b.kind == constNil:
		k = compared(op, len(a.list) == 0)
	case nils(a) && nils(b) && (a.kind == constNil || b.kind == constNil):
		k = compared(op, a.kind == b.kind)
	}
	switch {
	case k == nil:
		return open
	case k.kind == knownBool:
		return truthValue(k.n != 0)
	}
	return numberValue(k.n)
}

func (f *folding) lookup(x *ssa.Lookup) constValue {
	key := f.value(x.Index)
	if key.kind == constUnset {
		return key
	}
	if key.kind != constText || !f.header.is(key.text) || !incoming(x.X) {
		return open
	}
	list := f.header.list()
	if x.CommaOk {
		return constValue{kind: constTuple, tuple: []constValue{list, truthValue(len(list.list) > 0)}}
	}
	return list
}

func (f *folding) call(c *ssa.Call) constValue {
	if b, ok := c.Call.Value.(*ssa.Builtin); ok {
		return f.lengthOf(b.Name(), c.Call.Args)
	}
	named := callee(&c.Call)
	if named == nil {
		return open
	}
	if k, ok := f.reads(c, named.FullName()); ok {
		return k
	}
	if k, ok := f.parses(c, named.FullName()); ok {
		return k
	}
	to := c.Call.StaticCallee()
	if to == nil || f.depth >= maxFoldDepth || !f.header.relevant[to] {
		return open
	}
	var args []constValue
	for _, a := range c.Call.Args {
		k := f.value(a)
		if k.kind == constUnset {
			return k
		}
		args = append(args, k)
	}
	in, ok := f.header.fold(to, args, nil, f.depth+1)
	switch {
	case !ok || in.returned.kind != constTuple:
		return open
	case len(in.returned.tuple) == 1:
		return in.returned.tuple[0]
	}
	return in.returned
}

// lengthOf is len of a text or list.
func (f *folding) lengthOf(builtin string, args []ssa.Value) constValue {
	if builtin != "len" || len(args) != 1 {
		return open
	}
	switch k := f.value(args[0]); k.kind {
	case constUnset:
		return k
	case constText:
		return numberValue(int64(len(k.text)))
	case constList:
		return numberValue(int64(len(k.list)))
	}
	return open
}

// parses computes what makes a number or another text of a text.
func (f *folding) parses(c *ssa.Call, name string) (k constValue, ok bool) {
	numbered := func(n int64, err error) constValue {
		if err != nil {
			return constValue{kind: constTuple, tuple: []constValue{numberValue(0), {kind: constNotNil}}}
		}
		return constValue{kind: constTuple, tuple: []constValue{numberValue(n), {kind: constNil}}}
	}
	var compute func(s string) constValue
	switch name {
	case "strconv.Atoi", "strconv.ParseInt", "strconv.ParseUint":
		compute = func(s string) constValue { return numbered(strconv.ParseInt(s, 10, 64)) }
	case "strconv.ParseBool":
		compute = func(s string) constValue {
			b, err := strconv.ParseBool(s)
			k := numbered(0, err)
			k.tuple[0] = truthValue(b)
			return k
		}
	case "strings.TrimSpace":
		compute = func(s string) constValue { return textValue(strings.TrimSpace(s)) }
	case "strings.ToLower":
		compute = func(s string) constValue { return textValue(strings.ToLower(s)) }
	default:
		return k, false
	}
	switch k = f.value(c.Call.Args[0]); k.kind {
	case constUnset:
		return k, true
	case constText:
		return compute(k.text), true
	}
	return open, true
}
