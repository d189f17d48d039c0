package graph

import (
	"cmp"
	"strings"
)

// Dependency is something that brings defaults with it, in a version that decides
// which: a module, a mesh.
type Dependency struct {
	// Row is the row of the built-in table that holds its numbers; "" where the
	// version has none of its own.
	Row     string `json:"row,omitempty"`
	Name    string `json:"name"`
	Version string `json:"version"`
	Pos     Pos    `json:"position,omitzero"`
}

// dependencies are those of the fragments and the meshes, sorted, each once. The
// version of a mesh stands where the policy gives it, else where the mesh shows.
func dependencies(all []Dependency, meshes []Mesh, policy *Policy) []Dependency {
	all = clone(all)
	for i := range meshes {
		m := &meshes[i]
		pos := m.Pos
		if facts := policy.Meshes[m.Name]; facts.Version == m.Version && !facts.Pos.IsZero() {
			pos = facts.Pos
		}
		for _, d := range m.Defaults {
			if d.Layer == nil || m.Version == "" {
				continue
			}
			if row, ok := rowOf(d.Layer.Attempts.Pos.File); ok {
				all = append(all, Dependency{Row: row, Name: m.Name, Version: m.Version, Pos: pos})
			}
		}
	}
	sortBy(all, func(a, b Dependency) int {
		return cmp.Or(cmp.Compare(a.Row, b.Row), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Version, b.Version), a.Pos.Compare(b.Pos))
	})
	return compact(all)
}

// rowOf is the name of the row that a position of the built-in table is in.
func rowOf(source string) (string, bool) {
	row, ok := strings.CutPrefix(source, catalogPrefix)
	if i := strings.LastIndexByte(row, '@'); i >= 0 {
		row = row[:i]
	}
	return row, ok
}
