// Functions that make a function of their own of what they are given, and repeat that.
package cases

import (
	"context"
	"errors"
	"net/http"
	"time"
)

type stock interface {
	Take(ctx context.Context, name string) error
}

type shelf struct {
	stock stock
	most  int

	pauses []time.Duration
}

// again repeats what it is given; told hears of each failure.
func again(f func() error, pauses []time.Duration, told func(error)) error {
	for i := 0; ; i++ { // want: retry-loop ?
		err := f()
		if err == nil || i >= len(pauses) {
			return err
		}
		told(err)
		time.Sleep(pauses[i])
	}
}

// againCounted hands on what it is given, or a function round it.
func againCounted(f func() error, pauses []time.Duration, done func(int)) error {
	g := f
	if done != nil {
		n := 0
		g = func() error {
			err := f()
			if err != nil {
				n++
			} else if n > 0 {
				done(n)
			}
			return err
		}
	}
	return again(g, pauses, func(error) {}) // want: retry-library ?
}

var errClosed = errors.New("closed")

// retry hands on a function that runs what it is given and looks at the failure.
func (s *shelf) retry(ctx context.Context, pauses []time.Duration, f func() error) error {
	left := 2
	return againCounted(func() error { // want: retry-library ?
		err := f()
		if errors.Is(err, errClosed) {
			left--
		}
		if left <= 0 {
			return nil
		}
		return err
	}, pauses, nil)
}

func (s *shelf) take(ctx context.Context, name string) error {
	return s.retry(ctx, s.pauses, func() error { // want: retry-library ?
		return s.stock.Take(ctx, name)
	})
}

// timed runs what it is given once, in a function of its own.
func (s *shelf) timed(f func() error) (d time.Duration, err error) {
	run := func() error {
		at := time.Now()
		err := f()
		d = time.Since(at)
		return err
	}
	err = run()
	return d, err
}

func (s *shelf) takeTimed(ctx context.Context, name string) error {
	_, err := s.timed(func() error { return s.stock.Take(ctx, name) })
	return err
}

// stopped looks whether a context is over, and keeps why.
func stopped(ctx context.Context, err *error) bool {
	if over := ctx.Err(); over != nil {
		if *err == nil {
			*err = over
		}
		return true
	}
	return false
}

func passing(err error) bool { return errors.Is(err, http.ErrHandlerTimeout) }

func later(err error) (time.Duration, bool) { return time.Second, errors.Is(err, errClosed) }

// tried keeps its failure in the result, of which others get the address.
func tried(ctx context.Context, most int, f func() error) (err error) {
	for n := 1; n <= most; n++ { // want: retry-loop ?
		err = f()
		if err == nil {
			break
		}
		if stopped(ctx, &err) {
			break
		}
		if passing(err) || errors.Is(err, context.DeadlineExceeded) {
			continue
		} else if d, ok := later(err); ok {
			if n >= most {
				break
			}
			time.Sleep(d)
			continue
		}
		break
	}
	return err
}

func (s *shelf) takeTried(ctx context.Context, name string) error {
	return tried(ctx, s.most, func() error { return s.stock.Take(ctx, name) }) // want: retry-library ?
}
