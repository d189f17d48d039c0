// Lines that say how often something else retries.
package cases

import (
	"context"
	"errors"
	retryablehttp "github.com/hashicorp/go-retryablehttp"
	redis "github.com/redis/go-redis/v9"
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

type options struct {
	MaxRetries int
	MaxItems   int
	Timeout    time.Duration
}

type client struct {
	c stub
	o options
}

func (c *client) get(ctx context.Context, in *request) (out *answer, err error) {
	for attempt := 0; attempt <= c.o.MaxRetries; attempt++ { // want: retry-loop 4
		if out, err = c.c.Get(ctx, in); err == nil {
			return out, nil
		}
	}
	return nil, err
}

func (c *client) list(ctx context.Context) (n int, err error) {
	for i := 0; i < c.o.MaxItems; i++ { // want: fan-out 100
		if _, err := c.c.Get(ctx, &request{name: time.Duration(i).String()}); err != nil {
			return 0, err
		}
		n++
	}
	return n, nil
}

func (o *options) init() {
	if o.MaxRetries == 0 {
		o.MaxRetries = 3 // want: retry-config 4
	}
	if o.MaxItems == 0 {
		o.MaxItems = 100
	}
	if o.Timeout == 0 {
		o.Timeout = time.Second
	}
}

func newClient(c stub, o options) *client {
	o.init()
	return &client{c, o}
}

func redisClient(n int) *redis.Client {
	return redis.NewClient(&redis.Options{
		Addr:       "redis:6379",
		MaxRetries: n, // want: retry-config ?
	})
}

func redisOff() *redis.Client {
	return redis.NewClient(&redis.Options{
		Addr:       "redis:6379",
		MaxRetries: -1, // want: retry-config 1
	})
}

func redisPlain() *redis.Client {
	return redis.NewClient(&redis.Options{Addr: "redis:6379"})
}

func retryable() *retryablehttp.Client {
	c := retryablehttp.NewClient()
	c.RetryMax = 7 // want: retry-config 8
	return c
}

type callOption func(*callOptions)

type callOptions struct{ max int }

func withMax(n int) callOption { return func(o *callOptions) { o.max = n } }

func (c *client) call(ctx context.Context, in *request, opts ...callOption) (out *answer, err error) {
	var o callOptions
	for _, opt := range opts {
		opt(&o)
	}
	for attempt := 0; attempt < o.max; attempt++ { // want: retry-loop 6
		if out, err = c.c.Put(ctx, in); err == nil {
			return out, nil
		}
	}
	return nil, err
}

func (c *client) useOption(ctx context.Context, in *request) (*answer, error) {
	return c.call(ctx, in, withMax(6)) // want: retry-config 6
}

var _ = errors.New
