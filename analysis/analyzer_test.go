package analysis_test

import (
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/ampcheck/ampcheck/analysis"
)

// TestAnalyzer runs the analyzer over packages whose comments say what it must
// report and keep, and over twins in which it must be silent.
func TestAnalyzer(t *testing.T) {
	dir, err := filepath.Abs("../testdata")
	if err != nil {
		t.Fatal(err)
	}
	analysistest.Run(t, dir, analysis.Analyzer, "vet/endless", "vet/helper", "vet/nested", "vet/twin")
}
