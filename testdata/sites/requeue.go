// Items that are put back because the work on them failed.
package cases

import (
	"context"
	"errors"
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

type queue struct{ items []*request }

func (q *queue) take() *request {
	r := q.items[0]
	q.items = q.items[1:]
	return r
}

func (q *queue) add(r *request) { q.items = append(q.items, r) }

func (q *queue) forget(r *request) {}

func putBack(ctx context.Context, c stub, q *queue) {
	r := q.take()
	if _, err := c.Get(ctx, r); err != nil {
		q.add(r) // want: requeue unbounded
		return
	}
	q.forget(r)
}

func sendBack(ctx context.Context, c stub, ch chan *request) {
	for r := range ch { // want: fan-out ?; miss: none, a queue is worked off
		if _, err := c.Get(ctx, r); err != nil {
			ch <- r // want: requeue unbounded
		}
	}
}

// periodic puts it back when the work was good.
func periodic(ctx context.Context, c stub, q *queue) error {
	r := q.take()
	if _, err := c.Get(ctx, r); err != nil {
		return err
	}
	q.add(r)
	return nil
}

// done gives it to another queue.
func done(ctx context.Context, c stub, from, dead *queue) {
	r := from.take()
	if _, err := c.Get(ctx, r); err != nil {
		dead.add(r)
	}
}

// leftover returns what was not sent to the buffer of the caller.
func leftover(ctx context.Context, c stub, buffer []*request) []*request {
	for i, r := range buffer { // want: fan-out ?
		if _, err := c.Get(ctx, r); err != nil {
			return buffer[i:] // miss: requeue unbounded, the caller sends the rest again
		}
	}
	return nil
}

type worker struct {
	c       stub
	pending chan *request
}

func (w *worker) run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case r := <-w.pending:
			if _, err := w.c.Get(ctx, r); err != nil {
				w.pending <- r // want: requeue unbounded
			}
		}
	}
}

var _ = errors.New

type buffers struct{ free []*request }

func (b *buffers) get() *request  { return &request{} }
func (b *buffers) put(r *request) { b.free = append(b.free, r) }

// lent gives a buffer back whatever came of the work.
func lent(ctx context.Context, c stub, pool *buffers) error {
	r := pool.get()
	if _, err := c.Get(ctx, r); err != nil {
		pool.put(r)
		return err
	}
	r.name = ""
	pool.put(r)
	return nil
}

type conns struct{}

type conn interface {
	Send(ctx context.Context, in *request) error
}

func (p *conns) get() conn { return nil }
func (p *conns) keep(conn) {}
func (p *conns) drop(conn) {}

// broken gives the connection itself back, not the work.
func broken(ctx context.Context, p *conns, in *request) error {
	cn := p.get()
	if err := cn.Send(ctx, in); err != nil {
		p.drop(cn)
		return err
	}
	p.keep(cn)
	return nil
}

// lender keeps how to put something back in fields.
type lender struct {
	lend lends
	back backs
	keep keeps
}

type (
	lends func() *request
	backs func()
	keeps func(*request)
)

// workLent gives the item back through a field, where the work failed.
func workLent(ctx context.Context, c stub, l *lender) error {
	r := l.lend()
	if _, err := c.Put(ctx, r); err != nil {
		l.back()
		l.keep(r) // want: requeue unbounded
		return err
	}
	return nil
}
