package configscan

import "strings"

// matchText describes conditions to the reader: "uri prefix /api, method exact
// GET; uri exact /x". Blocks are alternatives.
func matchText(match []Value) string {
	var blocks []string
	for _, m := range match {
		var parts []string
		for _, f := range m.Fields() {
			if f.Key != "name" && f.Key != "gateways" {
				parts = append(parts, conditionText(f.Key, f.Value)...)
			}
		}
		if len(parts) > 0 {
			blocks = append(blocks, strings.Join(parts, ", "))
		}
	}
	return strings.Join(blocks, "; ")
}

// bothText joins conditions that must all hold.
func bothText(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return "(" + a + ") and (" + b + ")"
}

// conditionText describes one condition: a scalar, a string match, or a mapping
// of them (headers, query parameters, labels).
func conditionText(key string, v Value) []string {
	if s, ok := v.Str(); ok {
		return []string{key + " " + s}
	}
	var parts []string
	for _, f := range v.Fields() {
		parts = append(parts, conditionText(key+" "+f.Key, f.Value)...)
	}
	if len(parts) == 0 && v.Kind() == Map {
		return []string{key}
	}
	return parts
}
