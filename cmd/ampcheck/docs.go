package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/ampcheck/ampcheck/graph"
	"github.com/ampcheck/ampcheck/report"
)

// newDocument is the document that is made where none is.
const newDocument = "# How calls multiply\n"

// writeBlock brings the marked block of a document up to date.
func writeBlock(file string, r *graph.Result, opts report.Options) error {
	old, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		old, err = []byte(newDocument), os.MkdirAll(filepath.Dir(file), 0o777)
	}
	if err != nil {
		return fmt.Errorf("writing the document: %w", err)
	}
	text, err := report.Embed(old, r, opts)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	if err := os.WriteFile(file, text, 0o666); err != nil {
		return fmt.Errorf("writing the document: %w", err)
	}
	return nil
}

// current is an error with the exit code of a finding where the block of a
// document is not what report --write would write now.
func current(file string, r *graph.Result, opts report.Options) error {
	old, err := os.ReadFile(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return stale("%s is not there", file)
	case err != nil:
		return fmt.Errorf("reading the document: %w", err)
	}
	text, err := report.Embed(old, r, opts)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	if !bytes.Equal(text, old) {
		return stale("%s:%d: what the document says of the calls is not current", file, firstChange(old, text))
	}
	return nil
}

func stale(format string, args ...any) error {
	return &exitError{code: codeFindings, err: fmt.Errorf(format+": run ampcheck report --write with the same flags", args...)}
}

// firstChange is the first line in which two texts differ.
func firstChange(old, now []byte) int {
	n := 0
	for n < min(len(old), len(now)) && old[n] == now[n] {
		n++
	}
	return 1 + bytes.Count(old[:n], []byte("\n"))
}
