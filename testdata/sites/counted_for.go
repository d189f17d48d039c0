// Loops that count up to a number.
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

func countedFor(ctx context.Context, c stub, in *request) (*answer, error) {
	for attempt := 0; attempt < 3; attempt++ { // want: retry-loop 3
		out, err := c.Get(ctx, in)
		if err != nil {
			time.Sleep(time.Second)
			continue
		}
		return out, nil
	}
	return nil, errGaveUp
}

func countedOutside(ctx context.Context, c stub, in *request) (out *answer, err error) {
	attempt := 0
	for ; attempt < 4; attempt++ { // want: retry-loop 4
		if out, err = c.Get(ctx, in); err == nil {
			break
		}
	}
	return out, err
}

func overInteger(ctx context.Context, c stub, in *request) (out *answer, err error) {
	for range 5 { // want: retry-loop 5
		if out, err = c.Get(ctx, in); err == nil {
			return out, nil
		}
	}
	return nil, err
}

func fromOne(ctx context.Context, c stub, in *request) (out *answer, err error) {
	for attempt := 1; attempt < 3; attempt++ { // want: retry-loop 2
		if out, err = c.Get(ctx, in); err == nil {
			return out, nil
		}
	}
	return nil, err
}

func down(ctx context.Context, c stub, in *request) (out *answer, err error) {
	for left := 6; left > 0; left-- { // want: retry-loop 6
		if out, err = c.Get(ctx, in); err == nil {
			return out, nil
		}
	}
	return nil, err
}

func fromCaller(ctx context.Context, c stub, in *request, maxAttempts int) (out *answer, err error) {
	for attempt := 0; attempt < maxAttempts; attempt++ { // want: retry-loop ?
		if out, err = c.Get(ctx, in); err == nil {
			return out, nil
		}
	}
	return nil, err
}

func onlyOnce(ctx context.Context, c stub, in *request) (out *answer, err error) {
	for attempt := 0; attempt < 3; attempt++ {
		return c.Get(ctx, in)
	}
	return nil, errGaveUp
}

func inMemory(ctx context.Context, in []string) int {
	n := 0
	for retry := 0; retry < 3; retry++ {
		if retry < len(in) && in[retry] != "" {
			continue
		}
		n++
	}
	return n
}

func sampled(ctx context.Context, c stub, in *request) (sum time.Duration) {
	for try := 0; try < 3; try++ { // want: fan-out 3
		start := time.Now()
		if _, err := c.Get(ctx, in); err != nil {
			return 0
		}
		sum += time.Since(start)
	}
	return sum
}
