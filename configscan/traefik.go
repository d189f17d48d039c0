package configscan

import (
	"bytes"
	"path"
	"strconv"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
)

func init() {
	register(Scanner{
		Name: "traefik",
		Language: &Language{
			Names: func(file string) bool { return path.Ext(file) == ".toml" },
			Holds: holdsTraefik,
			Parse: parseTOML,
		},
		Holds:  holdsTraefikYAML,
		Detect: func(d *Doc) bool { return isTraefikObject(d) || isTraefikFile(d) },
		Scan:   scanTraefik,
		Formats: []graph.Format{{
			Name: "traefik", Written: "Middleware and IngressRoute of traefik.io, dynamic configuration in YAML and TOML",
			Default: "1",
			Sources: []string{"github.com/traefik/traefik/v3@v3.7.13 pkg/middlewares/retry/retry.go:105,138,219"},
		}},
	})
}

// traefikGroups are the API groups of Traefik, the old one and the new one.
var traefikGroups = setOf("traefik.io", "traefik.containo.us")

func isTraefikObject(d *Doc) bool { return d.IsObject() && traefikGroups[d.Group()] }

// isTraefikFile detects the dynamic configuration in a file.
func isTraefikFile(d *Doc) bool {
	http := d.Root.Get("http")
	return !d.IsObject() && (http.Get("routers").Kind() == Map && http.Get("services").Kind() == Map || http.Get("middlewares").Kind() == Map && onlyTraefik(http))
}

// onlyTraefik reports whether a mapping has no other keys than those of
// Traefik: a file can hold middlewares alone.
func onlyTraefik(http Value) bool {
	for _, f := range http.Fields() {
		switch f.Key {
		case "routers", "services", "middlewares", "serversTransports":
		default:
			return false
		}
	}
	return true
}

// holdsTraefik tells the dynamic configuration from the many other TOML files.
func holdsTraefik(data []byte) bool {
	for _, word := range []string{"http.routers", "http.services", "http.middlewares", "http.serversTransports"} {
		if bytes.Contains(data, []byte(word)) {
			return true
		}
	}
	return false
}

// holdsTraefikYAML does the same for YAML.
func holdsTraefikYAML(data []byte) bool {
	return bytes.Contains(data, []byte("http:")) && (bytes.Contains(data, []byte("routers:")) || bytes.Contains(data, []byte("middlewares:")))
}

func scanTraefik(d *Doc, index *Index) graph.Fragment {
	r := &traefikReader{proxyNode: newIngressNode(d, index, "traefik"), doc: d, left: maxReferences}
	switch {
	case isTraefikFile(d):
		r.proxyNode = newProxyNode(d, index, "traefik")
		r.source = traefikFileSource(index)
		for _, f := range d.Root.Get("http", "routers").Fields() {
			r.fileRouter(f.Value)
		}
		r.unused(d)
	case d.Kind() == "IngressRoute":
		r.source = traefikObjects{index}
		for _, route := range d.Root.Get("spec", "routes").Items() {
			r.objectRoute(route)
		}
		return r.fragment(namePos(d))
	}
	return r.fragment(d.Pos())
}

// traefikReader reads the routers of one document.
type traefikReader struct {
	*proxyNode
	doc    *Doc
	source traefikSource
	// left is how many references may still be followed.
	left int
}

// maxReferences is the number of references that one document may follow:
// services and middlewares can lead to one another.
const maxReferences = 1 << 16

// traefikRef names an object: in files by its name alone.
type traefikRef struct {
	namespace, name string
	pos             graph.Pos
}

// traefikSource finds what routers refer to.
type traefikSource interface {
	middleware(traefikRef) Value
	transport(traefikRef) Value
	// service is what a name leads to: an object with loadBalancer, weighted
	// and their like, or absent.
	service(traefikRef) Value
	// ref is the name in a value that refers to something.
	ref(v Value, namespace string) traefikRef
}

// fileRouter reads a router of a file.
func (r *traefikReader) fileRouter(v Value) {
	var middlewares []traefikRef
	for _, m := range v.Get("middlewares").Items() {
		middlewares = append(middlewares, r.source.ref(m, ""))
	}
	service := v.Get("service")
	if !hasText(service) {
		return
	}
	r.route(v.Get("service").Pos(), middlewares, r.servers(r.source.ref(service, ""), 0))
}

// objectRoute reads a route of an IngressRoute.
func (r *traefikReader) objectRoute(v Value) {
	namespace := r.doc.Namespace()
	var middlewares []traefikRef
	for _, m := range v.Get("middlewares").Items() {
		middlewares = append(middlewares, r.source.ref(m, namespace))
	}
	var servers traefikServers
	for _, s := range v.Get("services").Items() {
		servers.join(r.objectService(s, namespace, 0))
	}
	r.route(v.Pos(), middlewares, servers)
}

// traefikServers are the addresses behind a service, and the transport that
// limits the wait for them.
type traefikServers struct {
	targets   []proxyTarget
	transport Value
}

func (s *traefikServers) join(more traefikServers) {
	s.targets = append(s.targets, more.targets...)
	if !s.transport.Exists() {
		s.transport = more.transport
	}
}

// objectService reads a service as a route refers to it: a Service of the
// cluster, or a TraefikService that refers to others.
func (r *traefikReader) objectService(v Value, namespace string, depth int) traefikServers {
	ref := r.source.ref(v, namespace)
	var s traefikServers
	if t := v.Get("serversTransport"); hasText(t) {
		s.transport = r.source.transport(r.source.ref(t, namespace))
	}
	if kind, _ := v.Get("kind").Str(); kind == "TraefikService" {
		s.join(r.servers(ref, depth+1))
		return s
	}
	if !isHostName(ref.name) {
		return s
	}
	address := ref.name
	if ref.namespace != "" {
		address += "." + ref.namespace
	}
	if port, ok := v.Get("port").IntLoose(); ok {
		address += ":" + strconv.FormatInt(port, 10)
	}
	s.targets = []proxyTarget{{graph.Literal(address), v.Get("name").Pos()}}
	return s
}

// servers are those behind a service by name, through services that spread
// requests over others.
func (r *traefikReader) servers(ref traefikRef, depth int) traefikServers {
	var s traefikServers
	v := r.source.service(ref)
	if r.left--; !v.Exists() || depth > maxIncludes || r.left < 0 {
		if !strings.HasSuffix(ref.name, "@internal") {
			r.problem(ref.pos, true, "service "+strconv.Quote(ref.name)+" is not in the input: calls to it are missing")
		}
		return s
	}
	for _, server := range v.Get("loadBalancer", "servers").Items() {
		for _, key := range []string{"url", "address"} {
			if text, ok := server.Get(key).Str(); ok {
				s.targets = append(s.targets, proxyTarget{graph.Literal(withoutScheme(text)), server.Get(key).Pos()})
			}
		}
	}
	if t := v.Get("loadBalancer", "serversTransport"); hasText(t) {
		s.transport = r.source.transport(r.source.ref(t, ref.namespace))
	}
	parts := v.Get("weighted", "services").Items()
	parts = append(parts, v.Get("mirroring"), v.Get("mirroring", "service"), v.Get("failover", "service"), v.Get("failover", "fallback"))
	for _, part := range parts {
		s.join(r.part(part, ref, depth))
	}
	if v.Get("mirroring", "mirrors").Exists() {
		r.problem(v.Get("mirroring", "mirrors").Pos(), true, "the mirrored copies of "+ref.name+" are not counted")
	}
	return s
}

// part is a service that another one refers to: by name in files, with kind and
// port in objects.
func (r *traefikReader) part(v Value, from traefikRef, depth int) traefikServers {
	if _, objects := r.source.(traefikObjects); objects {
		if v.Kind() != Map || !hasText(v.Get("name")) {
			return traefikServers{}
		}
		return r.objectService(v, from.namespace, depth+1)
	}
	if v.Kind() == Map {
		v = v.Get("name")
	}
	if !hasText(v) {
		return traefikServers{}
	}
	return r.servers(r.source.ref(v, from.namespace), depth+1)
}

// route adds the call of one router.
func (r *traefikReader) route(pos graph.Pos, middlewares []traefikRef, s traefikServers) {
	below := r.transported(s, pos)
	var layers []graph.Layer
	for _, m := range middlewares {
		layers = append(layers, r.retries(m, pos, 0)...)
	}
	layers = above(layers, below)
	if len(s.targets) > 0 && r.fits(keyOf(s.targets), layers...) {
		r.add(r.hop("traefik router", graph.ProtocolHTTP, s.targets, layers...))
	}
}

// traefikObjects finds objects of the cluster.
type traefikObjects struct{ index *Index }

func (o traefikObjects) ref(v Value, namespace string) traefikRef {
	ref := traefikRef{namespace: namespace, pos: v.Pos()}
	if text, ok := v.Str(); ok {
		ref.name = text
		return ref
	}
	ref.name, _ = v.Get("name").Str()
	ref.pos = v.Get("name").Pos()
	if text, ok := v.Get("namespace").Str(); ok && text != "" {
		ref.namespace = text
	}
	return ref
}

func (o traefikObjects) find(kind string, ref traefikRef) Value {
	name, _, _ := strings.Cut(ref.name, "@")
	d, ok := o.index.Object(kind, ref.namespace, name)
	if !ok {
		// namespace-name, as other providers write it
		if rest, cut := strings.CutPrefix(name, ref.namespace+"-"); cut && ref.namespace != "" {
			d, ok = o.index.Object(kind, ref.namespace, rest)
		}
	}
	if !ok {
		return Value{}
	}
	return d.Root.Get("spec")
}

func (o traefikObjects) middleware(ref traefikRef) Value { return o.find("Middleware", ref) }
func (o traefikObjects) transport(ref traefikRef) Value  { return o.find("ServersTransport", ref) }
func (o traefikObjects) service(ref traefikRef) Value    { return o.find("TraefikService", ref) }

// traefikFiles finds what the files of a run name: the provider joins them.
type traefikFiles struct {
	// named are the values by section and name.
	named map[[2]string]Value
	// used are the names of the middlewares that routers and chains name.
	used map[string]bool
}

func traefikFileSource(index *Index) traefikFiles {
	return shared(index, "traefik files", func() traefikFiles {
		f := traefikFiles{named: map[[2]string]Value{}, used: map[string]bool{}}
		for _, d := range index.docs {
			if isTraefikFile(d) {
				f.take(d)
			}
		}
		return f
	})
}

// take notes what a file names; of two values with one name the first counts.
func (f traefikFiles) take(d *Doc) {
	for _, section := range d.Root.Get("http").Fields() {
		for _, v := range section.Value.Fields() {
			key := [2]string{section.Key, v.Key}
			if _, taken := f.named[key]; !taken {
				f.named[key] = v.Value
			}
			for _, name := range append(v.Value.Get("middlewares").Strings(), v.Value.Get("chain", "middlewares").Strings()...) {
				name, _, _ := strings.Cut(name, "@")
				f.used[name] = true
			}
		}
	}
}

func (f traefikFiles) ref(v Value, _ string) traefikRef {
	text, _ := v.Str()
	return traefikRef{name: text, pos: v.Pos()}
}

func (f traefikFiles) find(section string, ref traefikRef) Value {
	name, provider, _ := strings.Cut(ref.name, "@")
	if provider != "" && provider != "file" {
		return Value{}
	}
	return f.named[[2]string{section, name}]
}

func (f traefikFiles) middleware(ref traefikRef) Value { return f.find("middlewares", ref) }
func (f traefikFiles) transport(ref traefikRef) Value  { return f.find("serversTransports", ref) }
func (f traefikFiles) service(ref traefikRef) Value    { return f.find("services", ref) }
