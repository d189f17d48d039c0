package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/ampcheck/ampcheck/graph"
)

// ruleCase is an input that breaks a rule and one that does not, with what is run on
// both.
type ruleCase struct {
	text          string
	commands      []string
	fails, passes []txtar.File
}

// Every rule has an input on which it is found and one on which it is not, and docs
// shows both with what is said.
func TestRulePages(t *testing.T) {
	var b strings.Builder
	b.WriteString("# The rules\n\nEach rule with what it means, an input on which it is found, what is said, and an\ninput on which it is not. Every build of ampcheck runs these inputs; they are\n`testdata/rules`, and this page is written from them. `ampcheck rules ID` prints the\nsame texts.\n\n| Rule | Severity | What it finds |\n| --- | --- | --- |\n")
	for _, r := range graph.Rules() {
		fmt.Fprintf(&b, "| [%s](#%s) | %s | %s |\n", r.ID, strings.ToLower(r.ID), r.Severity, r.Title)
	}
	for _, r := range graph.Rules() {
		c := readRuleCase(t, r.ID)
		failed := c.run(t, r.ID, "fails", c.fails)
		if failed == "" {
			t.Errorf("%s is not found on the input that fails", r.ID)
		}
		if found := c.run(t, r.ID, "passes", c.passes); found != "" {
			t.Errorf("%s is found on the input that passes:\n%s", r.ID, found)
		}
		fmt.Fprintf(&b, "\n## %s\n\n**%s** (%s). %s\n\n*Fix:* %s\n\n%s\n", r.ID, r.Title, r.Severity, r.Text, r.Fix, c.text)
		shownFiles(&b, "Found:", c.fails)
		if len(c.commands) > 1 {
			fmt.Fprintf(&b, "\n```\n$ %s\n%s```\n", strings.Join(c.commands, "\n$ "), failed)
		} else {
			fmt.Fprintf(&b, "\n```\n%s```\n", failed)
		}
		shownFiles(&b, "Not found:", c.passes)
	}
	all, err := filepath.Glob("../../testdata/rules/*")
	if err != nil || len(all) != len(graph.Rules()) {
		t.Errorf("%d files of rules, want one for each of %d: %v", len(all), len(graph.Rules()), err)
	}
	holdPage(t, "rules.md", b.String())
}

// readRuleCase reads testdata/rules/ID.txtar: a sentence, commands behind $ where they are
// not ampcheck check, and the files of both inputs.
func readRuleCase(t *testing.T, id string) ruleCase {
	t.Helper()
	archive, err := txtar.ParseFile("../../testdata/rules/" + id + ".txtar")
	if err != nil {
		t.Fatal(err)
	}
	var c ruleCase
	for line := range strings.Lines(string(archive.Comment)) {
		if command, ok := strings.CutPrefix(strings.TrimSpace(line), "$ "); ok {
			c.commands = append(c.commands, command)
		} else {
			c.text += line
		}
	}
	c.text = strings.TrimSpace(c.text)
	if len(c.commands) == 0 {
		c.commands = []string{"ampcheck check"}
	}
	for _, f := range archive.Files {
		side, name, _ := strings.Cut(f.Name, "/")
		switch f.Name = name; side {
		case "fails":
			c.fails = append(c.fails, f)
		case "passes":
			c.passes = append(c.passes, f)
		default:
			t.Errorf("%s: a file of neither input: %s/%s", id, side, name)
		}
	}
	return c
}

// run runs the commands on one input and returns the findings of the rule that are not
// accepted.
func (c ruleCase) run(t *testing.T, id, side string, files []txtar.File) (found string) {
	t.Helper()
	t.Run(id+" "+side, func(t *testing.T) {
		t.Chdir(t.TempDir())
		for _, f := range files {
			if err := os.MkdirAll(filepath.Dir(f.Name), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(f.Name, f.Data, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		for _, command := range c.commands {
			args := strings.Fields(command)
			var out, errs bytes.Buffer
			if args[0] == "ampcheck" {
				if code := execute(t.Context(), args[1:], os.Environ(), strings.NewReader(""), &out, &errs); code == codeIncomplete {
					t.Errorf("%s: %s", command, &errs)
				}
			} else if text, err := exec.CommandContext(t.Context(), args[0], args[1:]...).CombinedOutput(); err != nil {
				t.Errorf("%s: %v\n%s", command, err, text)
			}
			found = ""
			for _, line := range regexp.MustCompile(`(?m)^\S+: (error|warning|info): `+id+`: .*\n`).FindAllString(out.String(), -1) {
				found += line
			}
		}
	})
	return found
}

// shownFiles are the files of an input, each in the colours of its kind.
func shownFiles(b *strings.Builder, title string, files []txtar.File) {
	fmt.Fprintf(b, "\n%s\n", title)
	for _, f := range files {
		if f.Name == "go.mod" {
			continue
		}
		language := strings.TrimPrefix(filepath.Ext(f.Name), ".")
		if len(files) > 1 && language != "go" {
			fmt.Fprintf(b, "\n`%s`:\n", f.Name)
		}
		fmt.Fprintf(b, "\n```%s\n%s```\n", language, f.Data)
	}
}
