package measure

import (
	"context"
	"fmt"
	"io"
	"net/http"
)

// request is the mobile app: it tries until it gets an answer or has made that
// many attempts, and reports whether it got one. An attempt that does not end
// in an answer of the gateway at all is an error of the measurement.
func request(ctx context.Context, url string, attempts int) (bool, error) {
	for range attempts {
		status, err := attempt(ctx, url)
		if err != nil {
			return false, err
		}
		switch status {
		case http.StatusOK:
			return true, nil
		case http.StatusServiceUnavailable:
		default:
			return false, fmt.Errorf("the gateway answered %d", status)
		}
	}
	return false, nil
}

// attempt makes one request and returns the status of the answer.
func attempt(ctx context.Context, url string) (int, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, nil)
	if err != nil {
		return 0, err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	_, err = io.Copy(io.Discard, resp.Body)
	return resp.StatusCode, err
}
