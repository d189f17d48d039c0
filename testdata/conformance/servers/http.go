package servers

import (
	"context"
	"io"
	"net"
	"net/http"
)

// statuses are the answers of HTTP.
var statuses = map[Fault]int{Unavailable: 503, Overload: 429, Error: 500}

func serveHTTP(s *Server) {
	s.serve(&http.Server{}, func(w http.ResponseWriter) {
		w.Header().Set("Content-Type", "application/json")
		for name, value := range s.reply.Header {
			w.Header().Set(name, value)
		}
		w.WriteHeader(statuses[s.fault])
		_, _ = io.WriteString(w, s.reply.Body)
	})
}

// codes are the statuses of gRPC.
var codes = map[Fault]string{Unavailable: "14", Overload: "8", Error: "13"}

func serveGRPC(s *Server) {
	h2 := &http.Protocols{}
	h2.SetUnencryptedHTTP2(true)
	s.serve(&http.Server{Protocols: h2}, func(w http.ResponseWriter) {
		w.Header().Set("Content-Type", "application/grpc")
		w.Header().Set("Grpc-Status", codes[s.fault])
		w.Header().Set("Grpc-Message", "failing on purpose")
		w.WriteHeader(http.StatusOK)
	})
}

type connKey struct{}

// serve counts each request before it fails or is answered.
func (s *Server) serve(server *http.Server, answer func(http.ResponseWriter)) {
	server.ConnContext = func(ctx context.Context, c net.Conn) context.Context {
		return context.WithValue(ctx, connKey{}, c)
	}
	server.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.requests.Add(1)
		_, _ = io.Copy(io.Discard, r.Body)
		switch s.fault {
		case Reset:
			reset(r.Context().Value(connKey{}).(net.Conn))
			panic(http.ErrAbortHandler)
		case Hang:
			select {
			case <-s.done:
			case <-r.Context().Done():
			}
			panic(http.ErrAbortHandler)
		}
		answer(w)
	})
	go func() { _ = server.Serve(s.ln) }()
}
