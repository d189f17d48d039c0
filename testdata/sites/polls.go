// Loops that look again after a pause, through failures too, and their neighbours.
package cases

import (
	"context"
	"errors"
	"io"
	"sync"
	"time"
)

type view struct {
	parts int
	ready bool
}

type watch interface {
	Look(ctx context.Context, topic string) (*view, error)
	Ask(ctx context.Context, host string) error
	Move(ctx context.Context, from, to string) error
}

// changed looks at every tick, and does not mind a failure that passes.
func changed(ctx context.Context, w watch, topic string, old int) {
	t := time.NewTicker(time.Second)
	defer t.Stop()
	for { // want: poll ?
		select {
		case <-ctx.Done():
			return
		case <-t.C:
			v, err := w.Look(ctx, topic)
			switch {
			case err == nil:
				if v.parts != old {
					return
				}
			case errors.Is(err, io.ErrUnexpectedEOF):
				continue
			default:
				return
			}
		}
	}
}

// tried tries at every tick until one try is good.
func triedAtTicks(ctx context.Context, w watch, topic string) error {
	t := time.NewTicker(time.Second)
	defer t.Stop()
	for { // want: retry-loop unbounded
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-t.C:
			if _, err := w.Look(ctx, topic); err == nil {
				return nil
			}
		}
	}
}

type hosts struct {
	w    watch
	all  []string
	at   int
	most int
}

func (h *hosts) next() string {
	h.at = (h.at + 1) % len(h.all)
	return h.all[h.at]
}

// anyone asks each once, in turn.
func (h *hosts) anyone(ctx context.Context) (err error) {
	for i := 0; i < len(h.all); i++ { // want: failover ?
		if err = h.w.Ask(ctx, h.next()); err != nil {
			continue
		}
		return nil
	}
	return err
}

// often asks as often as there are pauses.
func (h *hosts) often(ctx context.Context, pauses []time.Duration) (err error) {
	for i := 0; i < len(pauses); i++ { // want: retry-loop ?
		if err = h.w.Ask(ctx, "a"); err == nil {
			return nil
		}
		time.Sleep(pauses[i])
	}
	return err
}

// some asks as often as it was told.
func (h *hosts) some(ctx context.Context) (err error) {
	for i := 0; i < h.most; i++ { // want: retry-loop ?
		if err = h.w.Ask(ctx, h.next()); err == nil {
			return nil
		}
	}
	return err
}

type move struct{ from, to string }

type moves struct {
	mu   sync.Mutex
	all  []move
	cond *sync.Cond
}

func (m *moves) get(ctx context.Context) (out move, ok bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for len(m.all) == 0 {
		if ctx.Err() != nil {
			return out, false
		}
		m.cond.Wait()
	}
	out, m.all = m.all[0], m.all[1:]
	return out, true
}

type mover struct {
	ctx    context.Context
	w      watch
	mu     sync.Mutex
	failed error
}

func (m *mover) note(err error) {
	if err == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.failed = err
}

// work does what is there to do: each once.
func (m *mover) work(in *moves) {
	for { // want: pagination ?; miss: none, a queue is worked off
		next, ok := in.get(m.ctx)
		if !ok {
			return
		}
		m.note(m.w.Move(m.ctx, next.from, next.to))
	}
}

type seats struct {
	mu    sync.Mutex
	taken map[string]bool
}

type seat struct{ name string }

func (s *seats) take(name string) *seat { return &seat{name} }

func (s *seats) free(t *seat) { delete(s.taken, t.name) }

// seated gives back what it took, whatever happens.
func seated(ctx context.Context, w watch, s *seats) error {
	t := s.take("a")
	defer s.free(t)
	if err := w.Ask(ctx, t.name); err != nil {
		s.free(t)
		return err
	}
	return nil
}

func (s *seats) done(t *seat) {}

func (s *seats) later(t *seat) { s.taken[t.name] = false }

// worked says by a defer that it is done, and puts back what failed.
func worked(ctx context.Context, w watch, s *seats) {
	t := s.take("a")
	defer s.done(t)
	if err := w.Ask(ctx, t.name); err != nil {
		s.later(t) // want: requeue unbounded
	}
}
