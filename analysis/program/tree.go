package program

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
)

// tree is the directory to analyse together with what encloses it: where the
// directory lies inside a module or a workspace, top is the outermost directory
// of these. Nothing is read outside top, GOROOT and the caches of the go command.
type tree struct {
	dir, top string
	// below are the directories of dir whose modules are looked for.
	below []string
	// base is the directory that positions are relative to.
	base string
	// root opens files of the tree and refuses links that lead out of it, however
	// late they appear.
	root *os.Root
	// caches are directories inside the tree that the go command fills.
	caches []string
}

// openTree finds the bounds of the tree. Links above the directory were named by
// the user and are followed; those below are looked at one by one.
func openTree(dir string) (*tree, error) {
	dir, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return nil, err
	}
	if info, err := os.Stat(dir); err != nil {
		return nil, err
	} else if !info.IsDir() {
		return nil, fmt.Errorf("%s is not a directory", dir)
	}
	top := dir
	if mod := enclosing(dir, "go.mod"); mod != "" {
		top = mod
		if work := enclosing(mod, "go.work"); work != "" && usesModule(work, mod) {
			top = work
		}
	}
	root, err := os.OpenRoot(top)
	if err != nil {
		return nil, err
	}
	return &tree{dir: dir, top: top, base: dir, root: root}, nil
}

func (t *tree) close() error { return t.root.Close() }

// enclosing returns the nearest directory at or above dir that holds a file of
// the name, or "". The search ends at the root of the repository.
func enclosing(dir, name string) string {
	for {
		if isRegular(filepath.Join(dir, name)) {
			return dir
		}
		up := filepath.Dir(dir)
		if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil || up == dir {
			return ""
		}
		dir = up
	}
}

func isRegular(file string) bool {
	info, err := os.Lstat(file)
	return err == nil && info.Mode().IsRegular()
}

func isAbs(p string) bool { return filepath.IsAbs(p) }

// isWithin reports whether an absolute path is dir or lies below it.
func isWithin(p, dir string) bool {
	rel, err := filepath.Rel(dir, p)
	return err == nil && filepath.IsLocal(rel)
}

// contains reports whether a path lies in the tree with all links followed. A
// path that does not exist is judged by its name.
func (t *tree) contains(p string) bool {
	if !isWithin(p, t.top) {
		return false
	}
	real, err := filepath.EvalSymlinks(p)
	if errors.Is(err, fs.ErrNotExist) {
		return true
	}
	return err == nil && isWithin(real, t.top)
}

// inCache reports whether a path lies in a cache of the go command.
func (t *tree) inCache(p string) bool {
	for _, c := range t.caches {
		if isWithin(p, c) {
			return true
		}
	}
	return false
}

// read returns the content of a file of the tree.
func (t *tree) read(file string) ([]byte, error) {
	rel, err := filepath.Rel(t.top, file)
	if err != nil {
		return nil, err
	}
	return t.root.ReadFile(rel)
}

// rel is a path as positions show it: relative to the base, with forward
// slashes.
func (t *tree) rel(file string) string {
	rel, err := filepath.Rel(t.base, file)
	if err != nil {
		return filepath.ToSlash(file)
	}
	return filepath.ToSlash(rel)
}

// pos is a position in a file of the tree.
func (t *tree) pos(file string, line, col int) graph.Pos {
	return graph.Pos{File: t.rel(file), Line: line, Col: col}
}

// oneLine is a text without line ends and without the path of the base
// directory: reports must not differ between machines.
func (t *tree) oneLine(text string) string {
	text = strings.ReplaceAll(text, t.base+string(filepath.Separator), "")
	return strings.Join(strings.Fields(strings.ReplaceAll(text, t.base, ".")), " ")
}
