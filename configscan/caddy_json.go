package configscan

import (
	"bytes"
	"time"

	"github.com/ampcheck/ampcheck/graph"
)

// isCaddyJSON tells the native configuration of Caddy from other JSON.
func isCaddyJSON(data []byte) bool {
	return bytes.Contains(data, []byte(`"apps"`)) && bytes.Contains(data, []byte(`"reverse_proxy"`))
}

// isCaddyDoc detects the native configuration.
func isCaddyDoc(d *Doc) bool { return d.Root.Get("apps", "http", "servers").Kind() == Map }

// object goes through a document down to the handlers that pass requests on.
func (r *caddyReader) object(v Value, depth int) {
	if depth > maxDepth {
		return
	}
	if handler, _ := v.Get("handler").Str(); handler == "reverse_proxy" {
		r.pass(r.handler(v))
		return
	}
	for _, h := range v.Get("handle").Items() {
		if h.Kind() == Map && !hasText(h.Get("handler")) {
			r.refused(h.Pos(), "a handler without the name of its module, handler")
		}
	}
	for _, f := range v.Fields() {
		r.object(f.Value, depth+1)
	}
	for _, item := range v.Items() {
		r.object(item, depth+1)
	}
}

// handler reads one handler.
func (r *caddyReader) handler(v Value) caddyProxy {
	p := caddyProxy{name: "reverse_proxy", pos: v.Pos(), keeps: true}
	for _, u := range v.Get("upstreams").Items() {
		if dial, ok := u.Get("dial").Str(); ok {
			p.targets = append(p.targets, caddyTarget(dial, u.Get("dial").Pos()))
		}
	}
	if name := v.Get("dynamic_upstreams", "name"); hasText(name) {
		text, _ := name.Str()
		p.targets = append(p.targets, caddyTarget(text, name.Pos()))
	}
	lb := v.Get("load_balancing")
	p.retries = number(lb.Get("retries"))
	p.duration, p.interval = lasting(lb.Get("try_duration")), lasting(lb.Get("try_interval"))
	if m := lb.Get("retry_match"); m.Exists() && m.Kind() != List && m.Kind() != Null {
		r.refused(m.Pos(), "retry_match is no list")
	}
	for _, m := range lb.Get("retry_match").Items() {
		p.matches = append(p.matches, jsonMatch(m))
	}
	t := v.Get("transport")
	if protocol, _ := t.Get("protocol").Str(); protocol == "fastcgi" {
		p.keeps = false
	}
	p.answer = lasting(t.Get("response_header_timeout"))
	if on, ok := t.Get("keep_alive", "enabled").Bool(); ok && !on {
		p.keeps = false
	}
	p.idle = number(t.Get("keep_alive", "max_idle_conns_per_host"))
	return p
}

// number is a scalar as it is written.
func number(v Value) caddyValue {
	text, ok := v.Str()
	if !ok {
		return caddyValue{}
	}
	return caddyValue{graph.Literal(text), v.Pos()}
}

// lasting is a duration: a text, or a number of nanoseconds
// (caddy:modules.go, Duration.UnmarshalJSON).
func lasting(v Value) caddyValue {
	if n, ok := v.Int(); ok {
		return caddyValue{graph.Literal(time.Duration(n).String()), v.Pos()}
	}
	return number(v)
}

// jsonMatch reads one set of matchers: an expression is a text, or has one.
func jsonMatch(v Value) caddyMatch {
	m := caddyMatch{pos: v.Pos()}
	for _, e := range []Value{v.Get("expression"), v.Get("expression", "expr")} {
		if text, ok := e.Str(); ok {
			m.expressions = append(m.expressions, caddyExpression{text, e.Pos()})
		}
	}
	return m
}
