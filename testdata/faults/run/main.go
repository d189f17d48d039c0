// Run puts faults of the kind that is easily made into the arithmetic, one at a time,
// and wants the referee of graph/simulate to catch each:
//
//	go run ./testdata/faults/run
//
// No file is changed: the go command is told to compile a changed copy.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// fault is a change of one file of package graph.
type fault struct {
	name, file, old, new string
}

var faults = []fault{
	{"sum for maximum", "figures.go", "		return frontier(all)\n", "		sum := nothing\n		for _, p := range all {\n			sum = plus(sum, []pair{p})\n		}\n		return sum\n"},
	{"retries for attempts", "variant.go", "		v.attempts[i][c] = a\n", "		v.attempts[i][c] = max(1, a.Less1())\n"},
	{"dropped width", "hung.go", "	width := max(1, min(f.width, f.n))\n", "	width := Count(1)\n"},
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "run:", err)
		os.Exit(1)
	}
}

func run() error {
	dir, err := filepath.Abs("graph")
	if err != nil {
		return err
	}
	tmp, err := os.MkdirTemp("", "faults")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	if out, ok := referee(""); !ok {
		return fmt.Errorf("without a fault the referee fails:\n%s", out)
	}
	for i, f := range faults {
		overlay, err := f.overlay(dir, filepath.Join(tmp, fmt.Sprint(i)))
		if err != nil {
			return err
		}
		out, ok := referee(overlay)
		switch {
		case ok:
			return fmt.Errorf("%s is not caught", f.name)
		case !strings.Contains(out, "--- FAIL: TestReferee"):
			return fmt.Errorf("%s: %s", f.name, out)
		}
		fmt.Printf("%s: caught in %d systems\n", f.name, strings.Count(out, ", seed "))
	}
	return nil
}

// referee runs the test with what an overlay replaces.
func referee(overlay string) (out string, ok bool) {
	args := []string{"test", "-short", "-count=1", "-run", "^TestReferee$"}
	if overlay != "" {
		args = append(args, "-overlay", overlay)
	}
	text, err := exec.Command("go", append(args, "./graph/simulate")...).CombinedOutput()
	return string(text), err == nil
}

// overlay writes the changed file and the list that names it.
func (f *fault) overlay(dir, to string) (string, error) {
	path := filepath.Join(dir, f.file)
	code, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	if n := strings.Count(string(code), f.old); n != 1 {
		return "", fmt.Errorf("%s: %s holds %d times what is to be changed", f.name, f.file, n)
	}
	if err := os.WriteFile(to+".go", []byte(strings.Replace(string(code), f.old, f.new, 1)), 0o666); err != nil {
		return "", err
	}
	list, err := json.Marshal(map[string]map[string]string{"Replace": {path: to + ".go"}})
	if err != nil {
		return "", err
	}
	return to + ".json", os.WriteFile(to+".json", list, 0o666)
}
