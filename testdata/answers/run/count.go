package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/ampcheck/ampcheck/testdata/answers/measure"
)

// patient is how long a caller waits that wants to see the answer of a service,
// which may try several times itself.
const patient = 4 * time.Second

// A policy is what a caller does: it tries three times on what says that the
// service is not available, the hurried one on its own timeout too.
type policy struct {
	wait     time.Duration
	timeouts bool
}

var policies = []policy{{wait: patient}, {wait: 250 * time.Millisecond, timeouts: true}}

const tries = 3

// again reports whether a reply is one on which a caller tries again.
func (p policy) again(reply string) bool {
	return slices.Contains([]string{"http:502", "http:503", "http:504", "grpc:14"}, reply) ||
		p.timeouts && slices.Contains([]string{measure.NoReply, "grpc:4", "http:408"}, reply)
}

// measureAll measures the cases, some beside each other.
func (r *runner) measureAll(ctx context.Context, cases []*measure.Case, jobs int) ([]measure.Record, error) {
	bin := filepath.Join(r.tmp, "bin")
	if err := os.Mkdir(bin, 0o755); err != nil {
		return nil, err
	}
	if err := r.goBuild(ctx, filepath.Join(r.root, "cases"), bin, "./..."); err != nil {
		return nil, err
	}
	records := make([]measure.Record, len(cases))
	errs := make([]error, len(cases))
	slots := make(chan struct{}, jobs)
	var wg sync.WaitGroup
	for i, c := range cases {
		slots <- struct{}{}
		wg.Go(func() {
			defer func() { <-slots }()
			fmt.Fprintln(os.Stderr, c.Name)
			records[i], errs[i] = r.measure(ctx, c, filepath.Join(bin, c.Name))
		})
	}
	wg.Wait()
	return records, errors.Join(errs...)
}

func (r *runner) measure(ctx context.Context, c *measure.Case, program string) (measure.Record, error) {
	rec := measure.Record{Case: c.Name, Serves: c.Serves, Calls: c.Calls}
	var err error
	if rec.Hash, err = c.Hash(r.root); err != nil {
		return rec, err
	}
	for _, f := range measure.Faults(c.Calls) {
		cell := measure.Cell{Fault: f}
		for i, p := range policies {
			reply, n, err := r.once(ctx, c, f, program, p)
			if err != nil {
				return rec, fmt.Errorf("%s, %s: %w", c.Name, f, err)
			}
			if f != measure.Refuse { // nothing reaches nobody
				cell.Attempts = append(cell.Attempts, n)
			}
			if i == 0 {
				cell.Observed = reply
			}
		}
		rec.Cells = append(rec.Cells, cell)
	}
	return rec, nil
}

// once runs a service above a leaf that fails and calls it as the policy says. It
// returns the first reply, and how many requests reached the leaf.
func (r *runner) once(ctx context.Context, c *measure.Case, f measure.Fault, program string, p policy) (reply string, requests int, err error) {
	leaf, err := measure.StartLeaf(c.Calls, f)
	if err != nil {
		return "", 0, err
	}
	defer leaf.Close()
	addr, stop, err := start(ctx, program, measure.Env(c.Name)+"="+leaf.Addr())
	if err != nil {
		return "", 0, err
	}
	defer stop()
	caller := measure.NewCaller(c.Serves, addr)
	defer caller.Close()
	for i := range tries {
		got := caller.Ask(ctx, p.wait)
		if i == 0 {
			reply = got
		}
		if !p.again(got) {
			break
		}
	}
	time.Sleep(20 * time.Millisecond) // what is under way arrives
	return reply, leaf.Requests(), nil
}

// start runs a service at a free address and waits until it listens.
func start(ctx context.Context, program, env string) (addr string, stop func(), err error) {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, err
	}
	addr = ln.Addr().String()
	ln.Close()
	cmd := exec.CommandContext(ctx, program)
	cmd.Env = append(os.Environ(), env, "LISTEN="+addr)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Start(); err != nil {
		return "", nil, err
	}
	stop = func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	}
	for range 500 {
		if conn, err := net.Dial("tcp", addr); err == nil {
			conn.Close()
			return addr, stop, nil
		}
		time.Sleep(10 * time.Millisecond)
	}
	stop()
	return "", nil, fmt.Errorf("%s does not listen\n%s", filepath.Base(program), out.Bytes())
}
