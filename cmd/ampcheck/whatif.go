package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ampcheck/ampcheck/graph"
	"github.com/ampcheck/ampcheck/report"
)

func (a *app) whatifCommand() *cobra.Command {
	var o options
	var format plainFormat
	var settings settings
	cmd := &cobra.Command{
		Use:   "whatif [DIR | PATTERN | -] ... --set ID=ATTEMPTS",
		Short: "print the tables before and after a change of attempts",
		Long: `Whatif gives other numbers to what repeats calls, in the graph and nowhere else,
and prints the tables before and after, the nodes whose figures change and what is
found of each. ATTEMPTS counts the first try too: 1 is no retry; unbounded is a
number. For a fan-out it is the number of items.

ID is that of a layer or fan-out in the JSON report, with or without the places in
it; file:line of the place that a report names; or from->to where one layer repeats
the calls of that hop.

` + inputHelp + `
Formats:
  json   the settings, and both results as check has them, for programs
  table  for terminals and logs, the default

Exit codes: 0 everything was analysed; 2 it was not, or could not be, or there is
nothing of that ID.`,
		Example: `  ampcheck whatif --set 'order->inventory=1'
  ampcheck whatif --set cmd/gateway/main.go:53=1 --set cmd/order/price.go:58=1 .`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(settings) == 0 {
				return errors.New("say what to change: --set ID=ATTEMPTS")
			}
			return a.whatif(cmd.Context(), args, &o, format, settings)
		},
	}
	cmd.Flags().SortFlags = false
	cmd.Flags().Var(&settings, "set", "give `ID=ATTEMPTS` to a layer or fan-out, may be repeated")
	format.register(cmd)
	cmd.Flags().BoolVar(&o.operations, "operations", false, "show the operations of a service apart")
	o.registerInput(cmd)
	return cmd
}

func (a *app) whatif(ctx context.Context, args []string, o *options, format plainFormat, set settings) error {
	s, err := a.gather(ctx, args, o)
	if err != nil {
		return err
	}
	g := graph.Link(s.fragments, s.policy.Policy)
	other, changed, err := g.With(set)
	if err != nil {
		return err
	}
	w := &report.WhatIf{Set: changed, Before: s.compute(g, o), After: s.compute(other, o)}
	err = format.write(a.stdout, func(out io.Writer) error {
		return report.WriteWhatIf(out, w, report.Options{Width: terminalWidth(a.stdout)})
	}, func(out io.Writer) error { return report.WriteWhatIfJSON(out, w) })
	if err != nil {
		return err
	}
	return completeness(w.Before)
}

// settings are the values of --set.
type settings []graph.Setting

// Type, String and Set make the settings a flag.
func (s *settings) Type() string { return "ID=ATTEMPTS" }

func (s *settings) String() string { return "" }

func (s *settings) Set(text string) error {
	i := strings.LastIndexByte(text, '=')
	if i <= 0 {
		return errors.New("want ID=ATTEMPTS")
	}
	set := graph.Setting{What: text[:i], N: graph.Unbounded}
	if number := text[i+1:]; number != string(graph.BoundUnbounded) {
		n, err := strconv.ParseUint(number, 10, 31)
		if err != nil || n == 0 {
			return fmt.Errorf("want a whole number of attempts that is 1 or more, or unbounded, not %q", number)
		}
		set.N = graph.Count(n)
	}
	*s = append(*s, set)
	return nil
}
