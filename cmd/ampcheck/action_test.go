package main

import (
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"
)

// composite is an action of several steps.
type composite struct {
	Inputs, Outputs map[string]struct{ Description, Default string }
	Runs            struct {
		Using string
		Steps []struct {
			Shell, Run string
			Env        map[string]string
		}
	}
}

// The actions hand their scripts everything that those read, by way of the
// environment: what stands in an input never becomes a part of a command.
func TestActions(t *testing.T) {
	scripts := 0
	for _, file := range []string{"action.yml", "action/comment/action.yml"} {
		var action composite
		readYAML(t, "../../"+file, &action)
		if action.Runs.Using != "composite" {
			t.Errorf("%s is %q, want composite", file, action.Runs.Using)
		}
		said := ""
		for _, step := range action.Runs.Steps {
			if step.Shell != "bash" || strings.Contains(step.Run, "${{") {
				t.Errorf("%s: a step runs %q in %s", file, step.Run, step.Shell)
			}
			name := regexp.MustCompile(`[a-z]+\.sh`).FindString(step.Run)
			if name == "" {
				continue
			}
			script, err := os.ReadFile("../../action/" + name)
			if err != nil {
				t.Fatal(err)
			}
			scripts++
			said += string(script)
			for _, name := range regexp.MustCompile(`\b(CHECK_[A-Z]+|DIFF_BASE|COMMENT|PULL_REQUEST|GH_TOKEN)\b`).FindAllString(string(script), -1) {
				if step.Env[name] == "" && !strings.Contains(step.Run, name+"=") {
					t.Errorf("%s: the script reads %s, which the step does not set", file, name)
				}
			}
		}
		for name := range action.Outputs {
			if !strings.Contains(said, name+"=%s") {
				t.Errorf("%s: no script writes an output %s", file, name)
			}
		}
	}
	if scripts != 3 {
		t.Errorf("%d scripts are run, want 3", scripts)
	}
}

// The template for GitLab runs commands that there are, and hands the job that writes
// nothing but a file.
func TestGitLabTemplate(t *testing.T) {
	var jobs map[string]struct{ Script []string }
	readYAML(t, "../../action/gitlab.yml", &jobs)
	root := (&app{stdout: io.Discard}).rootCommand()
	commands := 0
	for _, line := range jobs["ampcheck"].Script {
		for _, m := range regexp.MustCompile(`ampcheck ([a-z]+)((?: --?[a-z]+[= ]\S+)*)`).FindAllStringSubmatch(line, -1) {
			cmd, rest, err := root.Find(append([]string{m[1]}, strings.Fields(strings.ReplaceAll(m[2], `"`, ""))...))
			if err != nil || cmd == root || cmd.ParseFlags(rest) != nil {
				t.Errorf("the template runs %q: %v", m[0], err)
			}
			commands++
		}
	}
	if commands != 4 || len(jobs) != 2 {
		t.Errorf("%d commands in %d jobs, want 4 in 2", commands, len(jobs))
	}
	for _, line := range jobs["ampcheck note"].Script {
		if strings.Contains(line, "git ") || strings.Contains(line, "go ") {
			t.Errorf("the job with the token runs %q", line)
		}
	}
}

// The hooks run commands that there are.
func TestPreCommitHooks(t *testing.T) {
	var hooks []struct{ ID, Entry, Language, Files string }
	readYAML(t, "../../.pre-commit-hooks.yaml", &hooks)
	root := (&app{stdout: io.Discard}).rootCommand()
	for _, h := range hooks {
		args := strings.Fields(h.Entry)
		cmd, rest, err := root.Find(args[1:])
		if err != nil || args[0] != "ampcheck" || cmd == root || cmd.ParseFlags(rest) != nil {
			t.Errorf("the hook %s runs %q: %v", h.ID, h.Entry, err)
		}
		if files := regexp.MustCompile(h.Files); h.Language != "golang" || !files.MatchString("cmd/a.go") || !files.MatchString("deploy/a.yaml") || files.MatchString("README.md") {
			t.Errorf("the hook %s runs in %s for %s", h.ID, h.Language, h.Files)
		}
	}
	if len(hooks) != 2 {
		t.Errorf("%d hooks, want 2", len(hooks))
	}
}

func readYAML(t *testing.T, file string, into any) {
	t.Helper()
	data, err := os.ReadFile(filepath.FromSlash(file))
	if err != nil {
		t.Fatal(err)
	}
	if err := yaml.Unmarshal(data, into); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
}
