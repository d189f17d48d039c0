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

// The action hands its script everything that the script reads, by way of the
// environment: what stands in an input never becomes a part of a command.
func TestAction(t *testing.T) {
	var action struct {
		Inputs, Outputs map[string]struct{ Description string }
		Runs            struct {
			Using string
			Steps []struct {
				Shell, Run string
				Env        map[string]string
			}
		}
	}
	readYAML(t, "../../action.yml", &action)
	script, err := os.ReadFile("../../action/run.sh")
	if err != nil {
		t.Fatal(err)
	}
	if action.Runs.Using != "composite" || len(action.Runs.Steps) != 2 {
		t.Fatalf("the action is %q with %d steps, want composite with 2", action.Runs.Using, len(action.Runs.Steps))
	}
	check := action.Runs.Steps[1]
	for _, name := range regexp.MustCompile(`\bCHECK_[A-Z]+`).FindAllString(string(script), -1) {
		if check.Env[name] == "" {
			t.Errorf("the script reads %s, which the action does not set", name)
		}
	}
	for _, step := range action.Runs.Steps {
		if step.Shell != "bash" || strings.Contains(step.Run, "${{") {
			t.Errorf("a step runs %q in %s", step.Run, step.Shell)
		}
	}
	for name := range action.Outputs {
		if !strings.Contains(string(script), name+"=%s") {
			t.Errorf("the script writes no output %s", name)
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
