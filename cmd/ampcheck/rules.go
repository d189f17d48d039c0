package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ampcheck/ampcheck/graph"
)

func (a *app) rulesCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "rules [ID]",
		Short: "list the rules, or explain one",
		Long: `Rules lists the kinds of findings with their severity. With an ID it says what
the rule means and what to do about a finding.`,
		Example: `  ampcheck rules
  ampcheck rules AMP001`,
		Args: cobra.MaximumNArgs(1),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return ruleIDs(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return listRules(a.stdout)
			}
			rule, ok := graph.RuleByID(strings.ToUpper(args[0]))
			if !ok {
				return fmt.Errorf("unknown rule %q: known are %s", args[0], strings.Join(ruleIDs(), ", "))
			}
			return explainRule(a.stdout, rule)
		},
	}
}

func ruleIDs() []string {
	var ids []string
	for _, r := range graph.Rules() {
		ids = append(ids, r.ID)
	}
	return ids
}

func listRules(w io.Writer) error {
	var b strings.Builder
	for _, r := range graph.Rules() {
		fmt.Fprintf(&b, "%s  %-7s  %s\n", r.ID, r.Severity, r.Title)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func explainRule(w io.Writer, r graph.Rule) error {
	_, err := fmt.Fprintf(w, "%s: %s (%s)\n\n%s\n\nFix: %s\n", r.ID, r.Title, r.Severity, wrap(r.Text, 80), wrap(r.Fix, 75))
	return err
}

// wrap breaks a text into lines of at most width bytes, where its words allow.
func wrap(text string, width int) string {
	var b strings.Builder
	column := 0
	for word := range strings.FieldsSeq(text) {
		switch {
		case column == 0:
		case column+1+len(word) > width:
			b.WriteByte('\n')
			column = 0
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += len(word)
	}
	return b.String()
}
