// Ampcheck computes how often the retries of composed services multiply one
// request: see ampcheck --help.
package main

import (
	"context"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
)

func main() {
	if isVettool(os.Args[1:]) {
		vettool()
	}
	os.Exit(realMain())
}

// realMain is main with an exit code, so that deferred calls run.
func realMain() int {
	// An analysis allocates much and lives shortly: fewer collections are worth
	// the memory.
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(200)
	}
	// Without this a closed pipe kills the process before it can say so.
	signal.Ignore(syscall.SIGPIPE)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	// The first signal asks the run to end, the next one ends it.
	context.AfterFunc(ctx, stop)
	return execute(ctx, os.Args[1:], os.Environ(), os.Stdin, os.Stdout, os.Stderr)
}
