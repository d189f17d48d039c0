package graph

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A result without limits reads back as it was.
func TestDecodeResult(t *testing.T) {
	n := Unbounded
	want := &Result{Schema: ResultSchema, Nodes: []NodeInfo{
		{ID: "a", Calls: Unbounded, Unbounded: true, HardDown: &n, Classes: map[string]Count{"timeout": Unbounded}},
		{ID: "b", Calls: 3},
	}, Edges: []EdgeInfo{{ID: "a->b", Counted: &n, Layers: []LayerInfo{{Attempts: Unbounded, AttemptsSlow: &n, RetriesOn: []string{}}, {}}}}}
	text, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	got, err := DecodeResult(strings.NewReader(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestDecodeResultRefuses(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"", "line 1: unexpected end"},
		{"{\n\"schema\": 3}", "line 2: json: cannot unmarshal number"},
		{"{}", `the schema is "", not "ampcheck/v1"`},
		{`{"schema":"ampcheck/v2"}`, `the schema is "ampcheck/v2"`},
		{`{"schema":"ampcheck/v1","findings":[{"rule":"AMP001","severity":"set-output"}]}`, `a finding of AMP001 has the severity "set-output"`},
		{`{"schema":"ampcheck/v1","edges":[{"attempts":-1}]}`, "cannot unmarshal"},
	} {
		if _, err := DecodeResult(strings.NewReader(tt.text)); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got %v, want %s", tt.text, err, tt.want)
		}
	}
}
