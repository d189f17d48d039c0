package configscan

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
)

// The Gateway API: one form of routes for many products, each of which gives
// it a meaning of its own.
func init() {
	register(Scanner{
		Name: "gateway-api", Detect: isGatewayAPI, Scan: scanGatewayAPI, Finish: finishGatewayAPI,
		Formats: []graph.Format{{
			Name: "gateway-api", Written: "HTTPRoute and GRPCRoute of gateway.networking.k8s.io",
			Default: "as its implementation says: Istio 3, Envoy Gateway 1, Kong 6, Linkerd 1",
			Sources: []string{
				"istio.io/istio@eed52ebb66ad pilot/pkg/config/kube/gateway/conversion.go:186-227",
				"github.com/envoyproxy/gateway@v1.9.1 internal/gatewayapi/route.go:1086-1150",
				"Kong/kubernetes-ingress-controller@1fa68f864 internal/dataplane/translator/subtranslator/httproute.go:208-211,288-310",
			},
		}},
	})
}

const (
	gatewayGroup  = "gateway.networking.k8s.io"
	gatewayXGroup = "gateway.networking.x-k8s.io"
	linkerdPolicy = "policy.linkerd.io"
)

func isGatewayAPI(d *Doc) bool {
	if !d.IsObject() {
		return false
	}
	switch d.Kind() {
	case "HTTPRoute", "GRPCRoute":
		return d.Group() == gatewayGroup || d.Group() == linkerdPolicy
	case "Gateway", "GatewayClass":
		return d.Group() == gatewayGroup
	case "XBackendTrafficPolicy":
		return d.Group() == gatewayXGroup
	}
	return false
}

func scanGatewayAPI(d *Doc, index *Index) graph.Fragment {
	switch d.Kind() {
	case "Gateway":
		return graph.Fragment{Bindings: []graph.Binding{apiGateway(d, index)}}
	case "HTTPRoute", "GRPCRoute":
		return scanAPIRoute(d, index)
	case "XBackendTrafficPolicy":
		return scanBackendPolicy(d)
	}
	return graph.Fragment{}
}

// apiGateway names a gateway as routes refer to it. Its proxy is made from the
// object, and none of the input's own.
func apiGateway(d *Doc, index *Index) graph.Binding {
	b := graph.Binding{Space: graph.SpaceGateway, Name: qualified(d.Namespace(), d.Name()), Exposed: true, Pos: namePos(d)}
	if implementationOf(d, index).mechanism == istioRoute {
		b.Mesh = istioMesh
	}
	for _, l := range d.Root.Get("spec", "listeners").Items() {
		if n, ok := l.Get("port").IntLoose(); ok {
			protocol := textOf(l.Get("protocol"))
			b.Ports = append(b.Ports, graph.Port{Name: textOf(l.Get("name")), Number: int(n), Protocol: portProtocol(protocol, "", int(n))})
		}
	}
	return b
}

// apiRoute reads one HTTPRoute or GRPCRoute.
type apiRoute struct {
	effects
	doc   *Doc
	index *Index
	hosts []graph.HostPattern
}

func scanAPIRoute(d *Doc, index *Index) graph.Fragment {
	r := &apiRoute{effects: effects{name: objectName(d)}, doc: d, index: index}
	names := d.Root.Get("spec", "hostnames").Strings()
	if len(names) == 0 {
		names = []string{"*"}
	}
	for _, n := range names {
		r.hosts = append(r.hosts, graph.HostPattern{Name: n})
	}
	for _, parent := range d.Root.Get("spec", "parentRefs").Items() {
		r.parent(parent)
	}
	if len(r.f.Attachments) == 0 && len(r.f.Problems) == 0 {
		r.problem(d.Root.Get("spec"), true, "the routes of "+r.name+" belong to no gateway and no service: they are not read")
	}
	r.once()
	return r.f
}

// parent puts the routes where a parent says: on a gateway, or on the proxies of
// everyone who calls a service (gwapi:apis/v1/shared_types.go, ParentReference).
func (r *apiRoute) parent(ref Value) {
	name, namespace := textOf(ref.Get("name")), cmp.Or(textOf(ref.Get("namespace")), r.doc.Namespace())
	switch kind := cmp.Or(textOf(ref.Get("kind")), "Gateway"); kind {
	case "Gateway":
		r.gateway(ref, qualified(namespace, name))
	case "Service":
		r.service(ref, graph.HostPattern{Name: name, Namespace: namespace})
	default:
		r.problem(ref, true, "the routes of "+r.name+" for a "+kind+" are not read")
	}
}

// gateway puts the routes on a gateway.
func (r *apiRoute) gateway(ref Value, gateway string) {
	impl := unknownImplementation
	namespace, name, _ := strings.Cut(gateway, "/")
	if name == "" {
		namespace, name = "", namespace
	}
	if d, ok := r.index.Object("Gateway", namespace, name); ok && d.Group() == gatewayGroup {
		impl = implementationOf(d, r.index)
	}
	if impl.mechanism == unknownImplementation.mechanism {
		r.problem(ref, true, "which product gateway "+gateway+" is made by is not known: what it retries by itself is not counted")
	}
	for i, rule := range r.doc.Root.Get("spec", "rules").Items() {
		a := r.rule(rule, fmt.Sprintf("#rules[%d]@%s", i, gateway))
		a.Place, a.Gateways, a.Hosts, a.Mechanism = graph.PlaceGateway, []string{gateway}, r.hosts, impl.mechanism
		if r.calls(rule) && len(a.Destinations) > 0 {
			a.Layer = ofKind(r.layer(impl, rule, graph.HostPattern{}), graph.KindGateway)
		}
		r.f.Attachments = append(r.f.Attachments, a)
	}
	r.f.Handlers = append(r.f.Handlers, gatewayHandler(r.doc, gateway, r.hosts, orElse(r.doc.Root.Get("spec", "hostnames"), ref)))
}

// service puts the routes on the proxies of the callers of a service. Which mesh
// that is, each caller tells. A route in the caller's own namespace is for the
// callers there alone (gateway-api.sigs.k8s.io/mesh, producer and consumer
// routes).
func (r *apiRoute) service(ref Value, host graph.HostPattern) {
	for _, impl := range []implementation{istioImplementation, linkerdImplementation} {
		if r.doc.Group() == linkerdPolicy && impl.mesh != linkerdMesh {
			continue
		}
		if impl.mesh == linkerdMesh && !linkerdSeen(r.index) {
			continue
		}
		if profile, ok := profileOf(host, r.index); ok && impl.mesh == linkerdMesh {
			r.warn(ref, "the routes of "+r.name+" have no effect in Linkerd: "+objectName(profile)+" is there for the service", "remove one of them")
			continue
		}
		for i, rule := range r.doc.Root.Get("spec", "rules").Items() {
			a := r.rule(rule, fmt.Sprintf("#rules[%d]@%s/%s", i, impl.mesh, qualified(host.Namespace, host.Name)))
			a.Place, a.Mesh, a.Hosts, a.Mechanism = graph.PlaceClientSidecar, impl.mesh, []graph.HostPattern{host}, impl.mechanism
			if host.Namespace != r.doc.Namespace() {
				a.CallerNamespaces = []string{r.doc.Namespace()}
			}
			if n, ok := ref.Get("port").IntLoose(); ok {
				a.Match = bothText(a.Match, fmt.Sprintf("port %d", n))
			}
			if r.calls(rule) && (len(a.Destinations) > 0 || impl.mesh == linkerdMesh) {
				a.Layer = ofKind(r.layer(impl, rule, host), graph.KindSidecar)
			}
			r.f.Attachments = append(r.f.Attachments, a)
		}
	}
	mesh := anyMesh
	if r.doc.Group() == linkerdPolicy {
		mesh = linkerdMesh
	}
	r.f.Evidence = append(r.f.Evidence, graph.MeshEvidence{Mesh: mesh, Namespace: host.Namespace, Hosts: []graph.HostPattern{host}, Object: r.name, Pos: namePos(r.doc)})
}

// rule is a rule without what depends on who carries it out.
func (r *apiRoute) rule(rule Value, id string) graph.Attachment {
	a := graph.Attachment{
		ID: r.name + id, Object: r.name, Match: matchText(rule.Get("matches").Items()),
		Protocols:    []graph.Protocol{graph.ProtocolHTTP, graph.ProtocolGRPC},
		Destinations: r.destinations(rule.Get("backendRefs").Items()),
		Pos:          rule.Pos(),
	}
	if r.doc.Kind() == "HTTPRoute" && r.doc.Group() == gatewayGroup {
		r.check(rule)
	}
	if r.doc.Kind() == "GRPCRoute" {
		a.Protocols = []graph.Protocol{graph.ProtocolGRPC}
		a.Operations = grpcMethods(rule)
	}
	for _, f := range rule.Get("filters").Items() {
		if m := f.Get("requestMirror"); m.Kind() == Map {
			if n, ok := r.whole("requestMirror.percent", m.Get("percent"), 0, 100); !ok || n > 0 {
				a.Mirrors = append(a.Mirrors, r.destinations([]Value{m.Get("backendRef")})...)
			}
		}
	}
	return a
}

// grpcMethods are the RPCs that a rule of a GRPCRoute matches exactly; nil where
// it matches others too.
func grpcMethods(rule Value) []string {
	var methods []string
	for _, m := range rule.Get("matches").Items() {
		service, method := textOf(m.Get("method", "service")), textOf(m.Get("method", "method"))
		if kind := textOf(m.Get("method", "type")); service == "" || kind != "" && kind != "Exact" {
			return nil
		}
		methods = append(methods, service+"/"+method)
	}
	return methods
}

// calls reports whether a rule calls anybody: one that redirects does not. One
// without backends answers by itself too, except in Linkerd, which takes the
// service itself (istio:pilot/pkg/config/kube/gateway/conversion.go:229-235).
func (r *apiRoute) calls(rule Value) bool {
	for _, f := range rule.Get("filters").Items() {
		if f.Get("requestRedirect").Exists() {
			return false
		}
	}
	return true
}

// destinations are where a rule sends requests. One with weight 0 beside others
// gets none.
func (r *apiRoute) destinations(refs []Value) []graph.Destination {
	var list []graph.Destination
	for _, b := range refs {
		name := textOf(b.Get("name"))
		if n, ok := b.Get("weight").IntLoose(); name == "" || ok && n == 0 && len(refs) > 1 {
			continue
		}
		host := graph.HostPattern{Name: name, Namespace: cmp.Or(textOf(b.Get("namespace")), r.doc.Namespace())}
		port, _ := b.Get("port").IntLoose()
		list = append(list, graph.Destination{Host: host, Port: int(port)})
	}
	return list
}

// anyMesh marks evidence of a mesh whose name the object does not tell.
const anyMesh = "*"

// finishGatewayAPI turns evidence of some mesh into evidence of those that the
// run knows of. It changes the fragment in place.
func finishGatewayAPI(f *graph.Fragment, opts Options) graph.Fragment {
	known := map[string]bool{}
	for mesh := range opts.MeshVersions {
		known[mesh] = true
	}
	for _, mesh := range []string{istioMesh, linkerdMesh} {
		if _, found := firstOfMesh(f, mesh); found {
			known[mesh] = true
		}
	}
	var out graph.Fragment
	rest := f.Evidence[:0]
	for _, e := range f.Evidence {
		if e.Mesh != anyMesh {
			rest = append(rest, e)
			continue
		}
		found := false
		for _, mesh := range []string{istioMesh, linkerdMesh} {
			if known[mesh] && !opts.MeshOff[mesh] {
				found = true
				e.Mesh = mesh
				out.Evidence = append(out.Evidence, e)
			}
		}
		if !found {
			out.Problems = append(out.Problems, graph.Problem{Pos: e.Pos, Advisory: true,
				Message: e.Object + " is for the proxies of a mesh, and the input shows none: what it does is not counted"})
		}
	}
	f.Evidence = rest
	return out
}
