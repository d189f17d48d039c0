package main

import (
	"fmt"
	"io"
	"slices"
	"time"
)

const (
	// progressDelay is how long a run may last without a word, progressStep the
	// time between two states.
	progressDelay = 300 * time.Millisecond
	progressStep  = 100 * time.Millisecond
)

// progress is a status line on a terminal; nil shows nothing.
type progress struct {
	w           io.Writer
	start, last time.Time
	shown       bool
}

// newProgress returns nil unless standard error is a terminal that can erase a
// line, and somebody wants to hear.
func (a *app) newProgress(quiet bool) *progress {
	if _, ok := terminal(a.stderr); !ok || quiet || slices.Contains(a.env, "TERM=dumb") {
		return nil
	}
	now := time.Now()
	return &progress{w: a.stderr, start: now, last: now.Add(progressDelay - progressStep)}
}

// read shows the number of files that were read. The line is not worth an
// error: what cannot be shown is not shown.
func (p *progress) read(files int) {
	if p == nil || time.Since(p.last) < progressStep {
		return
	}
	p.last, p.shown = time.Now(), true
	fmt.Fprintf(p.w, "\r\x1b[Kreading: %d files, %s", files, time.Since(p.start).Round(progressStep))
}

// clear erases the line.
func (p *progress) clear() {
	if p != nil && p.shown {
		fmt.Fprint(p.w, "\r\x1b[K")
		p.shown = false
	}
}
