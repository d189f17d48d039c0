// A call that is written a second time, without a loop.
package cases

import (
	"context"
	"errors"
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

var errStale = errors.New("stale")

func afterFix(ctx context.Context, c stub, in *request) (*answer, error) {
	out, err := c.Get(ctx, in)
	if errors.Is(err, errStale) {
		in.token = ""
		out, err = c.Get(ctx, in) // want: retry-loop 2
	}
	return out, err
}

func afterQuestion(ctx context.Context, c stub, in *request) (*answer, error) {
	out, err := c.Get(ctx, in)
	if isStale(err) {
		out, err = c.Get(ctx, in) // want: retry-loop 2
	}
	return out, err
}

func isStale(err error) bool { return err != nil && errors.Is(err, errStale) }

// afterGood calls it again where there was no error.
func afterGood(ctx context.Context, c stub, in *request) (*answer, error) {
	out, err := c.Get(ctx, in)
	if isGood(err) {
		out, err = c.Get(ctx, in)
	}
	return out, err
}

func isGood(err error) bool { return err == nil }

type staleError struct{}

func (s staleError) Error() string { return "stale" }

func afterType(ctx context.Context, c stub, in *request) (*answer, error) {
	out, err := c.Get(ctx, in)
	var stale *staleError
	if errors.As(err, &stale) {
		out, err = c.Get(ctx, in) // want: retry-loop 2
	}
	if _, ok := err.(staleError); ok {
		out, err = c.Get(ctx, in) // want: retry-loop 2
	}
	return out, err
}

func afterFailure(ctx context.Context, c stub, in *request) (*answer, error) {
	out, err := c.Get(ctx, in)
	if err != nil {
		return c.Get(ctx, in) // want: retry-loop 2
	}
	return out, nil
}

func afterSuccess(ctx context.Context, c stub, in *request) (*answer, error) {
	if _, err := c.Get(ctx, in); err != nil {
		return nil, err
	}
	return c.Get(ctx, in)
}

func anotherCall(ctx context.Context, c stub, in *request) (*answer, error) {
	out, err := c.Get(ctx, in)
	if err != nil {
		return c.Put(ctx, in)
	}
	return out, nil
}

func anotherServer(ctx context.Context, primary, secondary stub, in *request) (*answer, error) {
	out, err := primary.Get(ctx, in)
	if err != nil {
		return secondary.Get(ctx, in)
	}
	return out, nil
}

func eitherWay(ctx context.Context, c stub, in *request, fast bool) (*answer, error) {
	if fast {
		return c.Get(ctx, in)
	}
	in.token = "slow"
	return c.Get(ctx, in)
}

func anotherName(ctx context.Context, c stub) (*answer, error) {
	out, err := c.Get(ctx, &request{name: "fine"})
	if err != nil {
		return c.Get(ctx, &request{name: "coarse"})
	}
	return out, nil
}
