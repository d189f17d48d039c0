package analysis_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/ampcheck/ampcheck/analysis/program"
)

// TestGeneratedCodeIsMissing analyses a module that imports what protoc would make,
// which is not there: the protocol buffer files stand in, and that is said.
func TestGeneratedCodeIsMissing(t *testing.T) {
	file := filepath.Join("..", "testdata", "program", "protos.txt")
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	c := testCase{"protos", file, archive}
	tree := t.TempDir()
	c.write(t, tree)
	for _, loader := range []string{program.LoaderSource, program.LoaderAuto} {
		fragments, problems, err := program.Analyse(context.Background(), program.Options{
			Dir: tree, Loader: loader, Offline: true, Environ: os.Environ()})
		if err != nil {
			t.Fatal(err)
		}
		var got strings.Builder
		for _, f := range fragments {
			got.WriteString(describe(f))
		}
		for _, p := range problems {
			got.WriteString("problem " + p.Pos.String() + ": " + p.Message + "\n")
			if !p.Advisory {
				t.Errorf("%s: %s", p.Pos, p.Message)
			}
		}
		c.compare(t, wantFile, got.String())
	}
}
