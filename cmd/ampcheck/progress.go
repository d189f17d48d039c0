package main

import (
	"fmt"
	"io"
	"slices"
	"sync"
	"time"

	"github.com/ampcheck/ampcheck/report"
)

const (
	// progressDelay is how long a run may last without a word, progressStep the
	// time between two states.
	progressDelay = 300 * time.Millisecond
	progressStep  = 100 * time.Millisecond
)

// progress is a status line on a terminal; nil shows nothing.
type progress struct {
	w     io.Writer
	start time.Time

	mu    sync.Mutex
	text  string
	shown bool
	ended bool
	done  chan struct{} // closed by clear
}

// newProgress returns nil unless standard error is a terminal that can erase a
// line, and somebody wants to hear.
func (a *app) newProgress(quiet bool) *progress {
	if _, ok := terminal(a.stderr); !ok || quiet || slices.Contains(a.env, "TERM=dumb") {
		return nil
	}
	p := &progress{w: a.stderr, start: time.Now(), done: make(chan struct{})}
	go p.run()
	return p
}

// run shows the state from time to time: a step may take long without a word.
func (p *progress) run() {
	select {
	case <-p.done:
		return
	case <-time.After(progressDelay - progressStep):
	}
	tick := time.NewTicker(progressStep)
	defer tick.Stop()
	for {
		select {
		case <-p.done:
			return
		case <-tick.C:
			p.show()
		}
	}
}

// read notes the number of files that were read.
func (p *progress) read(files int) {
	if p != nil {
		p.say(fmt.Sprintf("reading: %d files", files))
	}
}

// say notes what is being done.
func (p *progress) say(text string) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.text = text
}

// show writes the line. It is not worth an error: what cannot be shown is not
// shown.
func (p *progress) show() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.text != "" && !p.ended {
		p.shown = true
		fmt.Fprintf(p.w, "\r\x1b[K%s, %s", report.Plain(p.text), time.Since(p.start).Round(progressStep))
	}
}

// clear erases the line and ends the progress.
func (p *progress) clear() {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.ended {
		close(p.done)
		p.ended = true
	}
	if p.shown {
		fmt.Fprint(p.w, "\r\x1b[K")
		p.shown = false
	}
}
