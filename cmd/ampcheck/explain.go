package main

import (
	"context"
	"errors"
	"io"

	"github.com/spf13/cobra"

	"github.com/ampcheck/ampcheck/report"
)

func (a *app) explainCommand() *cobra.Command {
	var o options
	var format plainFormat
	var from, to string
	cmd := &cobra.Command{
		Use:   "explain [DIR | PATTERN | -] ... --from A --to B",
		Short: "print one path, factor by factor",
		Long: `Explain prints the path from A to B on which one call becomes the most: for each
hop its fan-out, each layer that retries it with what is known of it and where it
was set, and what all factors up to there make together. A and B are services,
or single operations as report --operations names them.

` + inputHelp + `
Formats:
  json   the path with its calls and figures, for programs
  table  for terminals and logs, the default

Exit codes: 0 everything was analysed; 2 it was not, or could not be, or no path
leads from A to B.`,
		Example: `  ampcheck explain --from client --to database
  ampcheck explain deploy --from frontend --to cart --format json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if from == "" || to == "" {
				return errors.New("name both ends of the path: --from A --to B")
			}
			return a.explain(cmd.Context(), args, &o, format, from, to)
		},
	}
	cmd.Flags().SortFlags = false
	cmd.Flags().StringVar(&from, "from", "", "the service or operation `A` where the path starts")
	cmd.Flags().StringVar(&to, "to", "", "the service or operation `B` where it ends")
	format.register(cmd)
	o.registerInput(cmd)
	return cmd
}

func (a *app) explain(ctx context.Context, args []string, o *options, format plainFormat, from, to string) error {
	o.operations = true // a path through operations is one that a request can take
	r, err := a.analyse(ctx, args, o)
	if err != nil {
		return err
	}
	x, err := r.Explain(from, to)
	if err != nil {
		if missing := incomplete(r); missing != nil {
			return errors.Join(err, missing)
		}
		return err
	}
	err = format.write(a.stdout, func(w io.Writer) error {
		return report.WriteExplanation(w, x)
	}, func(w io.Writer) error { return report.WriteExplanationJSON(w, x) })
	if err != nil {
		return err
	}
	return completeness(r)
}
