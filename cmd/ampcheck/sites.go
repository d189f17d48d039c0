package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/ampcheck/ampcheck/graph"
	"github.com/ampcheck/ampcheck/report"
)

func (a *app) sitesCommand() *cobra.Command {
	var o options
	var format plainFormat
	cmd := &cobra.Command{
		Use:   "sites [DIR | PATTERN] ...",
		Short: "list the code that repeats remote calls",
		Long: `Sites lists every place in Go code that repeats what leads to a remote call:
retry loops, calls of retry libraries, configured retries of clients, loops over
items and pages. It looks at every function, whether a program runs it or not;
what the repeats of one program make together is shown by report and explain.

DIR is a directory (the default is the current one): every Go module below it is
read. PATTERN names Go packages as the go command does (./..., ./cmd/... or
./pkg).

Formats:
  json   one object a line, for programs
  table  for terminals and logs, the default

In JSON, attempts is a number, "unbounded", or null where it is not known; expr
says where it comes from. remote is false where what is repeated is a function
that was not found, as in a helper that is exported.

Exit codes: 0 everything was analysed; 2 it was not, or could not be.`,
		Example: `  ampcheck sites
  ampcheck sites ./internal/...
  ampcheck sites --format json . | jq -r 'select(.attempts == "unbounded") | "\(.file):\(.line)"'`,
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.sites(cmd.Context(), args, &o, format)
		},
	}
	format.register(cmd)
	o.registerCode(cmd)
	return cmd
}

func (a *app) sites(ctx context.Context, args []string, o *options, format plainFormat) error {
	in, err := locate(args)
	if err != nil {
		return err
	}
	if len(in.code) == 0 {
		return errors.New("no Go code is named: give a directory or a package pattern, as ./... for all below this one")
	}
	policy, err := readPolicy(in.root, o.policy)
	if err != nil {
		return err
	}
	fragments, problems, err := a.loadCode(ctx, in, o, policy, true)
	if err != nil {
		return err
	}
	sites := graph.Sites(fragments)
	err = format.write(a.stdout, func(w io.Writer) error {
		return report.WriteSites(w, sites, report.Options{Width: terminalWidth(a.stdout)})
	}, func(w io.Writer) error { return report.WriteSiteLines(w, sites) })
	if err != nil {
		return err
	}
	for _, f := range fragments {
		problems = append(problems, f.Problems...)
	}
	return a.problems(problems, o.strict)
}

// problems prints what could not be analysed, for commands whose output is a
// list for programs, and returns the error that says so.
func (a *app) problems(problems []graph.Problem, strict bool) error {
	whole := true
	for _, p := range problems {
		fmt.Fprintf(a.stderr, "%s: %s\n", report.Plain(p.Pos.String()), report.Plain(p.Message))
		whole = whole && p.Advisory && !strict
	}
	if whole {
		return nil
	}
	return &exitError{code: codeIncomplete, err: errors.New("not everything could be analysed")}
}
