package configscan

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/ampcheck/ampcheck/graph"
)

const (
	// haproxyRetries is the number of retries where none is written
	// (haproxy:include/haproxy/defaults.h:284, CONN_RETRIES).
	haproxyRetries = 3
	// haproxyPause is the pause before the same server is connected to again;
	// less where the connect timeout is (haproxy:src/backend.c,
	// back_handle_st_cer).
	haproxyPause = time.Second
)

// haproxyRow is the row of the built-in table with the defaults of HAProxy.
var haproxyRow = graph.CatalogPos("haproxy", "3.5")

// haproxyWords are the failures that retry-on names. An answer that is none,
// or none at all, is the class reset. A request refused as early data reached
// nobody (haproxy:doc/configuration.txt:12384-12465).
var haproxyWords = map[string]graph.ClassSet{
	"none":             {},
	"conn-failure":     graph.NewClassSet(graph.ClassConnect),
	"empty-response":   graph.NewClassSet(graph.ClassReset),
	"junk-response":    graph.NewClassSet(graph.ClassReset),
	"response-timeout": graph.NewClassSet(graph.ClassTimeout),
	"0rtt-rejected":    graph.NewClassSet(graph.ClassConnect),
	"all-retryable-errors": graph.NewClassSet(graph.ClassConnect, graph.ClassReset, graph.ClassTimeout).
		Union(statusClasses(500, 502, 503, 504)),
}

// haproxyStatuses are the statuses that retry-on can name.
var haproxyStatuses = []int{401, 403, 404, 408, 421, 425, 429, 500, 501, 502, 503, 504}

func init() {
	for _, code := range haproxyStatuses {
		haproxyWords[strconv.Itoa(code)] = statusClasses(code)
	}
}

// layer is what a backend repeats. Connections and requests share one count of
// retries (haproxy:src/http_ana.c:1188-1195).
func (r *haproxyReader) layer(s *haproxySection, http, several bool) graph.Layer {
	l := graph.Layer{
		Kind:      graph.KindLoadBalancer,
		Name:      "haproxy default retries",
		Attempts:  graph.Bound{Value: graph.Literal(strconv.Itoa(haproxyRetries)), Plus: 1, Kind: graph.BoundDefault, Pos: haproxyRow},
		RetriesOn: haproxyWords["conn-failure"],
		Implicit:  true, Cause: "haproxy-default",
		Pos: s.pos(),
	}
	if line, ok := s.find("retries"); ok {
		if b, ok := r.number(line); ok {
			b.Plus = 1
			l.Name, l.Attempts, l.Implicit = "haproxy retries", b, false
			l.Cause = "haproxy retries " + line.pos().String()
		}
	}
	var notes []string
	if line, ok := s.find("retry-on"); ok {
		notes = r.retryOn(&l, s, line, http)
	}
	if line, ok := s.find("retry-on"); ok && l.RetriesOn.Empty() { // none: whatever the number
		l.Attempts = graph.Exactly(1, graph.BoundConfigured, line.arg(0).pos)
	}
	if one, ok := l.Attempts.Count(nil); ok && one == 1 {
		l.Name, l.RetriesOn = l.Name+turnedOff, graph.ClassSet{}
	}
	l.Note = strings.Join(notes, "; ")
	if http {
		l.Renames = answeredAs(503, 504)
		l.Renames[0].From = graph.NewClassSet(graph.ClassConnect, graph.ClassDNS, graph.ClassRefusedStream)
		l.Renames = append(l.Renames, graph.Rename{From: graph.NewClassSet(graph.ClassReset), To: answeredAs(502, 504)[0].To})
		l.PerTry = r.timeout(s, "server")
	}
	l.Backoff = r.backoff(s, l, several)
	return l
}

// retryOn reads the list of what is retried; it is one of HTTP.
func (r *haproxyReader) retryOn(l *graph.Layer, s *haproxySection, line statement, http bool) (notes []string) {
	if !http {
		r.warn(line.pos(), "retry-on has no effect in "+s.kind+" "+s.name.text+": its mode is tcp, where only failed connections are retried", "set mode http, or remove retry-on")
		return nil
	}
	l.RetriesOn = graph.ClassSet{}
	for _, w := range line.args() {
		classes, ok := haproxyWords[w.text]
		if !ok {
			r.problem(w.pos, false, "retry-on knows no "+strconv.Quote(w.text)+suggest(w.text, slices.Sorted(maps.Keys(haproxyWords))))
		}
		l.RetriesOn = l.RetriesOn.Union(classes)
	}
	if l.Implicit {
		l.Name, l.Implicit = "haproxy default retries, retry-on", false
		l.Cause = "haproxy retry-on " + line.pos().String()
	}
	if off, ok := s.find("http-request disable-l7-retry"); ok {
		if len(off.words) == 2 {
			l.RetriesOn = l.RetriesOn.Intersect(haproxyWords["conn-failure"])
		} else {
			notes = append(notes, "fewer where "+off.text()+" holds")
		}
	}
	return notes
}

// backoff is the pause between connections to the same server; none where the
// next try can be a request, or go to another server at once.
func (r *haproxyReader) backoff(s *haproxySection, l graph.Layer, several bool) graph.Backoff {
	if l.RetriesOn != haproxyWords["conn-failure"] || several && r.redispatches(s) {
		return graph.Backoff{Kind: graph.BackoffNone}
	}
	pause := graph.Lasting(haproxyPause, graph.BoundDefault, haproxyRow)
	if connect := r.timeout(s, "connect"); connect.IsSet() {
		if d, ok := connect.Duration(nil); ok && d < haproxyPause {
			pause = connect
		}
	}
	return graph.Backoff{Kind: graph.BackoffConstant, Base: pause}
}

// redispatches reports whether a retry may go to another server. The nearest
// line, with or without "no", counts.
func (r *haproxyReader) redispatches(s *haproxySection) bool {
	for ; s != nil; s = s.parent {
		on, is := s.lines["option redispatch"]
		off, not := s.lines["no option"]
		if is || not && s.block[off].arg(1).text == "redispatch" {
			return is && !(not && off > on && s.block[off].arg(1).text == "redispatch")
		}
	}
	return false
}

// timeout is one of the timeouts of a backend; not set is none.
func (r *haproxyReader) timeout(s *haproxySection, name string) graph.Bound {
	line, ok := s.find("timeout " + name)
	w := line.arg(1)
	if !ok || w.text == "" {
		return graph.Bound{}
	}
	d, ok := haproxyDuration(w.text)
	if !ok {
		r.problem(w.pos, strings.Contains(w.text, "$"), "timeout "+name+" is no time: "+strconv.Quote(w.text)+": taken as not set")
	}
	if d == 0 {
		return graph.Bound{}
	}
	return graph.Lasting(d, graph.BoundConfigured, w.pos)
}

// haproxyUnits are the units of a time; none is milliseconds
// (haproxy:doc/configuration.txt, 2.5 Time format).
var haproxyUnits = map[string]time.Duration{
	"": time.Millisecond, "us": time.Microsecond, "ms": time.Millisecond, "s": time.Second,
	"m": time.Minute, "h": time.Hour, "d": 24 * time.Hour,
}

func haproxyDuration(text string) (time.Duration, bool) {
	digits := len(text) - len(strings.TrimLeft(text, "0123456789"))
	n, err := strconv.ParseInt(text[:digits], 10, 31)
	unit, ok := haproxyUnits[text[digits:]]
	return time.Duration(n) * unit, err == nil && ok && time.Duration(n) <= 1<<62/unit
}
