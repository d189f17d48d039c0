package program

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
)

// sourceExtensions are those of the files whose header or text go list reads
// (go/build, matchFile).
var sourceExtensions = []string{".go", ".c", ".cc", ".cpp", ".cxx", ".m", ".h", ".hh", ".hpp", ".hxx", ".f", ".F", ".for", ".f90", ".s", ".S", ".sx", ".swig", ".swigcxx", ".syso"}

// moduleFiles are the other files that the go command reads.
var moduleFiles = []string{"go.mod", "go.sum", "go.work", "go.work.sum", "modules.txt"}

// linkProblems judges the links out of the tree in the directories of a unit. A
// link that the go command would follow is a problem and blocks the unit; a link
// to a directory that nothing reaches is listed only.
func (l *loader) linkProblems(f *found, u *unit) (problems []graph.Problem, blocked bool) {
	for _, k := range f.links {
		src, ok := u.holder(f, k.path)
		if !ok {
			continue
		}
		pos := graph.Pos{File: l.tree.rel(k.path)}
		switch {
		case k.isRead(src) || l.isReached(u, src, k):
			blocked = true
			problems = append(problems, graph.Problem{Pos: pos, Message: "symbolic link out of the analysed directory is not followed, and its module is not analysed: replace the link by what it points to"})
		case k.dir:
			problems = append(problems, graph.Problem{Pos: pos, Message: "symbolic link out of the analysed directory is not followed", Advisory: true})
		}
	}
	return problems, blocked
}

// isSource reports whether the name is one of a file that the go command reads.
func (k link) isSource() bool {
	return slices.Contains(sourceExtensions, filepath.Ext(k.path)) || slices.Contains(moduleFiles, filepath.Base(k.path))
}

// isRead reports whether listing every package of the module reads the link: a
// source file where "./..." looks, or anything of the vendor directory.
func (k link) isRead(src sourceDir) bool {
	rel := src.rel(k.path)
	if rel == "vendor" || strings.HasPrefix(rel, "vendor/") {
		return true
	}
	for elem := range strings.SplitSeq(rel, "/") {
		if elem == "testdata" || elem[0] == '.' || elem[0] == '_' {
			return false
		}
	}
	return !k.dir && k.isSource()
}

// isReached reports whether a link lies on the path of a directory that go.mod
// or go.work names, of an imported package or of an embedded file.
func (l *loader) isReached(u *unit, src sourceDir, k link) bool {
	dir := k.path
	if !k.dir {
		if !k.isSource() {
			return false
		}
		dir = filepath.Dir(k.path)
	}
	for _, s := range u.sources {
		if k.dir && isWithin(s.dir, dir) {
			return true
		}
	}
	s := l.usageOf(u)
	return s.importsBelow(src.modPath, src.rel(dir)) || k.dir && s.embedsBelow(dir)
}

// sourceDir is the directory of one module whose source the go command reads: a
// module of the unit, or one that a replace directive names.
type sourceDir struct{ dir, modPath string }

func (s sourceDir) rel(p string) string { return slashRel(s.dir, p) }

// slashRel is a path below dir relative to it, with forward slashes.
func slashRel(dir, p string) string {
	rel, err := filepath.Rel(dir, p)
	if err != nil {
		return filepath.ToSlash(p)
	}
	return filepath.ToSlash(rel)
}

// holder is the source directory of the unit that a path belongs to. A path in
// another module of the tree belongs to none of them.
func (u *unit) holder(f *found, p string) (best sourceDir, ok bool) {
	for _, s := range u.sources {
		if isWithin(p, s.dir) && (!ok || len(s.dir) > len(best.dir)) {
			best, ok = s, true
		}
	}
	if owner := f.owner(filepath.Dir(p)); len(owner) > len(best.dir) {
		return sourceDir{}, false
	}
	return best, ok
}
