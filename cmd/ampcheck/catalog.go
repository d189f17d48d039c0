package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ampcheck/ampcheck/analysis/sdk"
	"github.com/ampcheck/ampcheck/configscan"
	"github.com/ampcheck/ampcheck/graph"
	"github.com/ampcheck/ampcheck/report"
)

func (a *app) catalogCommand() *cobra.Command {
	format := choice{name: "table", among: report.CatalogFormats()}
	cmd := &cobra.Command{
		Use:   "catalog [NAME]",
		Short: "list what libraries and configuration do by default, or explain one",
		Long: `Catalog lists the client libraries that are known: how many attempts each makes
when nothing is set, and on which failures. A row is measured when its numbers
were counted by running the library against servers that fail, and read when
they come from its source only. Formats of configuration follow: not read are
those that are known to repeat calls and that nothing is read of. Libraries
without a row are last, with the reason.

With a NAME, which is a name of the lists, a module path or a part of one, it
prints all rows that fit: their layers, what sets each number and what 0 and -1
mean, and the lines of source that the numbers were read from.`,
		Example: `  ampcheck catalog
  ampcheck catalog go-redis
  ampcheck catalog --format json | jq -r '.libraries[] | select(.measured) | .name'`,
		Args: cobra.MaximumNArgs(1),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return catalogNames(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(_ *cobra.Command, args []string) error {
			opts := report.Options{Width: terminalWidth(a.stdout)}
			if len(args) == 0 {
				return report.WriteCatalog(a.stdout, catalog(), format.name, opts)
			}
			c, err := catalogOf(args[0])
			if err != nil {
				return err
			}
			return report.WriteRows(a.stdout, c, format.name, opts)
		},
	}
	cmd.Flags().Var(&format, "format", "print "+strings.Join(format.among, ", "))
	completeWith(cmd, "format", format.among)
	return cmd
}

func catalog() *report.Catalog {
	c := &report.Catalog{Libraries: sdk.All(), Formats: configscan.Formats()}
	for _, l := range sdk.WithoutRow() {
		c.Absent = append(c.Absent, report.AbsentLibrary{Name: l.Name, Module: l.Module, Why: l.Why})
	}
	return c
}

// catalogOf are the rows that a name stands for: those that have it, else those
// in whose name or module it is a part.
func catalogOf(name string) (*report.Catalog, error) {
	all := catalog()
	fit := func(is func(text string) bool) *report.Catalog {
		return &report.Catalog{
			Libraries: slices.DeleteFunc(slices.Clone(all.Libraries), func(l graph.Library) bool { return !is(l.Name) && !is(l.Module) }),
			Formats:   slices.DeleteFunc(slices.Clone(all.Formats), func(f graph.Format) bool { return !is(f.Name) }),
		}
	}
	part := func(text string) bool { return strings.Contains(strings.ToLower(text), strings.ToLower(name)) }
	for _, is := range []func(string) bool{func(text string) bool { return text == name }, part} {
		if c := fit(is); len(c.Libraries)+len(c.Formats) > 0 {
			return c, nil
		}
	}
	for _, l := range all.Absent {
		if part(l.Name) || part(l.Module) {
			return nil, fmt.Errorf("%s has no row: %s", l.Name, l.Why)
		}
	}
	return nil, fmt.Errorf("unknown library or format %q: ampcheck catalog lists what is known", name)
}

func catalogNames() []string {
	var names []string
	for _, l := range sdk.All() {
		names = append(names, l.Name)
	}
	names = slices.Compact(names)
	for _, f := range configscan.Formats() {
		names = append(names, f.Name)
	}
	return names
}

// choice is a flag that has one of some values.
type choice struct {
	name  string
	among []string
}

// Type, String and Set make the choice a flag.
func (c *choice) Type() string { return "NAME" }

func (c *choice) String() string { return c.name }

func (c *choice) Set(text string) error {
	if !slices.Contains(c.among, text) {
		return fmt.Errorf("want %s", strings.Join(c.among, ", "))
	}
	c.name = text
	return nil
}
