// Ampcheck computes how often the retries of composed services multiply one
// request: see ampcheck --help.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"
)

func main() {
	if isVettool(os.Args[1:]) {
		vettool()
	}
	os.Exit(realMain())
}

// realMain is main with an exit code, so that deferred calls run.
func realMain() int {
	// Without this a closed pipe kills the process before it can say so.
	signal.Ignore(syscall.SIGPIPE)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	// The first signal asks the run to end, the next one ends it.
	context.AfterFunc(ctx, stop)
	done := make(chan int, 1)
	go func() { done <- execute(ctx, os.Args[1:], os.Environ(), os.Stdin, os.Stdout, os.Stderr) }()
	select {
	case code := <-done:
		return code
	case <-ctx.Done():
	}
	select {
	case code := <-done:
		return code
	case <-time.After(grace):
		fmt.Fprintln(os.Stderr, "ampcheck: interrupted")
		return codeIncomplete
	}
}

// grace is how long a run may take to come to an end by itself: some of its steps do
// not look at the context.
const grace = 2 * time.Second
