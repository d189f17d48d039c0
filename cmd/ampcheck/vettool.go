package main

import (
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/ampcheck/ampcheck/analysis"
)

// isVettool reports whether the go command runs this program as a vet tool:
// it asks for the version and the flags, then names a file for each package,
// always vet.cfg. Other .cfg files are those of HAProxy.
func isVettool(args []string) bool {
	if len(args) == 0 {
		return false
	}
	last := args[len(args)-1]
	return strings.HasPrefix(args[0], "-V=") || args[0] == "-flags" || filepath.Base(last) == "vet.cfg"
}

// vettool is what go vet -vettool runs; it does not return.
func vettool() { unitchecker.Main(analysis.Analyzer) }
