// Functions that call themselves.
package cases

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
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

func counted(ctx context.Context, c stub, in *request, retries int) (*answer, error) {
	out, err := c.Get(ctx, in)
	if err != nil && retries > 0 {
		return counted(ctx, c, in, retries-1) // want: recursion-retry ?
	}
	return out, err
}

func forever(ctx context.Context, c stub, in *request) (*answer, error) {
	out, err := c.Get(ctx, in)
	if err != nil {
		time.Sleep(time.Second)
		return forever(ctx, c, in) // want: recursion-retry unbounded
	}
	return out, nil
}

func lostRace(ctx context.Context, c stub, in *request) (*answer, error) {
	out, err := c.Put(ctx, in)
	if err != nil {
		return nil, err
	}
	if !out.ready {
		return lostRace(ctx, c, in) // want: recursion-retry unbounded
	}
	return out, nil
}

// chase follows what the answer names.
func chase(ctx context.Context, c stub, name string, depth int) (*answer, error) {
	out, err := c.Get(ctx, &request{name: name})
	if err != nil || depth == 0 || out.token == "" {
		return out, err
	}
	return chase(ctx, c, out.token, depth-1)
}

func below(ctx context.Context, c stub, name string) error {
	out, err := c.Get(ctx, &request{name: name})
	if err != nil {
		return err
	}
	for _, item := range out.items { // want: fan-out ?
		if err := below(ctx, c, item); err != nil {
			return err
		}
	}
	return nil
}

func retryOnError(err error) bool {
	if inner := errors.Unwrap(err); inner != nil {
		return retryOnError(inner)
	}
	return errors.Is(err, errGaveUp)
}

// signIn asks for a new token where the answer is a text instead of what was asked for.
func (d *desk) signIn(ctx context.Context, path string) (out []string, err error) {
	raw, err := d.fetch(ctx, path)
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(raw, &out); err != nil {
		if !strings.Contains(string(raw), "expired") {
			return nil, err
		}
		if _, err := d.fetch(ctx, "/token"); err != nil {
			return nil, err
		}
		return d.signIn(ctx, path) // want: recursion-retry unbounded
	}
	return out, nil
}

// signInParts reads what the answer names, where it can be read.
func (d *desk) signInParts(ctx context.Context, path string) (out []string, err error) {
	raw, err := d.fetch(ctx, path)
	if err != nil {
		return nil, err
	}
	var parts []string
	if err := json.Unmarshal(raw, &parts); err != nil {
		return []string{string(raw)}, nil
	}
	for _, p := range parts { // want: fan-out ?
		more, err := d.signInParts(ctx, p)
		if err != nil {
			return nil, err
		}
		out = append(out, more...)
	}
	return out, nil
}

type desk struct{ c *http.Client }

func (d *desk) fetch(ctx context.Context, path string) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, path, nil)
	if err != nil {
		return nil, err
	}
	resp, err := d.c.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	return io.ReadAll(resp.Body)
}
