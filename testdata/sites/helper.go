// Functions that repeat what they are given, and their calls.
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

func withRetry(ctx context.Context, n int, f func() error) (err error) {
	for attempt := 0; attempt < n; attempt++ { // want: retry-loop 4
		if err = f(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func until(ctx context.Context, pause time.Duration, f func(context.Context) error) error {
	for { // want: retry-loop unbounded
		if err := f(ctx); err == nil {
			return nil
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// repeat has the same form as until, but goes on after success.
func repeat(ctx context.Context, pause time.Duration, f func(context.Context) error) error {
	for {
		if err := f(ctx); err != nil {
			return err
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return nil
		}
	}
}

func useClosure(ctx context.Context, c stub, in *request) (out *answer, err error) {
	err = withRetry(ctx, 4, func() error { // want: retry-library 4
		out, err = c.Get(ctx, in)
		return err
	})
	return out, err
}

func useVariable(ctx context.Context, c stub, in *request) error {
	send := func(ctx context.Context) error {
		_, err := c.Get(ctx, in)
		return err
	}
	return until(ctx, time.Second, send) // want: retry-library unbounded
}

func useRepeat(ctx context.Context, c stub, in *request) error {
	return repeat(ctx, time.Minute, func(ctx context.Context) error {
		_, err := c.Get(ctx, in)
		return err
	})
}

// forward hands on what it is given.
func forward(ctx context.Context, f func() error) error { return withRetry(ctx, 3, f) }

func useForward(ctx context.Context, c stub, in *request) error {
	return forward(ctx, func() error { // want: retry-library 3
		_, err := c.Get(ctx, in)
		return err
	})
}

type throttle interface {
	do(ctx context.Context, f func() error) error
}

type retrier struct{ max int }

func (r retrier) do(ctx context.Context, f func() error) error { return withRetry(ctx, r.max, f) }

func useInterface(ctx context.Context, c stub, in *request, t throttle) error {
	return t.do(ctx, func() error { // want: retry-library ?
		_, err := c.Get(ctx, in)
		return err
	})
}

var _ throttle = retrier{}

// retry wraps an error and repeats nothing.
func retry(err error) error { return errors.Join(errGaveUp, err) }

func useRetry(ctx context.Context, c stub, in *request) error {
	_, err := c.Get(ctx, in)
	return retry(err)
}

// each calls its function for every item.
func each(items []string, f func(string) error) error {
	for _, item := range items { // want: fan-out ?
		if err := f(item); err != nil {
			return err
		}
	}
	return nil
}

func useEach(ctx context.Context, c stub, items []string) error {
	return each(items, func(item string) error {
		_, err := c.Get(ctx, &request{name: item})
		return err
	})
}
