package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ampcheck/ampcheck/report"
)

func (a *app) metricsCommand() *cobra.Command {
	var o options
	var file string
	names := conventionName("opentelemetry")
	var known strings.Builder
	for _, c := range report.Conventions() {
		fmt.Fprintf(&known, "  %-14s %s\n", c.Name, c.Doc)
	}
	cmd := &cobra.Command{
		Use:   "metrics [DIR | PATTERN | -] ...",
		Short: "write Prometheus rules for the found graph",
		Long: `Metrics writes recording and alert rules: for each service the calls it receives,
those for each call at the entry, attempts for each call that somebody wanted, and
alerts where a service gets twice the calls of a healthy day, where a retry budget is
used up, and where more is at work than rate and latency account for. What a
convention does not count has no rule.

` + inputHelp + `
Conventions:
` + known.String() + `
Exit codes: 0 the rules were written; 2 they were not, or not everything could be
analysed.`,
		Example: `  ampcheck metrics -o rules.yaml
  ampcheck metrics --names envoy deploy`,
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.metrics(cmd.Context(), args, &o, string(names), file)
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.Var(&names, "names", "name series by this convention")
	f.StringVarP(&file, "output", "o", "", "write to `FILE` instead of standard output")
	completeWith(cmd, "names", conventionNames())
	o.registerInput(cmd)
	return cmd
}

func (a *app) metrics(ctx context.Context, args []string, o *options, names, file string) error {
	r, err := a.analyse(ctx, args, o)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := report.WriteMetrics(&b, r, names); err != nil {
		return err
	}
	if file == "" {
		_, err = a.stdout.Write(b.Bytes())
	} else {
		err = os.WriteFile(file, b.Bytes(), 0o666)
	}
	if err != nil {
		return fmt.Errorf("writing the rules: %w", err)
	}
	return completeness(r)
}

// conventionName is one of those of report.Conventions.
type conventionName string

func conventionNames() []string {
	var names []string
	for _, c := range report.Conventions() {
		names = append(names, c.Name)
	}
	return names
}

func (n *conventionName) Type() string { return "NAME" }

func (n *conventionName) String() string { return string(*n) }

func (n *conventionName) Set(text string) error {
	if !slices.Contains(conventionNames(), text) {
		return fmt.Errorf("want %s", strings.Join(conventionNames(), ", "))
	}
	*n = conventionName(text)
	return nil
}
