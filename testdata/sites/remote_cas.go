// Writes that may lose a race: a good answer says that they did.
package cases

import (
	"context"
	"database/sql"
	"errors"
	"sync/atomic"
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

func (s *store) swap(ctx context.Context, change func(*answer) *request) (*answer, error) {
	for { // want: retry-loop unbounded
		old, err := s.c.Get(ctx, s.in)
		if err != nil {
			return nil, err
		}
		out, err := s.c.Put(ctx, change(old))
		if err != nil {
			return nil, err
		}
		if out.ready {
			return out, nil
		}
	}
}

type store struct {
	c  stub
	in *request
}

func (s *store) swapSome(ctx context.Context) error {
	for try := 0; try < 10; try++ { // want: retry-loop 10
		out, err := s.c.Put(ctx, s.in)
		if err != nil {
			return err
		}
		if out.ready {
			return nil
		}
	}
	return errGaveUp
}

func update(ctx context.Context, db *sql.DB, id, version int) error {
	for { // want: poll ?; miss: retry-loop unbounded, no row means that another one was faster
		res, err := db.ExecContext(ctx, "update t set v = v + 1 where id = ? and v = ?", id, version)
		if err != nil {
			return err
		}
		if n, err := res.RowsAffected(); err != nil || n == 1 {
			return err
		}
		version++
	}
}

func inMemory(n *atomic.Int64) {
	for {
		old := n.Load()
		if n.CompareAndSwap(old, old*2) {
			return
		}
	}
}

// loadThenSwap asks a service once, and then swaps in memory.
func loadThenSwap(ctx context.Context, c stub, in *request, n *atomic.Pointer[answer]) error {
	out, err := c.Get(ctx, in)
	if err != nil {
		return err
	}
	for {
		old := n.Load()
		if n.CompareAndSwap(old, out) {
			return nil
		}
	}
}

// waiting has the same form with a pause: it waits for a state.
func waiting(ctx context.Context, c stub, in *request) error {
	for { // want: poll ?
		out, err := c.Get(ctx, in)
		if err != nil {
			return err
		}
		if out.ready {
			return nil
		}
		time.Sleep(time.Second)
	}
}
