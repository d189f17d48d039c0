// Package cases calls a server that always fails through the retries of client
// libraries, each by its defaults or by settings that users write. When an attempt
// starts is measured in the fake time of testing/synctest, in schedules_test.go,
// and compared with what ampcheck says of these functions; ../run does both.
package cases

import (
	"context"
	"errors"
	"net/http"
)

// Transport carries all requests.
var Transport http.RoundTripper = http.DefaultTransport

// get makes one request. An answer of 500 and above is an error.
func get(ctx context.Context, url string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 500 {
		return errors.New(resp.Status)
	}
	return nil
}
