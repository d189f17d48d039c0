package program

import (
	"go/ast"
	"go/build/constraint"
)

// lacksTwin reports whether a file that uses cgo belongs to the package however
// it is built.
func lacksTwin(f *ast.File) bool { return !constrainedToCgo(f) }

// constrainedToCgo reports whether a //go:build line of the file asks for cgo.
func constrainedToCgo(f *ast.File) bool {
	for _, group := range f.Comments {
		if group.Pos() > f.Package {
			break
		}
		for _, c := range group.List {
			if expr, err := constraint.Parse(c.Text); err == nil && !expr.Eval(func(tag string) bool { return tag != "cgo" }) {
				return true
			}
		}
	}
	return false
}
