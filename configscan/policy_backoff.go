package configscan

import (
	"github.com/ampcheck/ampcheck/graph"
)

// backoffDecl is an exponential backoff as it is written.
type backoffDecl struct {
	graph.Backoff
	kind graph.BoundKind
}

var backoffKeys = []key[backoffDecl]{
	{"base", func(r *reader, b *backoffDecl, v Value) { b.Base = r.duration(v, "base", b.kind) }},
	{"max", func(r *reader, b *backoffDecl, v Value) { b.Max = r.duration(v, "max", b.kind) }},
	{"multiplier", func(r *reader, b *backoffDecl, v Value) {
		x, ok := v.Float()
		if !ok || x < 1 {
			r.errorf(v, "multiplier must be a number of 1 or more, not %s", describe(v))
			return
		}
		b.Multiplier = x
	}},
	{"spread", func(r *reader, b *backoffDecl, v Value) {
		x, ok := v.Float()
		if !ok || x <= 0 || x > 1 {
			r.errorf(v, "spread must be a share of the pause above 0 and up to 1, not %s", describe(v))
			return
		}
		b.Jitter, b.Spread = true, x
	}},
	{"jitter", func(r *reader, b *backoffDecl, v Value) { b.Jitter = r.boolean(v, "jitter") }},
}

// backoff reads none, a duration for a constant pause, or the parts of an
// exponential one.
func (r *reader) backoff(v Value, kind graph.BoundKind) graph.Backoff {
	if s, _ := v.Str(); s == string(graph.BackoffNone) {
		return graph.Backoff{Kind: graph.BackoffNone}
	}
	if v.Kind() != Map {
		return graph.Backoff{Kind: graph.BackoffConstant, Base: r.duration(v, "backoff, where it is not none,", kind)}
	}
	b := backoffDecl{Backoff: graph.Backoff{Kind: graph.BackoffExponential}, kind: kind}
	read(r, v, "backoff", backoffKeys, &b)
	if !v.Get("base").Exists() {
		r.errorf(v, "backoff needs a base: the first pause")
	}
	return b.Backoff
}
