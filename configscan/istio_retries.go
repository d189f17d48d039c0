package configscan

import (
	"strconv"
	"time"

	"github.com/ampcheck/ampcheck/graph"
	"github.com/ampcheck/ampcheck/graph/retryon"
)

const (
	// istioRetries is the number of retries of a route that sets none
	// (istio:pilot/pkg/networking/core/route/retry/retry.go:36,98-103).
	istioRetries = 2
	// istioRetryOn is what is retried where nothing is written
	// (istio:pilot/pkg/networking/core/route/retry/retry.go:37).
	istioRetryOn = "connect-failure,refused-stream,unavailable,cancelled"

	// The pauses of Envoy: full jitter from 25ms up, at most ten times the base
	// (envoy:docs/root/configuration/http/http_filters/router_filter.rst). A
	// backoff that is written replaces the base alone
	// (istio:pilot/pkg/networking/core/route/retry/retry.go:143).
	envoyBackoff    = 25 * time.Millisecond
	envoyBackoffMax = 10

	// defaultCause groups all layers that the default of the mesh puts on hops.
	defaultCause = "istio-default"

	nameRoute      = "istio VirtualService retries"
	nameDefault    = "istio default retries"
	nameMeshConfig = "istio meshConfig.defaultHttpRetryPolicy"
	// defaultOn ends the name of a layer whose number is written and whose list
	// is the default, which depends on the version.
	defaultOn = ", default retryOn"
	turnedOff = ", turned off"
)

// istioPerTry are Istio's names for what decides about the limit of one attempt.
var istioPerTry = perTryKeys{perTry: "perTryTimeout", overall: "timeout", retryOn: "retryOn", parse: graph.ParseDuration}

// istioRow is the row of the built-in table with the numbers above.
func istioRow(version string) graph.Pos { return graph.CatalogPos("istio-virtualservice", version) }

// proxyRenames is what a proxy makes of failures that are none of the callee's
// answers: it answers for it, to gRPC requests with the status UNAVAILABLE
// (envoy:source/common/http/utility.cc, sendLocalReply; source/common/router/
// router.cc). A timeout that the callee itself reports passes as it is.
func proxyRenames() []graph.Rename {
	unavailable := func(status int) graph.ClassSet {
		http, _ := graph.HTTPClass(status)
		grpc, _ := graph.GRPCClass(14)
		return graph.NewClassSet(http, grpc)
	}
	timeout := graph.NewClassSet(graph.ClassTimeout)
	return []graph.Rename{
		{From: graph.NewClassSet(graph.ClassConnect, graph.ClassDNS, graph.ClassRefusedStream, graph.ClassReset), To: unavailable(503)},
		{From: timeout, To: unavailable(504).Union(timeout)},
	}
}

// proxyBackoff is the backoff with a base.
func proxyBackoff(base time.Duration, kind graph.BoundKind, pos graph.Pos) graph.Backoff {
	return graph.Backoff{
		Kind:   graph.BackoffExponential,
		Base:   graph.Lasting(base, kind, pos),
		Max:    graph.Lasting(envoyBackoffMax*base, kind, pos),
		Jitter: true,
	}
}

// defaultLayer is what acts where no retries are written.
func defaultLayer(pos graph.Pos) graph.Layer {
	row := istioRow(newestIstio)
	return graph.Layer{
		Name:      nameDefault,
		Attempts:  graph.Bound{Value: graph.Literal(strconv.Itoa(istioRetries)), Plus: 1, Kind: graph.BoundDefault, Pos: row},
		RetriesOn: retryon.Parse(istioRetryOn).Classes,
		Backoff:   proxyBackoff(envoyBackoff, graph.BoundDefault, row),
		Renames:   proxyRenames(),
		Implicit:  true,
		Cause:     defaultCause,
		Pos:       pos,
	}
}

// ofKind is a copy of the layer with a kind.
func ofKind(l *graph.Layer, kind graph.LayerKind) *graph.Layer {
	if l == nil {
		return nil
	}
	c := *l
	c.Kind = kind
	return &c
}

// layer is what the route puts on a hop. There is always one: a route that
// turns retries off still keeps the default away and renames failures.
func (vs *virtualService) layer(r httpRoute) *graph.Layer {
	l := defaultLayer(r.at.Pos())
	retries := r.get("retries")
	if retries.Kind() == Map {
		if n, ok := retries.Get("attempts").IntLoose(); ok && n < 0 {
			vs.warn(retries.Get("attempts"), "negative attempts of "+vs.name+" are rejected: the default acts", "write 0 to turn retries off")
		} else {
			l = vs.written(retries)
		}
	}
	l.Overall = vs.duration("timeout", r.get("timeout"))
	vs.limits(&l, retries)
	return &l
}

// limits sets the limit of one attempt, and warns where it does not fit.
func (vs *virtualService) limits(l *graph.Layer, retries Value) {
	if makesOneTry(*l) {
		return
	}
	v := retries.Get("retryOn")
	vs.perTry(l, istioPerTry, retries.Get("perTryTimeout"), hasText(v) && retryon.Parse(textOf(v)).Timer)
	vs.fits(l, retries.Get("attempts"))
}

// written is the layer of a retries block, which replaces the default as a
// whole.
func (vs *virtualService) written(retries Value) graph.Layer {
	l := defaultLayer(retries.Pos())
	l.Name, l.Implicit, l.Cause = nameRoute+defaultOn, false, ""
	l.Attempts = vs.attempts(retries)
	if v := retries.Get("retryOn"); hasText(v) {
		l.Name, l.RetriesOn = nameRoute, vs.retryOn("retryOn", v, retryon.Parse).Classes
	}
	if b := vs.duration("retries.backoff", retries.Get("backoff")); b.IsSet() {
		base, _ := b.Duration(nil)
		l.Backoff = proxyBackoff(base, graph.BoundConfigured, b.Pos)
	}
	if makesOneTry(l) {
		l.Name, l.RetriesOn = nameRoute+turnedOff, graph.ClassSet{}
		vs.off(retries)
	}
	return l
}

// makesOneTry reports whether a layer makes one attempt: the proxy then has no retry
// policy at all, and no limit of one attempt either
// (istio:pilot/pkg/networking/core/route/retry/retry.go:105-108).
func makesOneTry(l graph.Layer) bool {
	n, ok := l.Attempts.Count(nil)
	return ok && n <= 1
}

// attempts counts the first try too; the field counts retries. Absent is zero
// (istio:pilot/pkg/networking/core/route/retry/retry.go:105-108).
func (vs *virtualService) attempts(retries Value) graph.Bound {
	if b, ok := vs.retries("attempts", retries.Get("attempts")); ok {
		return b
	}
	return graph.Exactly(1, graph.BoundConfigured, retries.Pos())
}

// off warns about what is written beside retries that are turned off.
func (vs *virtualService) off(retries Value) {
	attempts := retries.Get("attempts")
	if !attempts.Exists() {
		attempts = retries
	}
	for _, key := range []string{"perTryTimeout", "retryOn"} {
		if v := retries.Get(key); hasText(v) {
			vs.warn(v, key+" of "+vs.name+" has no effect: without attempts, or with 0, retries are turned off", "set attempts, or remove "+key)
		}
	}
	if !vs.sidecars {
		vs.warn(attempts, "retries of "+vs.name+" are turned off at gateways only, which does not reach the sidecars: calls inside the mesh keep the default",
			"add mesh to the gateways of the VirtualService")
	}
}
