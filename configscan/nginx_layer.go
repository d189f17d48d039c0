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
	// nginxTimeout limits the connect, and each pause while a request is sent
	// or an answer is read (nginx:src/http/modules/ngx_http_proxy_module.c:
	// 3729-3735).
	nginxTimeout = 60 * time.Second

	nginxDefault = "nginx default next_upstream"
)

// nginxRow is the row of the built-in table with the defaults of nginx.
var nginxRow = graph.CatalogPos("nginx-conf", "1.31")

// nginxWords are the failures that next_upstream names. A connection that
// breaks off and an answer that is none are no answer: reset
// (nginx:src/http/ngx_http_upstream.c, ngx_http_upstream_next_errors and the
// callers of ngx_http_upstream_next).
var nginxWords = map[string]graph.ClassSet{
	"error":            graph.NewClassSet(graph.ClassConnect, graph.ClassReset),
	"timeout":          graph.NewClassSet(graph.ClassConnect, graph.ClassTimeout),
	"invalid_header":   graph.NewClassSet(graph.ClassReset),
	"http_500":         statusClasses(500),
	"http_502":         statusClasses(502),
	"http_503":         statusClasses(503),
	"http_504":         statusClasses(504),
	"http_403":         statusClasses(403),
	"http_404":         statusClasses(404),
	"http_429":         statusClasses(429),
	"invalid_response": graph.NewClassSet(graph.ClassReset), // these two of memcached
	"not_found":        statusClasses(404),
	"non_idempotent":   {},
	"updating":         {},
	"off":              {},
}

// layer is what nginx repeats round a call of a group. There always is one: its
// timeouts hold for a single try too.
func (r *nginxReader) layer(m nginxModule, scope nginxScope, g nginxGroup, pos graph.Pos, stream bool) graph.Layer {
	n := nginxNext{reader: r, prefix: m.prefix, scope: scope, group: g, stream: stream}
	l := graph.Layer{
		Kind: graph.KindLoadBalancer, Pos: pos,
		Renames: answeredAs(502, 504),
		Backoff: graph.Backoff{Kind: graph.BackoffNone},
	}
	if stream {
		l.Renames = nil
	}
	n.repeats(&l)
	n.times(&l)
	return l
}

// nginxNext reads the directives that say when the next server is tried.
type nginxNext struct {
	reader *nginxReader
	prefix string
	scope  nginxScope
	group  nginxGroup
	stream bool
}

func (n *nginxNext) find(name string) (statement, bool) { return n.scope.find(n.prefix + name) }

// repeats sets attempts and classes.
func (n *nginxNext) repeats(l *graph.Layer) {
	next, written := n.find("next_upstream")
	l.Attempts = n.attempts()
	var notes []string
	switch {
	case !written && n.stream: // proxy_next_upstream on: a connection that fails
		l.Name, l.RetriesOn = nginxDefault, graph.NewClassSet(graph.ClassConnect)
	case n.stream:
		l.Name, l.RetriesOn = "nginx "+next.name(), graph.NewClassSet(graph.ClassConnect)
	case !written:
		l.Name, l.RetriesOn = nginxDefault, nginxWords["error"].Union(nginxWords["timeout"])
		notes = append(notes, noteOnceSent)
	default:
		l.Name, l.RetriesOn = "nginx "+next.name(), n.classes(next)
		if !hasWord(next, "non_idempotent") {
			notes = append(notes, noteOnceSent)
		}
	}
	if written && hasWord(next, "off") {
		l.Name += turnedOff
		l.RetriesOn, l.Attempts, notes = graph.ClassSet{}, graph.Exactly(1, graph.BoundConfigured, next.arg(0).pos), nil
	}
	l.Implicit = !written && l.Attempts.Kind == graph.BoundDefault
	if l.Implicit {
		l.Cause = "nginx-default"
	} else if written {
		l.Cause = next.name() + " " + next.pos().String()
	}
	l.Note = strings.Join(slices.Concat(notes, n.group.notes, n.kept(l)), "; ")
}

const noteOnceSent = "POST, LOCK and PATCH are not repeated once sent"

func hasWord(s statement, text string) bool {
	for _, w := range s.args() {
		if w.text == text {
			return true
		}
	}
	return false
}

// classes are the failures that a next_upstream names.
func (n *nginxNext) classes(next statement) graph.ClassSet {
	var set graph.ClassSet
	for _, w := range next.args() {
		classes, ok := nginxWords[w.text]
		if !ok {
			n.reader.problem(w.pos, false, next.name()+" knows no "+strconv.Quote(w.text)+suggest(w.text, slices.Sorted(maps.Keys(nginxWords))))
		}
		set = set.Union(classes)
	}
	return set
}

// attempts are the servers of the group, each tried once, or fewer where
// next_upstream_tries says so; 0 is no limit of its own
// (nginx:src/http/ngx_http_upstream.c:856-859,
// ngx_http_upstream_round_robin.h:14-15).
func (n *nginxNext) attempts() graph.Bound {
	servers, kind := n.group.tries, graph.BoundDefault
	if n.group.local {
		kind = graph.BoundAssumed
	}
	all := graph.Exactly(max(1, servers), kind, n.group.name.pos)
	tries, ok := n.find("next_upstream_tries")
	if !ok {
		return all
	}
	w := tries.arg(0)
	limit, err := strconv.Atoi(w.text)
	switch {
	case err != nil || limit < 0:
		n.reader.problem(w.pos, strings.Contains(w.text, "$"), tries.name()+" is no number: "+strconv.Quote(w.text)+": taken as not set")
		return all
	case limit == 0 || limit >= servers:
		return all
	}
	return graph.Exactly(limit, graph.BoundConfigured, w.pos)
}

// times sets the limits of an attempt and of all of them. The time that is
// limited for all is that in which attempts start.
func (n *nginxNext) times(l *graph.Layer) {
	limit := "read_timeout"
	if n.stream {
		limit = "connect_timeout"
	}
	l.PerTry = graph.Lasting(nginxTimeout, graph.BoundDefault, nginxRow)
	if s, ok := n.find(limit); ok {
		l.PerTry = n.duration(s)
	}
	s, ok := n.find("next_upstream_timeout")
	all, limited := n.duration(s).Duration(nil)
	attempts, _ := l.Attempts.Count(nil)
	if !ok || !limited || attempts <= 1 {
		return
	}
	perTry, _ := l.PerTry.Duration(nil)
	overall, tries := noStart(all, perTry, int(attempts))
	if overall > 0 {
		l.Overall = graph.Lasting(overall, graph.BoundConfigured, s.arg(0).pos)
	}
	if timeout := l.RetriesOn.Intersect(graph.NewClassSet(graph.ClassTimeout)); tries < int(attempts) && !timeout.Empty() {
		l.Tries = []graph.ClassTries{{Classes: timeout, Attempts: graph.Exactly(tries, graph.BoundConfigured, s.arg(0).pos)}}
	}
}

// duration is the time of a directive; zero, and none, is no limit.
func (n *nginxNext) duration(s statement) graph.Bound {
	w := s.arg(0)
	if w.text == "" {
		return graph.Bound{}
	}
	d, ok := nginxDuration(w.text)
	if !ok {
		n.reader.problem(w.pos, strings.Contains(w.text, "$"), s.name()+" is no time: "+strconv.Quote(w.text)+": taken as not set")
	}
	if d == 0 {
		return graph.Bound{}
	}
	return graph.Lasting(d, graph.BoundConfigured, w.pos)
}

// nginxUnits are the units of a time; none is seconds
// (nginx:src/core/ngx_parse.c, ngx_parse_time).
var nginxUnits = map[string]time.Duration{
	"": time.Second, "s": time.Second, "ms": time.Millisecond, "m": time.Minute, "h": time.Hour,
	"d": 24 * time.Hour, "w": 7 * 24 * time.Hour, "M": 30 * 24 * time.Hour, "y": 365 * 24 * time.Hour,
}

// nginxDuration reads 90, 1m30s and "1m 30s".
func nginxDuration(text string) (time.Duration, bool) {
	var sum time.Duration
	rest := strings.TrimSpace(text)
	for rest != "" {
		digits := len(rest) - len(strings.TrimLeft(rest, "0123456789"))
		n, err := strconv.ParseInt(rest[:digits], 10, 32)
		if err != nil {
			return 0, false
		}
		rest = rest[digits:]
		letters := len(rest) - len(strings.TrimLeft(rest, "smhdwMy"))
		unit, ok := nginxUnits[rest[:letters]]
		if !ok {
			return 0, false
		}
		sum += time.Duration(n) * unit
		if sum > 100*nginxUnits["y"] {
			return 0, false
		}
		rest = strings.TrimLeft(rest[letters:], " ")
	}
	return sum, text != ""
}

// kept is the caveat of connections that are kept: a try that ends with an error
// on one of them is not counted. A server that breaks off every connection on
// which the request is sent sees it once more for each that was idle, where
// there is a server left to try (nginx:src/http/ngx_http_upstream.c:4636-4639).
// It takes connections that worked before, so they are no part of the number.
func (n *nginxNext) kept(l *graph.Layer) []string {
	attempts, _ := l.Attempts.Count(nil)
	limited := attempts < graph.Count(n.group.tries)
	if n.stream || !l.RetriesOn.Has(graph.ClassReset) || !n.group.single && !limited {
		return nil
	}
	idle, err := strconv.Atoi(n.group.keepalive.text)
	switch {
	case n.group.upstream && n.group.keepalive.text == "":
		return []string{"from nginx 1.29.7 on " + keptNote("32")}
	case err != nil || idle <= 0 || !n.keeps():
		return nil
	}
	return []string{keptNote(n.group.keepalive.text)}
}

// keptNote is the caveat of connections that a proxy keeps.
func keptNote(idle string) string {
	return "once more for each idle connection that breaks on the request, up to " + idle
}

// keeps reports whether connections to the servers are kept at all: with HTTP
// to the servers only in version 1.1 and without the header that ends them
// (nginx:src/http/modules/ngx_http_proxy_module.c, before 1.29.7).
func (n *nginxNext) keeps() bool {
	switch n.prefix {
	case "proxy_":
		v, ok := n.find("http_version")
		if !ok || v.arg(0).text != "1.1" {
			return false
		}
		for _, s := range n.scope.all("proxy_set_header") {
			if strings.EqualFold(s.arg(0).text, "Connection") {
				return !strings.EqualFold(s.arg(1).text, "close")
			}
		}
		return false
	case "fastcgi_":
		s, ok := n.find("keep_conn")
		return ok && s.arg(0).text == "on"
	case "grpc_", "memcached_":
		return true
	}
	return false
}
