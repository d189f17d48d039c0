// Traefik asks the types of Traefik's dynamic configuration, and the reader of
// files that it uses, what they make of the documents of its scanner, and writes
// it down.
//
//	cd testdata/oracle/traefik && go run . [-o ../traefik.json]
package main

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/traefik/paerser/file"
	"github.com/traefik/traefik/v3/pkg/config/dynamic"
	"github.com/traefik/traefik/v3/pkg/types"

	"github.com/ampcheck/ampcheck/graph"
	"github.com/ampcheck/ampcheck/testdata/oracle/documents"
)

func main() {
	documents.Main(documents.Traefik, "github.com/traefik/traefik/v3", ask)
}

// config joins the files of a directory: of two values with one name both are
// dropped (pkg/provider/merge.go); no case has such.
type config struct {
	routers     map[string]*dynamic.Router
	services    map[string]*dynamic.Service
	middlewares map[string]*dynamic.Middleware
	transports  map[string]*dynamic.ServersTransport
}

func ask(d documents.Document) ([]string, error) {
	c := config{map[string]*dynamic.Router{}, map[string]*dynamic.Service{}, map[string]*dynamic.Middleware{}, map[string]*dynamic.ServersTransport{}}
	for _, p := range d.Paths() {
		if err := c.take(d.Files[p], path.Ext(p)); err != nil {
			return nil, fmt.Errorf("%s: %w", p, err)
		}
	}
	var lines []string
	for name, r := range c.routers {
		effects, err := c.router(name, r)
		if err != nil {
			return nil, err
		}
		lines = append(lines, effects...)
	}
	slices.Sort(lines)
	return lines, nil
}

// take reads one file as the provider of files does, without its templates.
func (c *config) take(text, ext string) error {
	all := &dynamic.Configuration{HTTP: &dynamic.HTTPConfiguration{}}
	if err := file.DecodeContent(text, ext, all); err != nil {
		return err
	}
	for name, v := range all.HTTP.Routers {
		c.routers[name] = v
	}
	for name, v := range all.HTTP.Services {
		c.services[name] = v
	}
	for name, v := range all.HTTP.Middlewares {
		c.middlewares[name] = v
	}
	for name, v := range all.HTTP.ServersTransports {
		c.transports[name] = v
	}
	return nil
}

// router is one effect for each retry round a service, outermost first, and one
// for the single try; none where the router is refused.
func (c *config) router(name string, r *dynamic.Router) ([]string, error) {
	servers, wait := c.servers(r.Service)
	if len(servers) == 0 {
		return nil, nil
	}
	var lines []string
	for _, m := range r.Middlewares {
		retries, err := c.retries(m, wait, 0)
		if err != nil {
			return nil, fmt.Errorf("router %s: %w", name, err)
		}
		for _, e := range retries {
			e.Rule, e.To = "retry", servers
			lines = append(lines, e.String())
		}
	}
	// The limit of the single try stands as that of all there is of it.
	return append(lines, documents.Effect{Rule: "single", Overall: wait, To: servers}.String()), nil
}

func (c *config) find(name string) string {
	name, provider, _ := strings.Cut(name, "@")
	if provider != "" && provider != "file" {
		return ""
	}
	return name
}

// retries are those of a middleware, or of the chain it is.
func (c *config) retries(name string, wait time.Duration, depth int) ([]documents.Effect, error) {
	m := c.middlewares[c.find(name)]
	switch {
	case m == nil:
		return nil, nil
	case depth > 20:
		return nil, errors.New("chains refer to each other")
	}
	var all []documents.Effect
	if m.Chain != nil {
		for _, name := range m.Chain.Middlewares {
			below, err := c.retries(name, wait, depth+1)
			if err != nil {
				return nil, err
			}
			all = append(all, below...)
		}
	}
	if m.Retry != nil {
		e, err := retry(m.Retry, wait)
		if err != nil {
			return nil, err
		}
		all = append(all, e)
	}
	return all, nil
}

// retry is what a middleware does, and what it refuses (pkg/middlewares/retry/
// retry.go, New, ServeHTTP and newBackOff; pkg/proxy/httputil/proxy.go for the
// status of a failed request).
func retry(r *dynamic.Retry, wait time.Duration) (e documents.Effect, err error) {
	if len(r.Status) == 0 && r.DisableRetryOnNetworkError {
		return e, errors.New("requires at least HTTP status codes or retry on TCP")
	}
	if r.Attempts <= 0 {
		return e, fmt.Errorf("incorrect (or empty) value for attempt (%d)", r.Attempts)
	}
	ranges, err := types.NewHTTPCodeRanges(r.Status)
	if err != nil {
		return e, err
	}
	e.Attempts = fmt.Sprint(r.Attempts)
	if !r.DisableRetryOnNetworkError {
		e.On = graph.NewClassSet(graph.ClassConnect, graph.ClassDNS)
	}
	for code := 400; code <= 599; code++ {
		if class, ok := graph.HTTPClass(code); ok && ranges.Contains(code) {
			e.On = e.On.Union(graph.NewClassSet(class))
		}
	}
	if ranges.Contains(502) {
		e.On = e.On.Union(graph.NewClassSet(graph.ClassConnect, graph.ClassDNS, graph.ClassReset))
	}
	if ranges.Contains(504) {
		e.On = e.On.Union(graph.NewClassSet(graph.ClassTimeout))
	}
	if r.Attempts > 1 && r.InitialInterval > 0 {
		e.Pause = time.Duration(r.InitialInterval)
		e.MaxPause = 2 * e.Pause
	}
	if after := time.Duration(r.Timeout); after > 0 && wait > 0 {
		e.Overall = after + e.MaxPause + wait
	}
	return e, nil
}

// servers are the addresses behind a service, and how long each is waited for.
func (c *config) servers(name string) ([]string, time.Duration) {
	s := c.services[c.find(name)]
	if s == nil {
		return nil, 0
	}
	var hosts []string
	var wait time.Duration
	join := func(name string) {
		more, limit := c.servers(name)
		for _, h := range more {
			if !slices.Contains(hosts, h) {
				hosts = append(hosts, h)
			}
		}
		if wait == 0 {
			wait = limit
		}
	}
	if lb := s.LoadBalancer; lb != nil {
		for _, server := range lb.Servers {
			if _, host, ok := strings.Cut(server.URL, "://"); ok && !slices.Contains(hosts, host) {
				hosts = append(hosts, host)
			}
		}
		if t := c.transports[c.find(lb.ServersTransport)]; t != nil && t.ForwardingTimeouts != nil {
			wait = time.Duration(t.ForwardingTimeouts.ResponseHeaderTimeout)
		}
	}
	if s.Weighted != nil {
		for _, w := range s.Weighted.Services {
			join(w.Name)
		}
	}
	if s.Mirroring != nil {
		join(s.Mirroring.Service)
	}
	if s.Failover != nil {
		join(s.Failover.Service)
		join(s.Failover.Fallback)
	}
	return hosts, wait
}
