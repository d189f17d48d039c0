package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/ampcheck/ampcheck/report"
)

// The exit codes. A run that found errors in an input it could not read in
// full exits with codeFindings.
const (
	codeFindings   = 1
	codeIncomplete = 2
)

// exitError is an error that carries the exit code of the process. Err is nil
// where the report has said everything.
type exitError struct {
	code int
	err  error
}

func (e *exitError) Error() string {
	if e.err == nil {
		return fmt.Sprintf("exit code %d", e.code)
	}
	return e.err.Error()
}

func (e *exitError) Unwrap() error { return e.err }

// exitCode is the code for what run returns: errors without a code are those of
// the use of the command, and of what it needs to do its job.
func exitCode(err error) int {
	var exit *exitError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &exit):
		return exit.code
	}
	return codeIncomplete
}

// printError says what went wrong, a line for each of several errors. Errors
// may quote the input, so they are escaped as the reports are.
func printError(w io.Writer, err error) {
	var exit *exitError
	if errors.As(err, &exit) && exit.err == nil {
		return
	}
	for line := range strings.SplitSeq(err.Error(), "\n") {
		fmt.Fprintf(w, "ampcheck: %s\n", report.Plain(line))
	}
}
