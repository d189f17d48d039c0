package summary

import (
	"go/token"

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
	set := func(name string) []origin {
		return x.storedIn(fieldNamed(at.Type(), name), origin{at, f})
	}
	host, path := set("Host"), set("Path")
	if len(host) > 0 {
		e := graph.Expr{Kind: graph.ExprConcat}
		if scheme := set("Scheme"); len(scheme) > 0 {
			e.Args = append(x.joined(scheme[0].frame, nested, scheme[0].value)[0].Args, graph.Literal("://"))
		}
		e.Args = append(e.Args, x.joined(host[0].frame, nested, host[0].value)[0].Args...)
		return []graph.Expr{x.withPath(e, path, nested)}
	}
	var out []graph.Expr
	for _, s := range x.stores[at] {
		from, ok := s.value.(*ssa.UnOp)
		if !ok || from.Op != token.MUL {
			continue
		}
		for _, e := range x.urlText(from.X, s.within(f), nested+1) {
			out = append(out, x.withPath(e, path, nested))
		}
	}
	return out
}

// withPath is an address with a path, which need not begin with a slash.
func (x *Index) withPath(e graph.Expr, path []origin, nested int) graph.Expr {
	if len(path) == 0 {
		return e
	}
	parts := x.joined(path[0].frame, nested, path[0].value)[0].Args
	return addPath(e, parts)
}

// addPath puts parts of a path behind an address.
func addPath(e graph.Expr, parts []graph.Expr) graph.Expr {
	if e.Kind != graph.ExprConcat {
		e = graph.Expr{Kind: graph.ExprConcat, Args: []graph.Expr{e}}
	}
	if len(parts) == 0 || parts[0].Kind != graph.ExprLiteral || len(parts[0].Text) == 0 || parts[0].Text[0] != '/' {
		e.Args = append(e.Args, graph.Literal("/"))
	}
	e.Args = append(e.Args, parts...)
	return e
}

// urlOn is the text of what a method makes of a URL: the address of the URL with
// another path.
func (x *Index) urlOn(c *ssa.Call, f *frame, nested int) []graph.Expr {
	out := x.urlText(receiver(&c.Call), f, nested+1)
	for i, e := range out {
		out[i] = addPath(e, []graph.Expr{graph.UnknownExpr("path")})
	}
	return out
}
