// Loops that serve, read and accept: success does not end them.
package cases

import (
	"context"
	"errors"
	"io"
	"net"
	"sync"
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

type stream interface {
	Recv() (*answer, error)
}

type streamer interface {
	Watch(ctx context.Context, in *request) (stream, error)
}

func read(ctx context.Context, c streamer, in *request, use func(*answer)) error {
	s, err := c.Watch(ctx, in)
	if err != nil {
		return err
	}
	for {
		out, err := s.Recv()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		use(out)
	}
}

// reconnect opens the stream again and again, with a pause that is that of a retry.
func reconnect(ctx context.Context, c streamer, in *request, use func(*answer)) {
	backoff := time.Second
	for ctx.Err() == nil {
		s, err := c.Watch(ctx, in)
		if err != nil {
			time.Sleep(backoff)
			backoff *= 2
			continue
		}
		backoff = time.Second
		for {
			out, err := s.Recv()
			if err != nil {
				break
			}
			use(out)
		}
	}
}

// connect ends when the stream is open: it is a retry.
func connect(ctx context.Context, c streamer, in *request) (stream, error) {
	for ctx.Err() == nil { // want: retry-loop unbounded
		s, err := c.Watch(ctx, in)
		if err == nil {
			return s, nil
		}
		time.Sleep(time.Second)
	}
	return nil, ctx.Err()
}

func accept(l net.Listener, serve func(net.Conn)) error {
	wait := time.Millisecond
	for {
		conn, err := l.Accept()
		if err != nil {
			var ne net.Error
			if errors.As(err, &ne) && ne.Timeout() {
				time.Sleep(wait)
				wait *= 2
				continue
			}
			return err
		}
		go serve(conn)
	}
}

func consume(ctx context.Context, c stub, in chan *request) {
	for {
		select {
		case r := <-in:
			if _, err := c.Get(ctx, r); err != nil {
				println("attempt failed, no retry")
			}
		case <-ctx.Done():
			return
		}
	}
}

// hedged sends a second copy on a timer.
func hedged(ctx context.Context, c stub, in *request) (*answer, error) {
	type result struct {
		out *answer
		err error
	}
	results := make(chan result, 2)
	send := func() {
		out, err := c.Get(ctx, in)
		results <- result{out, err}
	}
	go send()
	select {
	case r := <-results:
		return r.out, r.err
	case <-time.After(time.Second):
		go send()
	}
	r := <-results
	return r.out, r.err
}

func parallel(ctx context.Context, c stub, in []*request) {
	var wg sync.WaitGroup
	for _, r := range in { // want: fan-out ?
		wg.Add(1)
		go func() {
			defer wg.Done()
			_, _ = c.Get(ctx, r)
		}()
	}
	wg.Wait()
}

func parallelRetry(ctx context.Context, c stub, in []*request) {
	var wg sync.WaitGroup
	for _, r := range in { // want: fan-out ?
		wg.Go(func() {
			for attempt := range 3 { // want: retry-loop 3
				if _, err := c.Get(ctx, r); err == nil {
					return
				}
				time.Sleep(time.Duration(attempt) * time.Second)
			}
		})
	}
	wg.Wait()
}
