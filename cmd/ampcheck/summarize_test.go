package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ampcheck/ampcheck/graph"
)

// The fragment of the shop, split into two files as those of two repositories,
// gives the report of the shop: only the positions say where they come from.
func TestSplitFragment(t *testing.T) {
	shop, err := filepath.Abs("../../testdata/shop")
	if err != nil {
		t.Fatal(err)
	}
	want := analysed(t, 0, "report", "--format", "json", shop)
	one, two, dir := filepath.Join(t.TempDir(), "one.json"), filepath.Join(t.TempDir(), "two.json"), t.TempDir()
	whole := filepath.Join(t.TempDir(), "shop.json")
	analysed(t, 0, "summarize", "-o", whole, shop)
	fragments, err := readFragments([]string{whole})
	if err != nil {
		t.Fatal(err)
	}
	var halves [2]bytes.Buffer
	handlers := [2]int{}
	for _, f := range fragments {
		for i, half := range split(f) {
			handlers[i] += len(half.Handlers)
			if err := half.Encode(&halves[i]); err != nil {
				t.Fatal(err)
			}
		}
	}
	if handlers[0] == 0 || handlers[1] == 0 {
		t.Fatalf("the halves have %d handlers: nothing is split", handlers)
	}
	for i, file := range []string{one, two} {
		text := strings.ReplaceAll(halves[i].String(), whole+":", "")
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	got := analysed(t, 0, "report", "--format", "json", "--with", one, "--with", two, dir)
	if !strings.Contains(got, `"`+one+":") || !strings.Contains(got, `"`+two+":") {
		t.Errorf("the positions do not name both files:\n%s", got)
	}
	if got = strings.NewReplacer(one+":", "", two+":", "").Replace(got); got != want {
		t.Errorf("linked:\n%s\nwant\n%s", got, want)
	}
}

// split deals the facts of a fragment out to two. Layers and fan-outs are part of
// the fragment whose bodies name them, and so are in both.
func split(f *graph.Fragment) [2]*graph.Fragment {
	out := [2]*graph.Fragment{}
	for i := range out {
		half := graph.Fragment{Declared: f.Declared, Layers: f.Layers, FanOuts: f.FanOuts}
		half.Handlers, half.Mains = every(f.Handlers, i), every(f.Mains, i)
		half.Namespaces, half.Workloads = every(f.Namespaces, i), every(f.Workloads, i)
		half.Values, half.Bindings, half.Attachments = every(f.Values, i), every(f.Bindings, i), every(f.Attachments, i)
		half.Evidence, half.Meshes = every(f.Evidence, i), every(f.Meshes, i)
		half.Dependencies, half.Services = every(f.Dependencies, i), every(f.Services, i)
		half.Findings, half.Ignores, half.Problems = every(f.Findings, i), every(f.Ignores, i), every(f.Problems, i)
		out[i] = &half
	}
	return out
}

// every is the first of two, or the second.
func every[T any](all []T, first int) []T {
	var out []T
	for i := first; i < len(all); i += 2 {
		out = append(out, all[i])
	}
	return out
}

// Both halves of every fact are there, so a field that split forgets shows.
func TestSplitHasAllFields(t *testing.T) {
	whole := filepath.Join(t.TempDir(), "shop.json")
	analysed(t, 0, "summarize", "-o", whole, "../../testdata/shop")
	fragments, err := readFragments([]string{whole})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range fragments {
		var fields [2]map[string]any
		halves := split(f)
		for i, v := range []any{f, merged(halves)} {
			text, err := json.Marshal(v)
			if err != nil {
				t.Fatal(err)
			}
			if err := json.Unmarshal(text, &fields[i]); err != nil {
				t.Fatal(err)
			}
		}
		for name := range fields[0] {
			if _, ok := fields[1][name]; !ok && name != "origin" {
				t.Errorf("the halves have no %s", name)
			}
		}
	}
}

func merged(halves [2]*graph.Fragment) map[string]any {
	all := map[string]any{}
	for _, h := range halves {
		text, err := json.Marshal(h)
		if err != nil {
			panic(err)
		}
		if err := json.Unmarshal(text, &all); err != nil {
			panic(err)
		}
	}
	return all
}
