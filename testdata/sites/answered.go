// Failures that stand in an answer, and failures after failures.
package cases

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"time"
)

type order struct{ id string }

type fault struct{ text string }

func (f *fault) String() string { return f.text }

func (f *fault) elsewhere() bool { return f.text == "" }

type reply struct {
	Fault *fault
	State string
	Next  string
}

func (r *reply) fault() (*fault, error) { return r.Fault, nil }

type orders interface {
	Send(ctx context.Context, o *order) (*reply, error)
	Create(ctx context.Context, o *order) (*order, error)
	Update(ctx context.Context, o *order) (*order, error)
}

// pauses is what a loop may spend.
type pauses struct{ spent time.Duration }

func (p *pauses) wait(why error) error {
	if p.spent > time.Minute {
		return why
	}
	p.spent += time.Second
	time.Sleep(time.Second)
	return nil
}

// sendAgain sends again where the answer holds a failure.
func sendAgain(ctx context.Context, os orders, o *order, p *pauses) (*reply, error) {
	for { // want: retry-loop ?
		r, err := os.Send(ctx, o)
		if err != nil {
			return nil, err
		}
		f, err := r.fault()
		if err != nil {
			return nil, err
		}
		if f != nil {
			if err := p.wait(errors.New(f.String())); err != nil {
				return nil, err
			}
			continue
		}
		return r, nil
	}
}

// sendAgainAtOnce makes no pause after one of the failures.
func sendAgainAtOnce(ctx context.Context, os orders, o *order, p *pauses) (*reply, error) {
	for { // want: retry-loop unbounded
		r, err := os.Send(ctx, o)
		if err != nil {
			return nil, err
		}
		if f := r.Fault; f != nil {
			if !f.elsewhere() {
				if err := p.wait(errors.New(f.String())); err != nil {
					return nil, err
				}
			}
			continue
		}
		return r, nil
	}
}

// sendUntilDone waits for a state: nothing failed.
func sendUntilDone(ctx context.Context, os orders, o *order) error {
	for { // want: poll ?
		r, err := os.Send(ctx, o)
		if err != nil {
			return err
		}
		if r.State == "failed" {
			return errors.New(r.Fault.String())
		}
		if r.State == "done" {
			return nil
		}
		time.Sleep(time.Second)
	}
}

// sendAll goes on with what the answer names.
func sendAll(ctx context.Context, os orders, o *order) error {
	for { // want: pagination ?
		r, err := os.Send(ctx, o)
		if err != nil {
			return err
		}
		if r.Fault != nil {
			return errors.New(r.Fault.String())
		}
		if r.Next == "" {
			return nil
		}
		o = &order{r.Next}
	}
}

// slower asks again when it is told to, which the loop asks first.
func slower(c *http.Client, req *http.Request) (*http.Response, error) {
	resp, err := c.Do(req)
	if err != nil {
		return nil, err
	}
	for i := 1; i < 3 && resp != nil && resp.StatusCode == http.StatusTooManyRequests; i++ { // want: poll 2; miss: retry-loop 3, the status says that it failed, and the first try is before the loop
		n, err := strconv.Atoi(resp.Header.Get("Retry-After"))
		if err != nil {
			break
		}
		time.Sleep(time.Duration(n) * time.Second)
		resp, err = c.Do(req)
		if err != nil {
			return nil, err
		}
	}
	return resp, err
}

// redirected follows one redirect.
func redirected(c *http.Client, req *http.Request) (*http.Response, error) {
	n := 0
again:
	resp, err := c.Do(req) // want: pagination ?; miss: retry-loop 2, one redirect is followed
	if err != nil {
		return nil, err
	}
	if resp.StatusCode == http.StatusTemporaryRedirect && n == 0 {
		to, err := resp.Location()
		if err != nil {
			return nil, err
		}
		req.URL = to
		n++
		goto again
	}
	return resp, nil
}

var errTaken, errGone = errors.New("taken"), errors.New("gone")

// put creates what is not there, and updates what is: one of them again, when the
// other one was overtaken.
func put(ctx context.Context, os orders, o *order) (*order, error) {
	for { // want: retry-loop unbounded
		made, err := os.Create(ctx, o)
		if err != nil {
			if !errors.Is(err, errTaken) {
				return nil, err
			}
			made, err = os.Update(ctx, o)
			if err != nil {
				if errors.Is(err, errGone) {
					continue
				}
				return nil, err
			}
		}
		return made, nil
	}
}

// putOnce does the same, and gives up.
func putOnce(ctx context.Context, os orders, all []*order) error {
	for _, o := range all { // want: fan-out ?
		if _, err := os.Create(ctx, o); err != nil {
			if !errors.Is(err, errTaken) {
				return err
			}
			if _, err := os.Update(ctx, o); err != nil {
				return err
			}
		}
	}
	return nil
}
