package measure

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// wellFor is how long a request takes that does not fail: long enough for
// others to need connections of their own.
const wellFor = 200 * time.Millisecond

// servers are the servers behind a proxy.
type servers struct {
	fault     Fault
	listeners []net.Listener
	requests  atomic.Int64
	done      chan struct{}
	running   sync.WaitGroup
}

// serve starts them, to be called by HTTP or by gRPC. Servers that refuse are not there.
func serve(fault Fault, rpc bool) (*servers, error) {
	s := &servers{fault: fault, done: make(chan struct{})}
	if fault == Refuse {
		return s, nil
	}
	for _, addr := range Servers {
		l, err := net.Listen("tcp", addr)
		if err != nil {
			return nil, errors.Join(err, s.close())
		}
		s.listeners = append(s.listeners, l)
		accept := s.accept
		if rpc {
			accept = s.acceptRPC
		}
		s.running.Go(func() { accept(l) })
	}
	return s, nil
}

func (s *servers) accept(l net.Listener) {
	for {
		c, err := l.Accept()
		if err != nil {
			return
		}
		s.running.Go(func() { s.connection(c) })
	}
}

// connection answers the requests of a connection until one fails it. The path
// /well is always answered.
func (s *servers) connection(c net.Conn) {
	defer c.Close()
	r := bufio.NewReader(c)
	for {
		req, err := http.ReadRequest(r)
		if err != nil {
			return
		}
		_, _ = io.Copy(io.Discard, req.Body)
		if req.URL.Path == "/well" {
			time.Sleep(wellFor)
			fmt.Fprint(c, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
			continue
		}
		if !s.fail(c, s.nth(s.requests.Add(1))) {
			return
		}
	}
}

// nth is the fault of the nth request.
func (s *servers) nth(n int64) Fault {
	switch s.fault {
	case Mixed:
		return []Fault{Status503, Reset, Status500, Close}[(n-1)%4]
	case PostReset, WarmReset:
		return Reset
	case Post503:
		return Status503
	}
	return s.fault
}

// fail reports whether the connection goes on.
func (s *servers) fail(c net.Conn, f Fault) bool {
	switch f {
	case Status500, Status503:
		fmt.Fprintf(c, "HTTP/1.1 %s Failed\r\nContent-Length: 0\r\n\r\n", f)
		return true
	case Reset:
		_ = c.(*net.TCPConn).SetLinger(0)
	case Slow:
		gone := make(chan struct{})
		go func() {
			_, _ = c.Read(make([]byte, 1))
			close(gone)
		}()
		select {
		case <-gone:
		case <-s.done:
		}
	}
	return false
}

func (s *servers) close() error {
	close(s.done)
	var errs []error
	for _, l := range s.listeners {
		errs = append(errs, l.Close())
	}
	return errors.Join(errs...)
}
