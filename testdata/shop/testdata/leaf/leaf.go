// Package leaf is a database that only counts: it speaks enough of the
// PostgreSQL protocol for a client to connect, and counts the queries.
package leaf

import (
	"errors"
	"fmt"
	"net"
	"strconv"
	"sync"
	"sync/atomic"
)

// A Mode says how a leaf answers queries.
type Mode int

const (
	Failing Mode = iota // every query ends in too_many_connections
	Healthy             // every query returns one row with one number
	Stuck               // every query goes on until its statement timeout ends it
	Gone                // nobody listens
)

// StatementTimeout ends a query of a leaf that is stuck, in milliseconds.
const StatementTimeout = 1120

// A Leaf is a running database.
type Leaf struct {
	mode     atomic.Int32 // a Mode
	listener net.Listener
	queries  atomic.Int64
	serving  sync.WaitGroup

	mu    sync.Mutex
	conns map[net.Conn]bool // nil once the leaf is closed
	err   error             // the first message that the leaf does not know
	// stuck are the queries at work in mode Stuck by the process that works on them,
	// most is how many there were at once.
	stuck     map[uint32]chan struct{}
	processes uint32
	most      int
}

// Start opens a leaf on the loopback interface.
func Start(mode Mode) (*Leaf, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("starting the leaf: %w", err)
	}
	leaf := &Leaf{listener: l, conns: map[net.Conn]bool{}, stuck: map[uint32]chan struct{}{}}
	leaf.mode.Store(int32(mode))
	if mode == Gone {
		return leaf, l.Close()
	}
	leaf.serving.Go(leaf.accept)
	return leaf, nil
}

// Set lets queries that come from now on be answered in another way, other than Stuck and Gone.
func (l *Leaf) Set(mode Mode) { l.mode.Store(int32(mode)) }

func (l *Leaf) is(mode Mode) bool { return Mode(l.mode.Load()) == mode }

// URL is the connection string of the leaf.
func (l *Leaf) URL() string {
	url := "postgres://inventory@" + l.listener.Addr().String() + "/shop"
	switch {
	case l.is(Gone):
		url += "?sslmode=disable" // one connection for each try
	case l.is(Stuck):
		url += "?statement_timeout=" + strconv.Itoa(StatementTimeout)
	}
	return url
}

// Queries is the number of query messages that have arrived. It is an error
// when a client sent anything that might be a query in another form.
func (l *Leaf) Queries() (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return int(l.queries.Load()), l.err
}

// Peak is the most queries that were at work at once, and AtWork how many are.
func (l *Leaf) Peak() (most, atWork int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.most, len(l.stuck)
}

// Close ends all connections and waits for them.
func (l *Leaf) Close() error {
	err := l.listener.Close()
	l.mu.Lock()
	for c := range l.conns {
		c.Close()
	}
	l.conns = nil
	l.mu.Unlock()
	l.serving.Wait()
	return err
}

// accept serves connections until the leaf is closed.
func (l *Leaf) accept() {
	for {
		c, err := l.listener.Accept()
		if errors.Is(err, net.ErrClosed) {
			return
		}
		if err != nil {
			l.fail(err)
			return
		}
		l.mu.Lock()
		if l.conns == nil {
			l.mu.Unlock()
			c.Close()
			return
		}
		l.conns[c] = true
		l.mu.Unlock()
		l.serving.Go(func() {
			l.serve(c)
			l.mu.Lock()
			delete(l.conns, c)
			l.mu.Unlock()
			c.Close()
		})
	}
}

// fail records the first error.
func (l *Leaf) fail(err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.err == nil {
		l.err = err
	}
}
