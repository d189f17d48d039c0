package configscan

import (
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/ampcheck/ampcheck/graph"
)

// traefikRow is the row of the built-in table with the defaults of Traefik.
var traefikRow = graph.CatalogPos("traefik", "3.7")

// retries are the layers of a middleware: its own, or those of the chain it is.
func (r *traefikReader) retries(ref traefikRef, route graph.Pos, depth int) []graph.Layer {
	v := r.source.middleware(ref)
	switch r.left--; {
	case !v.Exists():
		r.problem(ref.pos, true, "middleware "+strconv.Quote(ref.name)+" is not in the input: retries of it are missing")
		return nil
	case depth > maxIncludes || r.left < 0:
		r.problem(ref.pos, false, "middleware "+strconv.Quote(ref.name)+": chains refer to each other")
		return nil
	}
	var layers []graph.Layer
	for _, m := range v.Get("chain", "middlewares").Items() {
		layers = append(layers, r.retries(r.source.ref(m, ref.namespace), route, depth+1)...)
	}
	if retry := v.Get("retry"); retry.Exists() {
		if l, ok := r.retry(ref, retry); ok {
			l.Pos = route
			layers = append(layers, l)
		}
	}
	return layers
}

// retry is the layer of a retry middleware. Its attempts count the first one,
// and without any it is refused, and the router with it
// (traefik:pkg/middlewares/retry/retry.go:105,138,219).
func (r *traefikReader) retry(ref traefikRef, v Value) (graph.Layer, bool) {
	attempts := v.Get("attempts")
	n, ok := attempts.IntLoose()
	switch {
	case !ok && attempts.Exists() && !attempts.IsNull():
		r.problem(attempts.Pos(), attempts.IsTemplate(), "attempts of retry "+ref.name+" is no number: "+attempts.Kind().String())
		return graph.Layer{}, false
	case n <= 0:
		r.warn(attempts.Pos(), "retry "+ref.name+" is refused, and the routers that use it: attempts must be 1 or more, the first one included", "set attempts")
		return graph.Layer{}, false
	}
	if r.on("disableRetryOnNetworkError", v.Get("disableRetryOnNetworkError")) && !hasItems(v.Get("status")) {
		r.warn(v.Get("disableRetryOnNetworkError").Pos(), "retry "+ref.name+" is refused, and the routers that use it: it retries neither errors of the network nor a status", "list a status, or remove disableRetryOnNetworkError")
		return graph.Layer{}, false
	}
	l := graph.Layer{
		Kind:     graph.KindGateway,
		Name:     "traefik retry " + ref.name,
		Attempts: graph.Exactly(int(min(n, math.MaxInt32)), graph.BoundConfigured, attempts.Pos()),
		Cause:    "traefik retry " + attempts.Pos().String(),
		Backoff:  r.backoff(v.Get("initialInterval"), int(min(n, 1<<20))),
	}
	l.RetriesOn = r.classes(v)
	if n == 1 {
		l.Name, l.RetriesOn = l.Name+turnedOff, graph.ClassSet{}
	}
	if !r.on("retryNonIdempotentMethod", v.Get("retryNonIdempotentMethod")) && hasItems(v.Get("status")) {
		l.Note = "POST, LOCK and PATCH are not repeated for a status"
	}
	if limit := r.duration("timeout", v.Get("timeout")); limit.IsSet() {
		l.Overall = limit
	}
	return l, true
}

// above puts layers of retries round the single try; the outermost one shows
// what the proxy answers.
func above(layers []graph.Layer, below graph.Layer) []graph.Layer {
	for i := range layers {
		ends(&layers[i], below.PerTry)
	}
	layers = append(layers, below)
	layers[0].Renames = answeredAs(502, 504)
	return layers
}

// ends turns the time after which no failure is retried into the one after which
// all is over: a pause and the last attempt follow it. Without a limit of one
// attempt there is none.
func ends(l *graph.Layer, perTry graph.Bound) {
	after, limited := l.Overall.Duration(nil)
	each, ok := perTry.Duration(nil)
	if !limited || !ok {
		l.Overall = graph.Bound{}
		return
	}
	pause, _ := l.Backoff.Max.Duration(nil)
	l.Overall = graph.Lasting(after+pause+each, graph.BoundConfigured, l.Overall.Pos)
}

// on reports whether a switch is on, as Go writes switches: 1 is on too
// (traefik/paerser:parser/element_fill.go:242).
func (r *traefikReader) on(key string, v Value) bool {
	v = given(v)
	on, err := strconv.ParseBool(textOf(v))
	if v.Exists() && err != nil {
		r.problem(v.Pos(), v.IsTemplate(), key+" is refused: it is neither true nor false")
	}
	return on
}

func hasItems(v Value) bool { return len(v.Items()) > 0 }

// classes are what is retried: a request of which nothing was sent, and the
// statuses listed. The proxy below answers 502 for a connection that breaks and
// 504 for a timeout (traefik:pkg/middlewares/retry/retry.go:326-354,
// pkg/proxy/httputil/proxy.go).
func (r *traefikReader) classes(v Value) graph.ClassSet {
	var set graph.ClassSet
	if !r.on("disableRetryOnNetworkError", v.Get("disableRetryOnNetworkError")) {
		set = graph.NewClassSet(graph.ClassConnect, graph.ClassDNS)
	}
	for _, item := range v.Get("status").Items() {
		text, _ := item.Str()
		low, high, ok := codeRange(text)
		if !ok {
			r.problem(item.Pos(), item.IsTemplate(), "no status or range of statuses: "+strconv.Quote(text))
			continue
		}
		for code := max(low, 400); code <= min(high, 599); code++ {
			set = set.Union(statusClasses(code))
		}
		if low <= 502 && 502 <= high {
			set = set.Union(graph.NewClassSet(graph.ClassConnect, graph.ClassDNS, graph.ClassReset))
		}
		if low <= 504 && 504 <= high {
			set = set.Union(graph.NewClassSet(graph.ClassTimeout))
		}
	}
	return set
}

// codeRange reads 503 and 500-599.
func codeRange(text string) (low, high int, ok bool) {
	first, second, isRange := strings.Cut(strings.TrimSpace(text), "-")
	low, err := strconv.Atoi(first)
	if err != nil || !isRange {
		return low, low, err == nil
	}
	high, err = strconv.Atoi(second)
	return low, high, err == nil && low <= high
}

// backoff grows to twice its start over the attempts, with a jitter of half
// (traefik:pkg/middlewares/retry/retry.go:262-278).
func (r *traefikReader) backoff(v Value, attempts int) graph.Backoff {
	b := r.duration("initialInterval", v)
	base, ok := b.Duration(nil)
	if !ok || base == 0 || attempts < 2 {
		return graph.Backoff{Kind: graph.BackoffNone}
	}
	return graph.Backoff{
		Kind: graph.BackoffExponential, Base: b, Max: graph.Lasting(2*base, graph.BoundConfigured, v.Pos()),
		Multiplier: math.Pow(2, 1/float64(attempts-1)), Jitter: true,
	}
}

// transported is the single try below the retries, with the limit of the
// transport: none where nothing is written
// (traefik:pkg/config/dynamic/http_config.go:564-577).
func (r *traefikReader) transported(s traefikServers, pos graph.Pos) graph.Layer {
	if v := s.transport.Get("forwardingTimeouts"); v.Exists() && len(v.Fields()) == 0 {
		r.problem(v.Pos(), v.IsTemplate(), "forwardingTimeouts is refused: it is empty")
	}
	return graph.Layer{
		Kind: graph.KindGateway, Name: "traefik without retries", Pos: pos,
		Attempts: graph.Exactly(1, graph.BoundDefault, traefikRow),
		PerTry:   r.duration("responseHeaderTimeout", s.transport.Get("forwardingTimeouts", "responseHeaderTimeout")),
		Backoff:  graph.Backoff{Kind: graph.BackoffNone},
	}
}

// duration is a time as Go writes it, or a number of seconds
// (traefik/paerser:types/duration.go); zero is none.
func (r *traefikReader) duration(what string, v Value) graph.Bound {
	if !v.Exists() || v.IsNull() {
		return graph.Bound{}
	}
	d, ok := v.Duration()
	if n, number := v.IntLoose(); number && n >= 0 && n < 1<<31 {
		d, ok = time.Duration(n)*time.Second, true
	}
	if !ok {
		r.problem(v.Pos(), v.IsTemplate(), what+" is no duration: taken as not set")
	}
	if d == 0 {
		return graph.Bound{}
	}
	return graph.Lasting(d, graph.BoundConfigured, v.Pos())
}

// unused warns about retries that no router of the input refers to. Routers of
// other providers can, so that only a file with routers of its own is judged.
// What is wrong with them is said all the same: the whole file is refused.
func (r *traefikReader) unused(d *Doc) {
	for _, f := range d.Root.Get("http", "middlewares").Fields() {
		if retry := f.Value.Get("retry"); retry.Exists() {
			r.retry(traefikRef{name: f.Key}, retry)
		}
	}
	routers := d.Root.Get("http", "routers")
	if routers.Kind() != Map {
		return
	}
	used := r.source.(traefikFiles).used
	for _, f := range d.Root.Get("http", "middlewares").Fields() {
		if f.Value.Get("retry").Exists() && !used[f.Key] {
			r.warn(f.KeyValue.Pos(), "retry "+f.Key+" has no effect: no router uses it", "name it among the middlewares of a router, or remove it")
		}
	}
}
