// Loops over iterator functions, which count and pause.
package cases

import (
	"context"
	"errors"
	"iter"
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

func timer(ctx context.Context, maxRetries int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for attempt := range maxRetries {
			if !yield(attempt) {
				return
			}
			select {
			case <-ctx.Done():
				return
			case <-time.After(time.Second << attempt):
			}
		}
	}
}

func overTimer(ctx context.Context, c stub, in *request) (out *answer, err error) {
	for range timer(ctx, 5) { // want: retry-loop ?; miss: retry-loop 5, the number is given to the iterator
		out, err = c.Get(ctx, in)
		if err != nil {
			continue
		}
		break
	}
	return out, err
}

func names(all []string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, name := range all {
			if !yield(name) {
				return
			}
		}
	}
}

func overNames(ctx context.Context, c stub, all []string) error {
	for name := range names(all) { // want: fan-out ?
		if _, err := c.Get(ctx, &request{name: name}); err != nil {
			return err
		}
	}
	return nil
}

func overServers(ctx context.Context, servers iter.Seq[stub], in *request) (out *answer, err error) {
	for s := range servers { // want: failover ?
		if out, err = s.Get(ctx, in); err == nil {
			return out, nil
		}
	}
	return nil, err
}

func inIterator(ctx context.Context, c stub, name string) iter.Seq2[*answer, error] {
	return func(yield func(*answer, error) bool) {
		token := ""
		for { // want: pagination ?
			out, err := c.Get(ctx, &request{name: name, token: token})
			if !yield(out, err) || err != nil || out.token == "" {
				return
			}
			token = out.token
		}
	}
}

var _ = errors.New
