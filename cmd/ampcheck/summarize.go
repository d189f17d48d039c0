package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/ampcheck/ampcheck/graph"
)

func (a *app) summarizeCommand() *cobra.Command {
	var o options
	var file string
	cmd := &cobra.Command{
		Use:   "summarize [DIR | PATTERN | -] ... [-o FILE]",
		Short: "write what was found, for other repositories to link",
		Long: `Summarize reads as check does and writes what it found down before anything is
linked: calls, retries, fan-outs, workloads and addresses, each with its place.
check, report and the other commands that compute link such files with --with, so
that several repositories are one system though each is read by its own build.

The calls and services that the policy declares go with it, and so do its numbers
of fan-outs. Gates, entries and suppressions are those of the one who computes. A
fragment holds no secrets and no source text. One that a newer version wrote, or
that is not what this version can compute with, is refused.

` + inputHelp + `
Exit codes: 0 everything was read; 2 it was not, or could not be. What was found
is written even then, with what is missing.`,
		Example: `  ampcheck summarize -o order.json
  ampcheck check --with order.json --with inventory.json gateway`,
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.summarize(cmd.Context(), args, &o, file)
		},
	}
	cmd.Flags().SortFlags = false
	cmd.Flags().StringVarP(&file, "output", "o", "", "write to `FILE` instead of standard output")
	o.registerPolicy(cmd)
	o.registerCode(cmd)
	return cmd
}

func (a *app) summarize(ctx context.Context, args []string, o *options, file string) error {
	s, err := a.gather(ctx, args, o)
	if err != nil {
		return err
	}
	s.policy.Declared.Services = s.policy.Policy.Services
	var b bytes.Buffer
	var problems []graph.Problem
	for _, f := range s.fragments {
		s.policy.Policy.Settle(f)
		if err := f.Encode(&b); err != nil {
			return err
		}
		problems = append(problems, f.Problems...)
	}
	if file == "" {
		_, err = a.stdout.Write(b.Bytes())
	} else {
		err = os.WriteFile(file, b.Bytes(), 0o666)
	}
	if err != nil {
		return fmt.Errorf("writing the fragment: %w", err)
	}
	return a.problems(problems, o.strict)
}

func (o *options) registerWith(cmd *cobra.Command) {
	cmd.Flags().StringArrayVar(&o.with, "with", nil, "link the fragments of `FILE` too, as summarize writes them, may be repeated")
}

// readFragments reads the fragments that are linked in. The name of the file goes
// before their positions.
func readFragments(files []string) ([]*graph.Fragment, error) {
	var all []*graph.Fragment
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			return nil, fmt.Errorf("reading a fragment: %w", err)
		}
		fragments, err := graph.DecodeFragments(bytes.NewReader(data), filepath.ToSlash(file))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		all = append(all, fragments...)
	}
	return all, nil
}
