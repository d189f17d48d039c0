package grpcconfig

import (
	"encoding/json"
	"strings"
)

// valueAt is the place in a JSON text, in bytes, at which the value begins that a
// path of keys and indices leads to; 0 where there is none. Keys are compared as
// encoding/json does, in any case.
func valueAt(text string, path ...any) int {
	dec := json.NewDecoder(strings.NewReader(text))
	for _, step := range path {
		if t, err := dec.Token(); err != nil || t != json.Delim('{') && t != json.Delim('[') {
			return 0
		}
		if !advance(dec, step) {
			return 0
		}
	}
	at := int(dec.InputOffset())
	return at + len(text[at:]) - len(strings.TrimLeft(text[at:], ":, \t\r\n"))
}

// advance moves to the value of a key, or to the element of a list.
func advance(dec *json.Decoder, step any) bool {
	var skipped json.RawMessage
	for i := 0; dec.More(); i++ {
		here := i == step
		if key, ok := step.(string); ok {
			t, err := dec.Token()
			name, _ := t.(string)
			if err != nil {
				return false
			}
			here = strings.EqualFold(name, key)
		}
		if here {
			return true
		}
		if dec.Decode(&skipped) != nil {
			return false
		}
	}
	return false
}
