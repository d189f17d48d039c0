package graph

import (
	"bytes"
	"testing"
)

// accepted is a baseline of a chain.
func acceptedChain(t testing.TB) []byte {
	t.Helper()
	f := declared([]vectorEdge{{from: "a", to: "b", fanOut: 1, layers: []Layer{tries(3)}}, {from: "b", to: "c", fanOut: 2, layers: []Layer{tries(5)}}, {from: "b", to: "d", fanOut: 1}})
	res := Compute(Link([]*Fragment{f}, DefaultPolicy()), Options{})
	var b bytes.Buffer
	if err := NewBaseline(res, false, nil, func(string) bool { return false }).Encode(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// FuzzDecodeBaseline: whatever the bytes, a baseline is refused or can be written
// and read back the same, and a check against it ends.
func FuzzDecodeBaseline(f *testing.F) {
	f.Add(acceptedChain(f))
	f.Add([]byte(`{"schema":"ampcheck-baseline/v1","operations":true}` + "\n\n" + `{"rule":"AMP003","key":"AMP003|x","reason":"r"}`))
	f.Add([]byte(`{"schema":"ampcheck-baseline/v1"}` + "\n" + `{"entry":"a","to":"c","layers":[],"attempts":[null],"amplification":null,"confident":-1}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		b, err := DecodeBaseline("b", bytes.NewReader(data))
		if err != nil {
			return
		}
		b.sort()
		var first, again bytes.Buffer
		if err := b.Encode(&first); err != nil {
			t.Fatal(err)
		}
		back, err := DecodeBaseline("b", bytes.NewReader(first.Bytes()))
		if err != nil {
			t.Fatalf("not read back: %v\n%s", err, &first)
		}
		if err := back.Encode(&again); err != nil || !bytes.Equal(first.Bytes(), again.Bytes()) {
			t.Errorf("read back it is another one: %v\n%s\n%s", err, &first, &again)
		}
		Compute(Link([]*Fragment{twoLayers()}, DefaultPolicy()), Options{Baseline: back})
	})
}

// A path is accepted as long as it has no layer that was not there, and its
// figure did not grow past the gate.
func TestAccepts(t *testing.T) {
	b, err := DecodeBaseline("b", bytes.NewReader(acceptedChain(t)))
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name  string
		reach Reach
		want  bool
	}{
		{"the same", Reach{Entry: "a", To: "c", Class: "unavailable", Layers: []string{"a->b#0.0", "b->c#1.0"}, Amplification: new(15.0)}, true},
		{"a layer less", Reach{Entry: "a", To: "c", Class: "reset", Layers: []string{"b->c#1.0"}, Amplification: new(5.0)}, true},
		{"a layer more", Reach{Entry: "a", To: "c", Class: "unavailable", Layers: []string{"a->b#0.0", "b->c#1.0", "new"}, Amplification: new(15.0)}, false},
		{"another class, and more", Reach{Entry: "a", To: "c", Class: "reset", Layers: []string{"b->c#1.0"}, Amplification: new(16.0)}, false},
		{"another entry", Reach{Entry: "x", To: "c", Class: "unavailable", Amplification: new(2.0)}, false},
	} {
		if got := b.accepts(&tt.reach); got != tt.want {
			t.Errorf("%s: accepted %v, want %v", tt.name, got, tt.want)
		}
	}
	if was, ok := b.was("a", "d"); !ok || was.full != 3 {
		t.Errorf("d is known as %v, %v", was, ok)
	}
	if _, ok := b.was("a", "e"); ok {
		t.Error("a node that was not there is known")
	}
}
