package program

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// byType resolves calls through interfaces by the types that implement them,
// where no program is given whose values could be followed: it needs no call
// graph and looks at what is asked for only.
type byType struct {
	*resolver
	methods map[string][]*ssa.Function
	found   map[*types.Func][]*ssa.Function
	drop    mockFiles
}

func newByType(r *resolver) *byType {
	b := &byType{resolver: r, methods: map[string][]*ssa.Function{}, found: map[*types.Func][]*ssa.Function{}, drop: r.p.mockFiles()}
	for _, fn := range r.fns {
		if fn.Signature.Recv() != nil && fn.Synthetic == "" && !b.drop.has(fn) {
			b.methods[fn.Name()] = append(b.methods[fn.Name()], fn)
		}
	}
	return b
}

// Callees are the methods of the tree's own types that fit the interface of a
// call.
func (b *byType) Callees(site ssa.CallInstruction) []*ssa.Function {
	com := site.Common()
	if !com.IsInvoke() || b.p.isUbiquitous(com) {
		return nil
	}
	if fns, ok := b.found[com.Method]; ok {
		return fns
	}
	it, ok := com.Value.Type().Underlying().(*types.Interface)
	if !ok {
		return nil
	}
	var fns []*ssa.Function
	for _, fn := range b.methods[com.Method.Name()] {
		if t := fn.Signature.Recv().Type(); types.Implements(t, it) || types.Implements(types.NewPointer(t), it) {
			fns = append(fns, fn)
		}
	}
	b.found[com.Method] = fns
	return fns
}
