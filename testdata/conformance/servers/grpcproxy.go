package servers

import "net/http"

func init() { protocols["grpcproxy"] = serveGRPCProxy }

// serveGRPCProxy answers as a proxy between client and server does: with a status of
// HTTP alone, of which the client makes one of gRPC.
func serveGRPCProxy(s *Server) {
	h2 := &http.Protocols{}
	h2.SetUnencryptedHTTP2(true)
	s.serve(&http.Server{Protocols: h2}, func(w http.ResponseWriter) {
		w.Header().Set("Content-Type", "text/plain")
		w.WriteHeader(statuses[s.fault])
	})
}
