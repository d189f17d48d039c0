package leaf

import (
	"fmt"
	"strconv"
	"time"
)

// session is one client: the process that works for it, and when that ends a query.
type session struct {
	process uint32
	limit   time.Duration
}

// start gives a session its process. A database that is stuck needs a statement
// timeout, in milliseconds, to end a query.
func (s *session) start(l *Leaf, timeout string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.processes++
	s.process = l.processes
	if !l.is(Stuck) {
		return nil
	}
	ms, err := strconv.Atoi(timeout)
	if err != nil {
		return fmt.Errorf("leaf: statement_timeout %q: %w", timeout, err)
	}
	s.limit = time.Duration(ms) * time.Millisecond
	return nil
}

// work is one query: until the statement timeout, or until the client cancels it. A
// client that is gone does not end it, as in PostgreSQL.
func (l *Leaf) work(s *session) {
	canceled := make(chan struct{})
	l.mu.Lock()
	l.stuck[s.process] = canceled
	l.most = max(l.most, len(l.stuck))
	l.mu.Unlock()
	select {
	case <-time.After(s.limit):
	case <-canceled:
	}
	l.mu.Lock()
	delete(l.stuck, s.process)
	l.mu.Unlock()
}

// cancel ends the query of a process.
func (l *Leaf) cancel(process uint32) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if c := l.stuck[process]; c != nil {
		close(c)
		delete(l.stuck, process)
	}
}
