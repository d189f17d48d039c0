// Package documents lists the files of the cases of a scanner, and mutants of
// them that differ in one field, for the comparison with what the product's own
// types make of each. The same files give the same mutants.
package documents

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
)

// Document is the files of a case, by their slash path in it.
type Document struct {
	// Name is the case and, for a mutant, its number and what is changed.
	Name  string
	Files map[string]string
	// Of is the number of the document that a mutant was made of; that of a
	// case is its own.
	Of int
}

// Text is the only file of the document, or the first of them.
func (d *Document) Text() string { return d.Files[d.Paths()[0]] }

// Paths are those of the files, sorted.
func (d *Document) Paths() []string {
	var paths []string
	for p := range d.Files {
		paths = append(paths, p)
	}
	slices.Sort(paths)
	return paths
}

// Of lists the documents of a format, cases first; root is the folder
// testdata of the module.
func Of(root string, f Format) ([]Document, error) {
	cases, err := read(os.DirFS(filepath.Join(root, "config", f.Name)), f)
	if err != nil {
		return nil, err
	}
	if len(cases) == 0 {
		return nil, fmt.Errorf("no case of %s below %s", f.Name, root)
	}
	all, places := cases, find(f, cases)
	seen := map[string]bool{}
	rng := rand.New(rand.NewPCG(uint64(len(cases)), 9))
	for tries := 0; len(all) < len(cases)+f.Mutants; tries++ {
		if tries > 100*f.Mutants {
			return nil, fmt.Errorf("%s: no more than %d mutants", f.Name, len(all)-len(cases))
		}
		of := rng.IntN(len(cases))
		m, ok := mutant(rng, cases[of], places[of])
		if key := fmt.Sprint(m.Files); ok && !seen[key] {
			seen[key], m.Of = true, of
			all = append(all, m)
		}
	}
	return all, nil
}

// read lists the cases: of a format whose files stand alone each file, else each
// folder.
func read(tree fs.FS, f Format) ([]Document, error) {
	files := map[string]map[string]string{}
	err := fs.WalkDir(tree, ".", func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || e.Name() == "want.json" {
			return err
		}
		data, err := fs.ReadFile(tree, path)
		if err != nil {
			return err
		}
		name, inside := path, filepath.Base(path)
		if f.Whole {
			name, inside = split(path)
		}
		if !f.Skip[name] && !f.Skip[path] {
			if files[name] == nil {
				files[name] = map[string]string{}
			}
			files[name][inside] = string(data)
		}
		return nil
	})
	var all []Document
	for name, texts := range files {
		all = append(all, Document{Name: name, Files: texts})
	}
	slices.SortFunc(all, func(a, b Document) int {
		if a.Name < b.Name {
			return -1
		}
		return 1
	})
	for i := range all {
		all[i].Of = i
	}
	return all, err
}

// split is the folder of a case and the path in it.
func split(path string) (name, inside string) {
	for i := range path {
		if path[i] == '/' {
			return path[:i], path[i+1:]
		}
	}
	return path, path
}

// Hash is that of all documents of a format.
func Hash(documents []Document) string {
	h := sha256.New()
	for _, d := range documents {
		for _, p := range d.Paths() {
			fmt.Fprintf(h, "%s %s %d\n%s\n", d.Name, p, len(d.Files[p]), d.Files[p])
		}
	}
	return hex.EncodeToString(h.Sum(nil))[:16]
}
