package program

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ampcheck/ampcheck/graph"
)

// mend makes SSA possible of a package that does not check: it takes out the
// bodies and initial values in which something has no type, and keeps the rest,
// which means what it says. It returns the functions that lost their body.
func mend(files []*ast.File, info *types.Info) []*ast.FuncDecl {
	c := newTyped(info)
	var lost []*ast.FuncDecl
	for _, f := range files {
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil && !c.node(fn) {
				fn.Body = nil
				lost = append(lost, fn)
			}
		}
	}
	info.InitOrder = slices.DeleteFunc(info.InitOrder, func(v *types.Initializer) bool { return !c.node(v.Rhs) })
	return lost
}

// typed tells what has a type. The checker is silent about expressions whose
// cause lies elsewhere, and leaves them out.
type typed struct {
	info *types.Info
	// whole are the types that were looked at.
	whole map[types.Type]bool
}

func newTyped(info *types.Info) *typed { return &typed{info, map[types.Type]bool{}} }

// node reports whether everything in a piece of syntax has a type.
func (c *typed) node(root ast.Node) bool {
	ok := true
	ast.Inspect(root, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			ok = ok && c.name(n)
		case *ast.BadExpr, *ast.BadStmt, *ast.BadDecl:
			ok = false
		case *ast.Field:
			// A tag is no expression, and neither is the ... of a parameter.
			ok = ok && c.all(n.Names, fieldType(n))
			return false
		case *ast.FuncDecl:
			ok = ok && c.all([]*ast.Ident{n.Name}, n.Type.Params, n.Body) && (n.Type.Results == nil || c.node(n.Type.Results))
			return false
		case *ast.KeyValueExpr, *ast.Ellipsis:
		case *ast.TypeAssertExpr:
			ok = ok && (n.Type == nil || c.expression(n))
		case ast.Expr:
			ok = ok && c.expression(n)
		}
		return ok
	})
	return ok
}

func fieldType(f *ast.Field) ast.Expr {
	if e, ok := f.Type.(*ast.Ellipsis); ok {
		return e.Elt
	}
	return f.Type
}

// all reports whether names and pieces of syntax all have types.
func (c *typed) all(names []*ast.Ident, parts ...ast.Node) bool {
	return !slices.ContainsFunc(names, func(n *ast.Ident) bool { return !c.name(n) }) &&
		!slices.ContainsFunc(parts, func(n ast.Node) bool { return !c.node(n) })
}

func (c *typed) expression(e ast.Expr) bool {
	tv, ok := c.info.Types[e]
	return ok && (tv.IsBuiltin() || c.isWhole(tv.Type))
}

func (c *typed) name(id *ast.Ident) bool {
	obj, ok := c.info.Defs[id]
	if !ok {
		obj, ok = c.info.Uses[id]
	}
	if !ok {
		return id.Name == "_"
	}
	switch obj.(type) {
	case *types.Const, *types.Func, *types.TypeName, *types.Var: // the others never have a type
		return c.isWhole(obj.Type())
	}
	return true
}

// everything reports whether all that the checker noted has a type.
func (c *typed) everything() bool {
	for _, tv := range c.info.Types {
		if !tv.IsBuiltin() && !c.isWhole(tv.Type) {
			return false
		}
	}
	for id := range c.info.Uses {
		if !c.name(id) {
			return false
		}
	}
	return true
}

// isWhole reports whether a type has all that code which uses it may need: one
// without a meaning cannot be used at all, and an interface whose methods have
// none cannot be converted.
func (c *typed) isWhole(t types.Type) bool {
	if known, ok := c.whole[t]; ok {
		return known
	}
	seen := map[types.Type]bool{}
	ok := areWhole(t, seen)
	if ok {
		for t := range seen {
			c.whole[t] = true
		}
	}
	c.whole[t] = ok
	return ok
}

// areWhole looks at a type and its parts, each once.
func areWhole(t types.Type, seen map[types.Type]bool) bool {
	t = types.Unalias(t)
	if seen[t] {
		return true
	}
	seen[t] = true
	switch t := t.(type) {
	case *types.Basic:
		return t.Kind() != types.Invalid
	case *types.Map:
		return areWhole(t.Key(), seen) && areWhole(t.Elem(), seen)
	case interface{ Elem() types.Type }: // pointer, slice, array, channel
		return areWhole(t.Elem(), seen)
	case *types.Tuple:
		for v := range t.Variables() {
			if !areWhole(v.Type(), seen) {
				return false
			}
		}
	case *types.Signature:
		return areWhole(t.Params(), seen) && areWhole(t.Results(), seen)
	case *types.Interface:
		for m := range t.Methods() {
			if !areWhole(m.Type(), seen) {
				return false
			}
		}
	case *types.Named:
		switch u := t.Underlying().(type) {
		case *types.Basic, *types.Interface:
			return areWhole(u, seen)
		}
	}
	return true
}

// lost notes the functions of a package whose bodies are not known, and says so
// once: what they call is missing in every figure.
func (p *Program) lost(pkg *Package, fns []*ast.FuncDecl) {
	var first token.Pos
	for _, fn := range fns {
		if obj, ok := pkg.Info.Defs[fn.Name].(*types.Func); ok {
			p.unread[obj] = true
		}
		if !first.IsValid() || comparePos(p.Fset, fn.Name.Pos(), first) < 0 {
			first = fn.Name.Pos()
		}
	}
	if len(fns) == 0 {
		return
	}
	message := "the body of this function uses what has no type here, and is not analysed"
	if n := len(fns) - 1; n > 0 {
		message += fmt.Sprintf(", like those of %d more in package %s", n, pkg.Path)
	}
	p.loader.problems.add(graph.Problem{Pos: p.Position(first), Message: message})
}

// Unread reports whether the body of a function does not check, so that nothing
// is known of what it calls.
func (p *Program) Unread(fn *ssa.Function) bool {
	obj, ok := fn.Object().(*types.Func)
	return ok && len(p.unread) > 0 && p.unread[obj.Origin()]
}
