// Loops that count up to a number and that one too: the number is that of the
// retries.
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

const maxRetries = 3

func upTo(ctx context.Context, c stub, in *request) (out *answer, err error) {
	for attempt := 0; attempt <= maxRetries; attempt++ { // want: retry-loop 4
		if attempt > 0 {
			time.Sleep(time.Second)
		}
		out, err = c.Get(ctx, in)
		if err == nil || errors.Is(err, context.Canceled) {
			return out, err
		}
	}
	return nil, err
}

func fromOneUpTo(ctx context.Context, c stub, in *request) (out *answer, err error) {
	for attempt := 1; attempt <= 3; attempt++ { // want: retry-loop 3
		if out, err = c.Get(ctx, in); err == nil {
			return out, nil
		}
	}
	return nil, err
}

func (p *pool) process(ctx context.Context, in *request) (out *answer, err error) {
	for attempt := 0; attempt <= p.retries; attempt++ { // want: retry-loop 6
		retry := false
		out, retry, err = p.once(ctx, in)
		if err == nil || !retry {
			return out, err
		}
	}
	return nil, err
}

type pool struct {
	c       stub
	retries int
}

func newPool(c stub) *pool { return &pool{c: c, retries: 5} } // want: retry-config 6

func (p *pool) once(ctx context.Context, in *request) (out *answer, retry bool, err error) {
	out, err = p.c.Get(ctx, in)
	if err != nil {
		return nil, !errors.Is(err, errGaveUp), err
	}
	return out, false, nil
}

func months(ctx context.Context, c stub, year string) error {
	for month := 1; month <= 12; month++ { // want: fan-out 12
		if _, err := c.Get(ctx, &request{name: year + time.Month(month).String()}); err != nil {
			return err
		}
	}
	return nil
}
