package program

import (
	"bytes"
	"errors"
	"go/build"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
)

// found is what one walk over the tree sees.
type found struct {
	// modules are the directories below the analysed one that hold a go.mod.
	modules []string
	// links are the symbolic links that lead out of the tree.
	links []link
	// goDirs maps directories to a Go file that the build takes; cgoDirs maps those
	// to one that it would only take with cgo.
	goDirs, cgoDirs map[string]string
}

// link is a symbolic link that leads out of the tree.
type link struct {
	path string
	dir  bool
}

// scan walks the whole tree once. Modules count below the analysed directory;
// links count everywhere, since imports reach where "./..." does not.
func (l *loader) scan() (*found, error) {
	f := &found{goDirs: map[string]string{}, cgoDirs: map[string]string{}}
	err := filepath.WalkDir(l.tree.top, func(p string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return l.unreadable(p, err)
		case d.IsDir():
			if d.Name() == ".git" || p != l.tree.top && l.tree.inCache(p) {
				return fs.SkipDir
			}
		case d.Type()&fs.ModeSymlink != 0:
			f.addLink(l.tree, p)
		case d.Type().IsRegular():
			l.addFile(f, p)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	slices.Sort(f.modules)
	return f, nil
}

// unreadable notes a directory that cannot be read and goes on.
func (l *loader) unreadable(p string, err error) error {
	if p == l.tree.top {
		return err
	}
	l.problems.add(graph.Problem{Pos: graph.Pos{File: l.tree.rel(p)}, Message: "cannot be read: " + cause(err)})
	return nil
}

func (l *loader) addFile(f *found, p string) {
	dir, name := filepath.Split(p)
	dir = filepath.Clean(dir)
	switch {
	case !l.tree.asked(dir):
	case name == "go.mod":
		f.modules = append(f.modules, dir)
	case !strings.HasSuffix(name, ".go") || f.goDirs[dir] != "":
	case l.matches(dir, name, false):
		f.goDirs[dir] = p
	case f.cgoDirs[dir] == "" && l.matches(dir, name, true):
		f.cgoDirs[dir] = p
	}
}

// asked reports whether modules are looked for in a directory.
func (t *tree) asked(dir string) bool {
	return slices.ContainsFunc(t.below, func(d string) bool { return isWithin(dir, d) && !skipped(slashRel(d, dir)) })
}

// skipped reports whether modules in a directory are not looked for: other
// people's code, test data and the files of tools.
func skipped(rel string) bool {
	for elem := range strings.SplitSeq(rel, "/") {
		switch {
		case elem == "." || elem == "..":
		case elem == "vendor", elem == "testdata", elem == "node_modules", strings.HasPrefix(elem, "."):
			return true
		}
	}
	return false
}

// matches reports whether a file belongs to the build, with cgo or without. A
// file whose header cannot be read does, so that its error is shown.
func (l *loader) matches(dir, name string, cgo bool) bool {
	if !l.opts.Tests && strings.HasSuffix(name, "_test.go") {
		return false
	}
	ok, err := l.buildContext(cgo).MatchFile(dir, name)
	return err != nil || ok && (cgo || !l.importsC(filepath.Join(dir, name)))
}

// buildContext is the configuration that the go command is run with, or the same
// one with cgo.
func (l *loader) buildContext(cgo bool) *build.Context {
	ctx := build.Default
	ctx.GOOS, ctx.GOARCH, ctx.CgoEnabled = l.gocmd.goos, l.gocmd.goarch, cgo
	ctx.BuildTags = strings.FieldsFunc(l.opts.Tags, func(r rune) bool { return r == ',' || r == ' ' })
	ctx.OpenFile = func(p string) (io.ReadCloser, error) {
		data, err := l.readFile(p)
		return io.NopCloser(bytes.NewReader(data)), err
	}
	return &ctx
}

// readFile reads a file of the tree through the tree, or what stands in for it, and
// others, which the go command took from GOROOT or the module cache, directly.
func (l *loader) readFile(p string) ([]byte, error) {
	if data, ok := l.opts.Instead[p]; ok {
		return data, nil
	}
	if isWithin(p, l.tree.top) {
		return l.tree.read(p)
	}
	return os.ReadFile(p)
}

// addLink notes a link that leads out of the tree. A link to nothing is judged
// by the path that is written in it.
func (f *found) addLink(t *tree, p string) {
	real, err := filepath.EvalSymlinks(p)
	if errors.Is(err, fs.ErrNotExist) {
		var text string
		if text, err = os.Readlink(p); err == nil {
			real = resolve(filepath.Dir(p), text)
		}
	}
	if err == nil && isWithin(real, t.top) {
		return
	}
	info, err := os.Stat(p)
	f.links = append(f.links, link{path: p, dir: err == nil && info.IsDir()})
}

// strays are the Go files, one a directory, that no module owns, sorted.
func (f *found) strays() []string {
	var files []string
	for dir, file := range f.goDirs {
		if f.owner(dir) == "" && enclosing(dir, "go.mod") == "" {
			files = append(files, file)
		}
	}
	slices.Sort(files)
	return files
}

// cgoOnly are the directories of packages that have no file left without cgo.
// Wildcards of the go command pass over them, silently.
func (f *found) cgoOnly() []string {
	var dirs []string
	for dir := range f.cgoDirs {
		if f.goDirs[dir] == "" {
			dirs = append(dirs, dir)
		}
	}
	slices.Sort(dirs)
	return dirs
}

// owner is the innermost module found that holds a directory, or "".
func (f *found) owner(dir string) string {
	var best string
	for _, m := range f.modules {
		if isWithin(dir, m) && len(m) > len(best) {
			best = m
		}
	}
	return best
}

// cause is the reason in an error of the file system, without the path.
func cause(err error) string {
	var pathErr *fs.PathError
	if errors.As(err, &pathErr) {
		return pathErr.Err.Error()
	}
	return err.Error()
}
