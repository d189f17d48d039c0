// Loops that go on while something is not there.
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

type conn struct{}

type dialer struct {
	dial   func(ctx context.Context, addr string) (*conn, error)
	closed bool
}

func (d *dialer) untilThere(ctx context.Context, addr string) *conn {
	var made *conn
	for made == nil { // want: retry-loop unbounded
		var err error
		if made, err = d.dial(ctx, addr); err != nil {
			time.Sleep(time.Second)
		}
	}
	return made
}

func whileContext(ctx context.Context, c stub, in *request) (*answer, error) {
	for ctx.Err() == nil { // want: retry-loop unbounded
		if out, err := c.Get(ctx, in); err == nil {
			return out, nil
		}
		time.Sleep(time.Second)
	}
	return nil, ctx.Err()
}

func (d *dialer) whileOpen(ctx context.Context, c stub, in *request) (*answer, error) {
	for !d.closed { // want: retry-loop unbounded
		if out, err := c.Get(ctx, in); err == nil {
			return out, nil
		}
		time.Sleep(time.Second)
	}
	return nil, errGaveUp
}

func whileFailing(ctx context.Context, c stub, in *request) (out *answer) {
	err := errGaveUp
	for err != nil { // want: retry-loop unbounded
		out, err = c.Get(ctx, in)
	}
	return out
}

// whileDays ends with an error, and counts days.
func whileDays(ctx context.Context, c stub, day, end time.Time) error {
	for day.Before(end) { // want: fan-out ?
		if _, err := c.Get(ctx, &request{name: day.String()}); err != nil {
			return err
		}
		day = day.AddDate(0, 0, 1)
	}
	return nil
}

// throughDays asks for each day, whatever became of the one before, and may have
// enough before the last.
func throughDays(ctx context.Context, c stub, in *request, day, end time.Time) (sum int) {
	for day.Before(end) { // want: fan-out ?
		out, err := c.Get(ctx, in)
		if err == nil {
			sum += len(out.items)
		}
		if sum > 100 {
			return sum
		}
		day = day.AddDate(0, 0, 1)
	}
	return sum
}
