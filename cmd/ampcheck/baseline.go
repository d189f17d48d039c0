package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/ampcheck/ampcheck/graph"
)

// baselineName is the file that baseline write writes in the analysed directory.
const baselineName = ".ampcheck-baseline.jsonl"

func (a *app) baselineCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "baseline",
		Short: "accept what stands, so that only growth fails",
		Long: `A baseline is a file of accepted findings and of the figure of every path.
check --baseline FILE then fails on growth only: a path that is new and above the
gate, that has a layer which was not there, or that grew past gate.increase.`,
		Example: `  ampcheck baseline write
  ampcheck check --baseline ` + baselineName,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(a.baselineWriteCommand())
	return cmd
}

func (a *app) baselineWriteCommand() *cobra.Command {
	var o options
	var file string
	cmd := &cobra.Command{
		Use:   "write [DIR | PATTERN | -] ...",
		Short: "accept what stands",
		Long: `Write accepts the findings and the figures of every path as they are now. What
is accepted is known by the operation where work arrives, the node, the failure and
the layers on the path, not by line numbers, so an edit elsewhere changes nothing.

Written again, it takes what is true now and keeps the reasons somebody added as
"reason" to an entry. With --entry it writes the paths that start there again and leaves
the rest; where not everything could be analysed it keeps all it does not see.

` + inputHelp + `
Exit codes: 0 the baseline was written; 2 it was not, or not everything could be
analysed.`,
		Example: `  ampcheck baseline write
  ampcheck baseline write -o accepted.jsonl deploy ./...`,
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.writeBaseline(cmd.Context(), args, &o, file)
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVarP(&file, "output", "o", "", "write to `FILE` instead of "+baselineName+" in the directory")
	f.StringArrayVar(&o.entries, "entry", nil, "compute from this entry `NAME` only, may be repeated; replaces entries")
	f.BoolVar(&o.operations, "operations", false, "tell the operations of a service apart")
	o.registerInput(cmd)
	return cmd
}

func (a *app) writeBaseline(ctx context.Context, args []string, o *options, file string) error {
	in, err := locate(args)
	if err != nil {
		return err
	}
	if file == "" {
		file = filepath.Join(in.root, baselineName)
	}
	var old *graph.Baseline
	if fileExists(file) {
		if old, err = baselineFile(file); err != nil {
			return err
		}
		if old.Operations != o.operations {
			return fmt.Errorf("%s was written with --operations=%v: remove it first, or use the same", file, old.Operations)
		}
	}
	r, err := a.analyse(ctx, args, o)
	if err != nil {
		return err
	}
	keep := func(entry string) bool {
		return len(o.entries) > 0 && !slices.ContainsFunc(o.entries, func(name string) bool { return isOf(entry, name) })
	}
	b := graph.NewBaseline(r, o.operations, old, keep)
	var buf bytes.Buffer
	if err := b.Encode(&buf); err != nil {
		return err
	}
	if err := os.WriteFile(file, buf.Bytes(), 0o666); err != nil {
		return fmt.Errorf("writing the baseline: %w", err)
	}
	fmt.Fprintf(a.stdout, "accepted %s, %s in %s\n", plural(len(b.Paths), "path"), plural(len(b.Findings), "finding"), file)
	return completeness(r)
}

// isOf reports whether an operation is, or belongs to, what is named.
func isOf(operation, name string) bool {
	return operation == name || len(operation) > len(name) && operation[:len(name)+1] == name+"/"
}

// plural is "1 path", "2 paths".
func plural(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return fmt.Sprintf("%d %ss", n, word)
}
