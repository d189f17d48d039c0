package main

import (
	"bytes"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/ampcheck/ampcheck/graph"
	"github.com/ampcheck/ampcheck/report"
)

func (a *app) diffCommand() *cobra.Command {
	var o options
	var format plainFormat
	var comment string
	cmd := &cobra.Command{
		Use:   "diff OLD.json NEW.json",
		Short: "print what a change did to each path",
		Long: `Diff compares two results that check or report wrote with --format json, and
prints for each path what one call at its entry became before and becomes now, and
the line that made the difference: a number, a layer, a call, or the version of a
module or mesh that moved a default nobody wrote down.

A path that grew gate.increase times or more, 2 where the policy says nothing, and
ends above 4 is an error. Of paths that were not there before it is not said that
they grew: check judges them. The policy is the file --policy names, else
.ampcheck.yaml in the current directory.

Formats:
  json   the paths with their causes, for programs
  table  for terminals and logs, the default

Exit codes: 0 no path grew past the gate; 1 one did; 2 the results could not be
compared, or one of them is not complete.`,
		Example: `  ampcheck report --format json=old.json    (before the change)
  ampcheck report --format json=new.json    (with it)
  ampcheck diff old.json new.json`,
		Args: cobra.ExactArgs(2),
		RunE: func(_ *cobra.Command, args []string) error {
			return a.diff(args[0], args[1], &o, format, comment)
		},
	}
	cmd.Flags().SortFlags = false
	format.register(cmd)
	cmd.Flags().StringVar(&comment, "comment", "", "write the body of a comment, of at most 30 lines, to `FILE` too, as {\"body\": …}")
	o.registerPolicy(cmd)
	return cmd
}

func (a *app) diff(before, after string, o *options, format plainFormat, comment string) error {
	policy, err := readPolicy(".", o.policy)
	if err != nil {
		return err
	}
	var results [2]*graph.Result
	for i, file := range []string{before, after} {
		if results[i], err = readResult(file); err != nil {
			return err
		}
	}
	d := graph.Compare(results[0], results[1], &policy.Policy.Gate)
	err = format.write(a.stdout, func(w io.Writer) error {
		return report.WriteDiff(w, d, report.Options{Width: terminalWidth(a.stdout)})
	}, func(w io.Writer) error { return report.WriteDiffJSON(w, d) })
	if err != nil {
		return err
	}
	if comment != "" {
		if err := writeCommentFile(comment, d, results[1]); err != nil {
			return err
		}
	}
	incomplete := completeness(results[0])
	if incomplete == nil {
		incomplete = completeness(results[1])
	}
	if d.Fails() {
		return &exitError{code: codeFindings, err: incomplete}
	}
	return incomplete
}

// writeCommentFile writes what the step that comments reads.
func writeCommentFile(file string, d *graph.Diff, now *graph.Result) error {
	var b bytes.Buffer
	if err := report.WriteComment(&b, d, now); err != nil {
		return err
	}
	if err := os.WriteFile(file, b.Bytes(), 0o666); err != nil {
		return fmt.Errorf("writing the comment: %w", err)
	}
	return nil
}

// readResult reads a result as --format json writes it.
func readResult(file string) (*graph.Result, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, fmt.Errorf("reading a result: %w", err)
	}
	defer f.Close()
	r, err := graph.DecodeResult(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return r, nil
}
