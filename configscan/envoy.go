package configscan

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
)

// Envoy's own configuration: bootstrap files, files of discovered resources,
// and dumps of the admin interface. Wherever a route configuration or a cluster
// stands in them, it has the same form.
func init() {
	register(Scanner{
		Name:   "envoy",
		Holds:  holdsAny("static_resources", "staticResources", "envoy.config.", "envoy.admin.", "virtual_hosts", "virtualHosts"),
		Detect: isEnvoy, Scan: scanEnvoy,
		Formats: []graph.Format{{
			Name: "envoy", Written: "bootstrap files, resources and config dumps of Envoy",
			Default: "1; 2 where a retry_policy has no number",
			Sources: []string{"envoyproxy/envoy@1c5af1d9c07b source/common/router/retry_policy_impl.cc", "github.com/envoyproxy/go-control-plane/envoy@v1.40.0 config/route/v3/route_components.pb.go:2755-2758"},
		}},
	})
}

// envoyRow is the row of the built-in table with Envoy's defaults.
var envoyRow = graph.CatalogPos("envoy", "any")

// isEnvoy detects a document that holds resources of Envoy.
func isEnvoy(d *Doc) bool {
	if d.IsObject() || d.Root.Kind() != Map {
		return false
	}
	return field(d.Root, "static_resources").Kind() == Map || field(d.Root, "dynamic_resources").Kind() == Map ||
		isEnvoyType(d.Root) || isRouteConfig(d.Root) ||
		slices.ContainsFunc(append(d.Root.Get("resources").Items(), d.Root.Get("configs").Items()...), isEnvoyType)
}

func isEnvoyType(v Value) bool {
	t := textOf(v.Get("@type"))
	return strings.Contains(t, "/envoy.config.") || strings.Contains(t, "/envoy.admin.")
}

func isRouteConfig(v Value) bool { return field(v, "virtual_hosts").Kind() == List }

// envoy reads one document of a proxy.
type envoy struct {
	effects
	doc      *Doc
	clusters map[string]Value
	// budgeted are the clusters that were warned about.
	budgeted map[string]bool
	// vars fill in what a template leaves open.
	vars  variables
	calls []graph.Step
}

func scanEnvoy(d *Doc, index *Index) graph.Fragment {
	name := envoyName(d, index)
	e := &envoy{effects: effects{name: name}, doc: d, clusters: envoyClusters(d, index), budgeted: map[string]bool{}, vars: index.environment(d)}
	each(d.Root, e.resource)
	e.once()
	if len(e.calls) == 0 {
		return e.f
	}
	services := carriers(d, index)
	if runner, ok := index.runner(d); ok && len(services) == 0 {
		services = []string{runner}
	}
	if len(services) == 0 {
		services = []string{name}
	}
	for _, s := range services {
		e.f.Handlers = append(e.f.Handlers, proxyHandler(s, e.calls, d.Root.Pos()))
	}
	return e.f
}

// resource reads what stands at one place of the document.
func (e *envoy) resource(v Value) {
	if isRouteConfig(v) {
		each(v, e.check)
		e.routes(v)
	}
	if isCluster(v) {
		each(v, e.check)
	}
	if t := textOf(v.Get("@type")); strings.HasSuffix(t, ".tcp_proxy.v3.TcpProxy") {
		e.tcp(v)
	}
}

// each calls f for the value and every mapping below it.
func each(v Value, f func(Value)) {
	if v.Kind() == Map {
		f(v)
	}
	for _, c := range v.Fields() {
		each(c.Value, f)
	}
	for _, c := range v.Items() {
		each(c, f)
	}
}

// envoyName names the proxy of a document: what it calls itself, else what the
// documents beside it call it, else the object or the file that holds it.
func envoyName(d *Doc, index *Index) string {
	for _, o := range append([]*Doc{d}, besides(d, index)...) {
		name := ""
		each(o.Root, func(v Value) {
			for _, key := range []string{"cluster", "id"} {
				if s := textOf(v.Get("node", key)); name == "" && isHostName(s) {
					name = s
				}
			}
		})
		if name != "" {
			return name
		}
	}
	if d.holder != nil && isHostName(d.holder.Name()) {
		return d.holder.Name()
	}
	base, _, _ := strings.Cut(path.Base(d.File), ".")
	return cmp.Or(base, "envoy")
}

// besides are the other documents of Envoy in the directory or the object of
// this one: parts of one configuration.
func besides(d *Doc, index *Index) []*Doc {
	var found []*Doc
	for _, o := range shared(index, "envoy", func() []*Doc { return filtered(index.docs, isEnvoy) }) {
		if o != d && o.holder == d.holder && path.Dir(o.File) == path.Dir(d.File) {
			found = append(found, o)
		}
	}
	return found
}

func filtered(docs []*Doc, keep func(*Doc) bool) []*Doc {
	var kept []*Doc
	for _, d := range docs {
		if keep(d) {
			kept = append(kept, d)
		}
	}
	return kept
}

// carriers are the workloads that get the document: the compose services into
// which its file is mounted, and the objects whose pods mount the ConfigMap.
func carriers(d *Doc, index *Index) []string {
	var names []string
	for _, ref := range holders(d, index) {
		names = append(names, ref.Name)
	}
	return names
}
