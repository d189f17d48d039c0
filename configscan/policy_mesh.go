package configscan

import (
	"regexp"

	"github.com/ampcheck/ampcheck/graph"
)

// knownMeshes are the meshes a policy can say something about.
var knownMeshes = []string{istioMesh, linkerdMesh}

var meshVersion = regexp.MustCompile(`^[0-9]+\.[0-9]+(\.[0-9]+)?$`)

var meshKeys = []key[graph.MeshFacts]{
	{"version", func(r *reader, m *graph.MeshFacts, v Value) {
		if m.Version = r.text(v, "version"); m.Version != "" && !meshVersion.MatchString(m.Version) {
			r.errorf(v, `the version of a mesh is written as "1.27", not %q`, m.Version)
		}
	}},
}

// meshes reads the facts about meshes; off in place of all or of one says that
// it is not in use.
func (r *reader) meshes(v Value) map[string]graph.MeshFacts {
	facts := map[string]graph.MeshFacts{}
	if isOff(v) {
		for _, name := range knownMeshes {
			facts[name] = graph.MeshFacts{Off: true, Pos: v.Pos()}
		}
		return facts
	}
	for _, f := range r.fields(v, "mesh, where it is not off,") {
		m := graph.MeshFacts{Off: isOff(f.Value), Pos: f.KeyValue.Pos()}
		name := r.word(f.KeyValue, "mesh", knownMeshes)
		if !m.Off {
			read(r, f.Value, "mesh "+f.Key, meshKeys, &m)
		}
		facts[name] = m
	}
	return facts
}
