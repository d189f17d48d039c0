package program

import (
	"go/constant"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/descriptorpb"

	"github.com/ampcheck/ampcheck/graph"
)

// rawDescriptor is how protoc-gen-go ends the name under which it writes down the
// description of a file: a constant since v1.36, a slice of bytes before
// (google.golang.org/protobuf cmd/protoc-gen-go/internal_gengo/reflect.go).
const rawDescriptor = "_rawDesc"

// methods are what the generated code of a module says of the methods of its
// services: the option idempotency_level of those that can be called twice.
func (m *Module) methods() []graph.MethodFacts {
	var out []graph.MethodFacts
	for _, p := range m.Packages {
		if p.Types == nil {
			continue
		}
		scope := p.Types.Scope()
		for _, name := range scope.Names() {
			if !strings.HasSuffix(name, rawDescriptor) {
				continue
			}
			o := scope.Lookup(name)
			var f descriptorpb.FileDescriptorProto
			if proto.Unmarshal(described(o, p.SSA), &f) == nil {
				out = append(out, idempotentMethods(&f, m.Position(o.Pos()))...)
			}
		}
	}
	return out
}

// described are the bytes of a constant, or those that a variable starts with.
func described(o types.Object, pkg *ssa.Package) []byte {
	if c, ok := o.(*types.Const); ok && c.Val().Kind() == constant.String {
		return []byte(constant.StringVal(c.Val()))
	}
	if pkg == nil || pkg.Func("init") == nil {
		return nil
	}
	g, _ := pkg.Members[o.Name()].(*ssa.Global)
	var array ssa.Value
	for _, b := range pkg.Func("init").Blocks {
		for _, instr := range b.Instrs {
			if st, ok := instr.(*ssa.Store); ok && g != nil && st.Addr == g {
				if s, ok := st.Val.(*ssa.Slice); ok {
					array = s.X
				}
			}
		}
	}
	return elements(array)
}

// elements are the bytes that are stored into a new array, each at a constant
// place; those that are not stored are 0.
func elements(array ssa.Value) []byte {
	alloc, ok := array.(*ssa.Alloc)
	if !ok {
		return nil
	}
	of, ok := alloc.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Array)
	if !ok || of.Len() > maxProtoBytes {
		return nil
	}
	out := make([]byte, of.Len())
	for _, ref := range *alloc.Referrers() {
		at, ok := ref.(*ssa.IndexAddr)
		if !ok {
			continue
		}
		i, ok := smallNumber(at.Index)
		if !ok || i < 0 || i >= of.Len() {
			return nil
		}
		for _, r := range *at.Referrers() {
			if st, ok := r.(*ssa.Store); ok {
				if n, ok := smallNumber(st.Val); ok {
					out[i] = byte(n)
				}
			}
		}
	}
	return out
}

func smallNumber(v ssa.Value) (int64, bool) {
	c, ok := v.(*ssa.Const)
	if !ok || c.Value == nil || c.Value.Kind() != constant.Int {
		return 0, false
	}
	return constant.Int64Val(c.Value)
}

// idempotentMethods are the methods of a file that can be called twice.
func idempotentMethods(f *descriptorpb.FileDescriptorProto, at graph.Pos) []graph.MethodFacts {
	var out []graph.MethodFacts
	for _, s := range f.GetService() {
		for _, m := range s.GetMethod() {
			if m.GetOptions().GetIdempotencyLevel() == descriptorpb.MethodOptions_IDEMPOTENCY_UNKNOWN {
				continue
			}
			name := s.GetName() + "/" + m.GetName()
			if f.GetPackage() != "" {
				name = f.GetPackage() + "." + name
			}
			out = append(out, graph.MethodFacts{Operation: name, Idempotent: graph.Yes, Pos: at})
		}
	}
	return out
}
