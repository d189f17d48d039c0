package servers

import "net/http"

func init() { protocols["grpcpushback"] = serveGRPCPushback }

// serveGRPCPushback says in its answers that a call must not be tried again.
func serveGRPCPushback(s *Server) {
	h2 := &http.Protocols{}
	h2.SetUnencryptedHTTP2(true)
	s.serve(&http.Server{Protocols: h2}, func(w http.ResponseWriter) {
		w.Header().Set("Content-Type", "application/grpc")
		w.Header().Set("Grpc-Retry-Pushback-Ms", "-1")
		w.Header().Set("Grpc-Status", codes[s.fault])
		w.WriteHeader(http.StatusOK)
	})
}
