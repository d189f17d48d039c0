package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strings"

	"github.com/spf13/cobra"
)

func (a *app) vetCommand() *cobra.Command {
	var rules, tags string
	cmd := &cobra.Command{
		Use:   "vet [PATTERN] ...",
		Short: "run the pass over Go code as a vet tool",
		Long: `Vet runs go vet with this program as its tool: package by package, and what did
not change comes from the cache of the go command. It sees what one program
multiplies, and no configuration; check sees the whole.

PATTERN names Go packages as the go command does; the default is ./... .

Exit codes: 0 nothing was found; 1 something was; 2 the packages could not be
analysed.`,
		Example: `  ampcheck vet
  ampcheck vet --rules all ./internal/...`,
		RunE: func(cmd *cobra.Command, args []string) error { return a.vet(cmd.Context(), args, rules, tags) },
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVar(&rules, "rules", "", "report these `RULES`, separated by commas, or all (default AMP002,AMP003,AMP008)")
	f.StringVar(&tags, "tags", "", "build `TAGS`, separated by commas")
	return cmd
}

// diagnostic is a line of go vet that is a finding.
var diagnostic = regexp.MustCompile(`(?m)^.+:\d+:\d+: AMP\d{3}: `)

func (a *app) vet(ctx context.Context, patterns []string, rules, tags string) error {
	self, err := os.Executable()
	if err != nil {
		return fmt.Errorf("finding this program: %w", err)
	}
	for _, p := range patterns {
		if strings.HasPrefix(p, "-") {
			return fmt.Errorf("no package pattern: %q", p)
		}
	}
	args := []string{"vet", "-vettool=" + self}
	if rules != "" {
		args = append(args, "-ampcheck.rules="+rules)
	}
	if tags != "" {
		args = append(args, "-tags="+tags)
	}
	if len(patterns) == 0 {
		patterns = []string{"./..."}
	}
	cmd := exec.CommandContext(ctx, "go", append(args, patterns...)...)
	var said bytes.Buffer
	cmd.Env, cmd.Stdout = a.env, a.stdout
	cmd.Stderr = io.MultiWriter(a.stderr, &said)
	err = cmd.Run()
	var exit *exec.ExitError
	switch {
	case err == nil:
		return nil
	case !errors.As(err, &exit):
		return fmt.Errorf("running go vet: %w", err)
	case diagnostic.Match(said.Bytes()):
		return &exitError{code: codeFindings}
	}
	return &exitError{code: codeIncomplete}
}
