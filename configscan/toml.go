package configscan

import (
	"bytes"
	"sort"
	"strconv"
	"unicode/utf8"

	"github.com/pelletier/go-toml/v2/unstable"
	"gopkg.in/yaml.v3"

	"github.com/ampcheck/ampcheck/graph"
)

// parseTOML reads a TOML document into the values that YAML is read into, so
// that a format that is written in both is one scanner.
func parseTOML(file string, data []byte) (*Doc, []graph.Problem) {
	t := &tomlReader{file: file, data: data}
	for at, c := range data {
		if c == '\n' {
			t.lines = append(t.lines, at+1)
		}
	}
	root := t.node(yaml.MappingNode, "", 0)
	t.table = root
	t.parser.Reset(data)
	for t.parser.NextExpression() && t.problem == nil {
		t.expression(root, t.parser.Expression())
	}
	if err := t.parser.Error(); err != nil && t.problem == nil {
		t.fail(t.position(err), "not valid TOML: "+err.Error())
	}
	d := &Doc{Root: newValue(file, root)}
	if t.problem != nil {
		return d, []graph.Problem{*t.problem}
	}
	return d, nil
}

type tomlReader struct {
	file   string
	data   []byte
	lines  []int // offsets at which lines start, but the first
	parser unstable.Parser
	// table is the one that key-value pairs go into.
	table   *yaml.Node
	problem *graph.Problem
}

// position is the offset of a syntax error.
func (t *tomlReader) position(err error) int {
	if e, ok := err.(*unstable.ParserError); ok && len(e.Highlight) > 0 {
		return t.offset(e.Highlight)
	}
	return 0
}

// offset is where a part of the text stands; 0 for what is not a part of it.
func (t *tomlReader) offset(part []byte) int {
	if len(part) == 0 {
		return 0
	}
	// A part of the text ends where the text ends, capacity considered.
	at := cap(t.data) - cap(part)
	if at < 0 || at+len(part) > len(t.data) || !bytes.Equal(t.data[at:at+len(part)], part) {
		return 0
	}
	return at
}

func (t *tomlReader) fail(offset int, message string) {
	if t.problem == nil {
		n := t.node(yaml.ScalarNode, "", offset)
		t.problem = &graph.Problem{Pos: nodePos(t.file, n), Message: message}
	}
}

// node is a node at an offset.
func (t *tomlReader) node(kind yaml.Kind, text string, offset int) *yaml.Node {
	line := sort.SearchInts(t.lines, offset+1)
	start := 0
	if line > 0 {
		start = t.lines[line-1]
	}
	return &yaml.Node{Kind: kind, Value: text, Line: line + 1, Column: utf8.RuneCount(t.data[start:min(offset, len(t.data))]) + 1}
}

// expression takes one line: a table, or a pair for the one before.
func (t *tomlReader) expression(root *yaml.Node, e *unstable.Node) {
	switch e.Kind {
	case unstable.Table, unstable.ArrayTable:
		t.table = t.descend(root, e.Key(), e.Kind == unstable.ArrayTable)
	case unstable.KeyValue:
		t.pair(t.table, e, 0)
	}
}

// pair sets a key, which can lead through further mappings.
func (t *tomlReader) pair(in *yaml.Node, e *unstable.Node, depth int) {
	if depth > maxDepth {
		t.fail(int(e.Raw.Offset), "nested deeper than 200 levels: the rest is not read")
		return
	}
	var keys []*yaml.Node
	for it := e.Key(); it.Next(); {
		keys = append(keys, t.key(it.Node()))
	}
	if len(keys) == 0 {
		return
	}
	for _, k := range keys[:len(keys)-1] {
		in = t.mapping(in, k)
	}
	last := keys[len(keys)-1]
	in.Content = append(in.Content, last, t.value(e.Value(), last, depth+1))
}

func (t *tomlReader) key(n *unstable.Node) *yaml.Node {
	k := t.node(yaml.ScalarNode, string(n.Data), int(n.Raw.Offset))
	k.Tag = "!!str"
	return k
}

// descend finds or makes the mapping that the header of a table names.
func (t *tomlReader) descend(root *yaml.Node, keys unstable.Iterator, list bool) *yaml.Node {
	in := root
	for keys.Next() {
		k := t.key(keys.Node())
		if list && keys.IsLast() {
			return t.item(in, k)
		}
		in = t.mapping(in, k)
	}
	return in
}

// mapping is the mapping at a key, made where there is none; of a list of
// tables it is the last one.
func (t *tomlReader) mapping(in, key *yaml.Node) *yaml.Node {
	v := valueAt(in, key.Value)
	switch {
	case v == nil:
	case v.Kind == yaml.MappingNode:
		return v
	case v.Kind == yaml.SequenceNode && len(v.Content) > 0 && v.Content[len(v.Content)-1].Kind == yaml.MappingNode:
		return v.Content[len(v.Content)-1]
	}
	m := &yaml.Node{Kind: yaml.MappingNode, Line: key.Line, Column: key.Column}
	in.Content = append(in.Content, key, m)
	return m
}

// item adds a mapping to the list of tables at a key.
func (t *tomlReader) item(in, key *yaml.Node) *yaml.Node {
	m := &yaml.Node{Kind: yaml.MappingNode, Line: key.Line, Column: key.Column}
	if v := valueAt(in, key.Value); v != nil && v.Kind == yaml.SequenceNode {
		v.Content = append(v.Content, m)
		return m
	}
	in.Content = append(in.Content, key, &yaml.Node{Kind: yaml.SequenceNode, Line: key.Line, Column: key.Column, Content: []*yaml.Node{m}})
	return m
}

func valueAt(in *yaml.Node, key string) *yaml.Node {
	for i := len(in.Content) - 2; i >= 0; i -= 2 {
		if in.Content[i].Value == key {
			return in.Content[i+1]
		}
	}
	return nil
}

// value turns a value; where its own place is not known it is that of the key.
func (t *tomlReader) value(v *unstable.Node, key *yaml.Node, depth int) *yaml.Node {
	n := &yaml.Node{Kind: yaml.ScalarNode, Value: string(v.Data), Line: key.Line, Column: key.Column}
	if v.Raw.Length > 0 {
		n = t.node(yaml.ScalarNode, string(v.Data), int(v.Raw.Offset))
	} else if at := t.offset(v.Data); at > 0 {
		n = t.node(yaml.ScalarNode, string(v.Data), at)
	}
	if depth > maxDepth {
		t.fail(int(v.Raw.Offset), "nested deeper than 200 levels: the rest is not read")
		return n
	}
	switch v.Kind {
	case unstable.Array:
		n.Kind, n.Value = yaml.SequenceNode, ""
		for it := v.Children(); it.Next(); {
			n.Content = append(n.Content, t.value(it.Node(), key, depth+1))
		}
	case unstable.InlineTable:
		n.Kind, n.Value = yaml.MappingNode, ""
		for it := v.Children(); it.Next(); {
			t.pair(n, it.Node(), depth+1)
		}
	case unstable.Integer:
		n.Tag = "!!int"
		if i, err := strconv.ParseInt(n.Value, 0, 64); err == nil {
			n.Value = strconv.FormatInt(i, 10)
		}
	case unstable.Bool:
		n.Tag = "!!bool"
	case unstable.Float:
		n.Tag = "!!float"
	default:
		n.Tag = "!!str"
	}
	return n
}
