package configscan

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
)

// The retry budget of a ServiceProfile that sets none
// (l5d:controller/api/destination/profile_translator.go:159-167).
const (
	linkerdBudgetRatio = 0.2
	linkerdBudgetFloor = 10
)

// profile reads one ServiceProfile.
type profile struct {
	effects
	doc  *Doc
	host graph.HostPattern
}

func scanServiceProfile(d *Doc, index *Index) graph.Fragment {
	p := &profile{effects: effects{name: objectName(d)}, doc: d, host: istioHost(d.Name(), d.Namespace())}
	for i, route := range d.Root.Get("spec", "routes").Items() {
		if route.Kind() == Map {
			p.route(fmt.Sprintf("#routes[%d]", i), route)
		}
	}
	p.unknownHost(index, p.host, d.Root.Get("metadata", "name"))
	return p.f
}

// route reads one route. The profile in the namespace of the callers is for
// those alone.
func (p *profile) route(id string, route Value) {
	a := graph.Attachment{
		ID: p.name + id, Mechanism: linkerdRoute, Object: p.name, Place: graph.PlaceClientSidecar, Mesh: linkerdMesh,
		Hosts: []graph.HostPattern{p.host}, Match: matchText([]Value{route.Get("condition")}),
		Protocols:    []graph.Protocol{graph.ProtocolHTTP, graph.ProtocolGRPC},
		Destinations: p.overrides(), Layer: p.layer(route), Pos: route.Pos(),
	}
	if !sameNamespace(p.host.Namespace, p.doc.Namespace()) {
		a.CallerNamespaces = []string{p.doc.Namespace()}
	}
	p.f.Attachments = append(p.f.Attachments, a)
}

// overrides are the services that get the requests in place of this one.
func (p *profile) overrides() []graph.Destination {
	var list []graph.Destination
	for _, o := range p.doc.Root.Get("spec", "dstOverrides").Items() {
		host, port, _ := strings.Cut(textOf(o.Get("authority")), ":")
		weight := textOf(o.Get("weight"))
		if host == "" || weight == "0" || weight == "0m" {
			continue
		}
		n, _ := strconv.Atoi(port)
		list = append(list, graph.Destination{Host: istioHost(host, p.doc.Namespace()), Port: n})
	}
	return list
}

// layer is what a route does. One that is retried is so as often as its budget
// and its timeout allow: nothing counts the attempts of a request
// (l5dproxy:linkerd/app/outbound/src/http/retry.rs:75-125).
func (p *profile) layer(route Value) *graph.Layer {
	l := &graph.Layer{
		Kind:     graph.KindSidecar,
		Name:     "linkerd ServiceProfile",
		Attempts: graph.Exactly(1, graph.BoundDefault, linkerdRow),
		Renames:  linkerdRenames(),
		Overall:  p.duration("timeout", route.Get("timeout")),
		Pos:      route.Pos(),
	}
	retryable := route.Get("isRetryable")
	on, ok := retryable.Bool()
	if retryable.Exists() && !ok {
		p.problem(retryable, retryable.IsTemplate(), "isRetryable of "+p.name+" is neither true nor false: taken for true")
		on = true
	}
	if on {
		l.Attempts, l.Pos = graph.Endless(retryable.Pos()), retryable.Pos()
		l.RetriesOn = p.failures(route)
		l.Backoff = graph.Backoff{Kind: graph.BackoffNone}
		l.Budget = p.budget()
	}
	return l
}

// failures are the answers that count as failed: those of responseClasses, and
// of the rest the 5xx and five codes of gRPC. Failed connections are not retried
// (l5dproxy:linkerd/app/core/src/classify.rs; retry.rs:88-91).
func (p *profile) failures(route Value) graph.ClassSet {
	set, _ := linkerdStatuses("5xx")
	for _, code := range []int{2, 4, 13, 14, 15} {
		c, _ := graph.GRPCClass(code)
		set = set.Union(graph.NewClassSet(c))
	}
	for _, class := range route.Get("responseClasses").Items() {
		status := class.Get("condition", "status")
		low, ok := status.Get("min").IntLoose()
		if !ok {
			low = 100
		}
		high, ok := status.Get("max").IntLoose()
		if !ok {
			high = 599
		}
		matched, valid := linkerdStatuses(fmt.Sprintf("%d-%d", low, high))
		if !valid || status.Kind() != Map {
			p.problem(class, class.IsTemplate(), "a response class of "+p.name+" is no range of status codes: not read")
			continue
		}
		if failed, _ := class.Get("isFailure").Bool(); failed {
			set = set.Union(matched)
		} else {
			set = set.Minus(matched)
		}
	}
	return set
}

// budget is that of the profile: all of it is taken from the object where one is
// written (l5d:pkg/profiles/profiles.go:104-118).
func (p *profile) budget() *graph.Budget {
	b := &graph.Budget{Kind: graph.BudgetSuccessFloor, Ratio: linkerdBudgetRatio, MinPerSecond: linkerdBudgetFloor, Pos: linkerdRow}
	v := p.doc.Root.Get("spec", "retryBudget")
	if v.Kind() != Map {
		return b
	}
	b.Ratio, b.MinPerSecond, b.Pos = 0, 0, v.Pos()
	for _, n := range []struct {
		key string
		to  *float64
	}{{"retryRatio", &b.Ratio}, {"minRetriesPerSecond", &b.MinPerSecond}} {
		if x, ok := v.Get(n.key).Float(); ok && x >= 0 {
			*n.to = x
		} else if v.Get(n.key).Exists() {
			p.problem(v.Get(n.key), v.Get(n.key).IsTemplate(), n.key+" of "+p.name+" is no number: 0 is taken")
		}
	}
	if !v.Get("ttl").Exists() {
		p.problem(v, false, "retryBudget of "+p.name+" has no ttl: the object is refused")
	}
	return b
}
