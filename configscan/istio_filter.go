package configscan

import (
	"fmt"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
	"github.com/ampcheck/ampcheck/graph/retryon"
)

// envoyFilter reads one EnvoyFilter: patches of the configuration that Istio makes
// for its proxies. Read are those of the retry policies of routes and of what
// caps the calls to a cluster.
type envoyFilter struct {
	effects
	doc   *Doc
	index *Index
}

func scanEnvoyFilter(d *Doc, index *Index) graph.Fragment {
	x := &envoyFilter{effects: effects{name: objectName(d)}, doc: d, index: index}
	x.f.Evidence = []graph.MeshEvidence{evidence(d, nil)}
	for i, p := range d.Root.Get("spec", "configPatches").Items() {
		x.patch(fmt.Sprintf("#configPatches[%d]", i), p)
	}
	x.once()
	return x.f
}

// patch reads one patch.
func (x *envoyFilter) patch(id string, p Value) {
	value := p.Get("patch", "value")
	if !retriesIn(value) {
		return
	}
	operation := textOf(p.Get("patch", "operation"))
	switch kind := textOf(p.Get("applyTo")); {
	case operation != "MERGE":
		x.problem(p, true, "a patch of "+x.name+" retries and does not merge: it is not read, "+operation+" "+kind)
	case kind == "HTTP_ROUTE":
		x.amend(id, p, x.route(value.Get("route")))
	case kind == "CLUSTER":
		threshold := defaultThreshold(field(value, "circuit_breakers"))
		x.unsigned("max_retries", field(threshold, "max_retries"))
		if b := thresholdBudget(&x.effects, x.name, threshold, true); b != nil {
			x.amend(id, p, &graph.Layer{Budget: b})
		}
	case kind == "VIRTUAL_HOST":
		x.warn(value, "the retry policy of a virtual host in "+x.name+" has no effect: Istio gives every route one of its own", "patch HTTP_ROUTE")
	default:
		x.problem(p, true, "a patch of "+x.name+" that retries is not read: "+kind)
	}
}

// retriesIn reports whether something below a value is about retries.
func retriesIn(v Value) bool {
	found := false
	each(v, func(m Value) {
		for _, key := range []string{"retry_policy", "hedge_policy", "circuit_breakers", "max_connect_attempts"} {
			found = found || field(m, key).Exists()
		}
	})
	return found
}

// route is what a patch sets of a route; what it does not set stays.
func (x *envoyFilter) route(route Value) *graph.Layer {
	policy := field(route, "retry_policy")
	l := &graph.Layer{Name: "istio EnvoyFilter retry_policy", Pos: policy.Pos()}
	if b, ok := x.retries("num_retries", field(policy, "num_retries")); ok {
		l.Attempts = b
	}
	if on := field(policy, "retry_on"); hasText(on) {
		words := x.retryOn("retry_on", on, retryon.ParseProxy)
		l.RetriesOn = words.Classes
		for _, v := range field(policy, "retriable_status_codes").Items() {
			if n, ok := v.IntLoose(); ok && words.StatusCodes {
				if c, ok := graph.HTTPClass(int(n)); ok {
					l.RetriesOn = l.RetriesOn.Union(graph.NewClassSet(c))
				}
			}
		}
	}
	l.PerTry = x.limit("per_try_timeout", field(policy, "per_try_timeout"), protoDuration)
	l.Overall = x.limit("timeout", route.Get("timeout"), protoDuration)
	return l
}

// amend puts what a patch sets on the routes it matches.
func (x *envoyFilter) amend(id string, p Value, l *graph.Layer) {
	l.Cause = x.name + id
	host := textOf(field(p, "match", "route_configuration", "vhost", "name"))
	if host == "" {
		host = textOf(p.Get("match", "cluster", "service"))
	}
	host, _, _ = strings.Cut(host, ":")
	hosts := []graph.HostPattern{{Name: "*"}}
	if host != "" {
		hosts = istioHosts(x.doc, []string{host})
	}
	var callers []string
	if x.doc.Namespace() != istioRoot {
		callers = []string{x.doc.Namespace()}
	}
	if x.doc.Root.Get("spec", "workloadSelector").Exists() {
		x.problem(x.doc.Root.Get("spec", "workloadSelector"), true, "workloadSelector of "+x.name+" is not looked at: the patch is taken for all proxies of the namespace")
	}
	for _, place := range contextPlaces(textOf(p.Get("match", "context"))) {
		a := graph.Attachment{
			ID: x.name + id + "@" + string(place), Mechanism: x.name + id, Object: x.name, Amends: istioRoute, Place: place,
			Namespace: reach(x.doc), CallerNamespaces: callers, Hosts: hosts, Layer: l, Pos: p.Pos(),
		}
		if gatewaysOrMesh(&a, x.index) {
			x.f.Attachments = append(x.f.Attachments, a)
		}
	}
}

// contextPlaces are the places of a context; what proxies do to requests that
// come in at the callee repeats nothing it has seen.
func contextPlaces(context string) []graph.Place {
	switch context {
	case "", "ANY":
		return []graph.Place{graph.PlaceClientSidecar, graph.PlaceGateway}
	case "SIDECAR_OUTBOUND":
		return []graph.Place{graph.PlaceClientSidecar}
	case "GATEWAY":
		return []graph.Place{graph.PlaceGateway}
	}
	return nil
}
