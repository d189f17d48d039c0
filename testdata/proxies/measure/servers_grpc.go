package measure

import (
	"context"
	"io"
	"net"
	"net/http"
	"time"
)

// connKey is the key of the connection of a request in its context.
type connKey struct{}

// acceptRPC serves gRPC: calls fail as requests do, and are answered with codes
// in place of statuses.
func (s *servers) acceptRPC(l net.Listener) {
	var protocols http.Protocols
	protocols.SetUnencryptedHTTP2(true)
	server := http.Server{
		Handler: http.HandlerFunc(s.call), Protocols: &protocols,
		ConnContext: func(ctx context.Context, c net.Conn) context.Context { return context.WithValue(ctx, connKey{}, c) },
	}
	_ = server.Serve(l)
	_ = server.Close()
}

// call answers one call; those of the method Well go well.
func (s *servers) call(w http.ResponseWriter, r *http.Request) {
	_, _ = io.Copy(io.Discard, r.Body)
	w.Header().Set("Content-Type", "application/grpc")
	if r.URL.Path == "/shop.Stock/Well" {
		time.Sleep(wellFor)
		w.Header().Set("Trailer", "Grpc-Status")
		_, _ = w.Write(make([]byte, 5)) // a message of no bytes
		w.Header().Set("Grpc-Status", "0")
		return
	}
	c := r.Context().Value(connKey{}).(net.Conn)
	switch s.nth(s.requests.Add(1)) {
	case Status500:
		w.Header().Set("Grpc-Status", "13")
	case Status503:
		w.Header().Set("Grpc-Status", "14")
	case Reset:
		_ = c.(*net.TCPConn).SetLinger(0)
		_ = c.Close()
	case Close:
		_ = c.Close()
	case Slow:
		select {
		case <-r.Context().Done():
		case <-s.done:
		}
	}
}
