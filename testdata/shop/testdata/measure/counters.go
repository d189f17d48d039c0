package measure

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"sync"
	"sync/atomic"
	"time"

	"github.com/ampcheck/ampcheck/testdata/shop/testdata/leaf"
)

// Counters is what arrived at each service, counted by a proxy in front of it as a
// sidecar counts, and at the database, which counts queries.
type Counters struct {
	Inputs string `json:"inputs"`
	// Step is the time between samples in seconds. The database failed from sample Failed
	// on.
	Step   int `json:"step"`
	Failed int `json:"failed"`
	// Received are the counters at each sample, by the name of the service.
	Received map[string][]int64 `json:"received"`
}

// The database is well for some samples and fails for the others: longer than the rules
// for Prometheus look back and wait.
const (
	step         = 5 * time.Second
	well, broken = 24, 36
	between      = time.Second // requests of clients
)

// Watch runs the shop in dir with a client that asks again and again.
func Watch(ctx context.Context, dir string, attempts int) (*Counters, error) {
	s, err := Build(ctx, dir)
	if err != nil {
		return nil, err
	}
	defer s.Remove()
	c := &Counters{Step: int(step.Seconds()), Failed: well, Received: map[string][]int64{}}
	if c.Inputs, err = Inputs(dir); err != nil {
		return nil, err
	}
	arrived := map[string]*atomic.Int64{}
	var stops []func() error
	defer func() {
		for _, stop := range stops {
			stop()
		}
	}()
	front := func(name, address string) (string, error) {
		arrived[name] = &atomic.Int64{}
		proxy, stop, err := counting(address, arrived[name])
		stops = append(stops, stop)
		return proxy, err
	}
	return c, s.behind(ctx, leaf.Healthy, front, func(ctx context.Context, db *leaf.Leaf, url string) error {
		ctx, cancel := context.WithCancel(ctx)
		var asking sync.WaitGroup
		defer asking.Wait()
		defer cancel()
		asking.Go(func() {
			for ctx.Err() == nil {
				asking.Go(func() { request(ctx, url, attempts) })
				time.Sleep(between)
			}
		})
		for i := range well + broken {
			if i == well {
				db.Set(leaf.Failing)
			}
			queries, err := db.Queries()
			if err != nil {
				return err
			}
			c.Received["database"] = append(c.Received["database"], int64(queries))
			for name, n := range arrived {
				c.Received[name] = append(c.Received[name], n.Load())
			}
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-time.After(step):
			}
		}
		return nil
	})
}

// counting is a proxy that counts the requests for an address, of HTTP/1 or of gRPC.
func counting(address string, n *atomic.Int64) (proxy string, stop func() error, err error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", func() error { return nil }, fmt.Errorf("starting a proxy: %w", err)
	}
	var both, second http.Protocols
	both.SetHTTP1(true)
	both.SetUnencryptedHTTP2(true)
	second.SetUnencryptedHTTP2(true)
	target := &url.URL{Scheme: "http", Host: address}
	one, two := httputil.NewSingleHostReverseProxy(target), httputil.NewSingleHostReverseProxy(target)
	two.Transport, two.FlushInterval = &http.Transport{Protocols: &second}, -1
	server := &http.Server{Protocols: &both, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n.Add(1)
		if r.ProtoMajor == 2 {
			two.ServeHTTP(w, r)
		} else {
			one.ServeHTTP(w, r)
		}
	})}
	go server.Serve(l)
	return l.Addr().String(), server.Close, nil
}
