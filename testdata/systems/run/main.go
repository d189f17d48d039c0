// Command run scores ampcheck against systems that somebody has read: services,
// edges, call sites, retry layers, fan-outs, the state of the context, and what
// has to be silent. The systems are checkouts DIR/ID of the repositories in the
// file, at the commits that it names.
//
//	go run ./testdata/systems/run -truth FILE -checkouts DIR [-app ID] [-whole] [-list]
//
// It prints n/N for each, and with -list what was missed and what is too much.
// -whole analyses the directory of a system as a user would, without the choice
// of modules and configuration that the file makes.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "run:", err)
		os.Exit(1)
	}
}

func run() error {
	file := flag.String("truth", "", "`FILE` with what was read")
	checkouts := flag.String("checkouts", "", "`DIR` with the checkouts")
	only := flag.String("app", "", "score the system `ID` only")
	whole := flag.Bool("whole", false, "analyse the whole directory")
	list := flag.Bool("list", false, "list what was missed and what is too much")
	formulas := flag.String("formulas", "testdata/systems/formulas.yaml", "`FILE` with the formulas of paths; empty scores none")
	flag.Parse()
	if *file == "" || *checkouts == "" {
		return errors.New("-truth and -checkouts are needed")
	}
	t, err := readTruth(*file)
	if err != nil {
		return err
	}
	paths, err := readFormulas(*formulas)
	if err != nil {
		return err
	}
	tool, err := build()
	if err != nil {
		return err
	}
	defer os.Remove(tool)
	total := scores{}
	for i := range t.Apps {
		a := &t.Apps[i]
		if *only != "" && a.ID != *only {
			continue
		}
		s, err := scoreApp(tool, a, filepath.Join(*checkouts, a.ID), *whole, paths)
		if err != nil {
			return fmt.Errorf("%s: %w", a.ID, err)
		}
		fmt.Println(s.line(a.ID))
		if *list {
			s.list()
		}
		total.add(s)
	}
	fmt.Println(total.line("all"))
	return nil
}

// build makes the command that is scored.
func build() (string, error) {
	f, err := os.CreateTemp("", "ampcheck-")
	if err != nil {
		return "", err
	}
	f.Close()
	out, err := exec.Command("go", "build", "-o", f.Name(), "./cmd/ampcheck").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("building: %w: %s", err, out)
	}
	return f.Name(), nil
}

func scoreApp(tool string, a *app, checkout string, whole bool, paths []formula) (scores, error) {
	dir := a.dir(checkout)
	policy, err := os.CreateTemp("", "policy-*.yaml")
	if err != nil {
		return nil, err
	}
	defer os.Remove(policy.Name())
	args := []string{"."}
	if !whole {
		args = a.arguments()
	}
	if err := writePolicy(policy.Name(), a, whole, nil); err != nil {
		return nil, err
	}
	r, err := report(tool, dir, policy.Name(), append([]string{"--operations"}, args...))
	if err != nil {
		return nil, err
	}
	s := scores{}
	scoreServices(s, a, r)
	scoreEdges(s, a, r)
	if a.simulates() {
		if a.repeats, err = sites(tool, dir); err != nil {
			return nil, err
		}
	}
	scoreFacts(s, a, r)
	for _, f := range paths {
		if f.App != a.ID {
			continue
		}
		if err := writePolicy(policy.Name(), a, whole, &f); err != nil {
			return nil, err
		}
		r, err := report(tool, dir, policy.Name(), slices.Concat(f.flags(), args))
		if err != nil {
			return nil, err
		}
		f.score(s, r)
	}
	return s, nil
}

// arguments are what the file says is the system: its modules, or packages.
func (a *app) arguments() []string {
	if len(a.Input.Modules) > 0 {
		return []string{"."} // modules that replace each other are one tree
	}
	var args []string
	for _, p := range a.Input.Packages {
		// A pattern is one of the directory of the system, wherever its module is.
		if rel, ok := strings.CutPrefix(p, "./"+strings.Fields(a.Root)[0]); ok {
			p = "." + rel
		}
		args = append(args, p)
	}
	return args
}

// writePolicy writes what is read and, for a formula, the numbers of its symbols.
func writePolicy(path string, a *app, whole bool, f *formula) error {
	text := "version: 1\n"
	if !whole {
		text += "include:\n"
		config := a.Input.Config
		if f != nil {
			config = append(slices.DeleteFunc(slices.Clone(config), func(c string) bool { return slices.Contains(f.Without, c) }), f.Config...)
		}
		for _, c := range config {
			text += fmt.Sprintf("  - %q\n  - %q\n", c, c+"/**")
		}
		text += "  - \"**/Dockerfile\"\n"
		if len(a.Input.Exclude) > 0 {
			text += "exclude:\n"
			for _, c := range a.Input.Exclude {
				text += fmt.Sprintf("  - %q\n", c+"/**")
			}
		}
	}
	if f != nil {
		text += f.policy()
	}
	return os.WriteFile(path, []byte(text), 0o600)
}

// sites are the places in code that repeat something.
func sites(tool, dir string) ([]repeat, error) {
	cmd := exec.Command(tool, "sites", "--format", "json", ".")
	cmd.Dir, cmd.Stderr = dir, os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("ampcheck sites in %s: %w", dir, err)
	}
	var all []repeat
	for d := json.NewDecoder(bytes.NewReader(out)); d.More(); {
		var one repeat
		if err := d.Decode(&one); err != nil {
			return nil, fmt.Errorf("reading the sites of %s: %w", dir, err)
		}
		all = append(all, one)
	}
	return all, nil
}

// report runs the command as a user does and reads what it prints.
func report(tool, dir, policy string, args []string) (*graph.Result, error) {
	cmd := exec.Command(tool, append([]string{"report", "--format", "json", "--policy", policy}, args...)...)
	cmd.Dir, cmd.Stderr = dir, os.Stderr
	data, err := cmd.Output()
	if len(data) == 0 {
		return nil, fmt.Errorf("ampcheck %s in %s: %w", strings.Join(cmd.Args[1:], " "), dir, err)
	}
	r := &graph.Result{}
	return r, json.Unmarshal(data, r)
}
