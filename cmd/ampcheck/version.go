package main

import (
	"cmp"
	"fmt"
	"runtime/debug"

	"github.com/spf13/cobra"
)

func (a *app) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "print the version",
		Long: `Version prints the version of ampcheck, the Go version it was built with and
the commit it was built from, as far as the build recorded them.`,
		Example: `  ampcheck version`,
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			info, ok := debug.ReadBuildInfo()
			if !ok {
				info = &debug.BuildInfo{}
			}
			_, err := fmt.Fprintln(a.stdout, versionLine(info))
			return err
		},
	}
}

// versionLine has four words, whatever the build recorded.
func versionLine(info *debug.BuildInfo) string {
	settings := make(map[string]string)
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	commit := settings["vcs.revision"]
	if len(commit) > 12 {
		commit = commit[:12]
	}
	if commit != "" && settings["vcs.modified"] == "true" {
		commit += "+dirty"
	}
	return fmt.Sprintf("ampcheck %s %s %s", cmp.Or(info.Main.Version, "(devel)"), cmp.Or(info.GoVersion, "unknown"), cmp.Or(commit, "unknown"))
}
