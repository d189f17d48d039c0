package configscan

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"

	"github.com/ampcheck/ampcheck/graph"
)

// Scanner reads one configuration format. It keeps no state: the same document
// gives the same fragment.
type Scanner struct {
	// Name is that of the format and of its folder of test cases.
	Name string
	// Language is set where the format is written in files that are neither YAML
	// nor JSON.
	Language *Language
	// Formats are the rows of the scanner in the list of formats: a format that
	// repeats nothing has none.
	Formats []graph.Format
	// Holds, where it is set, reports whether a text may be of the format. JSON
	// that is no manifest, and texts in other objects, are read only where a
	// scanner says so.
	Holds func(data []byte) bool
	// Detect reports whether the scanner reads the document, or looks it up in
	// the index. Objects that no scanner detects are counted and forgotten. It is
	// called for several documents at once.
	Detect func(*Doc) bool
	// Scan turns a detected document into a fragment; the index holds the
	// objects of the run that some scanner detects.
	Scan func(*Doc, *Index) graph.Fragment
	// Finish, where it is set, is called once a run with what all scanners found
	// and returns what is to be added: defaults of a mesh that was met.
	Finish func(*graph.Fragment, Options) graph.Fragment
}

// Options select and configure what Scan reads.
type Options struct {
	// Include and Exclude are doublestar patterns for paths relative to the
	// root; one that matches a directory stands for all below it. Exclude wins,
	// and no Include is all.
	Include, Exclude []string
	// Environments are such patterns by the name of an environment, and Environment is
	// the one that is read: files of others alone are passed over, and those of none are
	// read. "" reads all files.
	Environments map[string][]string
	Environment  string
	// EnvironmentsAt is where the environments are written.
	EnvironmentsAt graph.Pos
	// MeshVersions are the versions of meshes, and MeshOff the meshes that are
	// not in use, by the name of the mesh.
	MeshVersions map[string]string
	MeshOff      map[string]bool
	// Instead holds what stands in for files, by slash path relative to the root.
	Instead map[string][]byte
	// Progress, where it is set, is called after each file, one call at a time
	// and in no fixed order, with the number of files done.
	Progress func(done int, file string)
}

// registered holds the scanners, sorted by name.
var registered []Scanner

// register adds a scanner; each format's file calls it from init.
func register(s Scanner) {
	i, found := slices.BinarySearchFunc(registered, s.Name, func(s Scanner, name string) int { return cmp.Compare(s.Name, name) })
	if found {
		panic(fmt.Sprintf("scanner %q registered twice", s.Name))
	}
	registered = slices.Insert(registered, i, s)
}

// isHeld reports whether a text may be of a format that is no manifest.
func isHeld(data []byte) bool {
	return slices.ContainsFunc(registered, func(s Scanner) bool { return s.Holds != nil && s.Holds(data) })
}

// holdsAny tells the texts with one of the words.
func holdsAny(words ...string) func(data []byte) bool {
	return func(data []byte) bool {
		return slices.ContainsFunc(words, func(w string) bool { return bytes.Contains(data, []byte(w)) })
	}
}
