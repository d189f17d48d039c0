package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestReadmeCommands runs what the README shows of the program, line by line, on a copy
// of the shop: a finding may end it, a command that it does not know may not.
func TestReadmeCommands(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the commands of the README, which takes seconds")
	}
	data, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	shop := t.TempDir()
	if err := os.CopyFS(shop, os.DirFS("../../testdata/shop")); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(shop, "docs"), 0o755); err != nil {
		t.Fatal(err)
	}
	// What others made before: results to compare, a document, another repository, and
	// the branch that a change is judged by.
	prepare := `ampcheck report --format json=old.json .
cp old.json new.json; touch docs/AMPLIFICATION.md
mkdir gateway; cp .ampcheck.yaml gateway
git init -q; git add .; git -c user.name=a -c user.email=a@example.com commit -qm shop
git update-ref refs/remotes/origin/main HEAD`
	if out, exit := bash(t, shop, prepare, os.Environ()); exit != 0 {
		t.Fatalf("exit code %d\n%s", exit, out)
	}
	ran := 0
	for _, block := range strings.Split(string(data), "\n```sh\n")[1:] {
		block, _, _ = strings.Cut(block, "\n```")
		for line := range strings.Lines(block) {
			if !strings.HasPrefix(line, "ampcheck ") {
				continue // of another program: go, helm, jq
			}
			ran++
			if out, exit := bash(t, shop, line, os.Environ()); exit > 1 {
				t.Errorf("exit code %d of %s%s", exit, line, out)
			}
		}
	}
	if ran < 12 {
		t.Errorf("%d commands, want 12 and more", ran)
	}
}
