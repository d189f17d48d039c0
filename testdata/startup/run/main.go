// Command run measures what the table of libraries costs go vet: the tool is run on a
// package that imports none of them, as it is and built with an empty table. The two
// alternate, and the medians of the processor time are compared. It fails where the full table takes more
// than 1.1 times as long.
//
//	go run ./testdata/startup/run [ROUNDS]
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

const allowed = 1.1

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "run:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	rounds := 101
	if len(args) > 0 {
		n, err := strconv.Atoi(args[0])
		if err != nil || n < 1 {
			return errors.New("usage: run [ROUNDS]")
		}
		rounds = n
	}
	tmp, err := os.MkdirTemp("", "startup")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	full, empty := filepath.Join(tmp, "full"), filepath.Join(tmp, "empty")
	overlay, err := emptyTable(tmp)
	if err != nil {
		return err
	}
	if _, err := goCommand("", "build", "-o", full, "./cmd/ampcheck"); err != nil {
		return err
	}
	if _, err := goCommand("", "build", "-overlay", overlay, "-o", empty, "./cmd/ampcheck"); err != nil {
		return err
	}
	config, work, err := vetConfig(filepath.Join(tmp, "module"), full)
	defer os.RemoveAll(work)
	if err != nil {
		return err
	}
	times := map[string][]time.Duration{}
	for range rounds {
		for _, tool := range []string{full, empty} {
			cmd := exec.Command(tool, config)
			if out, err := cmd.CombinedOutput(); err != nil {
				return fmt.Errorf("%s: %w\n%s", filepath.Base(tool), err, out)
			}
			times[tool] = append(times[tool], cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime())
		}
	}
	a, b := median(times[full]), median(times[empty])
	ratio := float64(a) / float64(b)
	fmt.Printf("go vet on one package, processor time, medians of %d runs: %v with the table, %v with an empty one: %.3f times\n", rounds, a, b, ratio)
	if ratio > allowed {
		return fmt.Errorf("%.3f times is more than %.1f", ratio, allowed)
	}
	return nil
}

func median(ds []time.Duration) time.Duration {
	slices.Sort(ds)
	return ds[len(ds)/2].Round(10 * time.Microsecond)
}

// emptyTable writes an overlay in which no row is registered.
func emptyTable(dir string) (string, error) {
	root, err := goCommand("", "list", "-m", "-f", "{{.Dir}}")
	if err != nil {
		return "", err
	}
	file := filepath.Join(strings.TrimSpace(root), "analysis", "sdk", "sdk.go")
	text, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	const registers = "	rows = append(rows, row{module, build})\n"
	if !strings.Contains(string(text), registers) {
		return "", fmt.Errorf("%s does not register rows any more by %q", file, registers)
	}
	emptied := filepath.Join(dir, "sdk.go")
	if err := os.WriteFile(emptied, []byte(strings.Replace(string(text), registers, "", 1)), 0o600); err != nil {
		return "", err
	}
	overlay, err := json.Marshal(map[string]map[string]string{"Replace": {file: emptied}})
	if err != nil {
		return "", err
	}
	name := filepath.Join(dir, "overlay.json")
	return name, os.WriteFile(name, overlay, 0o600)
}

// vetConfig is the file that the go command gives a vet tool for a package, in a
// folder of the go command that it was told to keep.
func vetConfig(dir, tool string) (config, work string, err error) {
	if err := os.MkdirAll(dir, 0o750); err != nil {
		return "", "", err
	}
	for name, text := range map[string]string{
		"go.mod": "module startup.test/plain\n\ngo 1.26\n",
		"plain.go": "// Package plain sends nothing.\npackage plain\n\nimport \"strings\"\n\n// Upper is in capitals.\n" +
			"func Upper(words []string) (out []string) {\n\tfor _, w := range words {\n\t\tout = append(out, strings.ToUpper(w))\n\t}\n\treturn out\n}\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			return "", "", err
		}
	}
	out, err := goCommand(dir, "vet", "-x", "-work", "-vettool="+tool, "./...")
	if err != nil {
		return "", "", err
	}
	_, rest, _ := strings.Cut(out, "WORK=")
	work, _, _ = strings.Cut(rest, "\n")
	files, err := filepath.Glob(filepath.Join(work, "*", "vet.cfg"))
	if err != nil {
		return "", work, err
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return "", work, err
		}
		var c struct{ ImportPath string }
		if err := json.Unmarshal(text, &c); err == nil && c.ImportPath == "startup.test/plain" {
			return file, work, nil
		}
	}
	return "", work, errors.New("the go command kept no configuration of the package")
}

func goCommand(dir string, args ...string) (string, error) {
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	if dir != "" {
		cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=")
	}
	out, err := cmd.CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("go %s: %w\n%s", args[0], err, out)
	}
	return string(out), nil
}
