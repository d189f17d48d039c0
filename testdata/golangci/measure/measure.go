// Package measure is what the program that holds golangci-lint against the vet tool
// writes, and what the tests read.
package measure

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
)

// Record is one measurement: what golangci-lint reports on the example.
type Record struct {
	Inputs   string   `json:"inputs"`
	Findings []string `json:"findings"`
}

// Inputs is the hash of what a measurement depends on, but for the pass itself, the places
// and rules of whose findings the tests compare: the plugin, the program and the example.
func Inputs(root string) (string, error) {
	h := sha256.New()
	for _, dir := range []string{"analysis/golangci", "testdata/golangci/lint", "testdata/golangci/example"} {
		err := filepath.WalkDir(filepath.Join(root, filepath.FromSlash(dir)), func(file string, d fs.DirEntry, err error) error {
			// The sums say no more than the versions, of which those of the product
			// change too.
			if err != nil || d.IsDir() || d.Name() == "go.sum" {
				return err
			}
			data, err := os.ReadFile(file)
			if err != nil {
				return err
			}
			rel, err := filepath.Rel(root, file)
			fmt.Fprintf(h, "%s %d\n%s", filepath.ToSlash(rel), len(data), data)
			return err
		})
		if err != nil {
			return "", err
		}
	}
	return fmt.Sprintf("%x", h.Sum(nil)[:8]), nil
}

var finding = regexp.MustCompile(`(?m)^[^\s:]+:\d+:\d+: AMP\d{3}: .*$`)

// Vetted are the findings of go vet with that tool, without the places that it
// prints below a finding.
func Vetted(ctx context.Context, tool, dir string) ([]string, error) {
	cmd := exec.CommandContext(ctx, "go", "vet", "-vettool="+tool, "./...")
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOFLAGS=", "GOWORK=off")
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return nil, err
	}
	var findings []string
	for _, line := range finding.FindAll(out, -1) {
		findings = append(findings, string(bytes.TrimSpace(line)))
	}
	slices.Sort(findings)
	return findings, nil
}
