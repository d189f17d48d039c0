package configscan

import (
	"strings"

	"github.com/ampcheck/ampcheck/graph"
)

// isMeshConfig detects the objects that hold the configuration of the whole
// mesh: the ConfigMap of the control plane, one for each revision, and the
// object from which installers make it.
func isMeshConfig(d *Doc) bool {
	switch d.Kind() {
	case "ConfigMap":
		name := d.Name()
		return d.Group() == "" && (name == istioMesh || strings.HasPrefix(name, "istio-")) && d.Root.Get("data", "mesh").Exists()
	case "IstioOperator":
		return d.Group() == "install.istio.io"
	}
	return false
}

// scanMeshConfig reads the retries of routes that set none
// (istioapi:mesh/v1alpha1/config.pb.go:1176-1183), handed to finishIstio as a
// mesh with one default, and the cap of hosts that have none of their own.
func scanMeshConfig(d *Doc, index *Index) graph.Fragment {
	config := d.Root.Get("spec", "meshConfig")
	var f graph.Fragment
	if d.Kind() == "ConfigMap" {
		docs, problems := embedded(d, d.Root.Get("data", "mesh"))
		f.Problems = problems
		if config = (Value{}); len(docs) > 0 {
			config = docs[0].Root
		}
	}
	join(&f, defaultCap(d, config.Get("defaultTrafficPolicy"), index))
	policy := config.Get("defaultHttpRetryPolicy")
	if policy.Kind() != Map {
		return f
	}
	vs := newVirtualService(d)
	vs.sidecars = true
	l := vs.written(policy)
	vs.limits(&l, policy)
	l.Name, l.Cause = strings.Replace(l.Name, nameRoute, nameMeshConfig, 1), defaultCause
	vs.f.Meshes = []graph.Mesh{{Name: istioMesh, Defaults: []graph.Attachment{{Layer: &l}}, Pos: policy.Pos()}}
	join(&f, vs.f)
	return f
}

// defaultCap is the cap on the retries to every host whose own rule sets none
// (istio:pilot/pkg/networking/core/cluster_traffic_policy.go:78-108).
func defaultCap(d *Doc, policy Value, index *Index) graph.Fragment {
	e := &effects{name: "meshConfig.defaultTrafficPolicy"}
	b := e.cap(policy)
	for _, place := range []graph.Place{graph.PlaceClientSidecar, graph.PlaceGateway} {
		a := graph.Attachment{
			ID: objectName(d) + "#defaultTrafficPolicy@" + string(place), Mechanism: istioDestination, Object: objectName(d), Amends: istioRoute,
			Place: place, Namespace: "*", Hosts: []graph.HostPattern{{Name: "*"}}, Layer: &graph.Layer{Budget: b}, Pos: policy.Pos(),
		}
		if b != nil && gatewaysOrMesh(&a, index) {
			e.f.Attachments = append(e.f.Attachments, a)
		}
	}
	return e.f
}
