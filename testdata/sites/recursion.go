// Functions that call themselves.
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

func counted(ctx context.Context, c stub, in *request, retries int) (*answer, error) {
	out, err := c.Get(ctx, in)
	if err != nil && retries > 0 {
		return counted(ctx, c, in, retries-1) // want: recursion-retry ?
	}
	return out, err
}

func forever(ctx context.Context, c stub, in *request) (*answer, error) {
	out, err := c.Get(ctx, in)
	if err != nil {
		time.Sleep(time.Second)
		return forever(ctx, c, in) // want: recursion-retry unbounded
	}
	return out, nil
}

func lostRace(ctx context.Context, c stub, in *request) (*answer, error) {
	out, err := c.Put(ctx, in)
	if err != nil {
		return nil, err
	}
	if !out.ready {
		return lostRace(ctx, c, in) // want: recursion-retry unbounded
	}
	return out, nil
}

// chase follows what the answer names.
func chase(ctx context.Context, c stub, name string, depth int) (*answer, error) {
	out, err := c.Get(ctx, &request{name: name})
	if err != nil || depth == 0 || out.token == "" {
		return out, err
	}
	return chase(ctx, c, out.token, depth-1)
}

func below(ctx context.Context, c stub, name string) error {
	out, err := c.Get(ctx, &request{name: name})
	if err != nil {
		return err
	}
	for _, item := range out.items { // want: fan-out ?
		if err := below(ctx, c, item); err != nil {
			return err
		}
	}
	return nil
}

func retryOnError(err error) bool {
	if inner := errors.Unwrap(err); inner != nil {
		return retryOnError(inner)
	}
	return errors.Is(err, errGaveUp)
}
