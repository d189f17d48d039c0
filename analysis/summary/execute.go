package summary

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// Executing a loop: integers, booleans and the nil-ness of errors are computed
// as the loop computes them; one number that comes from outside may be given a
// value; every other condition is decided by what the caller wants to see.

// prefer says how a condition is decided that is not computed.
type prefer uint8

const (
	preferStay  prefer = iota // go on with the loop
	preferLeave               // leave it
)

// maxExecutions is how many executions of a call count as without end.
const maxExecutions = 4096

// maxSteps bounds the blocks one run of a loop visits.
const maxSteps = 50_000

// known is a value that the execution has computed.
type known struct {
	kind knownKind
	n    int64 // integers and booleans
}

type knownKind uint8

const (
	knownInt knownKind = iota + 1
	knownBool
	knownNil
	knownNotNil
)

// execution runs one loop.
type execution struct {
	l      *loop
	loops  map[*ssa.BasicBlock]*loop // all loops of the function
	call   ssa.CallInstruction
	fails  bool
	prefer prefer
	// outside is the number that comes from outside, once one is met, and value
	// what it is taken as.
	outside ssa.Value
	value   int64
	vals    map[ssa.Value]known
	memory  map[ssa.Value]known
	reaches map[*ssa.BasicBlock]bool // blocks from which the call is reached
	count   int
	items   int64 // taken from a range
	// chose is set once a condition was decided that is not computed.
	chose bool
}

// executions runs the loop and returns how often the call is executed;
// maxExecutions stands for without end.
func (e *execution) run() int {
	e.vals, e.memory = map[ssa.Value]known{}, map[ssa.Value]known{}
	e.reaches = e.l.reaching(e.call.Block())
	var prev *ssa.BasicBlock
	for _, p := range e.l.header.Preds {
		if !e.l.blocks[p] {
			prev = p
			break
		}
	}
	at := e.l.header
	inner := map[*ssa.BasicBlock]*loop{}
	for h, l := range e.loops {
		if l != e.l && e.l.blocks[h] {
			inner[h] = l
		}
	}
	for steps := 0; at != nil && e.l.blocks[at] && steps < maxSteps; steps++ {
		if e.count >= maxExecutions {
			return maxExecutions
		}
		next := e.block(at, prev)
		if l := inner[next]; l != nil && l.blocks[at] {
			next = l.out(e.l) // a loop inside runs once
		}
		prev, at = at, next
	}
	if at != nil && e.l.blocks[at] {
		return maxExecutions
	}
	return e.count
}

// out is the block behind a loop, inside another one where there is such a way.
func (l *loop) out(round *loop) *ssa.BasicBlock {
	for _, b := range l.exits {
		if round.blocks[b] {
			return b
		}
	}
	if len(l.exits) > 0 {
		return l.exits[0]
	}
	return nil
}

// reaching are the blocks of the loop from which to is reached.
func (l *loop) reaching(to *ssa.BasicBlock) map[*ssa.BasicBlock]bool {
	out := map[*ssa.BasicBlock]bool{}
	stack := []*ssa.BasicBlock{to}
	for len(stack) > 0 {
		b := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if out[b] || !l.blocks[b] {
			continue
		}
		out[b] = true
		stack = append(stack, b.Preds...)
	}
	return out
}

// block executes one block and returns the next.
func (e *execution) block(at, prev *ssa.BasicBlock) *ssa.BasicBlock {
	e.phis(at, prev)
	for _, instr := range at.Instrs {
		if c, ok := instr.(ssa.CallInstruction); ok && c == e.call {
			e.count++
		}
		e.instr(instr)
	}
	switch len(at.Succs) {
	case 0:
		return nil
	case 1:
		return at.Succs[0]
	}
	cond, ok := at.Instrs[len(at.Instrs)-1].(*ssa.If)
	if !ok {
		return nil
	}
	if k, ok := e.value1(cond.Cond); ok && k.kind == knownBool {
		if k.n != 0 {
			return at.Succs[0]
		}
		return at.Succs[1]
	}
	return e.choose(at)
}

// choose decides a condition that is not computed: to leave the loop or to
// stay in it, by the shortest way to the call.
func (e *execution) choose(at *ssa.BasicBlock) *ssa.BasicBlock {
	a, b := at.Succs[0], at.Succs[1]
	stay := e.prefer == preferStay || waits(at)
	e.chose = true
	switch {
	case e.l.blocks[a] != e.l.blocks[b]:
		if e.l.blocks[a] == stay {
			return a
		}
		return b
	case !stay && e.leaves(a) != e.leaves(b):
		if e.leaves(a) {
			return a
		}
		return b
	case e.reaches[a] != e.reaches[b]:
		if e.reaches[a] {
			return a
		}
		return b
	}
	return a
}

// waits reports whether a branch is taken by what a select received: a loop that
// ends there was told to end, and did not end because its call was good.
func waits(at *ssa.BasicBlock) bool {
	cond := at.Instrs[len(at.Instrs)-1].(*ssa.If).Cond
	cmp, ok := cond.(*ssa.BinOp)
	if !ok {
		return false
	}
	x, ok := cmp.X.(*ssa.Extract)
	if !ok {
		return false
	}
	_, ok = x.Tuple.(*ssa.Select)
	return ok
}

// leaves reports whether a block leads straight out of the loop.
func (e *execution) leaves(b *ssa.BasicBlock) bool {
	for range 8 {
		if !e.l.blocks[b] || len(b.Succs) == 0 {
			return true
		}
		if len(b.Succs) != 1 || b == e.l.header {
			return false
		}
		b = b.Succs[0]
	}
	return false
}

func (e *execution) phis(at, prev *ssa.BasicBlock) {
	edge := -1
	for i, p := range at.Preds {
		if p == prev {
			edge = i
		}
	}
	next := map[ssa.Value]known{}
	for _, instr := range at.Instrs {
		phi, ok := instr.(*ssa.Phi)
		if !ok {
			break
		}
		if edge >= 0 {
			if k, ok := e.value1(phi.Edges[edge]); ok {
				next[phi] = k
			}
		}
	}
	for _, instr := range at.Instrs {
		phi, ok := instr.(*ssa.Phi)
		if !ok {
			break
		}
		if k, ok := next[phi]; ok {
			e.vals[phi] = k
		} else {
			delete(e.vals, phi)
		}
	}
}

func (e *execution) instr(instr ssa.Instruction) {
	switch x := instr.(type) {
	case *ssa.Store:
		if k, ok := e.value1(x.Val); ok {
			e.memory[x.Addr] = k
		} else {
			delete(e.memory, x.Addr)
		}
	case *ssa.BinOp:
		e.set(x, e.binop(x))
	case *ssa.UnOp:
		e.set(x, e.unop(x))
	case *ssa.Extract:
		if k, ok := e.next(x); ok {
			e.set(x, k)
			return
		}
		e.set(x, e.outcome(x, x.Tuple))
	case *ssa.Convert:
		if k, ok := e.value1(x.X); ok && k.kind == knownInt {
			e.set(x, &k)
		}
	case *ssa.Call:
		e.set(x, e.outcome(x, x))
	}
}

// next is whether a range over a map, string or channel has another item: the
// number of items comes from outside.
func (e *execution) next(x *ssa.Extract) (*known, bool) {
	var items ssa.Value
	switch t := x.Tuple.(type) {
	case *ssa.Next:
		if x.Index != 0 {
			return nil, false
		}
		items = t.Iter
		if r, ok := t.Iter.(*ssa.Range); ok {
			items = r.X
		}
	case *ssa.UnOp:
		if t.Op != token.ARROW || x.Index != 1 {
			return nil, false
		}
		items = t.X
	default:
		return nil, false
	}
	if e.outside == nil {
		e.outside = items
	}
	if e.outside != items {
		return nil, false
	}
	e.items++
	return truth(e.items <= e.value), true
}

// outcome is the error of a call: that of the call looked at as the run has it,
// those of all others nil.
func (e *execution) outcome(v, from ssa.Value) *known {
	c, ok := from.(ssa.CallInstruction)
	switch {
	case !ok || !isError(v.Type()):
		return nil
	case c == e.call && e.fails:
		return &known{kind: knownNotNil}
	}
	return &known{kind: knownNil}
}

func (e *execution) set(v ssa.Value, k *known) {
	if k == nil {
		delete(e.vals, v)
		return
	}
	e.vals[v] = *k
}

// value1 is what is known of a value.
func (e *execution) value1(v ssa.Value) (known, bool) {
	if c, ok := v.(*ssa.Const); ok {
		return constKnown(c)
	}
	if k, ok := e.vals[v]; ok {
		return k, true
	}
	if !e.fails && isError(v.Type()) && e.before(v) {
		return known{kind: knownNil}, true
	}
	if isInt(v.Type()) && e.fromOutside(v) {
		if e.outside == nil {
			e.outside = v
		}
		if same(e.outside, v) {
			return known{knownInt, e.value}, true
		}
	}
	return known{}, false
}

// before reports whether a value is the error of a call before the loop.
func (e *execution) before(v ssa.Value) bool {
	switch x := v.(type) {
	case *ssa.Call:
		return !e.l.blocks[x.Block()]
	case *ssa.Extract:
		_, ok := x.Tuple.(*ssa.Call)
		return ok && !e.l.blocks[x.Block()]
	}
	return false
}

// fromOutside reports whether a number does not change while the loop runs: it
// is made outside, or read in it from a place the loop does not write.
func (e *execution) fromOutside(v ssa.Value) bool {
	switch x := v.(type) {
	case *ssa.Parameter, *ssa.FreeVar, *ssa.Global:
		return true
	case *ssa.Phi:
		return !e.l.blocks[x.Block()]
	case *ssa.UnOp:
		if !e.l.blocks[x.Block()] {
			return true
		}
		return x.Op == token.MUL && !e.written(x.X)
	case *ssa.Field:
		return true
	case *ssa.Call:
		if !e.l.blocks[x.Block()] {
			return true
		}
		b, ok := x.Call.Value.(*ssa.Builtin)
		return ok && b.Name() == "len"
	case *ssa.Convert:
		return e.fromOutside(x.X)
	case *ssa.BinOp:
		if !e.l.blocks[x.Block()] {
			return true
		}
		_, ok := x.Y.(*ssa.Const)
		return ok && e.fromOutside(x.X)
	case ssa.Instruction:
		return !e.l.blocks[x.Block()]
	}
	return false
}

// written reports whether the loop stores to an address.
func (e *execution) written(addr ssa.Value) bool {
	for b := range e.l.blocks {
		for _, instr := range b.Instrs {
			if s, ok := instr.(*ssa.Store); ok && samePlace(s.Addr, addr) {
				return true
			}
		}
	}
	return false
}

var errorType = types.Universe.Lookup("error").Type()
