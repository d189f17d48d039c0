package summary

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// limit is what a field is for a loop: its number of tries is the field plus a
// constant, where that is known.
type limit struct {
	plus  int
	known bool
	// remote is whether what is tried leaves the process.
	remote bool
	// at is how often it is tried where the field is a certain number, nil where
	// that is not known.
	at func(int64) int
	// means are the numbers that code replaces in the field before it is used.
	means []meaning
}

// meaning is a number that stands for another one: -1 for 0, 0 for a default.
type meaning struct {
	op   token.Token
	than ssa.Value
	to   *ssa.Const
}

// meet is a field that limits two loops: the one that tries more often counts.
func (a limit) meet(b limit) limit {
	at := a.at
	switch {
	case a.at == nil:
		at = b.at
	case b.at != nil:
		at = func(n int64) int { return max(a.at(n), b.at(n)) }
	}
	return limit{plus: max(a.plus, b.plus), known: a.known && b.known, remote: a.remote || b.remote, at: at, means: append(a.means, b.means...)}
}

// tries is how often it is tried where the field is n. What is set to no retries
// is done once all the same, beside the loop if not in it.
func (a limit) tries(n int64) int {
	if a.at == nil {
		return 1
	}
	return max(1, a.at(n))
}

// meant is what the code makes of a number that the field is set to.
func (a limit) meant(v ssa.Value) ssa.Value {
	c, ok := v.(*ssa.Const)
	if !ok {
		return v
	}
	for _, m := range a.means {
		n, ok1 := constKnown(c)
		than, ok2 := constKnown(m.than.(*ssa.Const))
		if !ok1 || !ok2 || n.kind != knownInt || than.kind != knownInt {
			continue
		}
		if k := arithmetic(m.op, n.n, than.n); k != nil && k.kind == knownBool && k.n != 0 {
			return m.to
		}
	}
	return v
}

// meanings notes the fields that a function sets to a number where they hold
// another one.
func (k *configuration) meanings(fn *ssa.Function) {
	for st := range stores(fn) {
		f, to := storedField(st)
		l, ok := k.bounds[f]
		if !ok || to == nil {
			continue
		}
		for _, p := range st.Block().Preds {
			cond, ok := p.Instrs[len(p.Instrs)-1].(*ssa.If)
			if !ok || p.Succs[0] != st.Block() {
				continue
			}
			if b, ok := cond.Cond.(*ssa.BinOp); ok && loadsField(b.X, f) {
				if than, ok := b.Y.(*ssa.Const); ok {
					l.means = append(l.means, meaning{b.Op, than, to})
					k.replaced[st] = true
					k.translated[st] = translates(b.Op, than)
				}
			}
		}
		k.bounds[f] = l
	}
}

// translates reports whether a number is replaced that somebody wrote, as -1 for no
// retries: that sets nothing, as the one in place of 0 does, which nobody set.
func translates(op token.Token, than *ssa.Const) bool {
	if than.Value == nil || than.Value.Kind() != constant.Int {
		return false
	}
	switch op {
	case token.EQL, token.LSS, token.LEQ:
		return !constant.Compare(constant.MakeInt64(0), op, than.Value)
	}
	return false
}

// storedField is the field that is stored to, and the number where one is written.
func storedField(st *ssa.Store) (*types.Var, *ssa.Const) {
	fa := st.Addr.(*ssa.FieldAddr)
	f := fieldOf(fa.X.Type(), fa.Field)
	c, ok := st.Val.(*ssa.Const)
	if !ok || !isNumber(c) {
		return f, nil
	}
	return f, c
}

func loadsField(v ssa.Value, f *types.Var) bool {
	u, ok := v.(*ssa.UnOp)
	if !ok || u.Op != token.MUL {
		return false
	}
	fa, ok := u.X.(*ssa.FieldAddr)
	return ok && fieldOf(fa.X.Type(), fa.Field) == f
}

// overrides reports whether a store puts a number in place of a default because
// that number was set: it is stored only where it passed a test.
func overrides(st *ssa.Store) bool {
	u, ok := st.Val.(*ssa.UnOp)
	if !ok || u.Op != token.MUL || len(st.Block().Preds) != 1 {
		return false
	}
	p := st.Block().Preds[0]
	cond, ok := p.Instrs[len(p.Instrs)-1].(*ssa.If)
	if !ok {
		return false
	}
	b, ok := cond.Cond.(*ssa.BinOp)
	if !ok {
		return false
	}
	tested, ok := b.X.(*ssa.UnOp)
	return ok && tested.Op == token.MUL && samePlace(tested.X, u.X)
}
