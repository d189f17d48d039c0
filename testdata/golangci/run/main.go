// Run holds golangci-lint against the vet tool: it builds golangci-lint with the
// plugin compiled in, lets it and go vet -vettool report on the example, and fails
// where they differ.
//
//	go run ./testdata/golangci/run
//
// It writes measurement.json, with the hash of what was built and read. Building
// golangci-lint takes minutes.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ampcheck/ampcheck/testdata/golangci/measure"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "run:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	out, err := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Dir}}").Output()
	if err != nil {
		return fmt.Errorf("go list: %w", err)
	}
	root := strings.TrimSpace(string(out))
	here := filepath.Join(root, "testdata", "golangci")
	tmp, err := os.MkdirTemp("", "golangci")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	lint, vet := filepath.Join(tmp, "golangci-lint"), filepath.Join(tmp, "ampcheck")
	for dir, file := range map[string]string{filepath.Join(here, "lint"): lint, filepath.Join(root, "cmd", "ampcheck"): vet} {
		cmd := exec.CommandContext(ctx, "go", "build", "-buildvcs=false", "-o", file, ".")
		cmd.Dir, cmd.Stderr = dir, os.Stderr
		if err := cmd.Run(); err != nil {
			return fmt.Errorf("building in %s: %w", dir, err)
		}
	}
	example := filepath.Join(here, "example")
	byLint, err := linted(ctx, lint, example)
	if err != nil {
		return err
	}
	byVet, err := measure.Vetted(ctx, vet, example)
	if err != nil {
		return err
	}
	for _, f := range byLint {
		fmt.Println(f)
	}
	if len(byLint) == 0 || !slices.Equal(byLint, byVet) {
		return fmt.Errorf("golangci-lint reports\n%s\ngo vet reports\n%s", strings.Join(byLint, "\n"), strings.Join(byVet, "\n"))
	}
	r := measure.Record{Findings: byLint}
	if r.Inputs, err = measure.Inputs(root); err != nil {
		return err
	}
	data, err := json.MarshalIndent(r, "", " ")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(here, "measurement.json"), append(data, '\n'), 0o666)
}

// linted are the findings of golangci-lint.
func linted(ctx context.Context, program, dir string) ([]string, error) {
	cmd := exec.CommandContext(ctx, program, "run", "--output.json.path", "stdout", "--show-stats=false", "./...")
	var errs bytes.Buffer
	cmd.Dir, cmd.Stderr = dir, &errs
	// Its cache knows the files and not which pass has read them.
	cmd.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off", "GOLANGCI_LINT_CACHE="+filepath.Join(filepath.Dir(program), "cache"))
	out, err := cmd.Output()
	var exit *exec.ExitError
	if err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 1) {
		return nil, fmt.Errorf("golangci-lint: %w\n%s", err, errs.Bytes())
	}
	var said struct {
		Issues []struct {
			FromLinter, Text string
			Pos              struct {
				Filename     string
				Line, Column int
			}
		}
	}
	if err := json.Unmarshal(out, &said); err != nil {
		return nil, fmt.Errorf("golangci-lint: %w\n%s", err, out)
	}
	var findings []string
	for _, i := range said.Issues {
		findings = append(findings, fmt.Sprintf("%s:%d:%d: %s", filepath.ToSlash(i.Pos.Filename), i.Pos.Line, i.Pos.Column, i.Text))
	}
	slices.Sort(findings)
	return findings, nil
}
