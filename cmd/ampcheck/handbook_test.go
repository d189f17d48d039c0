package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/ampcheck/ampcheck/configscan"
)

// fence is a block of a page: its kind and its text.
type fence struct{ kind, text string }

var fences = regexp.MustCompile("(?ms)^```([^\n]*)\n(.*?)^```$")

// handbook are the pages of docs that people write, with their blocks.
func handbook(t *testing.T) map[string][]fence {
	t.Helper()
	pages := map[string][]fence{}
	for _, name := range []string{"README.md", "first-ten-minutes.md", "model.md", "not-seen.md", "recipes.md", "tasks.md"} {
		data, err := os.ReadFile(filepath.Join("../../docs", name))
		if err != nil {
			t.Fatal(err)
		}
		pages[name] = nil
		for _, m := range fences.FindAllStringSubmatch(string(data), -1) {
			pages[name] = append(pages[name], fence{m[1], m[2]})
		}
	}
	return pages
}

// A policy in the pages is one that is understood, and what stands below it is what is
// printed for it.
func TestHandbookPolicies(t *testing.T) {
	examples := 0
	for name, blocks := range handbook(t) {
		for i, b := range blocks {
			if b.kind != "yaml" {
				continue
			}
			if _, problems := configscan.ReadPolicy(name, []byte(b.text)); len(problems) > 0 {
				t.Errorf("%s: %v in\n%s", name, problems, b.text)
			}
			if i+1 == len(blocks) || blocks[i+1].kind != "" {
				continue
			}
			examples++
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, policyName), []byte(b.text), 0o666); err != nil {
				t.Fatal(err)
			}
			said := analysed(t, 0, "report", dir)
			for line := range strings.Lines(blocks[i+1].text) {
				if !strings.Contains(said, line) {
					t.Errorf("%s: %q is not in what is printed for\n%s\n%s", name, line, b.text, said)
				}
			}
		}
	}
	if examples < 6 {
		t.Errorf("%d policies with what is printed for them, want 6 and more", examples)
	}
}

// The commands in the pages that are marked for it run as they stand there, from the top of
// the repository.
func TestHandbookCommands(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the commands of the pages, which takes seconds")
	}
	commands, dir := 0, t.TempDir() // what one block writes, another may read
	for name, blocks := range handbook(t) {
		for _, b := range blocks {
			if b.kind != "sh ci" {
				continue
			}
			var lines []string
			for line := range strings.Lines(b.text) {
				if !strings.HasPrefix(line, "go install ") { // ampcheck is this test
					lines = append(lines, line)
				}
			}
			commands++
			script := strings.ReplaceAll(strings.Join(lines, ""), "/tmp/", dir+"/")
			if out, exit := bash(t, "../..", script, os.Environ()); exit != 0 {
				t.Errorf("%s: exit code %d of\n%s\n%s", name, exit, b.text, out)
			}
		}
	}
	if commands < 8 {
		t.Errorf("%d blocks of commands, want 8 and more", commands)
	}
}

// Links between the pages lead somewhere.
func TestHandbookLinks(t *testing.T) {
	files, err := filepath.Glob("../../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	links := regexp.MustCompile(`\]\(([^)#:]+)(?:#[^)]*)?\)`)
	for _, file := range append(files, "../../README.md") {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range links.FindAllStringSubmatch(string(data), -1) {
			if _, err := os.Stat(filepath.Join(filepath.Dir(file), m[1])); err != nil {
				t.Errorf("%s: %v", file, err)
			}
		}
	}
}
