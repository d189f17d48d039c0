// Labels to which a failure goes back.
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

func again(ctx context.Context, c stub, in *request) (*answer, error) {
	attempts := 3
RETRY:
	out, err := c.Get(ctx, in) // want: retry-loop 4
	if err != nil && attempts > 0 {
		attempts--
		time.Sleep(time.Second)
		goto RETRY
	}
	return out, err
}

func againForever(ctx context.Context, c stub, in *request) *answer {
again:
	out, err := c.Get(ctx, in) // want: retry-loop unbounded
	if err != nil {
		goto again
	}
	return out
}

// digests has a label of the same name over items.
func digests(ctx context.Context, c stub, all []string) error {
attempts:
	for _, d := range all { // want: fan-out ?
		out, err := c.Get(ctx, &request{name: d})
		if err != nil {
			return err
		}
		for _, item := range out.items {
			if item == d {
				continue attempts
			}
		}
	}
	return nil
}

// aside goes forward.
func aside(ctx context.Context, c stub, in *request) error {
	_, err := c.Get(ctx, in)
	if err != nil {
		goto failed
	}
	_, err = c.Put(ctx, in)
	if err != nil {
		goto failed
	}
	return nil
failed:
	return errors.Join(errGaveUp, err)
}
