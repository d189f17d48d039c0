package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/ampcheck/ampcheck/testdata/conformance/measure"
	"github.com/ampcheck/ampcheck/testdata/conformance/servers"
)

const (
	// cutAt is where a run that should have no end is ended.
	cutAt = 60
	// limit is how long a program may take.
	limit = 40 * time.Second
)

// measure builds, predicts, runs and compares one case.
func (r *runner) measure(ctx context.Context, c *measure.Case) (*measure.Record, error) {
	row, version, err := r.row(c)
	if err != nil {
		return nil, err
	}
	hash, err := c.Hash(r.root, row)
	if err != nil {
		return nil, err
	}
	bin := filepath.Join(r.tmp, c.Name)
	if err := os.Mkdir(bin, 0o755); err != nil {
		return nil, err
	}
	defer os.RemoveAll(bin)
	if err := r.goCommand(ctx, c.Dir, "build", "-ldflags=-s -w", "-o", bin, "./..."); err != nil {
		return nil, err
	}
	p, err := r.predictCase(ctx, c)
	if err != nil {
		return nil, err
	}
	if !reflect.DeepEqual(p, r.written[c.Name]) {
		return nil, fmt.Errorf("what ampcheck predicts is not what predictions.json says: run with -predict -only %s, and commit that", c.Name)
	}
	record := &measure.Record{Case: c.Name, Library: c.Library, Since: row.Since, Version: version, Hash: hash}
	for _, setting := range c.Settings {
		for _, f := range servers.Faults() {
			record.Cells = append(record.Cells, measure.Cell{Setting: setting, Fault: f, Predicted: p[setting][f]})
		}
	}
	return record, r.runAll(ctx, c, bin, record.Cells)
}

func (r *runner) runAll(ctx context.Context, c *measure.Case, bin string, cells []measure.Cell) error {
	errs := make([]error, len(cells))
	var wg sync.WaitGroup
	for i := range cells {
		cell := &cells[i]
		if why := measure.Why(c.Without, cell.Setting, cell.Fault); why != "" {
			cell.Kind, cell.Note, cell.Predicted = measure.Left, why, 0
			continue
		}
		r.slots <- struct{}{}
		wg.Go(func() {
			defer func() { <-r.slots }()
			n, err := r.runCell(ctx, c, bin, cell)
			if err != nil {
				errs[i] = fmt.Errorf("%s/%s: %w", cell.Setting, cell.Fault, err)
				return
			}
			cell.Measured = n
			if n == measure.Unbounded && c.Cut > 0 {
				cell.Note = fmt.Sprintf("ended after %d attempts", c.Cut)
			}
			cell.Judge(measure.Why(c.Below, cell.Setting, cell.Fault), measure.Why(c.Misses, cell.Setting, cell.Fault))
		})
	}
	wg.Wait()
	return errors.Join(errs...)
}

// runCell runs the program of a cell and counts. A program that is still
// running past the cut is ended: if no end was predicted, or one that is too far,
// that is what was measured; else the count is above the prediction.
func (r *runner) runCell(ctx context.Context, c *measure.Case, bin string, cell *measure.Cell) (measure.Number, error) {
	cut := cutAt
	if c.Cut > 0 && cell.Predicted == measure.Unbounded {
		cut = c.Cut
	} else if cell.Predicted <= measure.Longest {
		cut = max(cutAt, 2*int(cell.Predicted))
	}
	program := filepath.Join(bin, cell.Setting)
	var window time.Duration
	if slices.Contains(c.Timed, cell.Setting) {
		window = c.Window()
	}
	var n int
	var err error
	if cell.Fault == servers.Refuse {
		n, err = r.refused(ctx, program, environment(c, cell.Setting, "127.0.0.1:1"), cut, window)
	} else {
		n, err = r.served(ctx, c, cell, program, cut, window)
	}
	if err == nil && n >= cut {
		return measure.Unbounded, nil
	}
	return measure.Number(n), err
}

func (r *runner) served(ctx context.Context, c *measure.Case, cell *measure.Cell, program string, cut int, window time.Duration) (int, error) {
	s, err := servers.Start(c.Protocol, cell.Fault, c.Reply)
	if err != nil {
		return 0, err
	}
	defer s.Close()
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, program)
	cmd.Env = environment(c, cell.Setting, s.Addr())
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	cmd.WaitDelay = time.Second
	if err := runUntil(ctx, cmd, enough(s.Requests, cut, window)); err != nil {
		return 0, fmt.Errorf("%w after %d requests on %d connections\n%s", err, s.Requests(), s.Connections(), tail(out.String()))
	}
	if r.verbose {
		fmt.Fprintf(os.Stderr, "%s %s/%s: %d requests, %d connections: %s\n", c.Name, cell.Setting, cell.Fault, s.Requests(), s.Connections(), tail(out.String()))
	}
	return s.Requests(), nil
}

// environment is that of the program of a setting, with the address of its server.
func environment(c *measure.Case, setting, addr string) []string {
	env := append(os.Environ(), measure.Env(setting)+"="+addr)
	for name, value := range c.Environment[setting] {
		env = append(env, name+"="+value)
	}
	return env
}

// enough reports whether a count has reached the cut, or the window since the first
// one is over: what is sent after it is not what was predicted. A window of 0 has
// no end.
func enough(count func() int, cut int, window time.Duration) func() bool {
	var first time.Time
	return func() bool {
		n := count()
		if n > 0 && first.IsZero() {
			first = time.Now()
		}
		return n >= cut || window > 0 && n > 0 && time.Since(first) >= window
	}
}

// runUntil runs a command to its end, or until enough reports true. That a
// program fails is right; that it does not end is an error, and so is a panic.
func runUntil(ctx context.Context, cmd *exec.Cmd, enough func() bool) error {
	if err := cmd.Start(); err != nil {
		return err
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case err := <-ended:
			var exit *exec.ExitError
			switch {
			case ctx.Err() != nil:
				return errors.New("the program did not end")
			case errors.As(err, &exit) && exit.ExitCode() == 2:
				return errors.New("the program panicked")
			}
			return nil
		case <-tick.C:
			if enough() {
				_ = cmd.Process.Kill()
				<-ended
				return nil
			}
		}
	}
}

// refused runs a program in a network of its own, where nothing listens, and
// counts the connections that the kernel refused.
func (r *runner) refused(ctx context.Context, program string, env []string, cut int, window time.Duration) (int, error) {
	self, err := os.Executable()
	if err != nil {
		return 0, err
	}
	cmd := exec.CommandContext(ctx, self, program, strconv.Itoa(cut), window.String())
	cmd.Env = append(env, refusedEnv+"=1")
	cmd.SysProcAttr = ownNetwork()
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return 0, fmt.Errorf("counting refused connections: %w: %s", err, tail(stderr.String()))
	}
	if r.verbose {
		fmt.Fprintf(os.Stderr, "%s refuse: %s %s\n", filepath.Base(program), bytes.TrimSpace(out), tail(stderr.String()))
	}
	return strconv.Atoi(strings.TrimSpace(string(out)))
}

func tail(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return strings.Join(lines[max(0, len(lines)-6):], "\n")
}
