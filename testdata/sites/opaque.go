// The steps of a retry are methods of an object, and a closure decides.
package cases

import (
	"context"
	"errors"
	"io"
	"net/http"
	"time"
)

type request struct{ name, token string }

type answer struct {
	items []string
	token string
	ready bool
}

// stub is the client of a service, as generated code has it.
type stub interface {
	Get(ctx context.Context, in *request) (*answer, error)
	Put(ctx context.Context, in *request) (*answer, error)
}

var errGaveUp = errors.New("gave up")

type withRetry struct {
	max, tries int
	wait       time.Duration
}

func (r *withRetry) before(ctx context.Context) error {
	if r.tries == 0 {
		return nil
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(r.wait):
		return nil
	}
}

func (r *withRetry) isNext(res *http.Response, err error) bool {
	r.tries++
	if r.tries > r.max {
		return false
	}
	return err != nil || res.StatusCode >= http.StatusInternalServerError
}

func do(ctx context.Context, client *http.Client, req *http.Request, use func(*http.Response)) error {
	r := &withRetry{max: 10, wait: time.Second}
	for { // want: retry-loop 11
		if err := r.before(ctx); err != nil {
			return err
		}
		res, err := client.Do(req)
		done := func() bool {
			if r.isNext(res, err) {
				return false
			}
			if err == nil {
				use(res)
			}
			return true
		}()
		if done {
			return err
		}
	}
}

// reader fails softly, so that the loop of its reader tries again.
type reader struct {
	client         *http.Client
	req            *http.Request
	body           io.ReadCloser
	failures, most int
}

func (r *reader) Read(p []byte) (int, error) {
	if r.body == nil {
		res, err := r.client.Do(r.req)
		if err != nil && r.failures+1 < r.most { // miss: retry-loop ?, the caller reads again where nothing was read
			r.failures++
			time.Sleep(time.Second)
			return 0, nil
		}
		if err != nil {
			return 0, err
		}
		r.body = res.Body
	}
	return r.body.Read(p)
}

// status repeats what was answered with a bad status.
func status(client *http.Client, url string) (res *http.Response, err error) {
	for i := 0; i < 3; i++ { // want: retry-loop 3
		res, err = client.Get(url)
		if err == nil && res.StatusCode < 500 {
			return res, nil
		}
		time.Sleep(time.Second)
	}
	return res, err
}

// statusOnly fails at once where there is no answer.
func statusOnly(client *http.Client, url string) (*http.Response, error) {
	for i := 0; ; i++ { // want: retry-loop 4
		res, err := client.Get(url)
		if err != nil {
			return nil, err
		}
		if res.StatusCode != http.StatusTooManyRequests || i == 3 {
			return res, nil
		}
		time.Sleep(time.Second)
	}
}

// flagged leaves with a flag.
func flagged(client *http.Client, url string) bool {
	sent := false
	for i := 0; i < 3 && !sent; i++ { // want: retry-loop 3
		res, err := client.Get(url)
		if err == nil {
			sent = res.StatusCode == http.StatusOK
		}
	}
	return sent
}

// nothing does nothing at all with a failure.
func nothing(client *http.Client, url string) {
	for i := 0; i < 3; i++ { // want: fan-out 3
		_, _ = client.Get(url)
	}
}

var _ = errors.New
var _ context.Context

// answered looks at the status only, and returns what failed otherwise.
func answered(client *http.Client, req *http.Request) (*http.Response, error) {
	for range 4 { // want: retry-loop 4
		res, err := client.Do(req)
		if err != nil {
			return nil, err
		}
		if res.StatusCode < 500 {
			return res, nil
		}
		res.Body.Close()
		time.Sleep(time.Second)
	}
	return nil, errGaveUp
}

// ready waits for something that is not there yet.
func ready(client *http.Client, req *http.Request) error {
	for range 4 { // want: poll 4
		res, err := client.Do(req)
		if err != nil {
			return err
		}
		if res.StatusCode == http.StatusOK && res.Header.Get("State") == "ready" {
			return nil
		}
		time.Sleep(time.Second)
	}
	return errGaveUp
}
