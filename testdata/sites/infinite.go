// Loops without an end of their own: they count on the way, or sleep.
package cases

import (
	"context"
	"errors"
	"time"
)

type request struct{ name string }

type answer struct {
	items []string
	token string
	ready bool
}

// stub is the client of a service, as generated code has it.
type stub interface {
	Get(ctx context.Context, in *request) (*answer, error)
}

var errGaveUp = errors.New("gave up")

func guarded(ctx context.Context, c stub, in *request) (*answer, error) {
	retries := 0
	for { // want: retry-loop 5
		out, err := c.Get(ctx, in)
		if err == nil {
			return out, nil
		}
		retries++
		if retries == 5 {
			return nil, err
		}
		time.Sleep(time.Second)
	}
}

func guardedAbove(ctx context.Context, c stub, in *request) (*answer, error) {
	retries := 0
	for { // want: retry-loop 6
		out, err := c.Get(ctx, in)
		if err == nil {
			return out, nil
		}
		retries++
		if retries > 5 {
			return nil, err
		}
		time.Sleep(time.Second)
	}
}

func sleeping(ctx context.Context, c stub, in *request) *answer {
	wait := time.Second
	for { // want: retry-loop unbounded
		out, err := c.Get(ctx, in)
		if err == nil {
			return out
		}
		time.Sleep(wait)
		wait *= 2
	}
}

func untilStopped(ctx context.Context, c stub, in *request) (*answer, error) {
	for { // want: retry-loop unbounded
		out, err := c.Get(ctx, in)
		if err == nil {
			return out, nil
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(time.Second):
		}
	}
}

func nextItem(ctx context.Context, c stub, in []*request) {
outer:
	for _, r := range in { // want: fan-out ?
		for { // want: retry-loop unbounded
			if _, err := c.Get(ctx, r); err == nil {
				continue outer
			}
			time.Sleep(time.Second)
		}
	}
}

// served goes on after success too: it serves.
func served(ctx context.Context, c stub, in *request) {
	for {
		if _, err := c.Get(ctx, in); err != nil {
			time.Sleep(time.Second)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(time.Minute):
		}
	}
}

func ticking(ctx context.Context, c stub, in *request) {
	t := time.NewTicker(time.Minute)
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-t.C:
			_, err := c.Get(ctx, in)
			if err != nil {
				continue
			}
		}
	}
}
