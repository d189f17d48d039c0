// Package endless repeats without a limit on attempts or time. What ends with the
// context of its caller has an end; a loop that only outlasts its context is for
// information, and vet says nothing of it.
package endless

import (
	"context"
	"net/http"
	"time"

	"github.com/avast/retry-go/v4"
	"github.com/cenkalti/backoff/v5"
)

func get() (int, error) {
	resp, err := http.Get("http://stock/")
	if err != nil {
		return 0, err
	}
	return resp.StatusCode, resp.Body.Close()
}

func try() error {
	_, err := get()
	return err
}

// Option is given the context of the caller.
func Option(ctx context.Context) error { // want Option:"library unbounded .http."
	return retry.Do(try, retry.Attempts(0), retry.Context(ctx))
}

// NoOption has none.
func NoOption(ctx context.Context) error { // want NoOption:"library unbounded .http."
	return retry.Do(try, retry.Attempts(0)) // want `AMP003: the retry of .* has no end`
}

// Background has one that never ends.
func Background(ctx context.Context) error { // want Background:"library unbounded .http."
	return retry.Do(try, retry.Attempts(0), retry.Context(context.Background())) // want `AMP003: the retry of .* has no end`
}

// Argument is given the context of the caller.
func Argument(ctx context.Context) (int, error) { // want Argument:"library unbounded .http."
	return backoff.Retry(ctx, get, backoff.WithMaxElapsedTime(0))
}

// OtherArgument has one that never ends.
func OtherArgument(ctx context.Context) (int, error) { // want OtherArgument:"library unbounded .http."
	return backoff.Retry(context.Background(), get, backoff.WithMaxElapsedTime(0)) // want `AMP003: the retry of .* has no end`
}

// Outlasts goes on when the context of its call has ended.
func Outlasts(ctx context.Context, c *http.Client) (err error) { // want Outlasts:"loop 3 .http."
	for i := 0; i < 3; i++ {
		req, bad := http.NewRequestWithContext(ctx, http.MethodGet, "http://stock/", nil)
		if bad != nil {
			return bad
		}
		resp, failed := c.Do(req)
		if failed == nil {
			return resp.Body.Close()
		}
		err = failed
		time.Sleep(time.Second)
	}
	return err
}
