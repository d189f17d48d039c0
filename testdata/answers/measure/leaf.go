package measure

import (
	"context"
	"io"
	"net"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
)

// Leaf is the service that fails: it fails one way and counts what reaches it.
type Leaf struct {
	fault    Fault
	ln       net.Listener
	done     chan struct{}
	once     sync.Once
	requests atomic.Int64
}

// StartLeaf starts a leaf that speaks a protocol, http or grpc, on the loopback
// interface. One that refuses holds an address at which nobody listens.
func StartLeaf(protocol string, fault Fault) (*Leaf, error) {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	l := &Leaf{fault: fault, ln: ln, done: make(chan struct{})}
	if fault == Refuse {
		return l, ln.Close()
	}
	server := &http.Server{Handler: l.handler(protocol), ConnContext: func(ctx context.Context, c net.Conn) context.Context {
		return context.WithValue(ctx, connKey{}, c)
	}}
	if protocol == "grpc" {
		server.Protocols = &http.Protocols{}
		server.Protocols.SetUnencryptedHTTP2(true)
	}
	go func() { _ = server.Serve(ln) }()
	return l, nil
}

type connKey struct{}

func (l *Leaf) handler(protocol string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		l.requests.Add(1)
		_, _ = io.Copy(io.Discard, r.Body)
		switch l.fault {
		case Reset:
			c := r.Context().Value(connKey{}).(net.Conn)
			if tcp, ok := c.(*net.TCPConn); ok {
				_ = tcp.SetLinger(0)
			}
			c.Close()
			panic(http.ErrAbortHandler)
		case Hang:
			select {
			case <-l.done:
			case <-r.Context().Done():
			}
			panic(http.ErrAbortHandler)
		}
		if protocol == "grpc" {
			w.Header().Set("Content-Type", "application/grpc")
			w.Header().Set("Grpc-Status", l.fault.code())
			w.Header().Set("Grpc-Message", "failing on purpose")
			return
		}
		n, _ := strconv.Atoi(l.fault.code())
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(n)
		_, _ = io.WriteString(w, `{"error":"failing on purpose"}`)
	}
}

// Addr is the host and port of the leaf.
func (l *Leaf) Addr() string { return l.ln.Addr().String() }

// Requests is how many requests came.
func (l *Leaf) Requests() int { return int(l.requests.Load()) }

// Close ends the leaf and the requests that hang.
func (l *Leaf) Close() {
	l.once.Do(func() { close(l.done) })
	l.ln.Close()
}
