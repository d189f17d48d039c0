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
	config, at := d.Root.Get("spec", "meshConfig"), Value{}
	var problems []graph.Problem
	if d.Kind() == "ConfigMap" {
		at = d.Root.Get("data", "mesh")
		config, problems = embedded(at)
	}
	policy := config.Get("defaultHttpRetryPolicy")
	if policy.Kind() != Map {
		return graph.Fragment{Problems: problems}
	}
	vs := &virtualService{doc: d, sidecars: true}
	l := vs.written(policy)
	l.Name, l.Cause = strings.Replace(l.Name, nameRoute, nameMeshConfig, 1), defaultCause
	f := vs.f
	f.Meshes = []graph.Mesh{{Name: istioMesh, Defaults: []graph.Attachment{{Layer: &l}}, Pos: policy.Pos()}}
	if at.Exists() {
		placeAt(&f, at.Pos())
	}
	f.Problems = append(problems, f.Problems...)
	return f
}

// embedded parses a document that is the text of a value.
func embedded(v Value) (Value, []graph.Problem) {
	text, _ := v.Str()
	docs, problems := ParseDocs(v.Pos().File, []byte(text))
	for i := range problems {
		problems[i].Pos = v.Pos()
	}
	if len(docs) == 0 {
		return Value{}, problems
	}
	return docs[0].Root, problems
}

// placeAt moves what was read in an embedded document to the value that holds
// it: lines within the text are no lines of the file.
func placeAt(f *graph.Fragment, pos graph.Pos) {
	move := func(p *graph.Pos) {
		if p.Line > 0 {
			*p = pos
		}
	}
	for i := range f.Meshes {
		move(&f.Meshes[i].Pos)
		l := f.Meshes[i].Defaults[0].Layer
		for _, p := range []*graph.Pos{&l.Pos, &l.Attempts.Pos, &l.Backoff.Base.Pos, &l.Backoff.Max.Pos} {
			move(p)
		}
	}
	for i := range f.Findings {
		move(&f.Findings[i].Pos)
	}
	for i := range f.Problems {
		move(&f.Problems[i].Pos)
	}
}
