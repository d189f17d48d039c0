package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/ampcheck/ampcheck/report"
)

func (a *app) initCommand() *cobra.Command {
	var o options
	var file string
	cmd := &cobra.Command{
		Use:   "init [DIR | PATTERN | -] ...",
		Short: "write a policy to begin with",
		Long: `Init analyses and writes .ampcheck.yaml: the gates as they are without a policy,
and, commented out, the entries that were found and what could not be read from the
files, the greatest effect on the figures first. A policy that is there is left as it
is.

` + inputHelp + `
Exit codes: 0 the policy was written; 2 it was not, or not everything could be
analysed.`,
		Example: `  ampcheck init
  ampcheck init -o policy.yaml deploy ./...`,
		RunE: func(cmd *cobra.Command, args []string) error { return a.writeDraft(cmd.Context(), args, &o, file) },
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVarP(&file, "output", "o", "", "write to `FILE` instead of "+policyName+" in the directory; - is standard output")
	o.registerWith(cmd)
	o.registerCode(cmd)
	return cmd
}

func (a *app) writeDraft(ctx context.Context, args []string, o *options, file string) error {
	in, err := locate(args)
	if err != nil {
		return err
	}
	if file == "" {
		file = filepath.Join(in.root, policyName)
	}
	if file != "-" && fileExists(file) {
		return fmt.Errorf("%s is there already: ampcheck check --explain-unknown lists what is not known", file)
	}
	o.notKnown = true
	r, err := a.analyse(ctx, args, o)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := report.WriteDraft(&b, r); err != nil {
		return err
	}
	if file == "-" {
		_, err = a.stdout.Write(b.Bytes())
	} else if err = os.WriteFile(file, b.Bytes(), 0o666); err == nil {
		fmt.Fprintf(a.stdout, "wrote %s, with %s that could not be read\n", report.Plain(file), plural(len(r.NotKnown), "thing"))
	}
	if err != nil {
		return fmt.Errorf("writing the policy: %w", err)
	}
	return completeness(r)
}
