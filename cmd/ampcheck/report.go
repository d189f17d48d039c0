package main

import (
	"context"
	"fmt"
	"os"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/ampcheck/ampcheck/graph"
	"github.com/ampcheck/ampcheck/report"
)

func (a *app) reportCommand() *cobra.Command {
	var o options
	var from, write string
	cmd := &cobra.Command{
		Use:   "report [DIR | PATTERN | -] ...",
		Short: "print how calls multiply, and why",
		Long: `Report analyses and prints, for each entry, how many calls each tier receives
for one unit of work there when something below it fails; then the place where
each factor was set; then the findings. It does not fail because of findings.

--from takes the result that --format json wrote instead of analysing, and makes
every other format of it. --write keeps the report in a document, between two
lines that it writes there, and leaves the rest of the document alone; check
--docs fails when that is not current.

` + inputHelp + "\n" + formatsHelp() + `
Exit codes: 0 everything was analysed; 2 it was not, or could not be.`,
		Example: `  ampcheck report
  ampcheck report ./cmd/...
  ampcheck report --format markdown deploy
  ampcheck report --format html=calls.html --format json=calls.json
  ampcheck report --from calls.json --format sarif
  ampcheck report --write docs/AMPLIFICATION.md
  ampcheck report --entry client --assume-fanout 20 .`,
		RunE: func(cmd *cobra.Command, args []string) error {
			result := func() (*graph.Result, error) { return a.analyse(cmd.Context(), args, &o) }
			if from != "" {
				if err := onlyPresentation(cmd.Flags(), args); err != nil {
					return err
				}
				result = func() (*graph.Result, error) { return a.readFrom(cmd.Context(), from) }
			}
			return a.report(&o, write, result)
		},
	}
	o.register(cmd)
	cmd.Flags().StringVar(&from, "from", "", "take the result that --format json wrote to `FILE` (- is standard input) instead of analysing")
	cmd.Flags().StringVar(&write, "write", "", "keep the report in a marked block of the document `FILE`, and print only what --format asks for")
	return cmd
}

// report writes a result in every form that is asked for.
func (a *app) report(o *options, write string, result func() (*graph.Result, error)) error {
	var outputs []output
	if write == "" || len(o.formats) > 0 {
		var err error
		if outputs, err = outputsOf(o.formats); err != nil {
			return err
		}
	}
	r, err := result()
	if err != nil {
		return err
	}
	opts := report.Options{Wide: o.wide, Quiet: o.quiet, Color: a.colored(o), Root: o.root}
	if write != "" {
		if err := writeBlock(write, r, opts); err != nil {
			return err
		}
	}
	if err := a.write(outputs, r, opts); err != nil {
		return err
	}
	return completeness(r)
}

// presentation are the flags that say how a result is shown.
var presentation = map[string]bool{"from": true, "format": true, "write": true, "wide": true, "quiet": true, "color": true}

// onlyPresentation refuses what would have to be known before a result is
// computed.
func onlyPresentation(flags *pflag.FlagSet, args []string) error {
	if len(args) > 0 {
		return fmt.Errorf("--from takes the result of an earlier run: %s is not analysed", args[0])
	}
	var err error
	flags.Visit(func(f *pflag.Flag) {
		if !presentation[f.Name] {
			err = fmt.Errorf("--%s has no effect on the result of an earlier run: give it to the run that writes the JSON", f.Name)
		}
	})
	return err
}

// readFrom reads a result from a file or from standard input.
func (a *app) readFrom(ctx context.Context, name string) (*graph.Result, error) {
	in := interruptible(ctx, a.stdin)
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return nil, fmt.Errorf("reading a result: %w", err)
		}
		defer f.Close()
		in = f
	}
	r, err := graph.DecodeResult(in)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return r, nil
}
