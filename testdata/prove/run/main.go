// Run proves the paths of testdata/prove/paths.yaml: for each it lets ampcheck write a
// witness, starts the system above it and lets the witness count.
//
//	go run ./testdata/prove/run -systems DIR
//
// DIR holds a checkout of each system that is not part of this module, by its name.
// It writes measurement.json and TABLE.md, and fails where a witness counts another
// number than was printed.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/ampcheck/ampcheck/testdata/prove/measure"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "run:", err)
		os.Exit(1)
	}
}

// runner proves paths, with what it builds in a directory of its own.
type runner struct {
	root, here, systems, tmp string
	plan                     *measure.Plan
	built                    map[string]bool
}

func run(ctx context.Context) error {
	r := &runner{built: map[string]bool{}}
	flag.StringVar(&r.systems, "systems", "", "directory with a checkout of each system")
	flag.Parse()
	out, err := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Dir}}").Output()
	if err != nil {
		return fmt.Errorf("go list: %w", err)
	}
	r.root = strings.TrimSpace(string(out))
	r.here = filepath.Join(r.root, "testdata", "prove")
	if r.plan, err = measure.Read(r.here); err != nil {
		return err
	}
	if r.tmp, err = os.MkdirTemp("", "prove"); err != nil {
		return err
	}
	defer os.RemoveAll(r.tmp)
	if err := r.command(ctx, r.root, "go", "build", "-buildvcs=false", "-o", filepath.Join(r.tmp, "ampcheck"), "./cmd/ampcheck").Run(); err != nil {
		return fmt.Errorf("building ampcheck: %w", err)
	}
	rec := &measure.Record{}
	if rec.Inputs, err = measure.Inputs(r.root); err != nil {
		return err
	}
	var wrong []error
	for i, p := range r.plan.Paths {
		row, err := r.prove(ctx, p, filepath.Join(r.tmp, "witness"+strconv.Itoa(i)))
		if err != nil {
			return fmt.Errorf("%s: %s -> %s: %w", p.System, p.From, p.To, err)
		}
		fmt.Printf("%-18s %-10s -> %-10s printed %4d, counted %4d\n", row.System, row.From, row.To, row.Printed, row.Counted)
		if row.Printed != row.Counted {
			wrong = append(wrong, fmt.Errorf("%s: %s -> %s: %d printed, %d counted", p.System, p.From, p.To, row.Printed, row.Counted))
		}
		rec.Rows = append(rec.Rows, row)
	}
	if err := errors.Join(wrong...); err != nil {
		return err
	}
	data, err := json.MarshalIndent(rec, "", " ")
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(r.here, "measurement.json"), append(data, '\n'), 0o666); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(r.here, "TABLE.md"), []byte(measure.Page(r.plan, rec)), 0o666)
}

func (r *runner) command(ctx context.Context, dir, name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir, cmd.Stderr = dir, os.Stderr
	cmd.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off")
	return cmd
}

// source is where a system lies.
func (r *runner) source(name string) string {
	if s := r.plan.Systems[name].Source; strings.HasPrefix(s, "testdata/") {
		return filepath.Join(r.root, filepath.FromSlash(s))
	}
	return filepath.Join(r.systems, name)
}

// build builds the programs of a system, once, and returns their directory.
func (r *runner) build(ctx context.Context, name string) (string, error) {
	bin := filepath.Join(r.tmp, name)
	if r.built[name] {
		return bin, nil
	}
	r.built[name] = true
	if err := os.Mkdir(bin, 0o755); err != nil {
		return "", err
	}
	return bin, r.command(ctx, r.source(name), "go", "build", "-buildvcs=false", "-o", bin+string(filepath.Separator), r.plan.Systems[name].Build).Run()
}

var (
	printed = regexp.MustCompile(`becomes (\d+) at`)
	counted = regexp.MustCompile(`one call at .* became (\d+) at`)
)

// prove writes the witness of a path and runs it.
func (r *runner) prove(ctx context.Context, p measure.Path, witness string) (row measure.Row, err error) {
	sys := r.plan.Systems[p.System]
	bin, err := r.build(ctx, p.System)
	if err != nil {
		return row, fmt.Errorf("building: %w", err)
	}
	dir := filepath.Join(r.source(p.System), filepath.FromSlash(sys.Dir))
	args := append([]string{"prove", "--from", p.From, "--to", p.To, "-o", witness}, p.Flags...)
	said, err := r.command(ctx, dir, filepath.Join(r.tmp, "ampcheck"), args...).Output()
	m := printed.FindSubmatch(said)
	if err != nil || m == nil {
		return row, fmt.Errorf("ampcheck prove: %w: %s", err, said)
	}
	row = measure.Row{System: p.System, From: p.From, To: p.To, Request: p.Method + " " + p.Entry}
	for _, f := range p.Flags {
		row.Flags += " " + f
	}
	if row.Printed, err = strconv.Atoi(string(m[1])); err != nil {
		return row, err
	}
	addresses, err := free(6)
	if err != nil {
		return row, err
	}
	leaf, entry := addresses[5], p.Entry
	if host := regexp.MustCompile(`//([A-E])/`).FindStringSubmatch(entry); host != nil {
		entry = strings.Replace(entry, "//"+host[1]+"/", "//"+addresses[host[1][0]-'A']+"/", 1)
	}
	cmd := r.command(ctx, witness, "go", "test", "-v", ".", "-args",
		"-start", filepath.Join(r.here, "start", sys.Start), "-leaf", leaf, "-entry", entry, "-method", p.Method)
	cmd.Stderr = nil
	cmd.Env = append(cmd.Env, "BIN="+bin, "TO="+p.To)
	for i, a := range addresses[:5] {
		cmd.Env = append(cmd.Env, string(rune('A'+i))+"="+a)
	}
	out, err := cmd.Output()
	if m = counted.FindSubmatch(out); m == nil {
		return row, fmt.Errorf("the witness: %w\n%s", err, out)
	}
	row.Counted, err = strconv.Atoi(string(m[1]))
	return row, err
}

// free are addresses on which nobody listens.
func free(n int) (all []string, err error) {
	for range n {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return nil, err
		}
		defer l.Close()
		all = append(all, l.Addr().String())
	}
	return all, nil
}
