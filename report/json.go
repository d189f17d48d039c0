package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/ampcheck/ampcheck/graph"
)

// writeJSON writes the result as it is, indented by one space, with a newline
// at the end. Signs such as > stand for themselves; what is not visible is
// written as \u escapes, so the bytes are safe to show on a terminal.
func writeJSON(w io.Writer, r *graph.Result, _ Options) error {
	c := *r
	c.Nodes = list(c.Nodes)
	c.Edges = list(c.Edges)
	c.Paths = list(c.Paths)
	c.Findings = list(c.Findings)
	c.Problems = list(c.Problems)
	return writeIndented(w, &c)
}

// writeIndented writes one value of any of the formats that are JSON.
func writeIndented(w io.Writer, value any) error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	if err := enc.Encode(value); err != nil {
		return fmt.Errorf("encoding the result: %w", err)
	}
	_, err := w.Write(escapeJSON(b.Bytes()))
	return err
}

// list is s, or an empty list where there is none: readers loop over it.
func list[T any](s []T) []T {
	if s == nil {
		return []T{}
	}
	return s
}

// escapeJSON writes invisible characters, which can only stand in strings, as
// escapes with the same meaning.
func escapeJSON(text []byte) []byte {
	out := make([]byte, 0, len(text))
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		switch {
		case text[0] == '\n', isVisible(r):
			out = append(out, text[:size]...)
		case r > 0xffff:
			high, low := utf16.EncodeRune(r)
			out = fmt.Appendf(out, `\u%04x\u%04x`, high, low)
		default:
			out = fmt.Appendf(out, `\u%04x`, r)
		}
		text = text[size:]
	}
	return out
}
