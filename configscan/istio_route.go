package configscan

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
)

// istioRoute is the mechanism of everything that the mesh does to a request on
// its way: one route acts, the written one or the default.
const istioRoute = "istio-route"

// meshGateway is the word that stands for all sidecars in a list of gateways
// (istioapi:networking/v1alpha3/virtual_service.pb.go:297-310).
const meshGateway = "mesh"

// virtualService reads one VirtualService.
type virtualService struct {
	effects
	doc      *Doc
	index    *Index
	hosts    []graph.HostPattern
	sidecars bool     // bound to the sidecars of the mesh
	gateways []string // the gateways bound to, as namespace/name
	callers  []string // the namespaces whose sidecars use it; none is all
	// done are the places that a route before takes every request at.
	done istioPlaces
	// serves are the gateways that a route is for.
	serves map[string]bool
}

func newVirtualService(d *Doc) *virtualService {
	return &virtualService{effects: effects{name: objectName(d)}, doc: d, serves: map[string]bool{}}
}

func scanVirtualService(d *Doc, index *Index) graph.Fragment {
	vs := newVirtualService(d)
	vs.index, vs.hosts = index, istioHosts(d, d.Root.Get("spec", "hosts").Strings())
	vs.sidecars, vs.gateways = boundTo(d, d.Root.Get("spec", "gateways"))
	vs.evidence()
	if len(vs.hosts) == 0 { // a delegate: read where another one refers to it
		return vs.f
	}
	var exported bool
	if vs.callers, exported = exportedTo(d); !exported {
		return vs.f
	}
	vs.gateways = gatewaysIn(vs.gateways, vs.callers)
	http := d.Root.Get("spec", "http").Items()
	for i, route := range http {
		vs.route(fmt.Sprintf("#http[%d]", i), route)
	}
	for _, g := range vs.gateways {
		if len(http) > 0 && !vs.serves[g] { // no route of it is for this gateway
			continue
		}
		vs.f.Handlers = append(vs.f.Handlers, gatewayHandler(d, g, vs.hosts, d.Root.Get("spec", "hosts")))
	}
	vs.once()
	return vs.f
}

// boundTo reads a list of gateways; an absent one is the sidecars alone. A name
// without a namespace lies in that of the object.
func boundTo(d *Doc, v Value) (sidecars bool, gateways []string) {
	names := v.Strings()
	if len(names) == 0 {
		return true, nil
	}
	for _, name := range names {
		switch {
		case name == meshGateway:
			sidecars = true
		case name == "":
		case !strings.Contains(name, "/"):
			gateways = append(gateways, qualified(d.Namespace(), name))
		default:
			gateways = append(gateways, name)
		}
	}
	return sidecars, gateways
}

// evidence shows the mesh. The hosts of a VirtualService for gateways alone are
// names for the world outside.
func (vs *virtualService) evidence() {
	e := evidence(vs.doc, nil)
	if vs.sidecars {
		e.Hosts = vs.hosts
	}
	vs.f.Evidence = append(vs.f.Evidence, e)
}

// route reads one http route; id is the part of the object that it is.
func (vs *virtualService) route(id string, route Value) {
	if delegate := route.Get("delegate"); delegate.Kind() == Map {
		vs.delegate(id, route, delegate)
		return
	}
	match := route.Get("match").Items()
	vs.attach(id, httpRoute{at: route, match: match, text: matchText(match), fields: []Value{route}})
}

// delegate reads the routes of the VirtualService that a route refers to. What
// they do not set they take from the referring route
// (istio:pilot/pkg/model/virtualservice.go, mergeHTTPRoute).
func (vs *virtualService) delegate(id string, route, ref Value) {
	name, _ := ref.Get("name").Str()
	namespace, ok := ref.Get("namespace").Str()
	if !ok {
		namespace = vs.doc.Namespace()
	}
	d, ok := vs.index.Object("VirtualService", namespace, name)
	if !ok {
		vs.problem(ref, true, "delegate VirtualService "+qualified(namespace, name)+" is not in the input: its routes are missing")
		return
	}
	match := route.Get("match").Items()
	for i, r := range d.Root.Get("spec", "http").Items() {
		vs.attach(fmt.Sprintf("%s.delegate[%d]", id, i), httpRoute{
			at: r, match: match, inner: r.Get("match").Items(), text: bothText(matchText(match), matchText(r.Get("match").Items())),
			fields: []Value{r, route}, namespace: namespace,
		})
	}
}

// httpRoute is one route as it acts.
type httpRoute struct {
	at    Value   // where it is written
	match []Value // the conditions of the object that is bound to gateways
	inner []Value // those of a delegate
	text  string  // all conditions
	// fields are the mappings that set it, the strongest first.
	fields []Value
	// namespace is that of short names of destinations, "" for the object's.
	namespace string
}

func (r httpRoute) get(keys ...string) Value {
	for _, f := range r.fields {
		if v := f.Get(keys...); v.Exists() && !v.IsNull() {
			return v
		}
	}
	return r.at.Get(keys...)
}

// attach puts a route on the sidecars and on the gateways it is bound to.
func (vs *virtualService) attach(id string, r httpRoute) {
	if r.at.Kind() != Map {
		return
	}
	a := graph.Attachment{
		Mechanism:    istioRoute,
		Object:       objectName(vs.doc),
		Namespace:    vs.doc.Namespace(),
		Hosts:        vs.hosts,
		Match:        r.text,
		Protocols:    []graph.Protocol{graph.ProtocolHTTP, graph.ProtocolGRPC},
		Destinations: vs.destinations(r),
		Pos:          r.at.Pos(),
	}
	if vs.unreachable(r) {
		return
	}
	var layer *graph.Layer
	if !r.get("redirect").Exists() && !r.get("directResponse").Exists() { // those call nobody
		layer = vs.layer(r)
	}
	a.Mirrors = vs.mirrors(r)
	sidecars, gateways := vs.left(r)
	vs.take(r)
	if sidecars {
		s := a
		s.ID, s.Place, s.Mesh = a.Object+id, graph.PlaceClientSidecar, istioMesh
		s.CallerNamespaces = vs.callers
		s.Layer = ofKind(layer, graph.KindSidecar)
		vs.f.Attachments = append(vs.f.Attachments, s)
	}
	if len(gateways) > 0 {
		g := a
		g.ID, g.Place, g.Gateways = a.Object+id+"@gateway", graph.PlaceGateway, gateways
		g.Layer = ofKind(layer, graph.KindGateway)
		vs.f.Attachments = append(vs.f.Attachments, g)
	}
	for _, g := range gateways {
		vs.serves[g] = true
	}
}

// places are those of the object, less those that none of the conditions of
// the route allows: a condition can name gateways of its own.
func (vs *virtualService) places(r httpRoute) (sidecars bool, gateways []string) {
	limited := len(r.match) > 0
	var allowed []string
	for _, m := range r.match {
		v := m.Get("gateways")
		limited = limited && len(v.Strings()) > 0
		onSidecars, names := boundTo(vs.doc, v)
		sidecars = sidecars || onSidecars
		allowed = append(allowed, names...)
	}
	if !limited {
		return vs.sidecars, vs.gateways
	}
	for _, g := range vs.gateways {
		if slices.Contains(allowed, g) {
			gateways = append(gateways, g)
		}
	}
	return sidecars && vs.sidecars, gateways
}

// destinations are where a route sends requests. One with weight 0 beside
// others gets none (istio:pilot/pkg/networking/core/route/route.go:692-696).
func (vs *virtualService) destinations(r httpRoute) []graph.Destination {
	namespace := r.namespace
	if namespace == "" {
		namespace = vs.doc.Namespace()
	}
	targets := r.get("route").Items()
	var list []graph.Destination
	for _, t := range targets {
		weight, weighted := t.Get("weight").IntLoose()
		if len(targets) > 1 && weighted && weight == 0 {
			continue
		}
		if d, ok := destination(t.Get("destination"), namespace); ok {
			list = append(list, d)
		}
	}
	return list
}

func destination(v Value, namespace string) (graph.Destination, bool) {
	host := textOf(v.Get("host"))
	port, _ := v.Get("port", "number").IntLoose()
	return graph.Destination{Host: istioHost(host, namespace), Port: int(port), Subset: textOf(v.Get("subset"))}, host != ""
}

// mirrors are the hosts that get copies of the requests: all of them where no
// percentage is written (istioapi:networking/v1alpha3/virtual_service.pb.go:
// 710-733).
func (vs *virtualService) mirrors(r httpRoute) []graph.Destination {
	namespace := r.namespace
	if namespace == "" {
		namespace = vs.doc.Namespace()
	}
	var list []graph.Destination
	add := func(to, percentage Value) {
		if x, ok := percentage.Get("value").Float(); percentage.Kind() == Map && (!ok || x == 0) {
			return
		}
		if d, ok := destination(to, namespace); ok {
			list = append(list, d)
		}
	}
	if v := r.get("mirror"); v.Kind() == Map {
		add(v, r.get("mirrorPercentage"))
	}
	for _, m := range r.get("mirrors").Items() {
		add(m.Get("destination"), m.Get("percentage"))
	}
	return list
}
