package configscan

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
)

// istioDestination is the mechanism of what caps the calls to a host.
const istioDestination = "istio-destination"

// istioRoot is the namespace whose objects hold for all of the mesh
// (istioapi:mesh/v1alpha1/config.pb.go, RootNamespace).
const istioRoot = "istio-system"

// scanDestinationRule reads what caps the retries to a host. It repeats nothing
// by itself: it changes the layer of the route that acts. Without it Istio lets
// any number of retries run at once
// (istio:pilot/pkg/networking/core/cluster_traffic_policy.go:470-477).
func scanDestinationRule(d *Doc, index *Index) graph.Fragment {
	e := &effects{name: objectName(d)}
	at := d.Root.Get("spec", "host")
	hosts := istioHosts(d, at.Strings())
	e.f.Evidence = []graph.MeshEvidence{evidence(d, hosts)}
	if len(hosts) == 0 {
		return e.f
	}
	e.unknownHost(index, hosts[0], at)
	whole := d.Root.Get("spec", "trafficPolicy")
	callers, exported := exportedTo(d)
	if !exported {
		return e.f
	}
	add := func(subset string, pos graph.Pos, b *graph.Budget) {
		if b == nil {
			return
		}
		for _, place := range []graph.Place{graph.PlaceClientSidecar, graph.PlaceGateway} {
			a := graph.Attachment{
				ID: e.name + "#" + cmp.Or(subset, "trafficPolicy") + "@" + string(place), Mechanism: istioDestination, Object: e.name, Amends: istioRoute,
				Place: place, Namespace: reach(d), CallerNamespaces: callers, Hosts: hosts, Subset: subset,
				Layer: &graph.Layer{Budget: b}, Pos: pos,
			}
			if gatewaysOrMesh(&a, index) {
				e.f.Attachments = append(e.f.Attachments, a)
			}
		}
	}
	add("", whole.Pos(), e.trafficPolicy(whole))
	for _, s := range d.Root.Get("spec", "subsets").Items() {
		if p := s.Get("trafficPolicy"); p.Kind() == Map && hasText(s.Get("name")) {
			b := e.trafficPolicy(p, whole)
			if b == nil {
				b = &graph.Budget{Kind: graph.BudgetConcurrent, MinConcurrent: istioMaxRetries, Pos: p.Pos()}
			}
			add(textOf(s.Get("name")), p.Pos(), b) // a subset without a policy has that of the whole
		}
	}
	e.once()
	return e.f
}

// reach is the namespace of an object that changes what others do: "*" where it
// is that of the whole mesh (istio:pilot/pkg/model/push_context.go:1259-1324).
func reach(d *Doc) string {
	if d.Namespace() == istioRoot {
		return "*"
	}
	return d.Namespace()
}

// istioMaxRetries is the number of retries that run at once where nothing is
// written (istio:pilot/pkg/networking/core/cluster_traffic_policy.go:470-477).
const istioMaxRetries = 1<<32 - 1

// gatewaysOrMesh completes an attachment at a place: the sidecars of the mesh, or
// its gateways; false where the input has none.
func gatewaysOrMesh(a *graph.Attachment, index *Index) bool {
	if a.Place == graph.PlaceClientSidecar {
		a.Mesh = istioMesh
		return true
	}
	a.Gateways = shared(index, "istio gateways", func() []string { return gatewayNames(index) })
	a.Gateways, a.CallerNamespaces = gatewaysIn(a.Gateways, a.CallerNamespaces), nil
	return len(a.Gateways) > 0
}

// gatewaysIn are the gateways in some namespaces, none for all. The proxies of a
// gateway are taken to run in the namespace of its object.
func gatewaysIn(gateways, namespaces []string) []string {
	if len(namespaces) == 0 {
		return gateways
	}
	return slices.DeleteFunc(slices.Clone(gateways), func(g string) bool {
		namespace, _, _ := strings.Cut(g, "/")
		return !slices.Contains(namespaces, namespace)
	})
}

// gatewayNames are the gateways of the mesh that the input defines or names.
func gatewayNames(index *Index) []string {
	var names []string
	for _, d := range index.docs {
		switch {
		case d.Kind() == "Gateway":
			names = append(names, qualified(d.Namespace(), d.Name()))
		case d.Kind() == "VirtualService":
			_, bound := boundTo(d, d.Root.Get("spec", "gateways"))
			names = append(names, bound...)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// exportedTo are the namespaces that may use an object, none for all; ok is
// false where nobody may. * goes before all others, and then ~
// (istio:pilot/pkg/model/push_context.go:1801-1815).
func exportedTo(d *Doc) (namespaces []string, ok bool) {
	to := d.Root.Get("spec", "exportTo").Strings()
	if slices.Contains(to, "*") {
		return nil, true
	}
	for _, ns := range to {
		switch ns {
		case ".":
			namespaces = append(namespaces, d.Namespace())
		case "~":
			return nil, false
		default:
			namespaces = append(namespaces, ns)
		}
	}
	return namespaces, true
}

// trafficPolicy is the cap that a policy sets, else the ones below it, by field;
// nil for none. Ports are not told apart: the weakest of theirs is taken, and a
// port with settings of its own takes nothing over
// (istio:pilot/pkg/model/destination_rule.go:172-203).
func (e *effects) trafficPolicy(policies ...Value) *graph.Budget {
	b := e.cap(policies...)
	for _, p := range policies {
		for _, port := range p.Get("portLevelSettings").Items() {
			if e.cap(port) == nil && b != nil {
				e.problem(port, true, fmt.Sprintf("a port of %s sets no cap on retries: none is taken for all of its ports", e.name))
				return nil
			}
			b = weaker(b, e.cap(port))
		}
	}
	return b
}

// cap is what the first of the policies that says it sets: a budget goes before
// the number of retries that run at once.
func (e *effects) cap(policies ...Value) *graph.Budget {
	first := func(key string) Value {
		for _, p := range policies {
			if v := p.Get(key); v.Kind() == Map {
				return v
			}
		}
		return Value{}
	}
	budget, most := first("retryBudget"), first("connectionPool").Get("http", "maxRetries")
	if budget.Kind() == Map {
		if most.Exists() {
			e.warn(most, "maxRetries of "+e.name+" has no effect beside its retryBudget", "remove maxRetries")
		}
		return e.istioBudget(budget)
	}
	n, ok := most.IntLoose()
	switch {
	case ok && n > 0:
		return &graph.Budget{Kind: graph.BudgetConcurrent, MinConcurrent: float64(n), Pos: most.Pos()}
	case ok:
		e.warn(most, "maxRetries 0 of "+e.name+" does not turn retries off: it is taken for not set, which is no limit", "set attempts: 0 in the VirtualService")
	case most.Exists() && !most.IsNull():
		e.problem(most, most.IsTemplate(), "maxRetries of "+e.name+" is no number: taken as not set")
	}
	return nil
}

// istioBudget reads a retry budget
// (istio:pilot/pkg/networking/core/cluster_traffic_policy.go:228-250).
func (e *effects) istioBudget(budget Value) *graph.Budget {
	b := &graph.Budget{Kind: graph.BudgetActiveRatio, Ratio: envoyBudget / 100.0, MinConcurrent: envoyMinRetries, Pos: budget.Pos()}
	if v := budget.Get("percent"); v.Exists() {
		if x, ok := v.Float(); ok && x >= 0 && x <= 100 {
			b.Ratio, b.Pos = x/100, v.Pos()
		} else {
			e.problem(v, v.IsTemplate(), "percent of "+e.name+" is no percentage: 20 is taken")
		}
	}
	if n, ok := budget.Get("minRetryConcurrency").IntLoose(); ok && n > 0 {
		b.MinConcurrent = float64(n)
	}
	if v := budget.Get("budgetInterval"); v.Exists() && e.duration("budgetInterval", v).IsSet() {
		e.problem(v, true, "budgetInterval of "+e.name+" counts requests that have ended: the budget is taken for no bound")
		b.Ratio = 1
	}
	return b
}
