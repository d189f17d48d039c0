// What 0, -1 and very large numbers mean is what the loop that they limit makes
// of them.
package cases

import (
	"context"
	"math"
	"time"
)

type request struct{ name string }

type answer struct{ items []string }

// stub is the client of a service, as generated code has it.
type stub interface {
	Get(ctx context.Context, in *request) (*answer, error)
}

type settings struct{ MaxRetries int }

type limits struct{ max uint }

type limitOption func(*limits)

const forever = ^uint(0)

func upTo(n uint) limitOption { return func(o *limits) { o.max = n } }

type limited struct {
	o limits
	c stub
}

func newLimited(c stub, opts ...limitOption) *limited {
	l := &limited{c: c}
	for _, opt := range opts {
		opt(&l.o)
	}
	return l
}

func (l *limited) do(ctx context.Context, in *request) (err error) {
	for i := uint(0); i < l.o.max; i++ { // want: retry-loop unbounded
		if _, err = l.c.Get(ctx, in); err == nil {
			return nil
		}
	}
	return err
}

func off(c stub) *limited     { return newLimited(c, upTo(0)) }              // want: retry-config 1
func endless(c stub) *limited { return newLimited(c, upTo(forever)) }        // want: retry-config unbounded
func most(c stub) *limited    { return newLimited(c, upTo(math.MaxUint32)) } // want: retry-config unbounded

type redirects struct{ MaxRedirects int }

func (r *redirects) init() {
	switch r.MaxRedirects {
	case -1:
		r.MaxRedirects = 0 // what somebody wrote, in other words
	case 0:
		r.MaxRedirects = 3 // want: retry-config 4
	}
}

type ring struct {
	r *redirects
	c stub
}

func newRing(c stub, r *redirects) *ring {
	r.init()
	return &ring{r, c}
}

func (r *ring) do(ctx context.Context, in *request) (err error) {
	for i := 0; i <= r.r.MaxRedirects; i++ { // want: retry-loop 6
		if _, err = r.c.Get(ctx, in); err == nil {
			return nil
		}
	}
	return err
}

func minusOne(c stub) *ring {
	r := &redirects{}
	r.MaxRedirects = -1 // want: retry-config 1
	return newRing(c, r)
}

func zero(c stub) *ring {
	return newRing(c, &redirects{MaxRedirects: 0}) // want: retry-config 4
}

func five(c stub) *ring {
	return newRing(c, &redirects{MaxRedirects: 5}) // want: retry-config 6
}

// noLimit tries on for ever where the number is 0.
func noLimit(ctx context.Context, c stub, in *request, max int) (err error) {
	for i := 0; max == 0 || i < max; i++ { // want: retry-loop unbounded
		if _, err = c.Get(ctx, in); err == nil {
			return nil
		}
	}
	return err
}

func callNoLimit(ctx context.Context, c stub, in *request) error { return noLimit(ctx, c, in, 0) }

// pausing has a number that grows beside the one that counts.
func pausing(ctx context.Context, pause time.Duration, max int, f func(context.Context) error) (err error) {
	attempt := 0
	for ; attempt < max; attempt++ { // want: retry-loop 7
		if err = f(ctx); err == nil {
			break
		}
		if attempt+1 < max {
			time.Sleep(pause)
			pause *= 2
		}
	}
	return err
}

// onceMore hands on one more than it is given.
func onceMore(ctx context.Context, n int, f func(context.Context) error) error {
	return pausing(ctx, time.Second, n+1, f)
}

func helped(ctx context.Context, c stub, in *request) error {
	return onceMore(ctx, 6, func(ctx context.Context) error { // want: retry-library 7
		_, err := c.Get(ctx, in)
		return err
	})
}

// raised is set over the default where a number is given.
type raised struct {
	max int
	c   stub
}

func newRaised(c stub, n *settings) *raised {
	r := &raised{c: c}
	r.max = 10 // want: retry-config 10
	if n.MaxRetries > 0 {
		r.max = n.MaxRetries // want: retry-config ?
	}
	return r
}

func (r *raised) do(ctx context.Context, in *request) (err error) {
	for i := 0; i < r.max; i++ { // want: retry-loop 10; miss: retry-loop ?, any number may be given
		if _, err = r.c.Get(ctx, in); err == nil {
			return nil
		}
	}
	return err
}

// turns is an object that a loop asks whether to go on.
type turns struct {
	max, taken int
}

func (t *turns) left() bool { return t.max == 0 || t.taken < t.max }

func (t *turns) take() { t.taken++ }

func asked(ctx context.Context, c stub, in *request) (err error) {
	t := &turns{max: 4}
	for t.left() { // want: retry-loop 4
		if _, err = c.Get(ctx, in); err == nil {
			return nil
		}
		t.take()
	}
	return err
}

// tally counts as turns does; the first try is not counted when it is asked.
type tally struct {
	max, taken int
}

func (t *tally) left() bool { return t.taken < t.max }

func (t *tally) take() { t.taken++ }

func askedLate(ctx context.Context, c stub, in *request) error {
	t := &tally{max: 4}
	for { // want: retry-loop 5
		_, err := c.Get(ctx, in)
		if err == nil {
			return nil
		}
		if !t.left() {
			return err
		}
		t.take()
	}
}

// floored may not try less than once; how often it is meant to try, another module says.
type floored struct {
	c     stub
	Most  int `config:"most"`
	Twice int `config:"twice"`
}

func atLeastOne(n *int) {
	if *n <= 0 {
		*n = 1
	}
}

func newFloored(c stub, read func(any) error) (*floored, error) {
	f := &floored{c: c}
	if err := read(f); err != nil {
		return nil, err
	}
	atLeastOne(&f.Most)
	if f.Twice < 1 {
		f.Twice = 1
	}
	if f.Twice == 0 {
		f.Twice = 2 // want: retry-config 2
	}
	return f, nil
}

func (f *floored) get(ctx context.Context, in *request) (out *answer, err error) {
	for i := 0; i < f.Most; i++ { // want: retry-loop ?
		if out, err = f.c.Get(ctx, in); err == nil {
			return out, nil
		}
	}
	return nil, err
}

func (f *floored) getTwice(ctx context.Context, in *request) (out *answer, err error) {
	for i := 0; i < f.Twice; i++ { // want: retry-loop 2
		if out, err = f.c.Get(ctx, in); err == nil {
			return out, nil
		}
	}
	return nil, err
}
