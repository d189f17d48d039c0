package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// analysed runs a command and returns what it printed; the exit code must be the
// one wanted.
func analysed(t *testing.T, code int, args ...string) string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	if got := execute(t.Context(), args, os.Environ(), strings.NewReader(""), &stdout, &stderr); got != code {
		t.Fatalf("%v: exit code %d, want %d\n%s%s", args, got, code, &stdout, &stderr)
	}
	return stdout.String()
}

// TestSameBytes reports on one system again and again, from another place, and
// with copies of its objects beside it: nothing may change.
func TestSameBytes(t *testing.T) {
	here, there, both := t.TempDir(), filepath.Join(t.TempDir(), "another", "checkout"), t.TempDir()
	for _, dir := range []string{here, there, both} {
		copyTree(t, "../../testdata/copies/system", dir)
	}
	copyTree(t, "../../testdata/copies/release", both)
	for _, format := range []string{"table", "markdown", "json"} {
		want := analysed(t, 0, "report", "--wide", "--format", format, here)
		for _, fact := range []string{"AMP004", "AMP301", "istio default retries", "Kustomization 1, ServiceAccount 5)"} {
			if !strings.Contains(want, fact) {
				t.Errorf("%s: no %s in\n%s", format, fact, want)
			}
		}
		if n := strings.Count(want, "AMP004"); n != 1 {
			t.Errorf("%s: AMP004 is there %d times: a default is one cause", format, n)
		}
		for range 9 {
			if got := analysed(t, 0, "report", "--wide", "--format", format, here); got != want {
				t.Fatalf("%s: another run gives\n%s\nwant\n%s", format, got, want)
			}
		}
		for place, dir := range map[string]string{"another checkout": there, "copies beside it": both} {
			if got := analysed(t, 0, "report", "--wide", "--format", format, dir); got != want {
				t.Errorf("%s, %s:\n%s\nwant\n%s", format, place, got, want)
			}
		}
	}
}

func copyTree(t *testing.T, from, to string) {
	t.Helper()
	if err := os.CopyFS(to, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
}
