// Functions that call a condition until it says yes.
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

// pollUntil calls the condition until it is true or fails.
func pollUntil(ctx context.Context, every time.Duration, cond func(context.Context) (bool, error)) error {
	for { // want: poll ?
		done, err := cond(ctx)
		if err != nil || done {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(every):
		}
	}
}

func waitReady(ctx context.Context, c stub, in *request) error {
	return pollUntil(ctx, time.Second, func(ctx context.Context) (bool, error) { // want: poll ?
		out, err := c.Get(ctx, in)
		if err != nil {
			return false, err
		}
		return out.ready, nil
	})
}

func waitGood(ctx context.Context, c stub, in *request) error {
	return pollUntil(ctx, time.Second, func(ctx context.Context) (bool, error) { // want: retry-library unbounded
		if _, err := c.Get(ctx, in); err != nil {
			return false, nil
		}
		return true, nil
	})
}

type manager struct {
	c  stub
	in *request
}

func (m *manager) rotate(ctx context.Context) (bool, error) {
	_, err := m.c.Put(ctx, m.in)
	return err == nil, nil
}

func (m *manager) run(ctx context.Context) error {
	return pollUntil(ctx, time.Second, m.rotate) // want: retry-library unbounded
}

// cached looks at what is in memory.
func cached(ctx context.Context, a *answer) error {
	return pollUntil(ctx, time.Second, func(context.Context) (bool, error) { return a.ready, nil })
}

// untilDone is the same with a condition that says yes or no only.
func untilDone(n int, cond func() bool) bool {
	for range n {
		if cond() {
			return true
		}
		time.Sleep(time.Second)
	}
	return false
}

func waitYes(ctx context.Context, c stub, in *request) bool {
	return untilDone(3, func() bool { // miss: retry-library 3, a failure means look again
		_, err := c.Get(ctx, in)
		return err == nil
	})
}

func inline(ctx context.Context, c stub, in *request) error {
	for { // want: poll ?
		out, err := c.Get(ctx, in)
		if err != nil {
			return err
		}
		if out.ready {
			return nil
		}
		time.Sleep(time.Second)
	}
}

var _ = errors.New
