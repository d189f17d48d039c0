package summary

import (
	"strings"

	"github.com/ampcheck/ampcheck/graph"
	"golang.org/x/tools/go/ssa"
)

// Texts that are put together of parts, each of which may be one of several values.

// part is what one part of a text may be.
type part struct {
	name   string // for a reader, where the values are too many
	values []graph.Expr
}

func unknownAs(name string) part {
	return part{name, []graph.Expr{graph.UnknownExpr(name)}}
}

// part lists what a part of a text may be: at least that it is not known.
func (x *Index) part(v ssa.Value, f *frame, nested int) part {
	if es := x.exprsWithin(v, f, nested+1); len(es) > 0 {
		return part{describe(v), es}
	}
	return unknownAs(describe(v))
}

// joined lists the sequences of parts that a text may consist of. A part that is not
// known stays in its place: an address is often known up to the path.
type joined [][]graph.Expr

// maxJoined bounds the sequences of one text. A part with more values than there is room
// for is not known: one of them must not stand for the others.
const maxJoined = 16

// then is each of the sequences with each value of a part behind it. A part without
// values is not there.
func (j joined) then(p part) joined {
	switch n := len(j) * len(p.values); {
	case n == 0:
		return j
	case n > maxJoined:
		p = unknownAs(p.name)
	}
	var out joined
	for _, before := range j {
		for _, v := range p.values {
			out = append(out, append(before[:len(before):len(before)], partsOf(v)...))
		}
	}
	return out
}

// thenText is each of the sequences with a text behind it.
func (j joined) thenText(text string) joined {
	return j.then(part{values: []graph.Expr{graph.Literal(text)}})
}

// thenPath is then with one slash between a sequence and what comes behind it.
func (j joined) thenPath(p part) joined {
	var out joined
	for _, before := range j {
		for _, whole := range (joined{before}).then(p) {
			out = append(out, withSlash(before, whole[len(before):]))
		}
	}
	if len(out) > maxJoined {
		return j.thenPath(unknownAs(p.name))
	}
	return out
}

// withSlash is a path behind parts that may end in a slash.
func withSlash(before, path []graph.Expr) []graph.Expr {
	out := before[:len(before):len(before)]
	if len(path) == 0 {
		return out
	}
	ends := len(before) > 0 && slashed(before[len(before)-1], strings.HasSuffix)
	switch begins := slashed(path[0], strings.HasPrefix); {
	case ends && begins:
		out = append(out, graph.Literal(strings.TrimPrefix(path[0].Text, "/")))
		path = path[1:]
	case !ends && !begins && len(before) > 0:
		out = append(out, graph.Literal("/"))
	}
	return append(out, path...)
}

// slashed reports whether a known text has a slash at one of its ends.
func slashed(e graph.Expr, at func(text, slash string) bool) bool {
	return e.Kind == graph.ExprLiteral && at(e.Text, "/")
}

// exprs is one expression for each of the sequences.
func (j joined) exprs() []graph.Expr {
	var out []graph.Expr
	for _, parts := range j {
		if len(parts) == 1 {
			out = append(out, parts[0])
			continue
		}
		out = append(out, graph.Expr{Kind: graph.ExprConcat, Args: parts})
	}
	return out
}

// partsOf lists the parts of a text.
func partsOf(e graph.Expr) []graph.Expr {
	if e.Kind == graph.ExprConcat {
		return e.Args
	}
	return []graph.Expr{e}
}

// added is the concatenation of values.
func (x *Index) added(f *frame, nested int, values ...ssa.Value) joined {
	out := joined{nil}
	for _, v := range values {
		out = out.then(x.part(v, f, nested))
	}
	return out
}

// paths joins the elements of a path.
func (x *Index) paths(c *ssa.Call, f *frame, nested int) []graph.Expr {
	elements := variadic(operand(&c.Call, len(c.Call.Args)-1))
	if len(c.Call.Args) > 1 {
		elements = append([]ssa.Value{operand(&c.Call, 0)}, elements...)
	}
	out := joined{nil}
	for _, e := range elements {
		out = out.thenPath(x.part(e, f, nested))
	}
	return out.exprs()
}

// formatted takes a format apart at its verbs. Parts of the format that are not
// known stay where they are.
func (x *Index) formatted(c *ssa.Call, f *frame, nested int) []graph.Expr {
	args := variadic(operand(&c.Call, 1))
	var out []graph.Expr
	for _, format := range x.exprsWithin(operand(&c.Call, 0), f, nested+1) {
		text, n := joined{nil}, 0
		for _, p := range partsOf(format) {
			if p.Kind == graph.ExprLiteral {
				text = x.verbs(text, p.Text, args, &n, f, nested)
			} else {
				text = text.then(part{values: []graph.Expr{p}})
			}
		}
		out = append(out, text.exprs()...)
	}
	return out
}

// verbs puts one text of a format behind what comes before it, its verbs filled in with
// the arguments from n on.
func (x *Index) verbs(before joined, text string, args []ssa.Value, n *int, f *frame, nested int) joined {
	for {
		i := strings.IndexByte(text, '%')
		if i < 0 || i+1 >= len(text) {
			return before.thenText(text)
		}
		verb := i + 1
		for verb < len(text)-1 && strings.IndexByte("+-# 0123456789.", text[verb]) >= 0 {
			verb++
		}
		filled := unknownAs("%" + text[verb:verb+1])
		if *n < len(args) {
			filled = x.part(args[*n], f, nested)
		}
		*n++
		before, text = before.thenText(text[:i]).then(filled), text[verb+1:]
	}
}
