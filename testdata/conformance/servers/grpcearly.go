package servers

import (
	"net/http"
)

func init() { protocols["grpcearly"] = serveGRPCEarly }

// serveGRPCEarly sends the headers of an answer before the status: what a handler does
// that sends its own headers before it fails.
func serveGRPCEarly(s *Server) {
	h2 := &http.Protocols{}
	h2.SetUnencryptedHTTP2(true)
	s.serve(&http.Server{Protocols: h2}, func(w http.ResponseWriter) {
		w.Header().Set("Content-Type", "application/grpc")
		w.Header().Set("Trailer", "Grpc-Status, Grpc-Message")
		w.WriteHeader(http.StatusOK)
		_ = http.NewResponseController(w).Flush()
		w.Header().Set("Grpc-Status", codes[s.fault])
		w.Header().Set("Grpc-Message", "failing on purpose")
	})
}
