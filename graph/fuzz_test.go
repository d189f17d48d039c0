package graph

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// FuzzDecodeFragment: a fragment may come from anywhere. What DecodeFragment
// takes, Link and Compute take too, in finite time, and the result can be
// written.
func FuzzDecodeFragment(f *testing.F) {
	for _, seed := range seeds(f) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		frag, err := DecodeFragment(bytes.NewReader(data))
		if err != nil {
			return
		}
		start := time.Now()
		res := Compute(Link([]*Fragment{frag}, DefaultPolicy()), Options{})
		if d := time.Since(start); d > 10*time.Second {
			t.Errorf("took %s", d)
		}
		text, err := json.Marshal(res)
		if err != nil {
			t.Fatal(err)
		}
		var again bytes.Buffer
		if err := frag.Encode(&again); err != nil {
			t.Fatal(err)
		}
		back, err := DecodeFragment(&again)
		if err != nil {
			t.Fatalf("not read back: %v", err)
		}
		other, err := json.Marshal(Compute(Link([]*Fragment{back}, DefaultPolicy()), Options{}))
		if err != nil || !bytes.Equal(text, other) {
			t.Errorf("another result from the same fragment: %v\n%s\n%s", err, text, other)
		}
	})
}

// seeds are fragments with every kind of fact, and those that the scanners make
// of their test cases.
func seeds(f *testing.F) [][]byte {
	f.Helper()
	frags := []*Fragment{full(), twoLayers(), guessed()}
	for _, s := range []*system{
		(&system{}).service("a", "api").service("b", "api").env("a", "api", "PEER", "http://api.b:80/x"),
		(&system{}).code("b", Endpoint{Service: "c"}).code("c", Endpoint{Service: "b"}, Endpoint{Service: "leaf"}),
	} {
		h, a := routedBy("r", "a/gw", "api.a", 3)
		s.Handlers, s.Attachments = append(s.Handlers, h), append(s.Attachments, a)
		frags = append(frags, &s.Fragment)
	}
	var all [][]byte
	for _, frag := range frags {
		var b bytes.Buffer
		if err := frag.Encode(&b); err != nil {
			f.Fatal(err)
		}
		all = append(all, b.Bytes())
	}
	files, err := filepath.Glob("../testdata/config/*/*/want.json")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		var golden struct{ Fragment json.RawMessage }
		if json.Unmarshal(data, &golden) == nil && len(golden.Fragment) > 0 {
			all = append(all, golden.Fragment)
		}
	}
	return all
}
