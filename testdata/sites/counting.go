// How often: where the number stands, and what is tested when.
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

type settings struct{ MaxRetries int }

// less counts calls, whatever the field is called.
func (s settings) less(ctx context.Context, c stub, in *request) (err error) {
	for attempt := 0; attempt < s.MaxRetries; attempt++ { // want: retry-loop 7
		if _, err = c.Get(ctx, in); err == nil {
			return nil
		}
	}
	return err
}

func (s settings) lessOrEqual(ctx context.Context, c stub, in *request) (err error) {
	for attempt := 0; attempt <= s.MaxRetries; attempt++ { // want: retry-loop 8
		if _, err = c.Get(ctx, in); err == nil {
			return nil
		}
	}
	return err
}

func standard() settings { return settings{MaxRetries: 7} } // want: retry-config 8

func equal(ctx context.Context, c stub, in *request) error {
	retries := 0
	for { // want: retry-loop 5
		_, err := c.Get(ctx, in)
		if err == nil {
			return nil
		}
		retries++
		if retries == 5 {
			return err
		}
	}
}

func above(ctx context.Context, c stub, in *request) error {
	retries := 0
	for { // want: retry-loop 6
		_, err := c.Get(ctx, in)
		if err == nil {
			return nil
		}
		retries++
		if retries > 5 {
			return err
		}
	}
}

func testFirst(ctx context.Context, c stub, in *request) error {
	for retries := 0; ; retries++ { // want: retry-loop 6
		_, err := c.Get(ctx, in)
		if err == nil || retries >= 5 {
			return err
		}
	}
}

// peeled makes the first try before the loop.
func peeled(ctx context.Context, c stub, in *request) error {
	_, err := c.Get(ctx, in)
	for attempt := 0; err != nil && attempt < 3; attempt++ { // want: retry-loop 4
		time.Sleep(time.Second)
		_, err = c.Get(ctx, in)
	}
	return err
}

func peeledReturn(ctx context.Context, c stub, in *request) error {
	_, err := c.Get(ctx, in)
	if err == nil {
		return nil
	}
	for attempt := 0; attempt < 3; attempt++ { // want: retry-loop 4
		if _, err = c.Get(ctx, in); err == nil {
			return nil
		}
	}
	return err
}

func times(ctx context.Context, c stub, in *request, n int) (err error) {
	for range n { // want: retry-loop 4
		if _, err = c.Get(ctx, in); err == nil {
			return nil
		}
	}
	return err
}

// plusOne is given a number of retries and hands on that of the tries.
func plusOne(ctx context.Context, c stub, in *request) error {
	const retries = 3
	return times(ctx, c, in, retries+1)
}

const maxAttempts = 2

var maxTries = 10

func constant(ctx context.Context, c stub, in *request) (err error) {
	for attempt := range maxAttempts { // want: retry-loop 2
		if _, err = c.Get(ctx, in); err == nil {
			return nil
		}
		time.Sleep(time.Duration(attempt))
	}
	return err
}

func variable(ctx context.Context, c stub, in *request) (err error) {
	for attempt := 0; attempt < maxTries; attempt++ { // want: retry-loop 10
		if _, err = c.Get(ctx, in); err == nil {
			return nil
		}
	}
	return err
}

type limits struct{ tries int }

// defaulted takes 3 where nothing is set.
func defaulted(ctx context.Context, c stub, in *request, l limits) (err error) {
	n := l.tries
	if n == 0 {
		n = 3
	}
	for i := 0; i < n; i++ { // want: retry-loop ?; miss: retry-loop 3, the number that is taken where none is set
		if _, err = c.Get(ctx, in); err == nil {
			return nil
		}
	}
	return err
}

// zeroForever goes on for ever with 0.
func zeroForever(ctx context.Context, c stub, in *request, most int) (err error) {
	for i := 0; most == 0 || i < most; i++ { // want: retry-loop ?
		if _, err = c.Get(ctx, in); err == nil {
			return nil
		}
	}
	return err
}

// once overrides the number where it cannot be sent twice.
func once(ctx context.Context, c stub, in *request, seeks bool) (err error) {
	n := 10
	if !seeks {
		n = 1
	}
	for i := 0; i < n; i++ { // want: retry-loop 10
		if _, err = c.Get(ctx, in); err == nil {
			return nil
		}
	}
	return err
}

// progress starts to count again when something was done.
func progress(ctx context.Context, c stub, in *request) error {
	failures := 0
	for failures < 5 { // want: retry-loop unbounded
		out, err := c.Get(ctx, in)
		switch {
		case err == nil:
			return nil
		case out != nil:
			failures = 0
		default:
			failures++
		}
	}
	return errGaveUp
}

func steps(ctx context.Context, c stub, in *request) (err error) {
	for i := 0; i < 10; i += 2 { // want: retry-loop 5
		if _, err = c.Get(ctx, in); err == nil {
			return nil
		}
	}
	return err
}

func doubled(ctx context.Context, c stub, in *request) (err error) {
	for wait := time.Second; wait <= 8*time.Second; wait *= 2 { // want: retry-loop 4
		if _, err = c.Get(ctx, in); err == nil {
			return nil
		}
		time.Sleep(wait)
	}
	return err
}

// untilTime has no number: it ends with the time.
func untilTime(ctx context.Context, c stub, in *request) (err error) {
	for end := time.Now().Add(time.Minute); time.Now().Before(end); { // want: retry-loop ?
		if _, err = c.Get(ctx, in); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// permanent leaves at once with some errors: the number stays.
func permanent(ctx context.Context, c stub, in *request) (err error) {
	for attempt := 1; attempt <= 3; attempt++ { // want: retry-loop 3
		if _, err = c.Get(ctx, in); err == nil || errors.Is(err, errGaveUp) {
			return err
		}
	}
	return err
}
