// Retries that are hidden in what a client is made of.
package cases

import (
	"context"
	"errors"
	"google.golang.org/grpc"
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

type retryTransport struct {
	next http.RoundTripper
	max  int
}

func (t *retryTransport) RoundTrip(req *http.Request) (res *http.Response, err error) {
	for attempt := 0; attempt < 3; attempt++ { // want: retry-loop 3
		if res, err = t.next.RoundTrip(req); err == nil {
			return res, nil
		}
		time.Sleep(time.Second)
	}
	return res, err
}

type loggingTransport struct{ next http.RoundTripper }

func (t *loggingTransport) RoundTrip(req *http.Request) (*http.Response, error) {
	res, err := t.next.RoundTrip(req)
	if err != nil {
		println("attempt failed")
	}
	return res, err
}

type authTransport struct{ next http.RoundTripper }

func (t *authTransport) RoundTrip(req *http.Request) (*http.Response, error) {
	res, err := t.next.RoundTrip(req)
	if err != nil || res.StatusCode != http.StatusUnauthorized {
		return res, err
	}
	req.Header.Set("Authorization", "fresh")
	return t.next.RoundTrip(req) // miss: retry-loop 2, a bad status is a failure
}

func interceptor(max int) grpc.UnaryClientInterceptor {
	return func(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoker grpc.UnaryInvoker, opts ...grpc.CallOption) (err error) {
		for attempt := 0; attempt < max; attempt++ { // want: retry-loop 4
			if err = invoker(ctx, method, req, reply, cc, opts...); err == nil {
				return nil
			}
		}
		return err
	}
}

func logged() grpc.UnaryClientInterceptor {
	return func(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoker grpc.UnaryInvoker, opts ...grpc.CallOption) error {
		err := invoker(ctx, method, req, reply, cc, opts...)
		if err != nil {
			println("attempt failed")
		}
		return err
	}
}

func dial() (*grpc.ClientConn, error) {
	return grpc.NewClient("users:443",
		grpc.WithUnaryInterceptor(interceptor(4)), // want: retry-config ?; miss: retry-config 4, the number is the argument
	)
}

func dialLogged() (*grpc.ClientConn, error) {
	return grpc.NewClient("users:443", grpc.WithUnaryInterceptor(logged()))
}

const policy = `{"methodConfig": [{"name": [{"service": ""}], "retryPolicy": {"maxAttempts": 4, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}]}`

func dialPolicy() (*grpc.ClientConn, error) {
	return grpc.NewClient("users:443",
		grpc.WithDefaultServiceConfig(policy), // want: retry-config 4
	)
}

// dialMisplaced has a retryPolicy where no client reads it.
func dialMisplaced(config string) (*grpc.ClientConn, error) {
	if config == "" {
		config = `
{
  "loadBalancingPolicy": "round_robin",
  "retryPolicy": {"maxAttempts": 3}}` // want: retry-config 1
	}
	return grpc.NewClient("users:443", grpc.WithDefaultServiceConfig(config))
}

// dialWritten has the number in a text of its own.
func dialWritten() (*grpc.ClientConn, error) {
	return grpc.NewClient("users:443", grpc.WithDefaultServiceConfig(`{"methodConfig": [{
		"name": [{"service": "shop.Stock"}],
		"retryPolicy": {
			"initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"],
			"maxAttempts": 3}}, {"name": [{"service": "shop.Cart"}]}]}`)) // want: retry-config 3
}

// dialPlain balances and retries nothing.
func dialPlain() (*grpc.ClientConn, error) {
	return grpc.NewClient("users:443", grpc.WithDefaultServiceConfig(`{"loadBalancingPolicy": "round_robin"}`))
}

type handler interface {
	Serve(ctx context.Context, in *request) (*answer, error)
}

type baseHandler struct{ c stub }

func (h baseHandler) Serve(ctx context.Context, in *request) (*answer, error) {
	return h.c.Get(ctx, in)
}

type middleware func(next handler) handler

type retryHandler struct {
	next handler
	max  int
}

func (h retryHandler) Serve(ctx context.Context, in *request) (out *answer, err error) {
	for try := 0; try < h.max; try++ { // want: retry-loop 5
		if out, err = h.next.Serve(ctx, in); err == nil {
			return out, nil
		}
	}
	return nil, err
}

func newRetry(max int) middleware {
	return func(next handler) handler { return retryHandler{next: next, max: max} }
}

type logHandler struct{ next handler }

func (h logHandler) Serve(ctx context.Context, in *request) (*answer, error) {
	return h.next.Serve(ctx, in)
}

func newLog() middleware {
	return func(next handler) handler { return logHandler{next} }
}

func chain() []middleware {
	all := []middleware{newLog()}
	return append(all, newRetry(5)) // want: retry-config ?; miss: retry-config 5, the number is the argument
}

var _ = errors.New
