package summary

import (
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// element reports whether a call in a loop takes what the round of the loop
// picked: the element of a slice, map or channel. Such a call is made with
// another item or another endpoint the next time.
func (l *loop) element(call ssa.CallInstruction) bool {
	e := &picked{l: l, seen: map[ssa.Value]bool{}}
	com := call.Common()
	if e.from(com.Value) {
		return true
	}
	for _, a := range com.Args {
		if e.from(a) {
			return true
		}
	}
	return false
}

// throughDays reports whether a loop goes through days or hours: whatever it calls
// is called for each of them.
func (l *loop) throughDays() bool {
	for _, instr := range l.header.Instrs {
		if phi, ok := instr.(*ssa.Phi); ok && l.days(phi) {
			return true
		}
	}
	return false
}

// picked follows values backwards inside a loop.
type picked struct {
	l    *loop
	seen map[ssa.Value]bool
}

// maxPicked bounds the values that one question looks at.
const maxPicked = 400

func (p *picked) from(v ssa.Value) bool {
	if v == nil || p.seen[v] || len(p.seen) > maxPicked {
		return false
	}
	p.seen[v] = true
	instr, ok := v.(ssa.Instruction)
	if !ok || !p.l.blocks[instr.Block()] {
		return false
	}
	switch x := v.(type) {
	case *ssa.IndexAddr:
		return p.moves(x.Index) || p.from(x.Index) || p.consumed(x.X) || p.from(x.X)
	case *ssa.Index:
		return p.moves(x.Index) || p.from(x.Index) || p.from(x.X)
	case *ssa.Lookup:
		return p.moves(x.Index) || p.from(x.X) || p.from(x.Index)
	case *ssa.Extract:
		if n, ok := x.Tuple.(*ssa.Next); ok {
			return !p.l.inner[n.Block()]
		}
		return p.from(x.Tuple)
	case *ssa.UnOp:
		if x.Op == token.ARROW {
			return !p.l.inner[x.Block()]
		}
		return p.loaded(x.X)
	case *ssa.Slice:
		return p.consumed(x.X) || p.from(x.X)
	case *ssa.Select:
		return false
	case *ssa.Alloc:
		return p.loaded(x)
	case *ssa.Phi:
		return p.l.days(x) // what else one round leaves to the next is no element
	}
	for _, op := range instr.Operands(nil) {
		if *op != nil && p.from(*op) {
			return true
		}
	}
	return false
}

// days reports whether a point in time is moved on from round to round: the loop
// goes through days or hours.
func (l *loop) days(phi *ssa.Phi) bool {
	if phi.Block() != l.header || typeName(phi.Type()) != "time.Time" {
		return false
	}
	for _, e := range phi.Edges {
		if c, ok := e.(*ssa.Call); ok && l.blocks[c.Block()] && receiver(&c.Call) == phi {
			return true
		}
	}
	return false
}

// consumed reports whether a slice gets shorter from round to round.
func (p *picked) consumed(v ssa.Value) bool {
	if u, ok := v.(*ssa.UnOp); ok && u.Op == token.MUL {
		return p.shortened(u.X)
	}
	phi, ok := v.(*ssa.Phi)
	if !ok || phi.Block() != p.l.header {
		return false
	}
	for _, e := range phi.Edges {
		if s, ok := e.(*ssa.Slice); ok && s.X == phi && s.Low != nil {
			return true
		}
	}
	return false
}

// shortened reports whether the loop stores a part of a slice in its place.
func (p *picked) shortened(addr ssa.Value) bool {
	for b := range p.l.blocks {
		for _, instr := range b.Instrs {
			st, ok := instr.(*ssa.Store)
			if !ok || st.Addr != addr || p.l.inner[b] {
				continue
			}
			if s, ok := st.Val.(*ssa.Slice); ok && s.Low != nil {
				if u, ok := s.X.(*ssa.UnOp); ok && u.X == addr {
					return true
				}
			}
		}
	}
	return false
}

// loaded looks at what the loop stores where something is read.
func (p *picked) loaded(addr ssa.Value) bool {
	if p.from2(addr) {
		return true
	}
	root := rootOf(addr)
	for b := range p.l.blocks {
		for _, instr := range b.Instrs {
			if s, ok := instr.(*ssa.Store); ok && rootOf(s.Addr) == root && p.from(s.Val) {
				return true
			}
		}
	}
	return false
}

// from2 looks at an address itself: that of an element.
func (p *picked) from2(addr ssa.Value) bool {
	switch a := addr.(type) {
	case *ssa.IndexAddr:
		return p.from(a)
	case *ssa.FieldAddr:
		return p.from(a.X)
	case *ssa.Alloc:
		return false
	}
	return p.from(addr)
}

// moves reports whether an index changes from round to round.
func (p *picked) moves(v ssa.Value) bool {
	for range 8 {
		switch x := v.(type) {
		case *ssa.Phi:
			return p.l.header == x.Block()
		case *ssa.BinOp:
			if p.moves(x.X) {
				return true
			}
			v = x.Y
		case *ssa.Convert:
			v = x.X
		case *ssa.UnOp:
			if x.Op != token.MUL || !p.l.blocks[x.Block()] || p.l.inner[x.Block()] {
				return false
			}
			root := rootOf(x.X)
			for b := range p.l.blocks {
				for _, instr := range b.Instrs {
					if s, ok := instr.(*ssa.Store); ok && rootOf(s.Addr) == root {
						return true
					}
				}
			}
			return false
		default:
			return false
		}
	}
	return false
}
