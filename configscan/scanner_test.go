package configscan

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// noFormats are the folders of test cases that belong to no scanner.
var noFormats = []string{"policy", "walk"}

// TestScannersHaveCases holds scanners and folders of test cases to each other.
func TestScannersHaveCases(t *testing.T) {
	var names []string
	for _, s := range registered {
		names = append(names, s.Name)
		if s.Detect == nil || s.Scan == nil {
			t.Errorf("scanner %s lacks Detect or Scan", s.Name)
		}
		dir := filepath.Join("../testdata/config", s.Name)
		if entries, err := os.ReadDir(dir); err != nil || len(entries) == 0 {
			t.Errorf("scanner %s has no test cases in %s", s.Name, dir)
		}
	}
	if !slices.IsSorted(names) {
		t.Errorf("scanners are not sorted: %v", names)
	}
	for _, dir := range subdirs(t, "../testdata/config") {
		if name := filepath.Base(dir); !slices.Contains(names, name) && !slices.Contains(noFormats, name) {
			t.Errorf("%s belongs to no scanner", dir)
		}
	}
}

func TestRegisterTwice(t *testing.T) {
	withScanners(t, Scanner{Name: "b"})
	register(Scanner{Name: "a"})
	if registered[0].Name != "a" {
		t.Error("scanners are not sorted")
	}
	defer func() {
		if recover() == nil {
			t.Error("a name was registered twice")
		}
	}()
	register(Scanner{Name: "b"})
}

// withScanners replaces the scanners for one test.
func withScanners(t *testing.T, scanners ...Scanner) {
	saved := registered
	registered = scanners
	t.Cleanup(func() { registered = saved })
}
