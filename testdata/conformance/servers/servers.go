// Package servers holds loopback servers that fail, one way each, and count what
// reaches them. They speak as much of their protocol as a client needs to send a
// request.
package servers

import (
	"bufio"
	"fmt"
	"net"
	"sync"
	"sync/atomic"
)

// Fault is the way in which a server fails.
type Fault string

// The faults. What unavailable, overload and error are depends on the protocol:
// 503, 429 and 500 of HTTP, UNAVAILABLE, RESOURCE_EXHAUSTED and INTERNAL of
// gRPC; the others say it in their file.
const (
	Refuse      Fault = "refuse" // nobody listens: there is no server to start
	Reset       Fault = "reset"  // the connection is reset once a request came
	Hang        Fault = "hang"   // a request is never answered
	Unavailable Fault = "unavailable"
	Overload    Fault = "overload"
	Error       Fault = "error"
)

// Faults are all faults, in the order of the table.
func Faults() []Fault { return []Fault{Refuse, Reset, Hang, Unavailable, Overload, Error} }

// Reply is what answers of HTTP hold beside the status.
type Reply struct {
	Header map[string]string `json:"header,omitempty"`
	Body   string            `json:"body,omitempty"`
}

// Server fails and counts.
type Server struct {
	fault       Fault
	reply       Reply
	requests    atomic.Int64
	connections atomic.Int64
	ln          net.Listener
	done        chan struct{}
	once        sync.Once
}

// protocols start serving; Start has made the listener.
var protocols = map[string]func(*Server){
	"http": serveHTTP,
	"grpc": serveGRPC,
}

// Start starts a server of a protocol on a free port of the loopback interface.
func Start(protocol string, fault Fault, reply Reply) (*Server, error) {
	serve, ok := protocols[protocol]
	if !ok {
		return nil, fmt.Errorf("no server speaks %q", protocol)
	}
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	s := &Server{fault: fault, reply: reply, done: make(chan struct{})}
	s.ln = &countingListener{ln, s}
	serve(s)
	return s, nil
}

// Addr is the host and port to connect to.
func (s *Server) Addr() string { return s.ln.Addr().String() }

// Requests is the number of requests that came, Connections that of
// connections.
func (s *Server) Requests() int { return int(s.requests.Load()) }

// Connections is the number of connections that were accepted.
func (s *Server) Connections() int { return int(s.connections.Load()) }

// Close ends the server and every request that hangs.
func (s *Server) Close() {
	s.once.Do(func() { close(s.done) })
	s.ln.Close()
}

type countingListener struct {
	net.Listener
	s *Server
}

func (l *countingListener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err == nil {
		l.s.connections.Add(1)
	}
	return c, err
}

// reset closes a connection so that the other side sees a reset.
func reset(c net.Conn) {
	if tcp, ok := c.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0)
	}
	c.Close()
}

// each runs talk for every connection, until it returns.
func (s *Server) each(talk func(net.Conn, *bufio.Reader)) {
	go func() {
		for {
			c, err := s.ln.Accept()
			if err != nil {
				return
			}
			go func() {
				defer c.Close()
				talk(c, bufio.NewReader(c))
			}()
		}
	}()
}

// fail counts a request and fails on it: it resets the connection, waits until
// the client or the server goes away, or reports false for the caller to answer.
func (s *Server) fail(c net.Conn) (done bool) {
	s.requests.Add(1)
	switch s.fault {
	case Reset:
		reset(c)
		return true
	case Hang:
		gone := make(chan struct{})
		go func() {
			_, _ = bufio.NewReader(c).WriteTo(discard{})
			close(gone)
		}()
		select {
		case <-s.done:
		case <-gone:
		}
		return true
	}
	return false
}

type discard struct{}

func (discard) Write(p []byte) (int, error) { return len(p), nil }
