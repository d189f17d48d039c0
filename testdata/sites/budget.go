// A budget that is an object decides whether the loop goes on.
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

type backoffConfig struct {
	maxRetries int
	min        time.Duration
}

type backoff struct {
	cfg     backoffConfig
	ctx     context.Context
	retries int
}

func newBackoff(ctx context.Context, cfg backoffConfig) *backoff {
	return &backoff{cfg: cfg, ctx: ctx}
}

func (b *backoff) ongoing() bool {
	return b.ctx.Err() == nil && (b.cfg.maxRetries == 0 || b.retries < b.cfg.maxRetries)
}

func (b *backoff) wait() {
	b.retries++
	select {
	case <-b.ctx.Done():
	case <-time.After(b.cfg.min << b.retries):
	}
}

func (b *backoff) reset() { b.retries = 0 }

func inCondition(ctx context.Context, c stub, in *request) (out *answer, err error) {
	b := newBackoff(ctx, backoffConfig{maxRetries: 5, min: time.Second})
	for b.ongoing() { // want: retry-loop 5
		if out, err = c.Get(ctx, in); err == nil {
			return out, nil
		}
		b.wait()
	}
	return nil, err
}

func asPost(ctx context.Context, c stub, in *request, cfg backoffConfig) (out *answer, err error) {
	for b := newBackoff(ctx, cfg); b.ongoing(); b.wait() { // want: retry-loop 5; miss: retry-loop ?, any caller may give another
		out, err = c.Get(ctx, in)
		if err == nil {
			return out, nil
		}
	}
	return nil, err
}

// testThenPause tests after the try: one more than the budget.
func testThenPause(ctx context.Context, c stub, in *request) (out *answer, err error) {
	b := newBackoff(ctx, backoffConfig{maxRetries: 3, min: time.Second})
	for { // want: retry-loop 6; miss: retry-loop 4, any budget of the type may be meant
		if out, err = c.Get(ctx, in); err == nil {
			return out, nil
		}
		if !b.ongoing() {
			return nil, err
		}
		b.wait()
	}
}

func pauseThenTest(ctx context.Context, c stub, in *request) (out *answer, err error) {
	b := newBackoff(ctx, backoffConfig{maxRetries: 3, min: time.Second})
	for { // want: retry-loop 5; miss: retry-loop 3, any budget of the type may be meant
		if out, err = c.Get(ctx, in); err == nil {
			return out, nil
		}
		b.wait()
		if !b.ongoing() {
			return nil, err
		}
	}
}

// throughClosure hands the call to a helper that measures it.
func throughClosure(ctx context.Context, c stub, in *request, cfg backoffConfig) (out *answer, err error) {
	b := newBackoff(ctx, cfg)
	for b.ongoing() { // want: retry-loop 5; miss: retry-loop ?, any caller may give another
		err = measured(ctx, func(ctx context.Context) error {
			var err error
			out, err = c.Get(ctx, in)
			return err
		})
		if err == nil {
			return out, nil
		}
		b.wait()
	}
	return nil, err
}

func measured(ctx context.Context, f func(context.Context) error) error { return f(ctx) }

// keepsOpen resets the budget after success and goes round again.
func keepsOpen(ctx context.Context, c stub, in *request, cfg backoffConfig, use func(*answer)) {
	b := newBackoff(ctx, cfg)
	for b.ongoing() {
		out, err := c.Get(ctx, in)
		if err != nil {
			b.wait()
			continue
		}
		b.reset()
		use(out)
	}
}

// meter counts how often it is asked.
type meter struct{ asked, most int }

func (m *meter) again(err error) bool {
	if err == errGaveUp {
		return false
	}
	m.asked++
	if m.asked > m.most {
		return false
	}
	return true
}

// spent says when it is over.
func (m *meter) spent() bool {
	m.asked++
	return m.asked >= m.most
}

// late counts after it has compared.
func (m *meter) late() bool {
	if m.asked >= m.most {
		return false
	}
	m.asked++
	return true
}

// sometimes does not count every yes.
func (m *meter) sometimes(err error) bool {
	if err == errGaveUp {
		return true
	}
	m.asked++
	return m.asked < m.most
}

func (m *meter) clear() { m.asked = 0 }

func newMeter() *meter {
	return &meter{most: 4} // want: retry-config ?
}

func asksAfter(ctx context.Context, c stub, in *request) error {
	m := newMeter()
	for { // want: retry-loop 5
		_, err := c.Get(ctx, in)
		if err == nil || !m.again(err) {
			return err
		}
	}
}

func asksBefore(ctx context.Context, c stub, in *request) (err error) {
	m := newMeter()
	for m.again(err) { // want: retry-loop 4
		if _, err = c.Get(ctx, in); err == nil {
			return nil
		}
	}
	return err
}

func asksWhetherSpent(ctx context.Context, c stub, in *request) error {
	m := newMeter()
	for { // want: retry-loop 4
		_, err := c.Get(ctx, in)
		if err == nil || m.spent() {
			return err
		}
	}
}

func comparesFirst(ctx context.Context, c stub, in *request) error {
	m := newMeter()
	for { // want: retry-loop 5
		_, err := c.Get(ctx, in)
		if err == nil || !m.late() {
			return err
		}
	}
}

// notAlways goes on without an end while the meter does not count.
func notAlways(ctx context.Context, c stub, in *request) error {
	m := newMeter()
	for { // want: retry-loop ?
		_, err := c.Get(ctx, in)
		if err == nil || !m.sometimes(err) {
			return err
		}
	}
}

func setsBack(ctx context.Context, c stub, in *request) error {
	m := newMeter()
	for { // want: retry-loop ?
		_, err := c.Get(ctx, in)
		if err == nil || !m.again(err) {
			return err
		}
		m.clear()
	}
}

// renews asks another meter each time.
func renews(ctx context.Context, c stub, in *request) error {
	for { // want: retry-loop ?
		_, err := c.Get(ctx, in)
		m := newMeter()
		if err == nil || !m.again(err) {
			return err
		}
	}
}

// renewsOngoing does so with a budget that is told of each round.
func renewsOngoing(ctx context.Context, c stub, in *request) (err error) {
	for { // want: retry-loop ?
		b := newBackoff(ctx, backoffConfig{maxRetries: 5, min: time.Second})
		if !b.ongoing() {
			return err
		}
		if _, err = c.Get(ctx, in); err == nil {
			return nil
		}
		b.wait()
	}
}

// asksInside asks in a function literal that cleans up.
func asksInside(ctx context.Context, c stub, in *request, clean func()) error {
	m := newMeter()
	for { // want: retry-loop 5
		_, err := c.Get(ctx, in)
		done := func() bool {
			defer clean()
			if err != nil && m.again(err) {
				return false
			}
			return true
		}()
		if done {
			return err
		}
	}
}

// pauses is a budget behind an interface.
type pauses interface{ next(err error) bool }

type counted struct{ n, most int }

func (p *counted) next(err error) bool {
	p.n++
	return err != errGaveUp && p.n <= p.most
}

func behindInterface(ctx context.Context, c stub, in *request) error {
	var p pauses = &counted{most: 2}
	for { // want: retry-loop 3
		_, err := c.Get(ctx, in)
		if err == nil || !p.next(err) {
			return err
		}
	}
}
