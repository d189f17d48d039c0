package configscan

import (
	"strings"
	"time"

	"gopkg.in/yaml.v3"

	"github.com/ampcheck/ampcheck/graph"
)

// Kind is the shape of a Value.
type Kind int

// The shapes. Absent is a key that is not there, Null one without a value.
const (
	Absent Kind = iota
	Null
	Scalar
	Map
	List
)

// String names the shape as an error message does.
func (k Kind) String() string {
	return [...]string{"nothing", "null", "a scalar", "a mapping", "a list"}[k]
}

// Value is a place in a document: a node with its file, or the absence of one.
// It is cheap to copy. Aliases and merge keys are followed, and every method
// works on every shape. The zero Value is absent.
type Value struct {
	file string
	// node is the value with aliases resolved; of an absent value it is the
	// mapping or list that does not have it.
	node   *yaml.Node
	absent bool
}

func newValue(file string, n *yaml.Node) Value {
	for n != nil && (n.Kind == yaml.AliasNode || n.Kind == yaml.DocumentNode) {
		if n.Kind == yaml.AliasNode {
			n = n.Alias
		} else if len(n.Content) > 0 {
			n = n.Content[0]
		} else {
			n = nil
		}
	}
	return Value{file: file, node: n}
}

// Exists reports whether the value is written down, be it as null.
func (v Value) Exists() bool { return v.Kind() != Absent }

// IsNull reports whether the value is written down as null, or as a key
// without a value.
func (v Value) IsNull() bool { return v.Kind() == Null }

// Kind is the shape of the value.
func (v Value) Kind() Kind {
	if v.absent || v.node == nil {
		return Absent
	}
	switch v.node.Kind {
	case yaml.MappingNode:
		return Map
	case yaml.SequenceNode:
		return List
	case yaml.ScalarNode:
		if v.node.ShortTag() == "!!null" {
			return Null
		}
		return Scalar
	}
	return Absent
}

// Get follows keys from mapping to mapping. The result is absent where a key
// is not there or the way leads through something that is no mapping; its
// position is then that of the last value that was there.
func (v Value) Get(keys ...string) Value {
	for _, key := range keys {
		next, ok := v.field(key)
		if !ok {
			v.absent = true
			return v
		}
		v = next
	}
	return v
}

// field finds the value of one key: the last one written, else the first
// merged one.
func (v Value) field(key string) (Value, bool) {
	if v.Kind() != Map {
		return Value{}, false
	}
	c := v.node.Content
	for i := len(c) - 2; i >= 0; i -= 2 {
		if k := newValue(v.file, c[i]); k.isScalar() && k.node.Value == key && !isMerge(c[i]) {
			return newValue(v.file, c[i+1]), true
		}
	}
	for _, m := range v.merged() {
		if found, ok := m.field(key); ok {
			return found, true
		}
	}
	return Value{}, false
}

// merged lists the mappings of the merge keys, the strongest first.
func (v Value) merged() []Value {
	var ms []Value
	c := v.node.Content
	for i := 0; i+1 < len(c); i += 2 {
		if !isMerge(c[i]) {
			continue
		}
		m := newValue(v.file, c[i+1])
		if m.Kind() == List {
			ms = append(ms, m.Items()...)
		} else {
			ms = append(ms, m)
		}
	}
	return ms
}

func isMerge(key *yaml.Node) bool {
	return key.Kind == yaml.ScalarNode && key.Value == "<<" && key.ShortTag() == "!!merge"
}

func (v Value) isScalar() bool {
	return !v.absent && v.node != nil && v.node.Kind == yaml.ScalarNode
}

// Items lists the elements of a list; nil for any other shape.
func (v Value) Items() []Value {
	if v.Kind() != List {
		return nil
	}
	items := make([]Value, len(v.node.Content))
	for i, n := range v.node.Content {
		items[i] = newValue(v.file, n)
	}
	return items
}

// Field is one entry of a mapping. Key is "" where the key is no scalar.
type Field struct {
	Key      string
	KeyValue Value
	Value    Value
}

// Fields lists the entries of a mapping in the order of the document, merged
// ones last; of a key written twice, the last one. It is nil for any other
// shape.
func (v Value) Fields() []Field {
	if v.Kind() != Map {
		return nil
	}
	all, last := v.ownFields()
	fields := all[:0]
	for i, f := range all {
		if !f.KeyValue.isScalar() || last[f.Key] == i {
			fields = append(fields, f)
		}
	}
	for _, m := range v.merged() {
		for _, f := range m.Fields() {
			if _, ok := last[f.Key]; !ok {
				last[f.Key] = -1
				fields = append(fields, f)
			}
		}
	}
	return fields
}

// ownFields lists all entries but merge keys, with the index of the last entry
// of each scalar key.
func (v Value) ownFields() (all []Field, last map[string]int) {
	c := v.node.Content
	all, last = make([]Field, 0, len(c)/2), make(map[string]int, len(c)/2)
	for i := 0; i+1 < len(c); i += 2 {
		if isMerge(c[i]) {
			continue
		}
		f := Field{KeyValue: newValue(v.file, c[i]), Value: newValue(v.file, c[i+1])}
		if f.KeyValue.isScalar() {
			f.Key = f.KeyValue.node.Value
			last[f.Key] = len(all)
		}
		all = append(all, f)
	}
	return all, last
}

// Str is the text of a scalar as it is written, whatever its type; ok is false
// for null and every other shape.
func (v Value) Str() (s string, ok bool) {
	if v.Kind() != Scalar {
		return "", false
	}
	return v.node.Value, true
}

// Strings lists the texts of a list of scalars, or of a single scalar; elements
// of other shapes are left out.
func (v Value) Strings() []string {
	if s, ok := v.Str(); ok {
		return []string{s}
	}
	var ss []string
	for _, item := range v.Items() {
		if s, ok := item.Str(); ok {
			ss = append(ss, s)
		}
	}
	return ss
}

// Int is the value of an integer; ok is false for quoted numbers, fractions and
// every other shape.
func (v Value) Int() (n int64, ok bool) {
	if v.Kind() != Scalar || v.node.ShortTag() != "!!int" {
		return 0, false
	}
	if err := v.node.Decode(&n); err != nil {
		return 0, false
	}
	return n, true
}

// isText reports whether the value is a text, and not a number that could be one.
func (v Value) isText() bool { return v.isScalar() && v.node.ShortTag() == "!!str" }

// IntLoose is Int, and reads quoted integers too.
func (v Value) IntLoose() (n int64, ok bool) {
	if n, ok := v.Int(); ok {
		return n, true
	}
	s, ok := v.Str()
	if !ok || v.node.ShortTag() != "!!str" {
		return 0, false
	}
	unquoted := yaml.Node{Kind: yaml.ScalarNode, Value: strings.TrimSpace(s)}
	return Value{file: v.file, node: &unquoted}.Int()
}

// Float is the value of an integer or a fraction; ok is false for quoted
// numbers, infinities and every other shape.
func (v Value) Float() (x float64, ok bool) {
	if v.Kind() != Scalar {
		return 0, false
	}
	if tag := v.node.ShortTag(); tag != "!!int" && tag != "!!float" {
		return 0, false
	}
	if err := v.node.Decode(&x); err != nil || x-x != 0 {
		return 0, false
	}
	return x, true
}

// Bool is the value of a boolean. The words of YAML 1.1 (yes, no, on, off) are
// read too, as the readers of manifests do; quoted words are not.
func (v Value) Bool() (b, ok bool) {
	if v.Kind() != Scalar || v.node.Style&(yaml.SingleQuotedStyle|yaml.DoubleQuotedStyle) != 0 {
		return false, false
	}
	switch v.node.Value {
	case "true", "True", "TRUE", "yes", "Yes", "YES", "on", "On", "ON":
		return true, true
	case "false", "False", "FALSE", "no", "No", "NO", "off", "Off", "OFF":
		return false, true
	}
	return false, false
}

// Duration is the value of a duration as Go writes it (250ms, 0.3s, 1m), zero or
// more; ok is false for negative ones, numbers without a unit other than 0, and
// every other shape.
func (v Value) Duration() (d time.Duration, ok bool) {
	s, ok := v.Str()
	if !ok {
		return 0, false
	}
	d, err := graph.ParseDuration(s)
	return d, err == nil
}

// IsTemplate reports whether the value is, by its form, a placeholder of a
// template that was not rendered: a text with {{ in it, or {{ … }} without
// quotes, which parses as a mapping with a mapping for a key.
func (v Value) IsTemplate() bool {
	switch v.Kind() {
	case Scalar:
		return strings.Contains(v.node.Value, "{{")
	case Map:
		return isBraces(v.node)
	}
	return false
}

// isBraces recognises {{ … }}: a flow mapping whose first key is one too.
func isBraces(n *yaml.Node) bool {
	return n.Kind == yaml.MappingNode && n.Style&yaml.FlowStyle != 0 && len(n.Content) > 0 &&
		n.Content[0].Kind == yaml.MappingNode && n.Content[0].Style&yaml.FlowStyle != 0
}

// Pos is where the value is written; for an alias, where its anchor is. Of an
// absent value it is the position of what does not have it.
func (v Value) Pos() graph.Pos {
	p := graph.Pos{File: v.file}
	if v.node != nil {
		p.Line, p.Col = v.node.Line, v.node.Column
	}
	return p
}
