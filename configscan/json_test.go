package configscan

import (
	"testing"

	"gopkg.in/yaml.v3"
)

// What both can read has the same values at the same places, whether it is read
// as JSON or as YAML.
func TestJSONIsYAML(t *testing.T) {
	for _, text := range []string{
		`{"a": [1, -2.5, 1e3, true, false, null, "x"], "b": {}, "c": []}`,
		"[\n {\"a\":\n  \"é\", \"b\": 1}\n]\n",
		`{"a": "1", "a": 2}`,
		`{"a": "tab\tnew\nline \u00e9 \"quote\""}`,
	} {
		nodes, ok := parseJSON([]byte(text))
		if !ok || len(nodes) != 1 {
			t.Errorf("%s: not read", text)
			continue
		}
		var doc yaml.Node
		if err := yaml.Unmarshal([]byte(text), &doc); err != nil {
			t.Fatal(err)
		}
		sameNodes(t, nodes[0], doc.Content[0])
	}
}

func sameNodes(t *testing.T, got, want *yaml.Node) {
	t.Helper()
	if got.Kind != want.Kind || got.Value != want.Value || got.ShortTag() != want.ShortTag() || got.Line != want.Line || got.Column != want.Column {
		t.Errorf("%d %s %q at %d:%d, want %d %s %q at %d:%d",
			got.Kind, got.ShortTag(), got.Value, got.Line, got.Column, want.Kind, want.ShortTag(), want.Value, want.Line, want.Column)
	}
	if len(got.Content) != len(want.Content) {
		t.Fatalf("%d children, want %d", len(got.Content), len(want.Content))
	}
	for i := range got.Content {
		sameNodes(t, got.Content[i], want.Content[i])
	}
}

// What only JSON has is read too, and what is none is left to the reader of YAML.
func TestOnlyJSON(t *testing.T) {
	nodes, ok := parseJSON([]byte("{\n\t\"a\": \"\\/x \\ud83d\\ude00\",\r\n\t\"b\": 1}\n[2]\n"))
	if !ok || len(nodes) != 2 {
		t.Fatalf("%d values, want 2", len(nodes))
	}
	a, b := nodes[0].Content[1], nodes[0].Content[3]
	if a.Value != "/x 😀" || a.Line != 2 || a.Column != 7 || b.Line != 3 || b.Column != 7 {
		t.Errorf("%q at %d:%d, b at %d:%d", a.Value, a.Line, a.Column, b.Line, b.Column)
	}
	for _, text := range []string{"", "a: 1", "{a: 1}", `{"a": 1`, "{{ .Values.x }}", `{"a": 1} b`, "# c\n{}"} {
		if _, ok := parseJSON([]byte(text)); ok {
			t.Errorf("%q is taken for JSON", text)
		}
	}
}
