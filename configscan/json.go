package configscan

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"gopkg.in/yaml.v3"
)

// parseJSON reads the values of a JSON text as nodes; ok is false where it is
// none. JSON is YAML, but for two things that a reader of YAML refuses: the
// escape \/, and characters that are written as two halves.
func parseJSON(text []byte) (nodes []*yaml.Node, ok bool) {
	if t := bytes.TrimLeft(text, " \t\r\n"); len(t) == 0 || t[0] != '{' && t[0] != '[' {
		return nil, false
	}
	r := &jsonReader{dec: json.NewDecoder(bytes.NewReader(text)), text: text, line: 1, col: 1}
	r.dec.UseNumber()
	for {
		n, err := r.value()
		if errors.Is(err, io.EOF) {
			return nodes, len(nodes) > 0
		}
		if err != nil {
			return nil, false
		}
		nodes = append(nodes, n)
	}
}

// jsonReader reads tokens and knows where each begins.
type jsonReader struct {
	dec       *json.Decoder
	text      []byte
	at        int
	line, col int
}

// token is the next token, with an empty node at its place.
func (r *jsonReader) token() (json.Token, *yaml.Node, error) {
	t, err := r.dec.Token()
	if err != nil {
		return nil, nil, err
	}
	for r.at < len(r.text) && bytes.IndexByte([]byte(" \t\r\n,:"), r.text[r.at]) >= 0 {
		r.step()
	}
	n := &yaml.Node{Line: r.line, Column: r.col}
	for r.at < int(r.dec.InputOffset()) {
		r.step()
	}
	return t, n, nil
}

// step passes one byte. Columns count characters, as those of YAML do.
func (r *jsonReader) step() {
	switch c := r.text[r.at]; {
	case c == '\n':
		r.line, r.col = r.line+1, 1
	case c&0xC0 != 0x80: // not inside a character
		r.col++
	}
	r.at++
}

func (r *jsonReader) value() (*yaml.Node, error) {
	t, n, err := r.token()
	if err != nil {
		return nil, err
	}
	switch t := t.(type) {
	case json.Delim:
		n.Kind, n.Tag, n.Style = yaml.SequenceNode, "!!seq", yaml.FlowStyle
		if t == '{' {
			n.Kind, n.Tag = yaml.MappingNode, "!!map"
		}
		for r.dec.More() { // keys are values too
			c, err := r.value()
			if err != nil {
				return nil, err
			}
			n.Content = append(n.Content, c)
		}
		_, _, err := r.token() // the end
		return n, err
	case string:
		n.Kind, n.Tag, n.Style, n.Value = yaml.ScalarNode, "!!str", yaml.DoubleQuotedStyle, t
	case nil:
		n.Kind, n.Tag, n.Value = yaml.ScalarNode, "!!null", "null"
	default: // numbers and booleans
		n.Kind, n.Value = yaml.ScalarNode, fmt.Sprint(t)
	}
	return n, nil
}
