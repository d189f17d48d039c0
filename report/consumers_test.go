package report

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ampcheck/ampcheck/graph"
)

// What is written is what the readers of other projects take, hostile names and
// all: SARIF by the published schema, DOT and JUnit by parsers that are in use.
func TestConsumers(t *testing.T) {
	if os.Getenv("AMPCHECK_FULL") != "1" {
		t.Skip("downloads modules: set AMPCHECK_FULL=1")
	}
	dir := t.TempDir()
	args, want := []string{"run", "."}, ""
	for _, name := range cases(t) {
		r := load(t, name)
		for _, format := range []string{"sarif", "dot", "junit"} {
			f, err := FormatByName(format)
			if err != nil {
				t.Fatal(err)
			}
			file := filepath.Join(dir, name+"."+format)
			if err := os.WriteFile(file, encode(t, f, r, Options{}), 0o600); err != nil {
				t.Fatal(err)
			}
			args, want = append(args, file), want+name+"."+format+" "+counted(r, format)+"\n"
		}
	}
	cmd := exec.CommandContext(t.Context(), "go", args...)
	cmd.Dir, cmd.Stderr = "../testdata/consumers", os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	if string(out) != want {
		t.Errorf("they read\n%s\nwant\n%s", out, want)
	}
}

// counted is what a reader has to find in a report.
func counted(r *graph.Result, format string) string {
	switch format {
	case "sarif":
		return fmt.Sprintf("%d results of %d rules", len(r.Findings), len(graph.Rules()))
	case "dot":
		d := draw(r, 0)
		return fmt.Sprintf("%d nodes and %d edges", len(d.nodes), len(d.arrows))
	}
	passed, failed, skipped, broken := 0, 0, 0, 0
	for _, f := range r.Findings {
		switch {
		case f.Suppressed:
			skipped++
		case f.Severity == graph.SeverityError:
			failed++
		default:
			passed++
		}
	}
	for _, p := range r.Problems {
		if isObstacle(r, p) {
			broken++
		} else {
			passed++
		}
	}
	for _, empty := range []bool{len(r.Findings) == 0, len(r.Problems) == 0} {
		if empty {
			passed++
		}
	}
	return strings.TrimSpace(fmt.Sprintf("%d tests: %d passed, %d failed, %d errors, %d skipped", passed+failed+skipped+broken, passed, failed, broken, skipped))
}
