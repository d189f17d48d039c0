// Golangci is golangci-lint with the plugin of ampcheck compiled in: what
// golangci-lint custom would build, without its clone from the network.
package main

import (
	"fmt"
	"os"

	"github.com/golangci/golangci-lint/v2/pkg/commands"

	_ "github.com/ampcheck/ampcheck/analysis/golangci"
)

func main() {
	if err := commands.Execute(commands.BuildInfo{GoVersion: "go1.26", Version: "2.15.0", Commit: "unknown", Date: "unknown"}); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(3)
	}
}
