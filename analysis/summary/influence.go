package summary

import (
	"go/types"
	"slices"

	"github.com/ampcheck/ampcheck/graph"
	"golang.org/x/tools/go/ssa"
)

// influence is what the outcome of one call decides in its function: the values
// computed from its results, and the places these are stored in. Control flow
// carries no influence here; the execution of a loop follows that itself.
type influence struct {
	// other reports whether a call is another operation, whose outcome is its own
	// whatever it is given.
	other func(ssa.CallInstruction) bool
	// says is what a call that answers yes or no answers.
	says   func(c ssa.CallInstruction, failing bool) *known
	values map[ssa.Value]bool
	// failed are the calls that must have failed for the call to be made in a loop; nil
	// where that was not asked.
	failed map[ssa.CallInstruction]bool
	// taken are the blocks that conditions lead to which are decided otherwise.
	taken map[*ssa.BasicBlock]*ssa.BasicBlock
	// places hold an influenced value; told are objects that were only handed one,
	// as a budget that is told an error.
	places map[place]bool
	told   map[place]bool
	// parts are the variables of which a field holds one.
	parts map[ssa.Value]bool
}

// place is a variable or a field of one.
type place struct {
	root  ssa.Value
	field *types.Var
}

// maxInfluence bounds the rounds over a function until nothing is added.
const maxInfluence = 12

// influenceOf follows the results of a call forwards through its function, once.
func (x *Index) influenceOf(call ssa.CallInstruction) *influence {
	in, ok := x.influences[call]
	if !ok {
		in = x.follow(call)
		x.influences[call] = in
	}
	return in
}

func (x *Index) follow(call ssa.CallInstruction) *influence {
	in := &influence{taken: x.taken, other: x.operates, says: x.answer, values: map[ssa.Value]bool{}, places: map[place]bool{}, told: map[place]bool{}, parts: map[ssa.Value]bool{}}
	if v := call.Value(); v != nil {
		in.values[v] = true
	}
	in.written(call)
	later := laterBlocks(call.Block())
	for range maxInfluence {
		if !in.round(later) {
			break
		}
	}
	return in
}

// laterBlocks lists a block and those that run after it.
func laterBlocks(from *ssa.BasicBlock) []*ssa.BasicBlock {
	seen := map[*ssa.BasicBlock]bool{from: true}
	out := []*ssa.BasicBlock{from}
	for i := 0; i < len(out); i++ {
		for _, s := range out[i].Succs {
			if !seen[s] {
				seen[s] = true
				out = append(out, s)
			}
		}
	}
	return out
}

// operates reports whether a call is an operation that may fail by itself.
func (x *Index) operates(c ssa.CallInstruction) bool {
	if !fails(c.Common().Signature()) {
		return false
	}
	if x.out != nil {
		return x.out.call(c)
	}
	f := callee(c.Common())
	if f == nil {
		return false
	}
	_, call, ok := x.row(f)
	return ok && call.Effect == graph.EffectRemote
}

// written adds the variables that a call may write: those whose address it gets,
// and those that the closures it gets assign.
func (in *influence) written(call ssa.CallInstruction) {
	com := call.Common()
	for _, a := range append(com.Args[:len(com.Args):len(com.Args)], com.Value) {
		switch a := a.(type) {
		case *ssa.Alloc:
			in.told[place{root: a}] = true
		case *ssa.MakeClosure:
			fn, ok := a.Fn.(*ssa.Function)
			if !ok {
				continue
			}
			for i, fv := range fn.FreeVars {
				if assigns(fn, fv) {
					in.places[placeOf(a.Bindings[i])] = true
				}
			}
		}
	}
}

// assigns reports whether a function, or one made in it, stores to a captured
// variable.
func assigns(fn *ssa.Function, fv *ssa.FreeVar) bool {
	for _, ref := range *fv.Referrers() {
		switch r := ref.(type) {
		case *ssa.Store:
			if r.Addr == fv {
				return true
			}
		case *ssa.MakeClosure:
			inner, ok := r.Fn.(*ssa.Function)
			if !ok || inner == fn {
				continue
			}
			for i, b := range r.Bindings {
				if b == fv && assigns(inner, inner.FreeVars[i]) {
					return true
				}
			}
		}
	}
	return false
}

func placeOf(addr ssa.Value) place {
	switch a := addr.(type) {
	case *ssa.FieldAddr:
		return place{rootOf(a.X), fieldOf(a.X.Type(), a.Field)}
	case *ssa.IndexAddr:
		return place{root: rootOf(a.X)}
	}
	return place{root: rootOf(addr)}
}

// rootOf is the variable that an address or a pointer leads back to.
func rootOf(v ssa.Value) ssa.Value {
	for range 16 {
		switch x := v.(type) {
		case *ssa.FieldAddr:
			v = x.X
		case *ssa.IndexAddr:
			v = x.X
		case *ssa.Slice:
			v = x.X
		case *ssa.MakeInterface:
			v = x.X
		case *ssa.ChangeInterface:
			v = x.X
		case *ssa.ChangeType:
			v = x.X
		case *ssa.UnOp:
			if _, ok := x.X.(*ssa.Alloc); !ok {
				return v
			}
			v = x.X
		default:
			return v
		}
	}
	return v
}

// round adds what one pass over some blocks finds.
func (in *influence) round(blocks []*ssa.BasicBlock) bool {
	grown := false
	mark := func(v ssa.Value) {
		if v != nil && !in.values[v] {
			in.values[v], grown = true, true
		}
	}
	put := func(set map[place]bool, p place) {
		if !set[p] {
			set[p], grown = true, true
		}
	}
	for _, b := range blocks {
		for _, instr := range b.Instrs {
			switch x := instr.(type) {
			case *ssa.Store:
				if in.values[x.Val] {
					p := placeOf(x.Addr)
					put(in.places, p)
					in.parts[p.root] = true
				}
			case *ssa.UnOp:
				if in.values[x.X] || in.holds(placeOf(x.X)) {
					mark(x)
				}
			case *ssa.Call:
				in.call(x, mark, put)
			case *ssa.Select: // which channel is ready first is decided elsewhere
			case ssa.Value:
				for _, op := range instr.Operands(nil) {
					if *op != nil && in.values[*op] {
						mark(x)
					}
				}
			}
		}
	}
	return grown
}

// holds reports whether a place, one it is a part of, or a part of it is
// influenced.
func (in *influence) holds(p place) bool {
	if in.places[p] || in.told[p] {
		return true
	}
	if p.field == nil {
		return in.parts[p.root]
	}
	whole := place{root: p.root}
	return in.places[whole] || in.told[whole]
}

// call adds the result of a call that is given an influenced value, captures one,
// or asks an object that was told one.
func (in *influence) call(c *ssa.Call, mark func(ssa.Value), put func(map[place]bool, place)) {
	if b, ok := c.Call.Value.(*ssa.Builtin); ok && b.Name() == "len" {
		// The length of a collection tells how much is left, whatever it holds.
		if in.values[c.Call.Args[0]] {
			mark(c)
		}
		return
	}
	recv := receiver(&c.Call)
	given := false
	for _, a := range c.Call.Args {
		if in.values[a] && !isContext(a.Type()) {
			given = true
		}
		if p := placeOf(a); isAddress(a) && in.places[p] {
			given = true
		}
	}
	if mc, ok := c.Call.Value.(*ssa.MakeClosure); ok {
		given = given || in.captured(mc)
	}
	for _, a := range c.Call.Args {
		if mc, ok := a.(*ssa.MakeClosure); ok {
			given = given || in.captured(mc)
		}
	}
	if recv != nil {
		p := place{root: rootOf(recv)}
		// What a function in a field is given, the object with that field is not told, and
		// neither is one that is only looked at.
		if given && !isContext(recv.Type()) && holder(&c.Call) == nil && tellsReceiver(&c.Call) {
			put(in.told, p)
			if in.takesPart(&c.Call) {
				put(in.places, p)
			}
		}
		given = given || in.told[p] || in.values[recv]
	}
	if given && !in.other(c) {
		mark(c)
	}
}

// takesPart reports whether a method is given a part of the answer, which is no
// error: the object holds it from then on.
func (in *influence) takesPart(com *ssa.CallCommon) bool {
	args := com.Args
	if !com.IsInvoke() {
		args = args[1:]
	}
	for _, a := range args {
		if in.values[a] && !isError(a.Type()) {
			return true
		}
	}
	return false
}

func (in *influence) captured(mc *ssa.MakeClosure) bool {
	for _, b := range mc.Bindings {
		if in.values[b] || in.places[placeOf(b)] {
			return true
		}
	}
	return false
}

func isAddress(v ssa.Value) bool {
	_, ok := v.Type().Underlying().(*types.Pointer)
	return ok
}

func isContext(t types.Type) bool { return types.TypeString(t, nil) == "context.Context" }

// feeds reports whether what a call answered is given to it the next time: a
// token, a marker, what is left of a batch.
func (in *influence) feeds(call ssa.CallInstruction) bool {
	com := call.Common()
	for _, a := range com.Args {
		if isError(a.Type()) || isContext(a.Type()) {
			continue
		}
		if in.values[a] || in.stored(rootOf(a)) || in.carried(a) {
			return true
		}
		if mc, ok := a.(*ssa.MakeClosure); ok && in.captures(mc) {
			return true
		}
	}
	return com.IsInvoke() && in.values[com.Value]
}

// carried reports whether a variable of a loop is set to something new that holds
// what the call answered, as a request for the next page.
func (in *influence) carried(v ssa.Value) bool {
	phi, ok := v.(*ssa.Phi)
	return ok && slices.ContainsFunc(phi.Edges, func(e ssa.Value) bool { return in.stored(rootOf(e)) })
}

// captures reports whether a closure reads, and does not only assign, a variable
// that the call's outcome is stored in.
func (in *influence) captures(mc *ssa.MakeClosure) bool {
	fn, ok := mc.Fn.(*ssa.Function)
	if !ok {
		return false
	}
	for i, b := range mc.Bindings {
		p := placeOf(b)
		if !in.places[p] || isErrorPlace(b) {
			continue
		}
		for _, ref := range *fn.FreeVars[i].Referrers() {
			if u, ok := ref.(*ssa.UnOp); ok && u.X == fn.FreeVars[i] {
				return true
			}
		}
	}
	return false
}

func isErrorPlace(addr ssa.Value) bool {
	p, ok := addr.Type().Underlying().(*types.Pointer)
	return ok && isError(p.Elem())
}

// stored reports whether a part of a variable holds an outcome.
func (in *influence) stored(root ssa.Value) bool {
	for p := range in.places {
		if p.root == root && (p.field == nil || !isError(p.field.Type())) {
			return true
		}
	}
	return false
}
