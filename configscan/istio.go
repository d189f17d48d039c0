package configscan

import (
	"slices"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
)

func init() {
	register(Scanner{
		Name: "istio", Detect: isIstio, Scan: scanIstio, Finish: finishIstio,
		Formats: []graph.Format{{
			Name: "istio", Written: "VirtualService, DestinationRule, EnvoyFilter, the mesh's configuration",
			Default: "3: each call between members of the mesh",
			Sources: []string{"istio.io/istio@eed52ebb66ad pilot/pkg/networking/core/route/retry/retry.go:36,98-103"},
		}},
	})
}

// istioGroups are the API groups whose objects only a mesh reads.
var istioGroups = setOf("networking.istio.io", "security.istio.io", "telemetry.istio.io", "extensions.istio.io")

func isIstio(d *Doc) bool {
	return d.IsObject() && (istioGroups[d.Group()] || isMeshConfig(d))
}

func scanIstio(d *Doc, index *Index) graph.Fragment {
	switch {
	case isMeshConfig(d):
		return scanMeshConfig(d, index)
	case d.Kind() == "Gateway":
		return graph.Fragment{Bindings: []graph.Binding{gatewayBinding(d)}}
	case d.Kind() == "VirtualService":
		return scanVirtualService(d, index)
	}
	switch d.Kind() {
	case "DestinationRule":
		return scanDestinationRule(d, index)
	case "ServiceEntry":
		return scanServiceEntry(d)
	case "Sidecar":
		return scanSidecar(d)
	case "EnvoyFilter":
		return scanEnvoyFilter(d, index)
	}
	return graph.Fragment{Evidence: []graph.MeshEvidence{evidence(d, nil)}}
}

// evidence shows that the namespace an object of the mesh lies in, and the
// hosts it names, are part of the mesh.
func evidence(d *Doc, hosts []graph.HostPattern) graph.MeshEvidence {
	return graph.MeshEvidence{Mesh: istioMesh, Namespace: d.Namespace(), Hosts: hosts, Object: objectName(d), Pos: namePos(d)}
}

func istioHosts(d *Doc, hosts []string) []graph.HostPattern {
	var patterns []graph.HostPattern
	for _, h := range hosts {
		p := istioHost(strings.TrimSpace(h), d.Namespace())
		if p.Name != "" && !strings.ContainsAny(p.Name, "{} ") && !slices.Contains(patterns, p) {
			patterns = append(patterns, p)
		}
	}
	return patterns
}

// istioHost reads a host as the objects of the mesh write it. A name without a
// dot is one of the object's namespace (istio:pilot/pkg/model/config.go:209-241);
// * and addresses are left alone, and so is a.b, which is a name with its
// namespace or a domain.
func istioHost(host, namespace string) graph.HostPattern {
	labels := strings.Split(strings.TrimSuffix(host, "."), ".")
	switch {
	case host == "*" || strings.Contains(host, ":") || labels[0] == "*":
		return graph.HostPattern{Name: host}
	case len(labels) == 1:
		return graph.HostPattern{Name: host, Namespace: namespace}
	case len(labels) >= 3 && labels[2] == "svc":
		return graph.HostPattern{Name: labels[0], Namespace: labels[1]}
	}
	return graph.HostPattern{Name: host}
}
