package summary

import (
	"go/token"
	"go/types"

	"github.com/ampcheck/ampcheck/graph"
	"golang.org/x/tools/go/ssa"
)

// Addresses as values of net/url: parsed from a text, or written field by field.

// urlText is what the text of a *url.URL may be, without its user and its query.
func (x *Index) urlText(u ssa.Value, f *frame, nested int) []graph.Expr {
	if nested > maxNesting {
		return nil
	}
	var out []graph.Expr
	for _, o := range x.trace(u, f) {
		switch v := o.value.(type) {
		case *ssa.Alloc:
			out = append(out, x.urlFields(v, o.frame, nested)...)
		case *ssa.Call:
			out = append(out, x.rootCall(v, o.frame, nested)...)
		case *ssa.Extract:
			out = append(out, x.root(o, nested)...)
		}
	}
	return out
}

// urlFields is the text of a URL that lies in a variable: what was copied into it,
// and what its fields were set to.
func (x *Index) urlFields(at *ssa.Alloc, f *frame, nested int) []graph.Expr {
	set := func(name string) []origin { return x.urlField(name, at, f, nested) }
	path := x.alternatives("path", set("Path"), nested)
	if host := x.alternatives("host", set("Host"), nested); len(host.values) > 0 {
		text := joined{nil}
		if scheme := x.alternatives("scheme", set("Scheme"), nested); len(scheme.values) > 0 {
			text = text.then(scheme).thenText("://")
		}
		return text.then(host).thenPath(path).exprs()
	}
	var out []graph.Expr
	for _, from := range x.copied(at, f) {
		for _, e := range x.urlText(from.value, from.frame, nested+1) {
			out = append(out, joined{partsOf(e)}.thenPath(path).exprs()...)
		}
	}
	return out
}

// urlField lists what a field of a URL in a variable may be set to: there, or in what is
// copied into the variable.
func (x *Index) urlField(name string, at *ssa.Alloc, f *frame, nested int) []origin {
	field := fieldNamed(at.Type(), name)
	set := x.storedIn(field, origin{at, f})
	if nested > maxNesting || len(set) > 0 && setWithCopy(at, field) {
		return set
	}
	for _, from := range x.copied(at, f) {
		if a, ok := from.value.(*ssa.Alloc); ok {
			set = append(set, x.urlField(name, a, from.frame, nested+1)...)
		}
	}
	return set
}

// setWithCopy reports whether a field of a variable is set wherever something is copied
// into the variable, so that the copied value is not used.
func setWithCopy(at *ssa.Alloc, field *types.Var) bool {
	set := map[*ssa.BasicBlock]bool{}
	for _, ref := range *at.Referrers() {
		if a, ok := ref.(*ssa.FieldAddr); ok && fieldOf(a.X.Type(), a.Field) == field {
			for _, use := range *a.Referrers() {
				if s, ok := use.(*ssa.Store); ok && s.Addr == a {
					set[s.Block()] = true
				}
			}
		}
	}
	for _, ref := range *at.Referrers() {
		if s, ok := ref.(*ssa.Store); ok && s.Addr == at && !set[s.Block()] {
			return false
		}
	}
	return true
}

// copied lists the places whose content is copied into a variable.
func (x *Index) copied(at *ssa.Alloc, f *frame) []origin {
	var out []origin
	for _, s := range x.stores[at] {
		if from, ok := s.value.(*ssa.UnOp); ok && from.Op == token.MUL {
			out = append(out, origin{from.X, s.within(f)})
		}
	}
	return out
}

// alternatives is a part of a text that is set at several places.
func (x *Index) alternatives(name string, set []origin, nested int) part {
	out := part{name: name}
	for _, o := range set {
		out.values = append(out.values, x.part(o.value, o.frame, nested).values...)
	}
	return out
}

// urlOn is the text of what a method makes of a URL: the address of the URL with
// another path.
func (x *Index) urlOn(c *ssa.Call, f *frame, nested int) []graph.Expr {
	var out []graph.Expr
	for _, e := range x.urlText(receiver(&c.Call), f, nested+1) {
		out = append(out, joined{partsOf(e)}.thenText("/").then(unknownAs("path")).exprs()...)
	}
	return out
}
