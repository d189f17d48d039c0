package main

import (
	"github.com/spf13/cobra"

	"github.com/ampcheck/ampcheck/report"
)

func (a *app) reportCommand() *cobra.Command {
	var o options
	cmd := &cobra.Command{
		Use:   "report [DIR | PATTERN | -] ...",
		Short: "print how calls multiply, and why",
		Long: `Report analyses and prints, for each entry, how many calls each tier receives
for one unit of work there when something below it fails; then the place where
each factor was set; then the findings. It does not fail because of findings.

` + inputHelp + "\n" + formatsHelp() + `
Exit codes: 0 everything was analysed; 2 it was not, or could not be.`,
		Example: `  ampcheck report
  ampcheck report ./cmd/...
  ampcheck report --format markdown deploy
  ampcheck report --entry client --assume-fanout 20 .`,
		RunE: func(cmd *cobra.Command, args []string) error {
			r, err := a.analyseAndWrite(cmd.Context(), args, &o, report.Options{})
			if err != nil {
				return err
			}
			return completeness(r)
		},
	}
	o.register(cmd)
	return cmd
}
