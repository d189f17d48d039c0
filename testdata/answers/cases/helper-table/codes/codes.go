// Package codes translates between protocols.
package codes

import (
	"net/http"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

var table = map[codes.Code]int{
	codes.NotFound:          http.StatusNotFound,
	codes.InvalidArgument:   http.StatusBadRequest,
	codes.Unavailable:       http.StatusServiceUnavailable,
	codes.ResourceExhausted: http.StatusTooManyRequests,
	codes.DeadlineExceeded:  http.StatusGatewayTimeout,
}

// HTTP is the status for an error.
func HTTP(err error) int {
	if code, ok := table[status.Code(err)]; ok {
		return code
	}
	return http.StatusInternalServerError
}
