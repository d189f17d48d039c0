package summary

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

func constKnown(c *ssa.Const) (known, bool) {
	switch {
	case c.Value == nil:
		return known{kind: knownNil}, true
	case c.Value.Kind() == constant.Int:
		n, ok := constant.Int64Val(c.Value)
		return known{knownInt, n}, ok
	case c.Value.Kind() == constant.Bool:
		k := known{kind: knownBool}
		if constant.BoolVal(c.Value) {
			k.n = 1
		}
		return k, true
	}
	return known{}, false
}

// same reports whether two values from outside are one number.
func same(a, b ssa.Value) bool {
	if a == b {
		return true
	}
	switch x := a.(type) {
	case *ssa.UnOp:
		y, ok := b.(*ssa.UnOp)
		return ok && x.Op == y.Op && samePlace(x.X, y.X)
	case *ssa.Call:
		y, ok := b.(*ssa.Call)
		return ok && len(x.Call.Args) == 1 && len(y.Call.Args) == 1 && x.Call.Value == y.Call.Value && same(x.Call.Args[0], y.Call.Args[0])
	case *ssa.Convert:
		y, ok := b.(*ssa.Convert)
		return ok && same(x.X, y.X)
	}
	return false
}

func samePlace(a, b ssa.Value) bool {
	if a == b {
		return true
	}
	x, ok1 := a.(*ssa.FieldAddr)
	y, ok2 := b.(*ssa.FieldAddr)
	return ok1 && ok2 && x.Field == y.Field && (same(x.X, y.X) || types.Identical(x.X.Type(), y.X.Type()))
}

func (e *execution) unop(x *ssa.UnOp) *known {
	switch x.Op {
	case token.MUL:
		if k, ok := e.memory[x.X]; ok {
			return &k
		}
	case token.NOT:
		if k, ok := e.value1(x.X); ok && k.kind == knownBool {
			return &known{knownBool, 1 - k.n}
		}
	case token.SUB:
		if k, ok := e.value1(x.X); ok && k.kind == knownInt {
			return &known{knownInt, -k.n}
		}
	}
	return nil
}

func (e *execution) binop(x *ssa.BinOp) *known {
	a, ok1 := e.value1(x.X)
	b, ok2 := e.value1(x.Y)
	if !ok1 || !ok2 {
		return nil
	}
	nils := func(k known) bool { return k.kind == knownNil || k.kind == knownNotNil }
	switch {
	case nils(a) && nils(b) && (a.kind == knownNil || b.kind == knownNil):
		return compared(x.Op, a.kind == b.kind)
	case a.kind == knownInt && b.kind == knownInt:
		return arithmetic(x.Op, a.n, b.n)
	case a.kind == knownBool && b.kind == knownBool:
		return compared(x.Op, a.n == b.n)
	}
	return nil
}

func compared(op token.Token, equal bool) *known {
	switch op {
	case token.EQL:
		return truth(equal)
	case token.NEQ:
		return truth(!equal)
	}
	return nil
}

func truth(b bool) *known {
	if b {
		return &known{knownBool, 1}
	}
	return &known{knownBool, 0}
}

func arithmetic(op token.Token, a, b int64) *known {
	num := func(n int64) *known { return &known{knownInt, n} }
	switch op {
	case token.ADD:
		return num(a + b)
	case token.SUB:
		return num(a - b)
	case token.MUL:
		return num(a * b)
	case token.QUO:
		if b != 0 {
			return num(a / b)
		}
	case token.REM:
		if b != 0 {
			return num(a % b)
		}
	case token.SHL:
		if b >= 0 && b < 62 {
			return num(a << b)
		}
	case token.SHR:
		if b >= 0 && b < 64 {
			return num(a >> b)
		}
	case token.EQL:
		return truth(a == b)
	case token.NEQ:
		return truth(a != b)
	case token.LSS:
		return truth(a < b)
	case token.LEQ:
		return truth(a <= b)
	case token.GTR:
		return truth(a > b)
	case token.GEQ:
		return truth(a >= b)
	}
	return nil
}

func isInt(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsInteger != 0
}

func isError(t types.Type) bool { return types.Identical(t, errorType) }
