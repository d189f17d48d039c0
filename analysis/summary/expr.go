package summary

import (
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"time"

	"github.com/ampcheck/ampcheck/analysis/sdk"
	"github.com/ampcheck/ampcheck/graph"
	"golang.org/x/tools/go/ssa"
)

// exprs lists what a text, number or duration may be. Several values of one
// place are all listed; none means that nothing is known.
func (x *Index) exprs(v ssa.Value, f *frame) []graph.Expr {
	before, known := x.composed, x.composing
	x.composed, x.composing = 0, map[composite][]graph.Expr{}
	defer func() { x.composed, x.composing = before, known }()
	return x.exprsWithin(v, f, 0)
}

// maxNesting bounds expressions inside expressions, maxComposed the values that one of
// them is made of: a prefix that is one of several, made of one of several, and so on.
const (
	maxNesting  = 12
	maxComposed = 2000
)

// composite is a value in the frame in which it is asked for.
type composite struct {
	v ssa.Value
	f *frame
}

// exprsWithin is exprs inside another expression. A value that is made of itself is
// not known.
func (x *Index) exprsWithin(v ssa.Value, f *frame, nested int) []graph.Expr {
	if x.composed++; nested > maxNesting || v == nil || x.composed > maxComposed {
		return nil
	}
	key := composite{v, f}
	if es, ok := x.composing[key]; ok {
		return slices.Clone(es)
	}
	x.composing[key] = nil
	es := x.compose(v, f, nested)
	x.composing[key] = es
	return slices.Clone(es)
}

func (x *Index) compose(v ssa.Value, f *frame, nested int) []graph.Expr {
	var out []graph.Expr
	seen := map[string]bool{}
	for _, o := range x.trace(v, f) {
		for _, e := range x.root(o, nested) {
			if key := fmt.Sprint(e); !seen[key] {
				seen[key] = true
				out = append(out, e)
			}
		}
	}
	return settled(out)
}

// settled joins a configuration value and its fallbacks, as a helper returns
// them from two places, to the first that is set.
func settled(es []graph.Expr) []graph.Expr {
	if len(es) < 2 {
		return es
	}
	var refs, rest []graph.Expr
	for _, e := range es {
		switch {
		case e.Kind == graph.ExprRef:
			refs = append(refs, e)
		case e.Kind == graph.ExprLiteral && e.Text == "":
		default:
			rest = append(rest, e)
		}
	}
	if len(refs) == 0 {
		return rest
	}
	if len(rest) == 0 {
		if len(refs) == 1 {
			return refs
		}
		return []graph.Expr{{Kind: graph.ExprFirst, Args: refs}}
	}
	var out []graph.Expr
	for _, r := range rest {
		out = append(out, graph.Expr{Kind: graph.ExprFirst, Args: append(append([]graph.Expr{}, refs...), r)})
	}
	return out
}

// root is the expression of one origin.
func (x *Index) root(o origin, nested int) []graph.Expr {
	switch v := o.value.(type) {
	case *ssa.Const:
		return constant1(v)
	case *ssa.BinOp:
		if v.Op == token.ADD && isString(v.Type()) {
			return x.added(o.frame, nested, v.X, v.Y).exprs()
		}
	case *ssa.Call:
		return x.rootCall(v, o.frame, nested)
	case *ssa.Extract:
		if c, ok := v.Tuple.(*ssa.Call); ok && v.Index == 0 {
			return x.rootCall(c, o.frame, nested)
		}
		if l, ok := v.Tuple.(*ssa.Lookup); ok && v.Index == 0 {
			if es := x.mapKey(l, o.frame, nested); len(es) > 0 {
				return es
			}
		}
	case *ssa.Lookup:
		if es := x.mapKey(v, o.frame, nested); len(es) > 0 {
			return es
		}
	case *ssa.Field:
		if es := x.fieldKey(fieldOf(v.X.Type(), v.Field), v.X, nested); len(es) > 0 {
			return es
		}
	case *ssa.UnOp:
		if a, ok := v.X.(*ssa.FieldAddr); ok && v.Op == token.MUL {
			if es := x.fieldKey(fieldOf(a.X.Type(), a.Field), a.X, nested); len(es) > 0 {
				return es
			}
		}
		if v.Op == token.MUL {
			return x.pointedAt(v, o.frame, nested)
		}
	}
	return []graph.Expr{graph.UnknownExpr(describe(o.value))}
}

// pointedAt is what lies where a call of the standard library points: a flag.
func (x *Index) pointedAt(v *ssa.UnOp, f *frame, nested int) []graph.Expr {
	var out []graph.Expr
	for _, o := range x.trace(v.X, f) {
		if c, ok := o.value.(*ssa.Call); ok {
			out = append(out, x.rootCall(c, o.frame, nested)...)
		}
	}
	if len(out) == 0 {
		return []graph.Expr{graph.UnknownExpr(describe(v.X))}
	}
	return out
}

func constant1(c *ssa.Const) []graph.Expr {
	if c.Value == nil {
		return nil
	}
	switch c.Value.Kind() {
	case constant.String:
		return []graph.Expr{graph.Literal(constant.StringVal(c.Value))}
	case constant.Int:
		n, ok := constant.Int64Val(c.Value)
		if !ok {
			return []graph.Expr{graph.Literal(c.Value.ExactString())}
		}
		if isDuration(c.Type()) {
			return []graph.Expr{graph.Literal(time.Duration(n).String())}
		}
		return []graph.Expr{graph.Literal(fmt.Sprint(n))}
	}
	return nil
}

func isString(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

func isDuration(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Name() == "Duration" && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "time"
}

// rootCall is the expression of a call's first result: the environment, flags,
// conversions and formatting of the standard library.
func (x *Index) rootCall(c *ssa.Call, f *frame, nested int) []graph.Expr {
	named := callee(&c.Call)
	if named == nil {
		return nil
	}
	arg := func(i int) ssa.Value { return operand(&c.Call, i) }
	switch named.FullName() {
	case "os.Getenv", "os.LookupEnv":
		return x.keys(graph.SourceEnv, arg(0), f, nested)
	case "strconv.Atoi", "strconv.ParseInt", "strconv.ParseUint", "strconv.Itoa", "strconv.FormatInt", "time.ParseDuration", "strings.TrimSpace", "strings.ToUpper", "strings.TrimRight", "strings.TrimSuffix", "strings.ToLower", "net/url.Parse":
		return x.exprsWithin(arg(0), f, nested+1)
	case "strings.TrimPrefix":
		return x.trimmed(arg(0), arg(1), f, nested)
	case "fmt.Sprintf":
		return x.formatted(c, f, nested)
	case "path.Join", "path/filepath.Join", "net/url.JoinPath":
		return x.paths(c, f, nested)
	case "(*net/url.URL).String":
		return x.urlText(receiver(&c.Call), f, nested+1)
	case "(*net/url.URL).JoinPath", "(*net/url.URL).Parse", "(*net/url.URL).ResolveReference":
		return x.urlOn(c, f, nested)
	case "net.JoinHostPort":
		return x.added(f, nested, arg(0)).thenText(":").then(x.part(arg(1), f, nested)).exprs()
	}
	if at, def := flagName(named.FullName()); at >= 0 {
		es := x.keys(graph.SourceFlag, arg(at), f, nested)
		if def := x.exprsWithin(arg(def), f, nested+1); len(es) == 1 && len(def) > 0 {
			es[0].Args = def[:1]
		}
		return es
	}
	if s, ok := sdk.SettingOf(named.FullName()); ok && s.Role == sdk.SettingGet {
		if es := x.setting(s.Store, arg(0), f, nested); len(es) > 0 {
			return es
		}
	}
	return []graph.Expr{graph.UnknownExpr(named.Name() + "()")}
}

// trimmed is a text without its prefix. Where the text is not known, as an address from
// outside, what is left of it is known no better.
func (x *Index) trimmed(v, prefix ssa.Value, f *frame, nested int) []graph.Expr {
	es, cut := x.exprsWithin(v, f, nested+1), x.exprsWithin(prefix, f, nested+1)
	for i := range es {
		if es[i].Kind == graph.ExprLiteral && len(cut) == 1 && cut[0].Kind == graph.ExprLiteral {
			es[i].Text = strings.TrimPrefix(es[i].Text, cut[0].Text)
		}
	}
	return es
}

// flagName is the parameter that names the flag which a function of package flag,
// or of pflag, defines, and that of its default; -1 for other functions. In the
// functions of name Var a pointer goes before it, and in those of pflag with P a
// shorthand behind it.
func flagName(full string) (name, fallback int) {
	for _, pkg := range flagPackages {
		rest, ok := strings.CutPrefix(full, pkg+".")
		if !ok {
			if rest, ok = strings.CutPrefix(full, "(*"+pkg+".FlagSet)."); !ok {
				continue
			}
		}
		rest, short := strings.CutSuffix(rest, "P")
		rest, pointer := strings.CutSuffix(rest, "Var")
		switch rest {
		case "Bool", "Duration", "Int", "Int32", "Int64", "String", "Uint", "Uint16", "Uint32", "Uint64":
		default:
			return -1, -1
		}
		if pointer {
			name = 1
		}
		fallback = name + 1
		if short {
			fallback++
		}
		return name, fallback
	}
	return -1, -1
}

var flagPackages = []string{"flag", "github.com/spf13/pflag"}

// pointsAtFlag reports whether a function defines a flag that is put at an address.
func pointsAtFlag(full string) bool {
	name, _ := flagName(full)
	return name == 1
}

// keys are references to configuration keys: those of a list, where the key is one of
// its items.
func (x *Index) keys(source graph.ValueSource, key ssa.Value, f *frame, nested int) []graph.Expr {
	names := x.exprsWithin(key, f, nested+1)
	for _, o := range x.trace(key, f) {
		if item, ok := itemOf(o.value); ok {
			for _, e := range x.elements(item.X, o.frame) {
				names = append(names, x.exprsWithin(e.value, e.frame, nested+1)...)
			}
		}
	}
	var out []graph.Expr
	for _, k := range names {
		if name, ok := k.Eval(nil); ok {
			out = append(out, graph.Expr{Kind: graph.ExprRef, Source: source, Text: name})
		}
	}
	return out
}

// itemOf is the place in a list from which a value is read.
func itemOf(v ssa.Value) (*ssa.IndexAddr, bool) {
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return nil, false
	}
	a, ok := load.X.(*ssa.IndexAddr)
	return a, ok
}

// variadic lists the values put into the slice of a variadic call.
func variadic(v ssa.Value) []ssa.Value {
	s, ok := v.(*ssa.Slice)
	if !ok {
		return nil
	}
	a, ok := s.X.(*ssa.Alloc)
	if !ok {
		return nil
	}
	var out []ssa.Value
	for _, ref := range *a.Referrers() {
		ia, ok := ref.(*ssa.IndexAddr)
		if !ok {
			continue
		}
		for _, r := range *ia.Referrers() {
			if st, ok := r.(*ssa.Store); ok && st.Addr == ia {
				out = append(out, st.Val)
			}
		}
	}
	return out
}

// describe names a value for the reader: req.Items, cfg.Retries, list().
func describe(v ssa.Value) string {
	switch x := v.(type) {
	case *ssa.Parameter:
		return x.Name()
	case *ssa.FreeVar:
		return x.Name()
	case *ssa.Global:
		return x.Name()
	case *ssa.FieldAddr:
		if f := fieldOf(x.X.Type(), x.Field); f != nil {
			return describe(x.X) + "." + f.Name()
		}
	case *ssa.Field:
		if f := fieldOf(x.X.Type(), x.Field); f != nil {
			return describe(x.X) + "." + f.Name()
		}
	case *ssa.IndexAddr:
		return describe(x.X) + "[]"
	case *ssa.UnOp:
		return describe(x.X)
	case *ssa.Extract:
		return describe(x.Tuple)
	case *ssa.Convert:
		return describe(x.X)
	case *ssa.ChangeType:
		return describe(x.X)
	case *ssa.MakeInterface:
		return describe(x.X)
	case *ssa.Slice:
		return describe(x.X)
	case *ssa.BinOp:
		switch x.Op {
		case token.LSS, token.LEQ, token.GTR, token.GEQ, token.EQL, token.NEQ:
			return describe(x.X) // what a condition is about
		}
	case *ssa.Alloc:
		switch x.Comment { // the name of a variable, or what is made
		case "slicelit", "varargs", "makeslice":
			return "list"
		case "complit", "new":
			if t := named(x.Type()); t != nil {
				return t.Name()
			}
			return "value"
		case "":
		default:
			return x.Comment
		}
	case *ssa.Phi:
		if x.Comment != "" {
			return x.Comment
		}
	case *ssa.Call:
		if b, ok := x.Call.Value.(*ssa.Builtin); ok && b.Name() == "len" {
			return describe(x.Call.Args[0])
		}
		if f := callee(&x.Call); f != nil {
			return f.Name() + "()"
		}
	case *ssa.Const:
		if x.Value != nil {
			return x.Value.ExactString()
		}
	}
	return "?"
}
