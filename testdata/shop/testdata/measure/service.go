package measure

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
)

// services is a set of running programs, which end with their context.
type services struct {
	running sync.WaitGroup
}

// wait returns when all of them have ended.
func (s *services) wait() { s.running.Wait() }

// start runs a service with that environment and returns the address on which
// it listens.
func (s *services) start(ctx context.Context, path string, env ...string) (string, error) {
	name := filepath.Base(path)
	cmd := exec.CommandContext(ctx, path, "-listen", "127.0.0.1:0")
	cmd.Env = env
	stderr, err := cmd.StderrPipe()
	if err != nil {
		return "", err
	}
	if err := cmd.Start(); err != nil {
		return "", fmt.Errorf("starting %s: %w", name, err)
	}
	address := make(chan string, 1)
	s.running.Go(func() {
		defer close(address)
		lines := bufio.NewScanner(stderr)
		for lines.Scan() {
			if _, a, ok := strings.Cut(lines.Text(), "listening on "); ok {
				address <- a
			} else {
				fmt.Fprintf(os.Stderr, "%s: %s\n", name, lines.Text())
			}
		}
		cmd.Wait() // killed with its context
	})
	a, ok := <-address
	if !ok {
		return "", fmt.Errorf("%s ended before it listened", name)
	}
	return a, nil
}
