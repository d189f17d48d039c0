// Package httperr answers with errors.
package httperr

import (
	"log"
	"net/http"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// Write answers with what an error means.
func Write(w http.ResponseWriter, r *http.Request, err error) {
	code := http.StatusInternalServerError
	switch status.Code(err) {
	case codes.NotFound:
		code = http.StatusNotFound
	case codes.Unavailable:
		code = http.StatusServiceUnavailable
	case codes.ResourceExhausted:
		code = http.StatusTooManyRequests
	case codes.DeadlineExceeded:
		code = http.StatusGatewayTimeout
	}
	log.Printf("%s %s: %d: %v", r.Method, r.URL.Path, code, err)
	w.WriteHeader(code)
}
