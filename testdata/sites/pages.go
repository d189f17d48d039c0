// Walks over pages and rest of batches: what is asked next comes from the answer.
package cases

import (
	"context"
	"errors"
	"time"
)

type request struct{ name, token string }

type answer struct {
	items []string
	token string
	ready bool
}

// stub is the client of a service, as generated code has it.
type stub interface {
	Get(ctx context.Context, in *request) (*answer, error)
	Put(ctx context.Context, in *request) (*answer, error)
}

var errGaveUp = errors.New("gave up")

func allPages(ctx context.Context, c stub, name string) (items []string, err error) {
	in := &request{name: name}
	for { // want: pagination ?
		out, err := c.Get(ctx, in)
		if err != nil {
			return nil, err
		}
		items = append(items, out.items...)
		if out.token == "" {
			return items, nil
		}
		in.token = out.token
	}
}

func untilEmpty(ctx context.Context, c stub, name string) error {
	token := "first"
	for token != "" { // want: pagination ?
		out, err := c.Get(ctx, &request{name: name, token: token})
		if err != nil {
			return err
		}
		token = out.token
	}
	return nil
}

// pagesAgain repeats the page that failed.
func pagesAgain(ctx context.Context, c stub, name string) error {
	in := &request{name: name}
	for { // want: retry-loop unbounded; miss: pagination ?, two loops of which the outer one does nothing first have one header
		var out *answer
		var err error
		for attempt := 0; attempt < 3; attempt++ { // want: retry-loop 3
			if out, err = c.Get(ctx, in); err == nil {
				break
			}
		}
		if err != nil {
			return err
		}
		if out.token == "" {
			return nil
		}
		in.token = out.token
	}
}

type budget struct{ left int }

func (b *budget) more() bool { return b.left > 0 }

func (b *budget) pause() {
	b.left--
	time.Sleep(time.Second)
}

type batch interface {
	Send(ctx context.Context, items []string) (rest []string, err error)
}

// remainder sends what the service did not take again.
func remainder(ctx context.Context, c batch, items []string, b *budget) error {
	for len(items) > 0 && b.more() { // want: pagination ?; miss: retry-loop ?, what was not taken is sent again
		rest, err := c.Send(ctx, items)
		if err != nil {
			return err
		}
		items = rest
		b.pause()
	}
	return nil
}

var _ = errors.New

// watcher hands what it got to a function that it holds, and asks itself whether it
// was stopped.
type watcher struct {
	stop   chan struct{}
	last   version
	fetch  func(*watcher) (version, any, error)
	handle func(version, any)
}

type version interface {
	equal(version) bool
	next(before version) version
}

func (w *watcher) stopped() bool {
	select {
	case <-w.stop:
		return true
	default:
		return false
	}
}

func (w *watcher) run() error {
	failures := 0
again:
	for !w.stopped() { // want: pagination ?
		at, out, err := w.fetch(w)
		if w.stopped() {
			break
		}
		if err != nil {
			failures++
			select {
			case <-time.After(time.Duration(failures) * time.Second):
				continue again
			case <-w.stop:
				return nil
			}
		}
		failures = 0
		if w.last != nil && w.last.equal(at) {
			continue
		}
		w.last = at.next(w.last)
		if w.handle != nil {
			w.handle(at, out)
		}
	}
	return nil
}
