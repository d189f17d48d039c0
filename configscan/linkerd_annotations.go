package configscan

import (
	"strconv"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
	"github.com/ampcheck/ampcheck/graph/retryon"
)

// linkerdRetries is the number of retries where annotations ask for some and
// none says how many (l5d:policy-controller/k8s/index/src/outbound/index/
// http.rs:436-441).
const linkerdRetries = 1

// annotations reads the annotations of an object.
type annotations struct {
	*effects
	at   Value
	kind string
}

func (a annotations) get(key string) Value { return a.at.Get(key) }

// beaten warns that a ServiceProfile acts instead.
func (a annotations) beaten(profile *Doc) {
	for _, f := range a.at.Fields() {
		if strings.HasPrefix(f.Key, linkerdRetry) || strings.HasPrefix(f.Key, linkerdTimeout) {
			a.warn(f.Value, f.Key+" of "+a.name+" has no effect: "+objectName(profile)+" is there for the service", "move the setting to the ServiceProfile, or remove that")
		}
	}
}

// headless warns that the proxy knows no services without an address of their
// own (l5ddoc:reference/retries.md).
func (a annotations) headless() {
	for _, f := range a.at.Fields() {
		if strings.HasPrefix(f.Key, linkerdRetry) {
			a.warn(f.Value, f.Key+" of "+a.name+" has no effect: the service is headless", "give the service an address, or remove the annotation")
		}
	}
}

// layer is what the annotations ask for; nil where it is nothing.
func (a annotations) layer(at Value) *graph.Layer {
	l := &graph.Layer{
		Name:     "linkerd timeouts",
		Attempts: graph.Exactly(1, graph.BoundDefault, linkerdRow),
		Renames:  linkerdRenames(),
		Pos:      at.Pos(),
	}
	l.Overall = a.duration(linkerdTimeout+"request", a.get(linkerdTimeout+"request"))
	if b := a.duration(linkerdTimeout+"response", a.get(linkerdTimeout+"response")); b.IsSet() && !l.Overall.IsSet() {
		l.Overall = b
	}
	retries := a.retried(l)
	if !retries && !l.Overall.IsSet() {
		return nil
	}
	return l
}

var linkerdRow = graph.CatalogPos("linkerd", "any")

// retried reads the annotations about retries; false where there are none that
// count.
func (a annotations) retried(l *graph.Layer) bool {
	limit, timeout := a.get(linkerdRetry+"limit"), a.get(linkerdRetry+"timeout")
	on, at := a.conditions()
	attempts, limited := a.limit(limit, on.conditions || timeout.Exists())
	if !limited && !timeout.Exists() && !on.conditions {
		return false
	}
	l.Name = "linkerd annotations"
	if !limited {
		attempts = graph.Bound{Value: graph.Literal(strconv.Itoa(linkerdRetries)), Plus: 1, Kind: graph.BoundDefault, Pos: linkerdRow}
	}
	if at.Exists() {
		l.Pos = at.Pos()
	} else if limited {
		l.Pos = limit.Pos()
	}
	l.Attempts = attempts
	// What the proxy itself reports is retried too: a stream that was refused,
	// and the end of the timeout of one attempt; failed connections are not
	// (l5dproxy:linkerd/app/outbound/src/http/logical/policy/route/retry.rs,
	// retryable_error).
	l.RetriesOn = on.classes.Union(graph.NewClassSet(graph.ClassRefusedStream))
	a.oneTry(l, timeout)
	l.Backoff = proxyBackoff(envoyBackoff, graph.BoundDefault, linkerdRow) // 25ms to 250ms: l5d:policy-controller/grpc/src/outbound/grpc.rs:147-149
	return true
}

// oneTry reads the limit of one attempt, whose end is retried.
func (a annotations) oneTry(l *graph.Layer, timeout Value) {
	b := a.duration(linkerdRetry+"timeout", timeout)
	each, ok := b.Duration(nil)
	if !ok {
		return
	}
	l.PerTry, l.RetriesOn = b, l.RetriesOn.Union(graph.NewClassSet(graph.ClassTimeout))
	if all, limited := l.Overall.Duration(nil); limited && each >= all {
		a.warn(timeout, linkerdRetry+"timeout of "+a.name+" ends no attempt: the limit of all of them, "+all.String()+", is reached first",
			"set it below "+linkerdTimeout+"request")
		return
	}
	a.fits(l, orElse(a.get(linkerdRetry+"limit"), timeout))
}

// limit reads the number of retries. 0 is taken for not written
// (l5d:policy-controller/k8s/index/src/outbound/index/http.rs:374-378,436-441).
func (a annotations) limit(v Value, asked bool) (graph.Bound, bool) {
	if n, ok := v.IntLoose(); ok && n == 0 {
		if asked {
			a.warn(v, linkerdRetry+"limit 0 of "+a.name+" does not turn retries off: it is taken for not set, which is 1 retry", "remove the annotations that ask for retries")
		} else {
			a.warn(v, linkerdRetry+"limit 0 of "+a.name+" has no effect: nothing asks for retries", "remove the annotation")
		}
		return graph.Bound{}, false
	}
	return a.retries(linkerdRetry+"limit", v)
}

// conditions is what the annotations list as retried.
type conditions struct {
	classes    graph.ClassSet
	conditions bool
}

func (a annotations) conditions() (on conditions, at Value) {
	http, grpc := a.get(linkerdRetry+"http"), a.get(linkerdRetry+"grpc")
	for _, c := range []struct {
		v       Value
		key, no string
		parse   func(string) (graph.ClassSet, bool)
	}{{http, "http", "GRPCRoute", linkerdStatuses}, {grpc, "grpc", "HTTPRoute", grpcWord}} {
		if !c.v.Exists() {
			continue
		}
		if a.kind == c.no {
			a.warn(c.v, linkerdRetry+c.key+" of "+a.name+" has no effect: "+c.no+" objects have no such annotation", "remove it")
			continue
		}
		on.conditions, at = true, c.v
		for word := range strings.SplitSeq(textOf(c.v), ",") {
			set, ok := c.parse(strings.TrimSpace(word))
			if !ok {
				a.problem(c.v, c.v.IsTemplate(), linkerdRetry+c.key+" of "+a.name+" has a condition that is not known: "+strings.TrimSpace(word))
			}
			on.classes = on.classes.Union(set)
		}
	}
	return on, at
}

// linkerdStatuses reads 503, 500-504, 5xx and gateway-error
// (l5ddoc:reference/retries.md).
func linkerdStatuses(word string) (graph.ClassSet, bool) {
	switch word {
	case "5xx":
		word = "500-599"
	case "gateway-error":
		word = "502-504"
	}
	low, high, ranged := strings.Cut(word, "-")
	if !ranged {
		high = low
	}
	from, err := strconv.Atoi(low)
	to, err2 := strconv.Atoi(high)
	if err != nil || err2 != nil || from < 100 || to > 599 || from > to {
		return graph.ClassSet{}, false
	}
	var set graph.ClassSet
	for code := from; code <= to; code++ {
		if c, ok := graph.HTTPClass(code); ok {
			set = set.Union(graph.NewClassSet(c))
		}
	}
	return set, true
}

// grpcWord reads the name of a gRPC status: the words are those of Envoy.
func grpcWord(word string) (graph.ClassSet, bool) {
	switch word {
	case "cancelled", "deadline-exceeded", "internal", "resource-exhausted", "unavailable":
		return retryon.Parse(word).Classes, true
	}
	return graph.ClassSet{}, false
}

// linkerdLayer is what Linkerd makes of a rule of a route for a service:
// retries are those of the route's annotations, else of the service's; so are
// timeouts, and those of the rule where no annotation says otherwise.
func (r *apiRoute) linkerdLayer(rule, retry, timeouts Value, host graph.HostPattern) *graph.Layer {
	if retry.Exists() {
		r.warn(retry, "retry of "+r.name+" has no effect in Linkerd, which reads annotations", "set "+linkerdRetry+"* on the route")
	}
	a := annotations{effects: &r.effects, at: r.doc.Root.Get("metadata", "annotations"), kind: r.doc.Kind()}
	if service, ok := r.index.Object("Service", host.Namespace, host.Name); ok && !isAnnotated(r.doc) {
		a = annotations{effects: &r.effects, at: service.Root.Get("metadata", "annotations"), kind: service.Kind()}
	}
	l := a.layer(rule)
	if request := timeouts.Get("request"); request.Exists() && (l == nil || !a.get(linkerdTimeout+"request").Exists()) {
		if l == nil {
			l = &graph.Layer{Name: "linkerd timeouts", Attempts: graph.Exactly(1, graph.BoundDefault, linkerdRow), Renames: linkerdRenames(), Pos: rule.Pos()}
		}
		l.Overall = r.duration("timeouts.request", request)
	}
	return l
}
