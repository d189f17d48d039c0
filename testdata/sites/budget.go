// A budget that is an object decides whether the loop goes on.
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

type backoffConfig struct {
	maxRetries int
	min        time.Duration
}

type backoff struct {
	cfg     backoffConfig
	ctx     context.Context
	retries int
}

func newBackoff(ctx context.Context, cfg backoffConfig) *backoff {
	return &backoff{cfg: cfg, ctx: ctx}
}

func (b *backoff) ongoing() bool {
	return b.ctx.Err() == nil && (b.cfg.maxRetries == 0 || b.retries < b.cfg.maxRetries)
}

func (b *backoff) wait() {
	b.retries++
	select {
	case <-b.ctx.Done():
	case <-time.After(b.cfg.min << b.retries):
	}
}

func (b *backoff) reset() { b.retries = 0 }

func inCondition(ctx context.Context, c stub, in *request) (out *answer, err error) {
	b := newBackoff(ctx, backoffConfig{maxRetries: 5, min: time.Second})
	for b.ongoing() { // want: retry-loop 5
		if out, err = c.Get(ctx, in); err == nil {
			return out, nil
		}
		b.wait()
	}
	return nil, err
}

func asPost(ctx context.Context, c stub, in *request, cfg backoffConfig) (out *answer, err error) {
	for b := newBackoff(ctx, cfg); b.ongoing(); b.wait() { // want: retry-loop 5; miss: retry-loop ?, any caller may give another
		out, err = c.Get(ctx, in)
		if err == nil {
			return out, nil
		}
	}
	return nil, err
}

// testThenPause tests after the try: one more than the budget.
func testThenPause(ctx context.Context, c stub, in *request) (out *answer, err error) {
	b := newBackoff(ctx, backoffConfig{maxRetries: 3, min: time.Second})
	for { // want: retry-loop 6; miss: retry-loop 4, any budget of the type may be meant
		if out, err = c.Get(ctx, in); err == nil {
			return out, nil
		}
		if !b.ongoing() {
			return nil, err
		}
		b.wait()
	}
}

func pauseThenTest(ctx context.Context, c stub, in *request) (out *answer, err error) {
	b := newBackoff(ctx, backoffConfig{maxRetries: 3, min: time.Second})
	for { // want: retry-loop 5; miss: retry-loop 3, any budget of the type may be meant
		if out, err = c.Get(ctx, in); err == nil {
			return out, nil
		}
		b.wait()
		if !b.ongoing() {
			return nil, err
		}
	}
}

// throughClosure hands the call to a helper that measures it.
func throughClosure(ctx context.Context, c stub, in *request, cfg backoffConfig) (out *answer, err error) {
	b := newBackoff(ctx, cfg)
	for b.ongoing() { // want: retry-loop 5; miss: retry-loop ?, any caller may give another
		err = measured(ctx, func(ctx context.Context) error {
			var err error
			out, err = c.Get(ctx, in)
			return err
		})
		if err == nil {
			return out, nil
		}
		b.wait()
	}
	return nil, err
}

func measured(ctx context.Context, f func(context.Context) error) error { return f(ctx) }

// keepsOpen resets the budget after success and goes round again.
func keepsOpen(ctx context.Context, c stub, in *request, cfg backoffConfig, use func(*answer)) {
	b := newBackoff(ctx, cfg)
	for b.ongoing() {
		out, err := c.Get(ctx, in)
		if err != nil {
			b.wait()
			continue
		}
		b.reset()
		use(out)
	}
}
