package main

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// A pull request runs the steps of the action as action.yml has them, on the shop in
// a repository of its own: nothing that changed is one line, an added retry is a
// comment that says where.
func TestActionOnTheShop(t *testing.T) {
	repo := shopRepository(t)
	var action composite
	readYAML(t, "../../action.yml", &action)
	inputs := map[string]string{"base": "HEAD"}
	for name, in := range action.Inputs {
		if inputs[name] == "" {
			inputs[name] = in.Default
		}
	}
	source := absolute(t, "../..")
	steps := func() (log string, code int) {
		temp := t.TempDir()
		env := append(os.Environ(), "GOFLAGS=-buildvcs=false", "RUNNER_TEMP="+temp, "GITHUB_STEP_SUMMARY="+filepath.Join(temp, "summary"), "GITHUB_OUTPUT="+filepath.Join(temp, "output"))
		for _, step := range action.Runs.Steps {
			own := env
			for name, value := range step.Env {
				own = append(own, name+"="+evaluated(t, value, source, inputs))
			}
			out, exit := bash(t, repo, step.Run, own)
			log, code = log+out, max(code, exit)
		}
		return log + bodyOf(t, filepath.Join(temp, "ampcheck-comment.json")), code
	}
	// The shop itself is above the gate.
	if log, code := steps(); code != codeFindings || !strings.HasSuffix(log, "<!-- ampcheck -->\n**ampcheck**: no change (worst 81)\n") {
		t.Errorf("nothing changed: exit code %d, want %d, and\n%s", code, codeFindings, log)
	}
	addRetry(t, repo)
	log, code := steps()
	holdComment(t, log, code)
}

// A merge request runs the script of the template, but for the line that installs.
func TestGitLabOnTheShop(t *testing.T) {
	repo := shopRepository(t)
	var jobs map[string]struct {
		Script    []string
		Variables map[string]string
	}
	readYAML(t, "../../action/gitlab.yml", &jobs)
	var lines []string
	for _, line := range jobs["ampcheck"].Script {
		if !strings.HasPrefix(line, "go install ") {
			lines = append(lines, line)
		}
	}
	env := append(os.Environ(), "CI_MERGE_REQUEST_DIFF_BASE_SHA=HEAD") // ampcheck is this test
	for name, value := range jobs["ampcheck"].Variables {
		env = append(env, name+"="+value)
	}
	addRetry(t, repo)
	log, code := bash(t, repo, strings.Join(lines, "\n"), env)
	holdComment(t, log+bodyOf(t, filepath.Join(repo, ".ampcheck", "comment.json")), code)
}

// addRetry puts a loop round what the inventory service does.
func addRetry(t *testing.T, repo string) {
	t.Helper()
	file := filepath.Join(repo, "cmd", "inventory", "price.go")
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	const call = "	cents, err := s.lookUp(ctx, req.GetItem())\n"
	const retried = "	var cents int64\n	var err error\n	for range 3 {\n		if cents, err = s.lookUp(ctx, req.GetItem()); err == nil {\n			break\n		}\n	}\n"
	changed := strings.Replace(string(data), call, retried, 1)
	if changed == string(data) {
		t.Fatalf("%s has no line %s", file, call)
	}
	if err := os.WriteFile(file, []byte(changed), 0o666); err != nil {
		t.Fatal(err)
	}
}

// holdComment holds what a pipeline says of the added retry.
func holdComment(t *testing.T, log string, code int) {
	t.Helper()
	if code != codeFindings {
		t.Errorf("one retry more: exit code %d, want %d:\n%s", code, codeFindings, log)
	}
	_, comment, _ := strings.Cut(log, "<!-- ampcheck -->")
	const want = `
**ampcheck**: 1 path changed, 1 finding (worst 243)

| Path | Amplification before | After | Factor |
| --- | ---: | ---: | ---: |
| client → database | 81x | 243x | 3x |

- cmd/inventory/price.go:25:2: inventory-&gt;database: main.(&#42;inventory).Price is new, with 3 attempts
`
	if comment != want {
		t.Errorf("the comment is\n%s\nwant\n%s", comment, want)
	}
	t.Logf("%s", comment)
}

// shopRepository is a copy of the shop with one commit.
func shopRepository(t *testing.T) string {
	t.Helper()
	if testing.Short() {
		t.Skip("builds ampcheck and analyses the shop several times, which takes seconds")
	}
	for _, program := range []string{"bash", "git"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("the steps are for a machine with %s", program)
		}
	}
	repo := t.TempDir()
	if err := os.CopyFS(repo, os.DirFS("../../testdata/shop")); err != nil {
		t.Fatal(err)
	}
	commit := "git init -q && git add -A && git -c user.name=a -c user.email=a@example.com commit -qm one"
	if out, exit := bash(t, repo, commit, os.Environ()); exit != 0 {
		t.Fatal(out)
	}
	return repo
}

// bash runs a script as the runners do and returns what it says.
func bash(t *testing.T, dir, script string, env []string) (out string, code int) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "bash", "-eo", "pipefail", "-c", script)
	cmd.Dir, cmd.Env = dir, env
	said, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return string(said), cmd.ProcessState.ExitCode()
}

var expression = regexp.MustCompile(`\$\{\{ *([a-z_.-]+) *\}\}`)

// evaluated is a value of an action with its expressions replaced.
func evaluated(t *testing.T, value, source string, inputs map[string]string) string {
	return expression.ReplaceAllStringFunc(value, func(m string) string {
		name := expression.FindStringSubmatch(m)[1]
		if name == "github.action_path" {
			return source
		}
		in, ok := inputs[strings.TrimPrefix(name, "inputs.")]
		if !ok {
			t.Fatalf("the action reads %s, which is not known", name)
		}
		return in
	})
}

// bodyOf is the text of a comment.
func bodyOf(t *testing.T, file string) string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		return err.Error()
	}
	var comment struct{ Body string }
	if err := json.Unmarshal(data, &comment); err != nil {
		t.Fatal(err)
	}
	return comment.Body
}

func absolute(t *testing.T, path string) string {
	t.Helper()
	abs, err := filepath.Abs(path)
	if err != nil {
		t.Fatal(err)
	}
	return abs
}
