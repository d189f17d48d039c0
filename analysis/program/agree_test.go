package program_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/ampcheck/ampcheck/analysis/program"
)

// TestLoadersAgree loads a module with dependencies of other modules, this one,
// with each loader: packages, types and SSA are the same.
func TestLoadersAgree(t *testing.T) {
	dir, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	o := program.Options{Dir: dir, Patterns: []string{"./analysis/program"}, Offline: true, Environ: os.Environ(), Loader: program.LoaderSource}
	short, full := dump(t, o)
	if !strings.Contains(short, "analysis/program") || !strings.Contains(full, "func Load(") {
		t.Fatalf("the package is not there:\n%s", short)
	}
	for _, loader := range []string{program.LoaderAuto, program.LoaderExport} {
		o.Loader = loader
		otherShort, otherFull := dump(t, o)
		if d := gocmp.Diff(short, otherShort); d != "" {
			t.Errorf("%s, packages:\n%s", loader, d)
		}
		if a, b := unnamed(full), unnamed(otherFull); a != b {
			t.Errorf("%s: types or SSA differ:\n%s", loader, firstDifference(a, b))
		}
	}
}

// resultName is the name that export data gives a result which has none in the
// source.
var resultName = regexp.MustCompile(`\(#rv\d+ ([^(),]*)\)|#rv\d+ `)

// wrapped is the interface that a wrapper names: of one that is defined as another,
// source names that one and export data this one.
var wrapped = regexp.MustCompile(`(# Synthetic: wrapper for func )\([^()]*\)`)

func unnamed(dump string) string {
	return wrapped.ReplaceAllString(resultName.ReplaceAllString(dump, "$1"), "$1")
}

// firstDifference is the first line in which two texts differ, of both.
func firstDifference(a, b string) string {
	as, bs := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(as), len(bs)) {
		if as[i] != bs[i] {
			return "- " + as[i] + "\n+ " + bs[i]
		}
	}
	return "one is longer"
}
