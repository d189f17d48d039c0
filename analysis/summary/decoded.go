package summary

import (
	"go/types"
	"reflect"
	"slices"
	"strings"
	"unicode"

	"github.com/ampcheck/ampcheck/analysis/sdk"
	"github.com/ampcheck/ampcheck/graph"
	"golang.org/x/tools/go/ssa"
)

// decoded holds what functions fill from files and the environment: the fields of
// structs, which are read like any other, and maps.
type decoded struct {
	// fields are the keys of fields, maps the calls that fill the map at a place.
	fields map[*types.Var][]decodedField
	maps   map[ssa.Value]decoding
}

// decoding is one call that fills something.
type decoding struct {
	call ssa.CallInstruction
	by   sdk.Decoder
}

// decodedField is the key of a field, with the text that counts without it.
type decodedField struct {
	decoding
	key, fallback string
	hasFallback   bool
	// flag is the flag that goes before the key; "" is none.
	flag string
	// round are the fields that hold the struct with the field, the innermost
	// first: one type may be decoded in several places.
	round []*types.Var
}

// maxDecoded bounds the structs inside structs.
const maxDecoded = 8

// decodes notes a call of a decoder.
func (x *Index) decodes(c ssa.CallInstruction, f *types.Func) {
	by, ok := sdk.DecoderOf(f.FullName())
	if !ok {
		return
	}
	v := operand(c.Common(), by.Into)
	if m, ok := v.(*ssa.MakeInterface); ok {
		v = m.X
	}
	if v == nil {
		return
	}
	p, ok := v.Type().Underlying().(*types.Pointer)
	if !ok {
		return
	}
	d := decoding{c, by}
	switch t := p.Elem().Underlying().(type) {
	case *types.Map:
		x.decoded.maps[v] = d
	case *types.Struct:
		x.decodedStruct(d, t, below{key: x.prefix(d), base: x.prefix(d)}, nil)
	}
}

// prefix stands before the keys of the environment, or of a part of a store; the names
// of some packages are given one.
func (x *Index) prefix(d decoding) string {
	if d.by.Source != graph.SourceEnv && d.by.Store == "" || d.by.From < 0 {
		return ""
	}
	k, ok := operand(d.call.Common(), d.by.From).(*ssa.Const)
	if !ok || k.Value == nil {
		return ""
	}
	if es := constant1(k); len(es) == 1 && es[0].Text != "" {
		if d.by.Store != "" {
			return es[0].Text + "."
		}
		return strings.ToUpper(es[0].Text) + "_"
	}
	return ""
}

// below is what stands before the keys and the flags of the fields of a struct, base
// before the keys of all structs.
type below struct{ key, flag, base string }

func (x *Index) decodedStruct(d decoding, s *types.Struct, prefix below, round []*types.Var) {
	for i := range s.NumFields() {
		v := s.Field(i)
		if !v.Exported() {
			continue
		}
		field, inner := d.key(v, reflect.StructTag(s.Tag(i)), prefix)
		t := v.Type().Underlying()
		if p, ok := t.(*types.Pointer); ok {
			t = p.Elem().Underlying()
		}
		if st, ok := t.(*types.Struct); ok && len(round) < maxDecoded {
			x.decodedStruct(d, st, inner, append([]*types.Var{v.Origin()}, round...))
			continue
		}
		if (field.key != "" || field.flag != "") && !x.decodedAlike(v.Origin(), field, round) {
			field.round = round
			x.decoded.fields[v.Origin()] = append(x.decoded.fields[v.Origin()], field)
		}
	}
}

// decodedAlike reports whether another call puts the same into a field: a program may
// read its environment twice.
func (x *Index) decodedAlike(v *types.Var, f decodedField, round []*types.Var) bool {
	return slices.ContainsFunc(x.decoded.fields[v], func(have decodedField) bool {
		return f.by.Source == graph.SourceEnv && have.by.Source == graph.SourceEnv && have.key == f.key &&
			have.flag == f.flag && have.hasFallback == f.hasFallback && have.fallback == f.fallback && slices.Equal(have.round, round)
	})
}

// key is the key of a field, and what stands before those of the fields in it.
func (d decoding) key(v *types.Var, tag reflect.StructTag, prefix below) (f decodedField, inner below) {
	f.decoding = d
	if d.by.Source == graph.SourceFileKey {
		return d.fileKey(f, v, tag, prefix)
	}
	f.fallback, f.hasFallback = tag.Lookup(d.by.Default)
	options := tag.Get(d.by.Tags[0])
	name := "" // of the field, below those of the structs round it
	if d.by.Default != d.by.Tags[0] {
		name, _, _ = strings.Cut(options, ",")
	}
	flag := tag.Get(d.by.Flag.Tag)
	if d.by.Default == d.by.Tags[0] { // all in one tag: default:x,env:Y,flag:z
		if options == "-" {
			return f, below{}
		}
		f.fallback, f.hasFallback = tagPart(options, "default:")
		f.key, _ = tagPart(options, "env:")
		f.flag, _ = tagPart(options, "flag:")
	}
	if d.by.Default == "" {
		f.fallback, f.hasFallback = tagPart(options, "default=")
	}
	inner = below{prefix.key + tag.Get(d.by.Prefix), prefix.flag + tag.Get(d.by.Flag.Prefix), prefix.base}
	if d.by.Prefix == d.by.Tags[0] {
		text, _ := tagPart(options, "prefix=")
		inner.key = prefix.key + text
	}
	if d.by.Flag.Named && flag == "" {
		flag = strings.ToLower(strings.Join(words(v.Name(), true), "-"))
		if d.by.Flag.Nested && !v.Embedded() {
			inner.flag = prefix.flag + flag + "-"
		}
	}
	if d.by.Upper && !v.Embedded() {
		if name == "" {
			name = capitals(v.Name(), tag.Get("split_words") == "true", d.by.Default == d.by.Tags[0])
		}
		inner.key = prefix.key + strings.ToUpper(name) + "_"
	}
	switch {
	case f.key != "": // written in full
		f.key = prefix.base + f.key
	case name != "":
		f.key = prefix.key + name
	}
	if f.flag == "" && flag != "" {
		f.flag = prefix.flag + flag
	}
	return f, inner
}

// fileKey is key for what stands in a file.
func (d decoding) fileKey(f decodedField, v *types.Var, tag reflect.StructTag, prefix below) (decodedField, below) {
	name := ""
	for _, t := range d.by.Tags {
		if name == "" {
			name, _, _ = strings.Cut(tag.Get(t), ",")
		}
	}
	options := tag.Get(d.by.Tags[0])
	switch {
	case name == "-":
		return f, below{}
	case v.Embedded() && name == "" || strings.Contains(options, ",inline") || strings.Contains(options, ",squash"):
		return f, prefix
	case name == "":
		name = v.Name()
	}
	f.key = prefix.key + name
	return f, below{key: f.key + "."}
}

// tagPart is what stands behind a word in one of the parts of a tag.
func tagPart(options, word string) (text string, ok bool) {
	for _, p := range strings.Split(options, ",") {
		if text, ok := strings.CutPrefix(p, word); ok {
			return text, true
		}
	}
	return "", false
}

// capitals writes the name of a field as the key of an environment variable, with
// its words apart or together; numbers are words of their own where all are apart.
func capitals(name string, apart, all bool) string {
	if !apart && !all {
		return strings.ToUpper(name)
	}
	return strings.ToUpper(strings.Join(words(name, all), "_"))
}

// words are those of a name in camel case: HTTPAddr is HTTP and Addr.
func words(name string, numbers bool) []string {
	kind := func(c rune) int {
		switch {
		case unicode.IsUpper(c):
			return 1
		case unicode.IsDigit(c) && numbers:
			return 2
		}
		return 0
	}
	var out []string
	runes, from := []rune(name), 0
	for i := 1; i < len(runes); i++ {
		before, at := kind(runes[i-1]), kind(runes[i])
		cut := i
		switch {
		case before == at:
			continue
		case before == 1 && at == 0: // the last capital begins the next word
			cut--
		}
		if cut > from {
			out = append(out, string(runes[from:cut]))
			from = cut
		}
	}
	return append(out, string(runes[from:]))
}

// fieldKey is what a decoder puts into a field of a struct, which is a value or
// lies at an address. Of a type that is decoded in several places, the fields
// round it tell which one is meant; else nothing is known.
func (x *Index) fieldKey(v *types.Var, of ssa.Value, nested int) []graph.Expr {
	all := x.decoded.fields[v]
	for depth := 0; len(all) > 1 && depth < maxDecoded; depth++ {
		outer, up := heldIn(of)
		if outer == nil {
			return nil
		}
		var fits []decodedField
		for _, f := range all {
			if depth < len(f.round) && f.round[depth] == outer {
				fits = append(fits, f)
			}
		}
		all, of = fits, up
	}
	if len(all) != 1 {
		return nil
	}
	f := all[0]
	if f.by.Store != "" {
		return x.configured(f.by.Store, f.key, nested)
	}
	var es []graph.Expr
	if f.flag != "" {
		es = append(es, graph.Expr{Kind: graph.ExprRef, Source: graph.SourceFlag, Text: f.flag})
	}
	if f.key != "" {
		e := graph.Expr{Kind: graph.ExprRef, Source: f.by.Source, Text: f.key}
		if f.by.Source == graph.SourceFileKey {
			e.Text = x.fileOf(f.decoding, nested) + graph.FileKeySeparator + f.key
		}
		es = append(es, e)
	}
	if f.hasFallback {
		es = append(es, graph.Literal(f.fallback))
	}
	return []graph.Expr{oneOver(es)}
}

// heldIn is the field that a struct is the value of, with the struct round it.
func heldIn(v ssa.Value) (field *types.Var, of ssa.Value) {
	switch v := v.(type) {
	case *ssa.FieldAddr:
		return fieldOf(v.X.Type(), v.Field), v.X
	case *ssa.Field:
		return fieldOf(v.X.Type(), v.Field), v.X
	case *ssa.UnOp:
		return heldIn(v.X)
	}
	return nil, nil
}

// mapKey is what a decoder puts into a map under a key.
func (x *Index) mapKey(l *ssa.Lookup, f *frame, nested int) []graph.Expr {
	for _, o := range x.trace(l.X, f) {
		load, ok := o.value.(*ssa.UnOp)
		if !ok {
			continue
		}
		d, ok := x.decoded.maps[load.X]
		if !ok {
			continue
		}
		var out []graph.Expr
		for _, e := range x.keys(d.by.Source, l.Index, f, nested) {
			e.Text = x.fileOf(d, nested) + graph.FileKeySeparator + e.Text
			out = append(out, e)
		}
		return out
	}
	return nil
}

// fileOf is the path of the file that a decoder reads, as the program names it;
// "" where that is not known.
func (x *Index) fileOf(d decoding, nested int) string {
	switch {
	case d.by.From >= 0:
		return x.filePath(operand(d.call.Common(), d.by.From), nested, strings.HasSuffix(callee(d.call.Common()).Name(), "Load"))
	case d.by.From == -1:
		return x.filePath(receiver(d.call.Common()), nested, false)
	}
	return ""
}

// filePath follows a text or reader to the file it comes from; path says that the
// value is the path itself.
func (x *Index) filePath(v ssa.Value, nested int, path bool) string {
	if v == nil || nested > maxNesting {
		return ""
	}
	if path {
		for _, e := range x.exprsWithin(v, nil, nested+1) {
			if text, ok := e.Eval(nil); ok {
				return text
			}
		}
		return ""
	}
	for _, o := range x.trace(v, nil) {
		value := o.value
		if e, ok := value.(*ssa.Extract); ok {
			value = e.Tuple
		}
		c, ok := value.(*ssa.Call)
		if !ok || callee(&c.Call) == nil {
			continue
		}
		if i, named, ok := sdk.FileOf(callee(&c.Call).FullName()); ok {
			return x.filePath(operand(&c.Call, i), nested+1, named)
		}
	}
	return ""
}
