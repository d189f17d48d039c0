package configscan

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/ampcheck/ampcheck/graph"
)

const (
	// caddyInterval is the pause between tries where a time for them is set
	// (caddy:modules/caddyhttp/reverseproxy/reverseproxy.go:405-410).
	caddyInterval = 250 * time.Millisecond
	// caddyIdle is the number of idle connections to one server
	// (caddy:modules/caddyhttp/reverseproxy/httptransport.go, MaxIdleConnsPerHost).
	caddyIdle = 32
)

// caddyRow is the row of the built-in table with the defaults of Caddy.
var caddyRow = graph.CatalogPos("caddy", "2.11")

// caddyProxy is one handler that passes requests on, from either form of the
// configuration.
type caddyProxy struct {
	name    string
	pos     graph.Pos
	targets []proxyTarget
	// scheme is that of the last of them in a Caddyfile.
	scheme string
	// retries, duration and interval are set where their position is.
	retries, duration, interval caddyValue
	matches                     []caddyMatch
	// answer limits the wait for the head of an answer.
	answer caddyValue
	// keeps is set where connections are kept; idle is how many.
	keeps bool
	idle  caddyValue
}

// caddyValue is a number or a duration with its place.
type caddyValue struct {
	expr graph.Expr
	pos  graph.Pos
}

func (v caddyValue) isSet() bool { return !v.pos.IsZero() }

// caddyTimes are settings of the transport that are durations and limit no wait
// for an answer.
var caddyTimes = setOf("dial_timeout", "dial_fallback_delay", "expect_continue_timeout", "keepalive_interval", "read_timeout", "tls_timeout", "write_timeout")

// transport takes one setting of the transport.
func (r *caddyReader) transport(p *caddyProxy, name, text string, pos graph.Pos) {
	if caddyTimes[name] || name == "response_header_timeout" {
		r.time(caddyValue{caddyText(text), pos}, name)
	}
	switch name {
	case "response_header_timeout":
		p.answer = caddyValue{caddyText(text), pos}
	case "keepalive":
		p.keeps = text != "off"
	case "keepalive_idle_conns_per_host", "max_idle_conns_per_host":
		p.idle = caddyValue{caddyText(text), pos}
	}
}

// caddyVariable matches {$NAME}, {$NAME:default} and {env.NAME}.
var caddyVariable = regexp.MustCompile(`\{\$(\w+)(?::([^}]*))?\}|\{env\.(\w+)\}`)

func caddyText(text string) graph.Expr { return filledIn(caddyVariable, text) }

// caddyTarget reads an address (caddy:modules/caddyhttp/reverseproxy/
// addresses.go): a scheme may stand before it, a bare port is one of this
// machine, unix//path is a socket.
func caddyTarget(text string, pos graph.Pos) proxyTarget {
	if _, rest, ok := strings.Cut(text, "://"); ok {
		text = rest
	}
	for _, prefix := range []string{"unix+h2c/", "unix/"} {
		if socket, ok := strings.CutPrefix(text, prefix); ok {
			return proxyTarget{graph.Literal("unix:" + socket), pos}
		}
	}
	for _, prefix := range []string{"tcp/", "tcp4/", "tcp6/"} {
		text = strings.TrimPrefix(text, prefix)
	}
	if strings.HasPrefix(text, ":") {
		text = "localhost" + text
	}
	e := caddyText(text)
	if e.Kind == graph.ExprLiteral && strings.Contains(text, "{") { // filled in for each request
		e = graph.UnknownExpr(text)
	}
	return proxyTarget{e, pos}
}

// pass adds the call of a handler. How many servers there are bounds nothing.
func (r *caddyReader) pass(p caddyProxy) {
	layer := r.layer(p)
	var notes []string
	if layer.Note != "" {
		notes = []string{layer.Note}
	}
	layer.Note = strings.Join(append(notes, r.kept(p)...), "; ")
	if len(p.targets) > 0 && r.fits(keyOf(p.targets), layer) {
		r.add(r.hop(p.name, graph.ProtocolHTTP, p.targets, layer))
	}
}

// layer is what the load balancing repeats
// (caddy:modules/caddyhttp/reverseproxy/reverseproxy.go, tryAgain).
func (r *caddyReader) layer(p caddyProxy) graph.Layer {
	l := graph.Layer{
		Kind: graph.KindLoadBalancer, Name: "caddy without retries", Pos: p.pos,
		Attempts: graph.Exactly(1, graph.BoundDefault, caddyRow),
		Renames:  answeredAs(502, 504),
		PerTry:   r.time(p.answer, "response_header_timeout"),
	}
	for _, m := range p.matches {
		r.check(m)
	}
	retries, duration := r.count(p.retries, "lb_retries"), r.time(p.duration, "lb_try_duration")
	if p.duration.below() && !retries.IsSet() {
		retries = graph.Endless(p.duration.pos)
	}
	switch {
	case !retries.IsSet() && !duration.IsSet():
		r.idleSettings(p)
		return l
	case !duration.IsSet():
		l.Name, l.Attempts = "caddy lb_retries", retries
	default:
		l.Name = "caddy lb_try_duration"
	}
	if one, ok := retries.Count(nil); ok && one == 1 && !duration.IsSet() {
		l.Name += turnedOff
		return l
	}
	l.RetriesOn = r.classes(p, &l)
	interval := r.interval(p, duration)
	l.Backoff = graph.Backoff{Kind: graph.BackoffNone}
	if interval.IsSet() {
		l.Backoff = graph.Backoff{Kind: graph.BackoffConstant, Base: interval}
	}
	if duration.IsSet() {
		timed(&l, retries, duration, interval)
	}
	return l
}

// timed bounds the attempts by the time for them. A try follows each one that
// ends before the time is over, after the pause: the last one can start later.
func timed(l *graph.Layer, retries, duration, interval graph.Bound) {
	all, ok := duration.Duration(nil)
	pause, known := interval.Duration(nil)
	if !interval.IsSet() { // tries that fail at once are only counted
		l.Attempts = graph.Endless(duration.Pos)
		if retries.IsSet() {
			l.Attempts = retries
		}
		known = true
	} else if ok && known {
		l.Attempts = graph.Exactly(triesWithin(all, pause, 0), graph.BoundConfigured, duration.Pos)
	}
	if !ok || !known {
		l.Attempts = graph.Bound{Value: graph.UnknownExpr("tries in lb_try_duration"), Kind: graph.BoundAssumed, Pos: duration.Pos}
		return
	}
	fewer := l.Attempts
	if n, ok := retries.Count(nil); ok {
		if fast, _ := l.Attempts.Count(nil); n < fast {
			l.Attempts, fewer = retries, retries
		}
	}
	each, limited := l.PerTry.Duration(nil)
	if !limited {
		return
	}
	slow := triesWithin(all, pause, each)
	if n, _ := fewer.Count(nil); graph.Count(slow) < n {
		l.Tries = []graph.ClassTries{{Classes: graph.NewClassSet(graph.ClassTimeout), Attempts: graph.Exactly(slow, graph.BoundConfigured, duration.Pos)}}
	}
	l.Overall = graph.Lasting(all+pause+each, graph.BoundConfigured, duration.Pos)
}

// triesWithin is how many tries are made when each takes some time and the next
// one follows after a pause, as long as the time is not over at its end.
func triesWithin(all, pause, each time.Duration) int {
	step := each + pause
	return int((all + pause + step - 1) / step)
}

// interval is the pause between tries; not set is none, as is one below zero.
func (r *caddyReader) interval(p caddyProxy, duration graph.Bound) graph.Bound {
	b := r.time(p.interval, "lb_try_interval")
	if !b.IsSet() && duration.IsSet() && !p.interval.below() {
		return graph.Lasting(caddyInterval, graph.BoundDefault, caddyRow)
	}
	return b
}

// idleSettings warns about what does nothing without retries.
func (r *caddyReader) idleSettings(p caddyProxy) {
	if len(p.matches) > 0 {
		r.warn(p.matches[0].pos, "lb_retry_match has no effect: neither lb_retries nor lb_try_duration is set", "set lb_retries, or remove lb_retry_match")
	}
	if p.interval.isSet() {
		r.warn(p.interval.pos, "lb_try_interval has no effect: neither lb_retries nor lb_try_duration is set", "set lb_retries, or remove lb_try_interval")
	}
}

// classes are the failures that are retried: a connection that cannot be
// opened always, one that breaks and an answer that takes too long for requests
// that match, GET where nothing is written, and answers that an expression
// matches.
func (r *caddyReader) classes(p caddyProxy, l *graph.Layer) graph.ClassSet {
	set := graph.NewClassSet(graph.ClassConnect, graph.ClassDNS)
	if len(p.matches) == 0 {
		l.Note = "other methods than GET are repeated only when no connection could be opened"
		return set.Union(graph.NewClassSet(graph.ClassReset, graph.ClassTimeout))
	}
	l.Note = "only requests and answers that lb_retry_match matches"
	return set.Union(r.matched(p.matches, l))
}

// kept is the caveat of the HTTP client below: a GET that breaks off on a
// connection that was kept is sent again on another one, until it breaks on a
// new one (go:src/net/http/transport.go, shouldRetryRequest). It takes
// connections that worked before, so they are no part of the number.
func (r *caddyReader) kept(p caddyProxy) []string {
	if !p.keeps || p.name == "php_fastcgi" {
		return nil
	}
	idle := strconv.Itoa(caddyIdle)
	if p.idle.isSet() {
		idle = p.idle.expr.String()
	}
	return []string{keptNote(idle + " for each server")}
}

// count is a number of retries as attempts. Zero and none are not set; fewer
// than none limit nothing.
func (r *caddyReader) count(v caddyValue, what string) graph.Bound {
	if !v.isSet() {
		return graph.Bound{}
	}
	text, known := v.expr.Eval(nil)
	n, err := strconv.Atoi(text)
	switch {
	case known && err != nil:
		r.problem(v.pos, false, what+" is no number: "+strconv.Quote(text)+": taken as not set")
		return graph.Bound{}
	case known && n < 0:
		return graph.Endless(v.pos)
	case known && n == 0:
		return graph.Bound{}
	}
	return graph.Bound{Value: v.expr, Plus: 1, Kind: graph.BoundConfigured, Pos: v.pos}
}

// time is a duration; zero, less and none are not set.
func (r *caddyReader) time(v caddyValue, what string) graph.Bound {
	if !v.isSet() {
		return graph.Bound{}
	}
	text, known := v.expr.Eval(nil)
	d, err := caddyDuration(text)
	switch {
	case known && err != nil:
		r.problem(v.pos, false, what+" is no duration: "+strconv.Quote(text)+": taken as not set")
		return graph.Bound{}
	case known && d <= 0:
		return graph.Bound{}
	case known:
		return graph.Lasting(d, graph.BoundConfigured, v.pos)
	}
	return graph.Bound{Value: v.expr, Kind: graph.BoundConfigured, Pos: v.pos}
}

// below reports whether a duration is below zero: retries are on then, and no
// time for them ends.
func (v caddyValue) below() bool {
	if !v.isSet() {
		return false
	}
	text, known := v.expr.Eval(nil)
	d, err := caddyDuration(text)
	return known && err == nil && d < 0
}

// caddyDays matches the unit that Caddy has besides those of Go
// (caddy:modules.go, ParseDuration).
var caddyDays = regexp.MustCompile(`^(-?\d{1,5})d(.*)$`)

func caddyDuration(text string) (time.Duration, error) {
	m := caddyDays.FindStringSubmatch(text)
	if m == nil {
		return time.ParseDuration(text)
	}
	days, err := strconv.Atoi(m[1])
	if err != nil || m[2] == "" {
		return time.Duration(days) * 24 * time.Hour, err
	}
	rest, err := time.ParseDuration(m[2])
	return time.Duration(days)*24*time.Hour + rest, err
}
