package analysis_test

import (
	"bytes"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	goanalysis "golang.org/x/tools/go/analysis"

	"github.com/ampcheck/ampcheck/analysis"
	"github.com/ampcheck/ampcheck/analysis/program"
	"github.com/ampcheck/ampcheck/graph"
)

// TestDriversAgree holds the two drivers against each other: on every case go vet
// sees the repeats that check sees, at the same places, and knows no more of
// their numbers.
func TestDriversAgree(t *testing.T) {
	cases := readCases(t)
	tree := t.TempDir()
	for _, c := range cases {
		c.write(t, tree)
	}
	fragments := analyse(t, program.Options{Dir: tree, Loader: program.LoaderSource, Every: true}, len(cases))
	for i, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			check := sitesOf(fragments[i], false)
			vet, open := map[site][]graph.Bound{}, map[site][]graph.Bound{}
			p := newPasses(t)
			p.each = func(pass *goanalysis.Pass) {
				f := analysis.Repeats(pass)
				maps.Copy(vet, sitesOf(f, false))
				maps.Copy(open, sitesOf(f, true))
			}
			p.run(loadPackages(t, filepath.Join(tree, c.name), "./...")...)
			compareSites(t, check, vet, open)
		})
	}
}

// site is a repeat at a place.
type site struct {
	file      string
	line, col int
	kind      string
}

// sitesOf lists the repeats of a fragment that lead to a call; with open also those
// round a parameter that somebody else may pass.
func sitesOf(f *graph.Fragment, open bool) map[site][]graph.Bound {
	calling := map[string]bool{}
	for _, h := range f.Handlers {
		roundCalls(h.Body, open, calling)
	}
	out := map[site][]graph.Bound{}
	for _, l := range f.Layers {
		if !calling[l.ID] {
			continue
		}
		s := site{strings.TrimPrefix(l.Pos.File, "example.com/"), l.Pos.Line, l.Pos.Col, string(l.Kind)}
		out[s] = append(out[s], l.Attempts)
	}
	for _, o := range f.FanOuts {
		if !calling[o.ID] {
			continue
		}
		s := site{strings.TrimPrefix(o.Pos.File, "example.com/"), o.Pos.Line, o.Pos.Col, "fan-out"}
		out[s] = append(out[s], o.N)
	}
	return out
}

// roundCalls reports whether a step holds a call, and notes the repeats round
// such steps.
func roundCalls(s *graph.Step, open bool, calling map[string]bool) bool {
	found := s.Call != nil || open && s.Unknown != nil
	var kids []graph.Step
	switch {
	case s.Seq != nil:
		kids = s.Seq.Steps
	case s.Par != nil:
		kids = s.Par.Steps
	case s.Alt != nil:
		kids = s.Alt.Steps
	case s.Repeat != nil:
		kids = []graph.Step{s.Repeat.Step}
	}
	for i := range kids {
		found = roundCalls(&kids[i], open, calling) || found
	}
	if s.Repeat != nil && found {
		calling[s.Repeat.Layer], calling[s.Repeat.FanOut] = true, true
	}
	return found
}

func compareSites(t *testing.T, check, vet, open map[site][]graph.Bound) {
	t.Helper()
	for s, of := range check {
		have, ok := open[s]
		if !ok {
			t.Errorf("%s %s:%d:%d: check sees it, vet does not", s.kind, s.file, s.line, s.col)
			continue
		}
		for _, v := range have {
			if !slices.ContainsFunc(of, func(c graph.Bound) bool { return knowsNoMore(v, c) }) {
				t.Errorf("%s %s:%d:%d: vet says %s, check %s", s.kind, s.file, s.line, s.col, bound(v), bound(of[0]))
			}
		}
	}
	for s := range vet {
		if _, ok := check[s]; !ok {
			t.Errorf("%s %s:%d:%d: vet sees it, check does not", s.kind, s.file, s.line, s.col)
		}
	}
}

// knowsNoMore reports whether vet's number is check's, or says less.
func knowsNoMore(vet, check graph.Bound) bool {
	switch vet.Kind {
	case graph.BoundAssumed, graph.BoundDefault:
		return true
	}
	return bound(vet) == bound(check)
}

// TestVetBodies compares what go vet sees of the functions of a case, one package
// at a time, with its file vet.
func TestVetBodies(t *testing.T) {
	found := false
	for _, c := range readCases(t) {
		if c.file(vetFile) < 0 {
			continue
		}
		found = true
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			c.write(t, dir)
			var got strings.Builder
			p := newPasses(t)
			p.each = func(pass *goanalysis.Pass) { got.WriteString(describe(analysis.Exported(pass))) }
			p.run(loadPackages(t, filepath.Join(dir, c.name), "./...")...)
			c.compare(t, vetFile, got.String())
		})
	}
	if !found {
		t.Error("no case has a file vet")
	}
}

// TestLoadersAgreeOnCases gives both loaders every case: the fragments are the
// same bytes.
func TestLoadersAgreeOnCases(t *testing.T) {
	cases := readCases(t)
	tree := t.TempDir()
	for _, c := range cases {
		c.write(t, tree)
	}
	source := analyse(t, program.Options{Dir: tree, Loader: program.LoaderSource}, len(cases))
	export := analyse(t, program.Options{Dir: tree, Loader: program.LoaderExport}, len(cases))
	for i, c := range cases {
		if a, b := encoded(t, source[i]), encoded(t, export[i]); a != b {
			t.Errorf("%s: the loaders differ:\n%s\n%s", c.name, a, b)
		}
	}
}

func encoded(t *testing.T, f *graph.Fragment) string {
	t.Helper()
	var b bytes.Buffer
	if err := f.Encode(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestLoadersAgreeOnTheShop does the same with a module that has real libraries.
func TestLoadersAgreeOnTheShop(t *testing.T) {
	if testing.Short() {
		t.Skip("needs the modules of the shop")
	}
	tree := t.TempDir()
	if err := os.CopyFS(tree, os.DirFS("../testdata/shop")); err != nil {
		t.Fatal(err)
	}
	source := analyse(t, program.Options{Dir: tree, Loader: program.LoaderSource}, 1)
	export := analyse(t, program.Options{Dir: tree, Loader: program.LoaderExport}, 1)
	if a, b := encoded(t, source[0]), encoded(t, export[0]); a != b {
		t.Errorf("the loaders differ:\n%s\n%s", a, b)
	}
}
