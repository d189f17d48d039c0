package summary

import (
	"go/token"
	"go/types"
	"slices"

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

// maxAsked bounds the conditions that a run remembers.
const maxAsked = 64

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
	sent   *ssa.Send // counted instead of a call
	fails  bool
	prefer prefer
	// outside is the number that comes from outside, once one is met, and value
	// what it is taken as.
	outside ssa.Value
	value   int64
	// numbers are all that were met.
	numbers []ssa.Value
	// noOutside is set where no number is looked for and conditions that are not
	// computed are not decided.
	noOutside bool
	vals      map[ssa.Value]known
	memory    map[ssa.Value]known
	// trail, if set, keeps what was known before, so that another way can begin where
	// this one forked.
	trail   *[]change
	plan    *plan                    // nil where every instruction is executed
	reaches map[*ssa.BasicBlock]bool // blocks from which the call is reached
	// decides are the values that the outcome of the call decides.
	decides *influence
	count   int
	items   int64 // taken from a range
	// depth counts the functions whose answers are computed for this run.
	depth int
	// chose is set once a condition was decided that the outcome of the call
	// decides and that is not computed, asked are these; ends are the other conditions that were
	// not computed and could have ended the loop.
	chose bool
	asked []ssa.Value
	ends  []ssa.Value
	// tests are the conditions of this round, where the call fails.
	tests []test
}

// run runs the loop and returns how often the call is executed; maxExecutions
// stands for without end.
func (e *execution) run() int {
	e.vals, e.memory = map[ssa.Value]known{}, map[ssa.Value]known{}
	e.plan = e.l.planned(e.loops)
	e.reaches = e.l.reaching(e.counts().Block())
	var met rounds
	prev, at := e.plan.entry, e.l.header
	for steps := 0; at != nil && e.l.blocks[at] && steps < maxSteps; steps++ {
		if e.count >= maxExecutions || at == e.l.header && met.again(e, prev) {
			return maxExecutions
		}
		if at == e.l.header {
			e.tests = e.tests[:0]
		}
		next := e.block(at, prev)
		e.tested(at, next)
		if l := e.plan.inner[next]; l != nil && l.blocks[at] {
			at, next = e.over(l, at) // a loop inside runs once
		}
		prev, at = at, next
	}
	if at != nil && e.l.blocks[at] {
		return maxExecutions
	}
	return e.count
}

// counts is the instruction whose executions are counted.
func (e *execution) counts() ssa.Instruction {
	if e.sent != nil {
		return e.sent
	}
	return e.call
}

// block executes one block and returns the next.
func (e *execution) block(at, prev *ssa.BasicBlock) *ssa.BasicBlock {
	e.phis(at, prev)
	if e.exited(at) {
		return nil
	}
	if e.sent != nil && at == e.sent.Block() {
		e.count++
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
	if e.decides != nil && e.decides.taken[at] != nil {
		return e.decides.taken[at]
	}
	if k, ok := e.value1(cond.Cond); ok && k.kind == knownBool {
		if k.n != 0 {
			return at.Succs[0]
		}
		return at.Succs[1]
	}
	if e.noOutside {
		return nil // every way is followed
	}
	return e.choose(at)
}

// exited executes the steps of a block and reports whether one ends the program.
// Without a plan they are looked at one by one: most blocks are met once.
func (e *execution) exited(at *ssa.BasicBlock) bool {
	if e.plan == nil {
		return slices.ContainsFunc(at.Instrs, func(i ssa.Instruction) bool { return e.exit(stepOf(i, nil)) })
	}
	return slices.ContainsFunc(e.plan.steps[at], e.exit)
}

// exit executes a step and reports whether it ends the program.
func (e *execution) exit(s step) bool {
	if s.call != nil && s.call == e.call {
		e.count++
	}
	if s.exits {
		return true
	}
	if s.needed {
		e.instr(s.instr)
	}
	return false
}

func (e *execution) phis(at, prev *ssa.BasicBlock) {
	edge := slices.Index(at.Preds, prev)
	var next []known // of the phis at once: one may be what another was
	for _, instr := range at.Instrs {
		phi, ok := instr.(*ssa.Phi)
		if !ok {
			break
		}
		var k known
		if edge >= 0 && e.plan.needs(phi) {
			k, _ = e.value1(phi.Edges[edge])
		}
		next = append(next, k)
	}
	for i, k := range next {
		e.write(e.vals, at.Instrs[i].(*ssa.Phi), k)
	}
}

func (e *execution) instr(instr ssa.Instruction) {
	switch x := instr.(type) {
	case *ssa.Store:
		k, _ := e.value1(x.Val)
		e.write(e.memory, x.Addr, k)
	case *ssa.BinOp:
		e.set(x, e.binop(x))
	case *ssa.UnOp:
		e.set(x, e.unop(x))
	case *ssa.Extract:
		if k, ok := e.next(x); ok {
			e.set(x, k)
			return
		}
		if k := e.noType(x); k != nil {
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
	if e.noOutside {
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
	if ok && c == e.call && e.decides != nil && isBool(v.Type()) {
		return e.decides.says(c, e.fails)
	}
	if ok && v == from && isBool(v.Type()) && e.noOutside {
		return e.unasked(c)
	}
	switch {
	case !ok || !isError(v.Type()):
		return nil
	case c == e.call && e.fails:
		return &known{kind: knownNotNil}
	case c == e.call:
		return &known{kind: knownNil}
	}
	return e.passed(c)
}

// passed is the error of another call than the one looked at: what makes errors
// makes one, what is given one answers with one, and the rest is good.
func (e *execution) passed(c ssa.CallInstruction) *known {
	if madeError(callee(c.Common())) || e.decides != nil && e.decides.failed[c] {
		return &known{kind: knownNotNil}
	}
	for _, a := range c.Common().Args {
		if !isError(a.Type()) {
			continue
		}
		if k, ok := e.value1(a); ok && k.kind == knownNotNil {
			if mayCalm(c) {
				return nil
			}
			return &k
		}
	}
	return &known{kind: knownNil}
}

func (e *execution) set(v ssa.Value, k *known) {
	if k == nil {
		k = &known{}
	}
	e.write(e.vals, v, *k)
}

// write notes what is known of a value, or of what lies at an address.
func (e *execution) write(in map[ssa.Value]known, at ssa.Value, k known) {
	if e.trail != nil {
		*e.trail = append(*e.trail, change{in, at, in[at]})
	}
	if k.kind == 0 {
		delete(in, at)
		return
	}
	in[at] = k
}

// value1 is what is known of a value.
func (e *execution) value1(v ssa.Value) (known, bool) {
	if c, ok := v.(*ssa.Const); ok {
		return constKnown(c)
	}
	if k, ok := e.vals[v]; ok {
		return k, true
	}
	if isSentinel(v) {
		return known{kind: knownNotNil}, true
	}
	if !e.noOutside && !e.fails && isError(v.Type()) && e.before(v) {
		return known{kind: knownNil}, true
	}
	if !e.noOutside && isInt(v.Type()) && !e.decides.values[v] && e.fromOutside(v) {
		if e.outside == nil {
			e.outside = v
		}
		if len(e.numbers) < maxOutside && !slices.ContainsFunc(e.numbers, func(n ssa.Value) bool { return same(n, v) }) {
			e.numbers = append(e.numbers, v)
		}
		if same(e.outside, v) {
			return known{knownInt, e.value}, true
		}
	}
	return known{}, false
}

// isSentinel reports whether a value is an error kept in a package variable, as
// io.EOF.
func isSentinel(v ssa.Value) bool {
	u, ok := v.(*ssa.UnOp)
	if !ok || !isError(v.Type()) {
		return false
	}
	_, ok = u.X.(*ssa.Global)
	return ok
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
		return x.Op == token.MUL && !e.plan.writes(x.X)
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

var errorType = types.Universe.Lookup("error").Type()
