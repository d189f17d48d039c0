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
// (istioapi:mesh/v1alpha1/config.pb.go:1176-1183). They are handed to
// finishIstio as a mesh with one default.
func scanMeshConfig(d *Doc) graph.Fragment {
	config := d.Root.Get("spec", "meshConfig")
	var f graph.Fragment
	if d.Kind() == "ConfigMap" {
		docs, problems := embedded(d, d.Root.Get("data", "mesh"))
		f.Problems = problems
		if config = (Value{}); len(docs) > 0 {
			config = docs[0].Root
		}
	}
	policy := config.Get("defaultHttpRetryPolicy")
	if policy.Kind() != Map {
		return f
	}
	vs := newVirtualService(d)
	vs.sidecars = true
	l := vs.written(policy)
	l.Name, l.Cause = strings.Replace(l.Name, nameRoute, nameMeshConfig, 1), defaultCause
	vs.f.Meshes = []graph.Mesh{{Name: istioMesh, Defaults: []graph.Attachment{{Layer: &l}}, Pos: policy.Pos()}}
	join(&f, vs.f)
	return f
}
