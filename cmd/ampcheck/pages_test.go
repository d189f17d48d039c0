package main

import (
	"os"
	"path/filepath"
	"testing"
)

// holdPage holds a page of docs that is generated against what it would be now; -update
// writes it.
func holdPage(t *testing.T, name, want string) {
	t.Helper()
	file := filepath.Join("..", "..", "docs", filepath.FromSlash(name))
	if *update {
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(want), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(file)
	if err != nil || string(got) != want {
		t.Errorf("docs/%s is not current (%v): run go test ./cmd/ampcheck -run %s -update", name, err, t.Name())
	}
}
