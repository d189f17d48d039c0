package measure

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"syscall"
	"time"
)

const (
	// startFor is how long a proxy may take to listen, answerFor to answer.
	startFor  = 10 * time.Second
	answerFor = 60 * time.Second
	// settle is how long after the answer a late attempt is waited for.
	settle = 300 * time.Millisecond
)

// Programs are the programs of the proxies.
type Programs map[string]string

// command starts a proxy in the foreground, with a directory for its files.
func (p Programs) command(ctx context.Context, c *Case, dir string) (*exec.Cmd, error) {
	file, err := filepath.Abs(c.File)
	if err != nil {
		return nil, err
	}
	program, ok := p[c.Proxy]
	if !ok {
		return nil, fmt.Errorf("no program for %s", c.Proxy)
	}
	var args []string
	switch c.Proxy {
	case "nginx":
		args = []string{"-p", dir, "-e", "stderr", "-c", file, "-g", "daemon off; master_process off; pid nginx.pid;"}
	case "haproxy":
		args = []string{"-db", "-f", file}
	case RPC:
		args = []string{file, Listen, Servers[0]}
	case "caddy":
		args = []string{"run", "--config", file}
		if filepath.Ext(file) != ".json" {
			args = append(args, "--adapter", "caddyfile")
		}
	}
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "HOME="+dir, "XDG_DATA_HOME="+dir, "XDG_CONFIG_HOME="+dir)
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.WaitDelay = 2 * time.Second
	return cmd, nil
}

// Measure sends one request through the proxy of a case.
func (p Programs) Measure(ctx context.Context, c *Case, f Fault) (run Run, err error) {
	run = Run{Proxy: c.Proxy, Case: c.Name, Fault: f}
	s, err := serve(f, c.Proxy == RPC)
	if err != nil {
		return run, err
	}
	defer func() { err = errors.Join(err, s.close()) }()
	dir, err := os.MkdirTemp("", "proxies")
	if err != nil {
		return run, err
	}
	defer os.RemoveAll(dir)
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	cmd, err := p.command(ctx, c, dir)
	if err != nil {
		return run, err
	}
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Start(); err != nil {
		return run, err
	}
	defer func() {
		stop()
		_ = cmd.Wait()
	}()
	if err := listens(ctx); err != nil {
		stop()
		_ = cmd.Wait()
		return run, fmt.Errorf("%s %s: %w\n%s", c.Proxy, c.Name, err, &out)
	}
	return run, request(ctx, s, &run)
}

// listens waits until the proxy takes connections. It does not try one: a proxy
// of TCP would pass it on.
func listens(ctx context.Context) error {
	for end := time.Now().Add(startFor); time.Now().Before(end) && ctx.Err() == nil; time.Sleep(20 * time.Millisecond) {
		if ok, err := listening(Listen); ok || err != nil {
			return err
		}
	}
	return errors.New("does not listen")
}

// request sends the request and counts.
func request(ctx context.Context, s *servers, run *Run) error {
	if s.fault == WarmReset {
		if err := warm(ctx); err != nil {
			return err
		}
	}
	var refused *refusals
	if s.fault == Refuse {
		var err error
		if refused, err = countRefusals(); err != nil {
			return err
		}
	}
	method := http.MethodGet
	if s.fault.Post() {
		method = http.MethodPost
	}
	status, err := send(ctx, method, "/")
	if err != nil {
		return err
	}
	time.Sleep(settle)
	run.Answer, run.Attempts = status, int(s.requests.Load())
	if refused != nil {
		run.Attempts, err = refused.count()
	}
	return err
}

// warm calls on several connections at once.
func warm(ctx context.Context) error {
	errs := make([]error, Warm)
	var all sync.WaitGroup
	for i := range errs {
		all.Go(func() {
			status, err := send(ctx, http.MethodGet, "/well")
			if err == nil && status != http.StatusOK {
				err = fmt.Errorf("a request that should go well was answered %d", status)
			}
			errs[i] = err
		})
	}
	all.Wait()
	time.Sleep(settle)
	return errors.Join(errs...)
}

// send is one request on a connection of its own, never repeated; a connection
// that breaks off is status 0.
func send(ctx context.Context, method, path string) (status int, err error) {
	ctx, cancel := context.WithTimeout(ctx, answerFor)
	defer cancel()
	var body io.Reader
	if method == http.MethodPost {
		body = bytes.NewReader([]byte("x"))
	}
	req, err := http.NewRequestWithContext(ctx, method, "http://"+Listen+path, body)
	if err != nil {
		return 0, err
	}
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	resp, err := client.Do(req)
	if ctx.Err() != nil {
		return 0, fmt.Errorf("no answer after %s", answerFor)
	}
	if err != nil {
		return 0, nil
	}
	_, _ = io.Copy(io.Discard, resp.Body)
	return resp.StatusCode, resp.Body.Close()
}
