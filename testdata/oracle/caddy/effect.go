package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/caddyserver/caddy/v2"
	"github.com/caddyserver/caddy/v2/modules/caddyhttp"
	"github.com/caddyserver/caddy/v2/modules/caddyhttp/reverseproxy"

	"github.com/ampcheck/ampcheck/graph"
	"github.com/ampcheck/ampcheck/testdata/oracle/documents"
)

// most is where counting the tries of one request ends.
const most = 400_000

// written are the fields that are read of a handler; the tries are counted.
type written struct {
	Upstreams []struct {
		Dial string `json:"dial"`
	} `json:"upstreams"`
	Dynamic *struct {
		Name string `json:"name"`
	} `json:"dynamic_upstreams"`
	LoadBalancing struct {
		TryDuration caddy.Duration `json:"try_duration"`
		TryInterval caddy.Duration `json:"try_interval"`
	} `json:"load_balancing"`
	Transport struct {
		Protocol              string         `json:"protocol"`
		ResponseHeaderTimeout caddy.Duration `json:"response_header_timeout"`
	} `json:"transport"`
}

// effect is what a handler does to a request; "" where it has no server.
func effect(handler map[string]any) (string, error) {
	raw, err := json.Marshal(handler)
	if err != nil {
		return "", err
	}
	var w written
	if err := json.Unmarshal(raw, &w); err != nil {
		return "", err
	}
	e := documents.Effect{Rule: "proxy", To: w.hosts()}
	if len(e.To) == 0 {
		return "", nil
	}
	each := max(0, time.Duration(w.Transport.ResponseHeaderTimeout)) // one below zero is none
	done, err := repeated(handler["load_balancing"], each)
	if err != nil {
		return "", err
	}
	if done.fast == 1 {
		e.Overall = each
		return e.String(), nil
	}
	e.Attempts, e.PerTry, e.On = fmt.Sprint(done.fast), each, done.on
	if done.fast >= most {
		e.Attempts = "unbounded"
	}
	if e.Pause = max(0, time.Duration(w.LoadBalancing.TryInterval)); w.LoadBalancing.TryInterval == 0 && w.LoadBalancing.TryDuration > 0 {
		e.Pause = 250 * time.Millisecond
	}
	if done.slow > 0 && done.slow < done.fast {
		e.Slow = fmt.Sprint(done.slow)
	}
	return e.String(), nil
}

// hosts are those of the servers.
func (w *written) hosts() []string {
	var hosts []string
	for _, u := range w.Upstreams {
		if u.Dial == "" { // none that a request can go to
			continue
		}
		host, _, err := net.SplitHostPort(u.Dial)
		if err != nil {
			host = strings.Replace(u.Dial, "unix/", "unix:", 1)
		}
		if host == "" {
			host = "localhost"
		}
		if !slices.Contains(hosts, host) {
			hosts = append(hosts, host)
		}
	}
	if w.Dynamic != nil && w.Dynamic.Name != "" {
		hosts = append(hosts, w.Dynamic.Name)
	}
	return hosts
}

// repeats are what a handler sends again.
type repeats struct {
	// fast counts the tries that fail at once, slow those that each take as long
	// as they may, of the request with the most; 0 is without such a limit.
	fast, slow int
	on         graph.ClassSet
}

// known are the repeats by what decides about them.
var known = map[string]repeats{}

// repeated runs requests through a handler with one server.
func repeated(balancing any, each time.Duration) (done repeats, err error) {
	handler := map[string]any{"upstreams": []any{map[string]any{"dial": "10.9.9.9:80"}}}
	if balancing != nil {
		handler["load_balancing"] = balancing
	}
	raw, err := json.Marshal(handler)
	if err != nil {
		return done, err
	}
	key := fmt.Sprint(each, string(raw))
	if done, ok := known[key]; ok {
		return done, nil
	}
	discard, err := quiet([]byte("{}"))
	if err != nil {
		return done, err
	}
	var config caddy.Config
	if err := json.Unmarshal(discard, &config); err != nil {
		return done, err
	}
	base, err := caddy.ProvisionContext(&config)
	if err != nil {
		return done, err
	}
	if _, err := base.App("events"); err != nil {
		return done, err
	}
	base.Context = context.Background() // of no clock
	withoutWaiting(func(*testing.T) {
		ctx, cancel := caddy.NewContext(base)
		defer cancel()
		var mod any
		if mod, err = ctx.LoadModuleByID("http.handlers.reverse_proxy", raw); err == nil {
			done = count(mod.(*reverseproxy.Handler), each)
		}
	})
	known[key] = done
	return done, err
}

// count runs each kind of request into each kind of failure.
func count(h *reverseproxy.Handler, each time.Duration) (done repeats) {
	done.fast = tries(h, http.MethodGet, "/", &failing{err: noConnection{}})
	if done.fast == 1 {
		return done
	}
	for _, method := range []string{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"} {
		for _, path := range []string{"/", "/x"} {
			if tries(h, method, path, &failing{err: noConnection{}, once: true}) > 1 {
				done.on = done.on.Union(graph.NewClassSet(graph.ClassConnect, graph.ClassDNS))
			}
			if tries(h, method, path, &failing{err: errNoAnswer, once: true}) > 1 {
				done.on = done.on.Union(graph.NewClassSet(graph.ClassReset, graph.ClassTimeout))
				if each > 0 {
					done.slow = max(done.slow, tries(h, method, path, &failing{err: errNoAnswer, after: each}))
				}
			}
			for code := 400; code <= 599; code++ {
				if c, ok := graph.HTTPClass(code); ok && !done.on.Has(c) && tries(h, method, path, &failing{code: code, once: true}) > 1 {
					done.on = done.on.Union(graph.NewClassSet(c))
				}
			}
		}
	}
	return done
}

// tries counts how often a request is sent.
func tries(h *reverseproxy.Handler, method, path string, f *failing) int {
	h.Transport = f
	next := caddyhttp.HandlerFunc(func(http.ResponseWriter, *http.Request) error { return nil })
	h.ServeHTTP(httptest.NewRecorder(), request(method, path), next) //nolint:errcheck // a request that fails
	return f.tries
}

func request(method, path string) *http.Request {
	req := httptest.NewRequest(method, "http://shop.example.com"+path, nil)
	repl := caddyhttp.NewTestReplacer(req)
	ctx := context.WithValue(req.Context(), caddy.ReplacerCtxKey, repl)
	ctx = context.WithValue(ctx, caddyhttp.ServerCtxKey, &caddyhttp.Server{})
	ctx = context.WithValue(ctx, caddyhttp.VarsCtxKey, map[string]any{caddyhttp.ClientIPVarKey: "10.1.1.1", caddyhttp.TrustedProxyVarKey: false})
	ctx = context.WithValue(ctx, caddyhttp.OriginalRequestCtxKey, *req)
	return req.WithContext(ctx)
}

// failing fails each try, or only the first.
type failing struct {
	// err is that of each try; code, without one, is what is answered.
	err   error
	code  int
	after time.Duration
	once  bool
	tries int
}

func (f *failing) RoundTrip(*http.Request) (*http.Response, error) {
	f.tries++
	time.Sleep(f.after)
	switch {
	case f.tries >= most || f.once && f.tries > 1:
		return answer(200), nil
	case f.err != nil:
		return nil, f.err
	}
	return answer(f.code), nil
}

var errNoAnswer = errors.New("no answer")

// noConnection is a DialError, which no other package can make.
type noConnection struct{}

func (noConnection) Error() string { return "no connection" }

// As makes errors.As find the type that Caddy asks for.
func (noConnection) As(target any) bool {
	_, ok := target.(*reverseproxy.DialError)
	return ok
}

func answer(code int) *http.Response {
	return &http.Response{StatusCode: code, Status: fmt.Sprint(code, " ", http.StatusText(code)), Header: http.Header{"X-Retry": {"yes"}}, Body: io.NopCloser(bytes.NewReader(nil)), ProtoMajor: 1, ProtoMinor: 1}
}
