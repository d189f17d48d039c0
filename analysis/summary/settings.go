package summary

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ampcheck/ampcheck/analysis/sdk"
	"github.com/ampcheck/ampcheck/graph"
)

// settings are the calls that say something of the keys of a store, and those that
// define flags.
type settings struct {
	said  map[string][]settingCall
	flags []ssa.CallInstruction
}

type settingCall struct {
	call ssa.CallInstruction
	role sdk.SettingRole
}

// notes keeps a call that says something of a store or defines a flag.
func (x *Index) notes(c ssa.CallInstruction, f *types.Func) {
	if name, _ := flagName(f.FullName()); name >= 0 {
		x.settings.flags = append(x.settings.flags, c)
	}
	if s, ok := sdk.SettingOf(f.FullName()); ok && s.Role != sdk.SettingGet {
		x.settings.said[s.Store] = append(x.settings.said[s.Store], settingCall{c, s.Role})
	}
}

// setting is what a store answers for the key that a value is.
func (x *Index) setting(store string, key ssa.Value, f *frame, nested int) []graph.Expr {
	var out []graph.Expr
	for _, k := range x.exprsWithin(key, f, nested+1) {
		if name, ok := k.Eval(nil); ok {
			out = append(out, x.configured(store, name, nested)...)
		}
	}
	return out
}

// configured is what a store answers for a key: what a flag says, else the
// environment, else the file, else the program.
func (x *Index) configured(store, key string, nested int) []graph.Expr {
	s := &stored{x: x, key: key, nested: nested + 1}
	for _, c := range x.settings.said[store] {
		if x.linked == nil || x.linked[c.call.Parent()] {
			s.hear(c)
		}
	}
	var refs []graph.Expr
	for _, name := range s.flags {
		refs = append(refs, graph.Expr{Kind: graph.ExprRef, Source: graph.SourceFlag, Text: name})
	}
	for _, name := range s.variables() {
		refs = append(refs, graph.Expr{Kind: graph.ExprRef, Source: graph.SourceEnv, Text: name})
	}
	refs = append(refs, graph.Expr{Kind: graph.ExprRef, Source: graph.SourceFileKey, Text: s.path() + graph.FileKeySeparator + key})
	if len(s.values) == 0 {
		for _, name := range s.flags {
			s.values = append(s.values, x.flagDefaults(name, s.nested)...)
		}
	}
	if len(s.values) == 0 {
		return []graph.Expr{oneOver(refs)}
	}
	var out []graph.Expr
	for _, v := range s.values {
		out = append(out, oneOver(append(slices.Clone(refs), v)))
	}
	return out
}

// oneOver is the first expression, which the others stand in for, in order.
func oneOver(es []graph.Expr) graph.Expr {
	e := es[len(es)-1]
	for i := len(es) - 2; i >= 0; i-- {
		outer := es[i]
		outer.Args = []graph.Expr{e}
		e = outer
	}
	return e
}

// stored is what is said of one key of a store.
type stored struct {
	x      *Index
	key    string
	nested int

	flags, env, below, replaced []string
	values                      []graph.Expr
	file, name, dir, prefix     string
	allEnv                      bool
}

func (s *stored) hear(c settingCall) {
	com := c.call.Common()
	switch c.role {
	case sdk.SettingValue:
		if s.is(operand(com, 0)) {
			s.values = append(s.values, s.x.exprsWithin(operand(com, 1), nil, s.nested)...)
		}
	case sdk.SettingValues:
		for _, o := range s.x.trace(operand(com, 0), nil) {
			s.values = append(s.values, s.entries(o)...)
		}
	case sdk.SettingEnv:
		named := s.texts(operand(com, 0))
		switch {
		case len(named) == 0 || !strings.EqualFold(named[0], s.key):
		case len(named) == 1:
			s.env = append(s.env, "")
		default:
			s.env = append(s.env, named[1:]...)
		}
	case sdk.SettingAllEnv:
		s.allEnv = true
	case sdk.SettingPrefix:
		s.prefix = s.text(operand(com, 0))
	case sdk.SettingReplacer:
		for _, o := range s.x.trace(operand(com, 0), nil) {
			if made, ok := o.value.(*ssa.Call); ok && callee(&made.Call) != nil && callee(&made.Call).FullName() == "strings.NewReplacer" {
				s.replaced = s.texts(operand(&made.Call, 0))
			}
		}
	case sdk.SettingBelow:
		if com.Signature().Params().Len() > 2 {
			s.below = append(s.below, s.text(operand(com, 0)))
		} else { // its options hold the prefix
			for _, st := range s.x.named(typeName(operand(com, 1).Type()) + ".Prefix") {
				s.below = append(s.below, s.text(st.value))
			}
		}
	case sdk.SettingFile:
		s.file = s.text(operand(com, 0))
	case sdk.SettingName:
		s.name = s.text(operand(com, 0))
	case sdk.SettingDir:
		if s.dir == "" {
			s.dir = s.text(operand(com, 0))
		}
	case sdk.SettingFlag:
		if s.is(operand(com, 0)) {
			s.flags = append(s.flags, s.lookedUp(operand(com, 1))...)
		}
	case sdk.SettingFlags:
		if len(s.x.flagDefaults(s.key, s.nested)) > 0 {
			s.flags = append(s.flags, s.key)
		}
	}
}

// text is a constant, "" where it is none.
func (s *stored) text(v ssa.Value) string {
	for _, e := range s.x.exprsWithin(v, nil, s.nested) {
		if text, ok := e.Eval(nil); ok {
			return text
		}
	}
	return ""
}

// texts are the constants of a list.
func (s *stored) texts(v ssa.Value) []string {
	var out []string
	for _, e := range s.x.elements(v, nil) {
		out = append(out, s.text(e.value))
	}
	return out
}

// is reports whether a value is the key; stores do not tell capitals apart.
func (s *stored) is(key ssa.Value) bool { return strings.EqualFold(s.text(key), s.key) }

// entries are the values that a map has for the key.
func (s *stored) entries(o origin) []graph.Expr {
	m, ok := o.value.(*ssa.MakeMap)
	if !ok || m.Referrers() == nil {
		return nil
	}
	var out []graph.Expr
	for _, ref := range *m.Referrers() {
		if u, ok := ref.(*ssa.MapUpdate); ok && s.is(u.Key) {
			out = append(out, s.x.exprsWithin(u.Value, nil, s.nested)...)
		}
	}
	return out
}

// lookedUp are the names of the flags that a value is.
func (s *stored) lookedUp(v ssa.Value) []string {
	var out []string
	for _, o := range s.x.trace(v, nil) {
		if c, ok := o.value.(*ssa.Call); ok && callee(&c.Call) != nil && callee(&c.Call).Name() == "Lookup" {
			out = append(out, s.text(operand(&c.Call, 0)))
		}
	}
	return out
}

// variables are the names of the key in the environment.
func (s *stored) variables() []string {
	var out []string
	env := s.env
	if s.allEnv {
		env = append([]string{""}, env...)
	}
	for _, name := range env {
		if name == "" { // the key itself
			if name = s.key; s.prefix != "" {
				name = s.prefix + "_" + name
			}
			name = strings.ToUpper(name)
			if len(s.replaced)%2 == 0 && len(s.replaced) > 0 {
				name = strings.NewReplacer(s.replaced...).Replace(name)
			}
		}
		out = append(out, name)
	}
	for _, prefix := range s.below {
		out = append(out, prefix+strings.ToUpper(strings.ReplaceAll(s.key, ".", "_")))
	}
	return slices.Compact(out)
}

// anyEnding stands for the ending of a file that is named without one.
const anyEnding = ".*"

// path is the file as the program names it; "" where that is not known.
func (s *stored) path() string {
	switch {
	case s.file != "" || s.name == "":
		return s.file
	case s.dir != "":
		return strings.TrimSuffix(s.dir, "/") + "/" + s.name + anyEnding
	}
	return s.name + anyEnding
}

// flagDefaults are the values that the flags of a name have where nobody sets them.
func (x *Index) flagDefaults(flag string, nested int) []graph.Expr {
	var out []graph.Expr
	for _, c := range x.settings.flags {
		if x.linked != nil && !x.linked[c.Parent()] {
			continue
		}
		name, def := flagName(callee(c.Common()).FullName())
		for _, e := range x.exprsWithin(operand(c.Common(), name), nil, nested+1) {
			if text, ok := e.Eval(nil); ok && text == flag {
				out = append(out, x.exprsWithin(operand(c.Common(), def), nil, nested+1)...)
			}
		}
	}
	return out
}
