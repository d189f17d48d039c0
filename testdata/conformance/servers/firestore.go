package servers

import (
	"context"
	"io"
	"net"
	"net/http"
	"strings"
)

func init() { protocols["firestore"] = serveFirestore }

// firestoreCodes are the statuses of what fails: a transaction that is ABORTED is the
// error, which the client has for a conflict.
var firestoreCodes = map[Fault]string{Unavailable: "14", Overload: "8", Error: "10"}

// serveFirestore begins transactions and rolls them back, and fails on all else, which
// is what commits them.
func serveFirestore(s *Server) {
	h2 := &http.Protocols{}
	h2.SetUnencryptedHTTP2(true)
	server := &http.Server{Protocols: h2}
	server.ConnContext = func(ctx context.Context, c net.Conn) context.Context {
		return context.WithValue(ctx, connKey{}, c)
	}
	server.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.requests.Add(1)
		_, _ = io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Type", "application/grpc")
		switch {
		case strings.HasSuffix(r.URL.Path, "/BeginTransaction"):
			_, _ = w.Write([]byte{0, 0, 0, 0, 3, 0x0a, 1, 't'}) // a message whose first field is "t"
		case strings.HasSuffix(r.URL.Path, "/Rollback"):
			_, _ = w.Write(make([]byte, 5)) // a message without fields
		case s.fault == Reset:
			reset(r.Context().Value(connKey{}).(net.Conn))
			panic(http.ErrAbortHandler)
		case s.fault == Hang:
			select {
			case <-s.done:
			case <-r.Context().Done():
			}
			panic(http.ErrAbortHandler)
		default:
			w.Header().Set("Grpc-Status", firestoreCodes[s.fault])
			return
		}
		w.Header().Set(http.TrailerPrefix+"Grpc-Status", "0")
	})
	go func() { _ = server.Serve(s.ln) }()
}
