package configscan

import (
	"slices"

	"github.com/ampcheck/ampcheck/graph"
)

// layerDecl is a declared layer as it is written. The values are read when all
// of them are there, since the meaning of one depends on others.
type layerDecl struct {
	at                                                  Value
	name                                                string
	kind                                                graph.LayerKind
	bound                                               graph.BoundKind
	attempts, retryOn, perTry, overall, backoff, budget Value
}

var boundKinds = []string{
	string(graph.BoundExact), string(graph.BoundDefault), string(graph.BoundConfigured), string(graph.BoundAssumed), string(graph.BoundUnbounded),
}

// retryKeys are the keys that a call and a layer share.
var retryKeys = []key[layerDecl]{
	{"attempts", func(r *reader, l *layerDecl, v Value) { l.attempts = v }},
	{"retryOn", func(r *reader, l *layerDecl, v Value) { l.retryOn = v }},
	{"perTryTimeout", func(r *reader, l *layerDecl, v Value) { l.perTry = v }},
	{"timeout", func(r *reader, l *layerDecl, v Value) { l.overall = v }},
	{"backoff", func(r *reader, l *layerDecl, v Value) { l.backoff = v }},
	{"bound", func(r *reader, l *layerDecl, v Value) { l.bound = graph.BoundKind(r.word(v, "bound", boundKinds)) }},
	{"budget", func(r *reader, l *layerDecl, v Value) { l.budget = v }},
}

var layerKinds = []string{
	string(graph.KindLoop), string(graph.KindLibrary), string(graph.KindClientDefault), string(graph.KindInterceptor),
	string(graph.KindRecursion), string(graph.KindTransaction), string(graph.KindFailover), string(graph.KindHedge),
	string(graph.KindRedelivery), string(graph.KindSidecar), string(graph.KindGateway), string(graph.KindLoadBalancer),
	string(graph.KindDeclared),
}

var layerKeys = append([]key[layerDecl]{
	{"name", func(r *reader, l *layerDecl, v Value) { l.name = r.text(v, "name") }},
	{"kind", func(r *reader, l *layerDecl, v Value) { l.kind = graph.LayerKind(r.word(v, "layer kind", layerKinds)) }},
}, retryKeys...)

// written lists the keys that make a layer and are there.
func (l *layerDecl) written() []string {
	var names []string
	for _, k := range []struct {
		name  string
		value Value
	}{{"attempts", l.attempts}, {"retryOn", l.retryOn}, {"perTryTimeout", l.perTry}, {"timeout", l.overall}, {"backoff", l.backoff}, {"budget", l.budget}} {
		if k.value.Exists() {
			names = append(names, k.name)
		}
	}
	if l.bound != "" {
		names = append(names, "bound")
	}
	return names
}

// layer reads a declared layer; ok is false where nothing is to be repeated or
// limited. The ID is left to the caller.
func (r *reader) layer(d layerDecl) (l graph.Layer, ok bool) {
	l = graph.Layer{
		Kind:     graph.KindDeclared,
		Name:     "declared",
		Implicit: d.bound == graph.BoundDefault,
		Pos:      d.at.Pos(),
	}
	if d.kind != "" {
		l.Kind = d.kind
	}
	if d.name != "" {
		l.Name = d.name
	}
	r.attempts(d, &l)
	if d.perTry.Exists() {
		l.PerTry = r.duration(d.perTry, "perTryTimeout", d.durations())
	}
	if d.overall.Exists() {
		l.Overall = r.duration(d.overall, "timeout", d.durations())
	}
	if d.backoff.Exists() {
		l.Backoff = r.backoff(d.backoff, d.durations())
	}
	if d.budget.Exists() {
		l.Budget = r.budget(d.budget)
	}
	n, _ := l.Attempts.Count(nil)
	return l, n > 1 || l.PerTry.IsSet() || l.Overall.IsSet()
}

// counts is how well the numbers of the layer are known, durations the same for
// its durations, which unbounded attempts say nothing about.
func (d layerDecl) counts() graph.BoundKind {
	if d.bound == "" {
		return graph.BoundConfigured
	}
	return d.bound
}

func (d layerDecl) durations() graph.BoundKind {
	if k := d.counts(); k != graph.BoundUnbounded {
		return k
	}
	return graph.BoundConfigured
}

// attempts reads how often the layer tries and for which failures.
func (r *reader) attempts(d layerDecl, l *graph.Layer) {
	l.RetriesOn = graph.AnyClass
	if d.retryOn.Exists() {
		l.RetriesOn = r.classes(d.retryOn, "retryOn")
	}
	switch v := d.attempts; {
	case !v.Exists() && d.bound == graph.BoundUnbounded:
		l.Attempts = graph.Endless(d.at.Pos())
	case !v.Exists():
		limited := d.perTry.Exists() || d.overall.Exists()
		if d.retryOn.Exists() || d.backoff.Exists() || d.budget.Exists() || d.bound != "" && !limited {
			r.errorf(d.at, "retryOn, backoff, budget and bound need attempts")
		}
		l.Attempts = graph.Exactly(1, d.counts(), d.at.Pos())
	case v.Kind() == Map:
		r.attemptsByClass(d, l)
	default:
		l.Attempts = r.attemptCount(v, d)
	}
}

// attemptsByClass reads attempts that differ by failure class. Where classes
// overlap the narrower entry counts.
func (r *reader) attemptsByClass(d layerDecl, l *graph.Layer) {
	if d.retryOn.Exists() {
		r.errorf(d.retryOn, "retryOn stands beside attempts by class: the classes are those of attempts")
	}
	fields := r.fields(d.attempts, "attempts")
	if len(fields) == 0 {
		r.errorf(d.attempts, "attempts lists no failure class")
	}
	for _, f := range fields {
		t := graph.ClassTries{Classes: r.class(f.KeyValue, "attempts"), Attempts: r.attemptCount(f.Value, d)}
		l.Tries = append(l.Tries, t)
		l.Attempts = greater(l.Attempts, t.Attempts)
	}
	l.RetriesOn = disjoint(l.Tries)
	for _, t := range l.Tries {
		if t.Classes.Empty() && len(r.problems) == 0 {
			r.errorf(d.attempts, "an entry of attempts has no class that the others leave to it")
		}
	}
}

// disjoint orders tries from the narrowest to the widest and takes from each the
// classes of those before it; it returns the classes of all.
func disjoint(tries []graph.ClassTries) graph.ClassSet {
	slices.SortStableFunc(tries, func(a, b graph.ClassTries) int { return a.Classes.Len() - b.Classes.Len() })
	var all graph.ClassSet
	for i, t := range tries {
		tries[i].Classes = t.Classes.Minus(all)
		all = all.Union(t.Classes)
	}
	return all
}

func greater(a, b graph.Bound) graph.Bound {
	m, _ := a.Count(nil)
	if n, ok := b.Count(nil); ok && n > m {
		return b
	}
	return a
}

// attemptCount reads a number of attempts, the first one included, or the word
// unbounded.
func (r *reader) attemptCount(v Value, d layerDecl) graph.Bound {
	if s, _ := v.Str(); s == "unbounded" {
		return graph.Endless(v.Pos())
	}
	n, ok := v.Int()
	switch {
	case ok && n == 0:
		r.errorf(v, "attempts include the first one: write 1 for no retry")
		return graph.Bound{}
	case !ok || n < 0 || n > maxWhole:
		r.errorf(v, "attempts must be a whole number of 1 or more, or unbounded, not %s", describe(v))
		return graph.Bound{}
	case d.bound == graph.BoundUnbounded:
		r.errorf(v, "attempts %d stand beside bound unbounded: leave one out", n)
		return graph.Bound{}
	}
	return graph.Exactly(int(n), d.counts(), v.Pos())
}
