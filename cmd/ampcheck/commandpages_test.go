package main

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

// visible are the commands that help lists, the root first.
func visible(root *cobra.Command) []*cobra.Command {
	all := []*cobra.Command{root}
	for _, c := range root.Commands() {
		if c.IsAvailableCommand() {
			all = append(all, visible(c)...)
		}
	}
	return all
}

// The page of commands is what --help prints.
func TestCommandsPage(t *testing.T) {
	var b strings.Builder
	b.WriteString("# Commands\n\nWhat `ampcheck COMMAND --help` prints. [`docs/man`](man) has the same as pages for man,\nand `ampcheck completion bash`, `zsh`, `fish` or `powershell` writes completion for a shell.\n")
	for _, c := range visible((&app{stdout: io.Discard}).rootCommand()) {
		fmt.Fprintf(&b, "\n## %s\n\n```\n%s```\n", c.CommandPath(), analysed(t, 0, append(strings.Fields(c.CommandPath())[1:], "--help")...))
	}
	holdPage(t, "commands.md", b.String())
}

// The pages for man are those of the commands that there are.
func TestManPages(t *testing.T) {
	dated := regexp.MustCompile(`(?m)^(\.TH "[^"]*" "1") "[^"]*"`)
	var want []string
	for _, c := range visible((&app{stdout: io.Discard}).rootCommand()) {
		c.DisableAutoGenTag = true
		var b bytes.Buffer
		if err := doc.GenMan(c, &doc.GenManHeader{Section: "1", Source: "ampcheck", Manual: "User Commands"}, &b); err != nil {
			t.Fatal(err)
		}
		name := strings.ReplaceAll(c.CommandPath(), " ", "-") + ".1"
		want = append(want, name)
		holdPage(t, "man/"+name, dated.ReplaceAllString(b.String(), `$1 ""`)) // the same bytes on every day
	}
	files, err := filepath.Glob("../../docs/man/*")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if !slices.Contains(want, filepath.Base(f)) {
			t.Errorf("%s is the page of no command", f)
		}
	}
}
