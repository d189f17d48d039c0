package configscan

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
)

// walker collects the files to read below the targets.
type walker struct {
	tree   fs.FS
	filter filter
	// charts are the chart directories met; their templates are not read.
	charts   map[string]bool
	seen     map[string]bool
	files    []string
	problems []graph.Problem
}

// walk lists the files to read below the targets, sorted, with a problem for
// each that cannot be read. Symbolic links in the tree are not followed. An
// error is one of the targets: not a path of the tree.
func walk(tree fs.FS, targets []string, f filter) ([]string, []graph.Problem, error) {
	w := &walker{tree: tree, filter: f, charts: map[string]bool{}, seen: map[string]bool{}}
	if len(targets) == 0 {
		targets = []string{"."}
	}
	for _, target := range targets {
		target = path.Clean(target)
		if !fs.ValidPath(target) {
			return nil, nil, fmt.Errorf("%s: not a path below the analysed directory", target)
		}
		if _, err := fs.Stat(tree, target); err != nil {
			return nil, nil, fmt.Errorf("%s: %s", target, cause(err))
		}
		err := fs.WalkDir(tree, target, func(p string, d fs.DirEntry, err error) error {
			return w.visit(p, d, err, p == target)
		})
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %s", target, cause(err))
		}
	}
	slices.Sort(w.files)
	return w.files, w.problems, nil
}

// visit handles one entry of the tree. Rules that pass over a directory do not
// hold for a target itself.
func (w *walker) visit(p string, d fs.DirEntry, err error, target bool) error {
	switch {
	case err != nil:
		w.problem(p, false, "cannot be read: "+cause(err))
		return nil
	case d.IsDir():
		return w.directory(p, target)
	case w.seen[p] || !w.filter.allows(p):
		return nil
	}
	w.seen[p] = true
	switch {
	case d.Type()&fs.ModeSymlink != 0:
		w.symlink(p)
	case target && !isConfigName(p):
		w.problem(p, false, "no configuration file: its name is that of no format that is read")
	case d.Type().IsRegular() && isConfigName(p) && !isPolicyName(p) && !w.isChartFile(p):
		w.files = append(w.files, p)
	}
	return nil
}

// directory says whether to go into a directory.
func (w *walker) directory(p string, target bool) error {
	if !target && (skippedName(path.Base(p)) || w.filter.excludes(p) || w.isChartFile(p)) {
		return fs.SkipDir
	}
	w.chart(p)
	return nil
}

// skippedName reports whether directories of this name are passed over:
// other people's code, test data and the files of tools.
func skippedName(name string) bool {
	switch name {
	case "node_modules", "vendor", "testdata":
		return true
	}
	return strings.HasPrefix(name, ".") && name != "."
}

// chart notes that the directory is a Helm chart and lists it, once, unless its
// templates are filtered out.
func (w *walker) chart(dir string) {
	file, templates := path.Join(dir, "Chart.yaml"), path.Join(dir, "templates")
	if w.charts[dir] || !isFile(w.tree, file) {
		return
	}
	w.charts[dir] = true
	if !w.filter.allows(path.Join(templates, "any.yaml")) || !isDir(w.tree, templates) && !isDir(w.tree, path.Join(dir, "charts")) {
		return
	}
	w.problems = append(w.problems, graph.Problem{
		Pos:      graph.Pos{File: file, Line: 1, Col: 1},
		Message:  "Helm templates are not analysed: feed rendered output: helm template " + dir + " | ampcheck check -",
		Advisory: true,
	})
}

// isChartFile reports whether the entry is a part of a chart that only
// rendering gives a meaning.
func (w *walker) isChartFile(p string) bool {
	dir, base := path.Split(p)
	if !w.charts[path.Clean(dir)] {
		return false
	}
	switch base {
	case "templates", "charts", "values.yaml", "values.yml":
		return true
	}
	return false
}

func isFile(tree fs.FS, p string) bool {
	info, err := fs.Lstat(tree, p)
	return err == nil && info.Mode().IsRegular()
}

func isDir(tree fs.FS, p string) bool {
	info, err := fs.Lstat(tree, p)
	return err == nil && info.IsDir()
}

// symlink lists a link that leads out of the tree. The target of any other link
// is read where it lies.
func (w *walker) symlink(p string) {
	_, err := fs.Stat(w.tree, p)
	switch {
	case err == nil:
	case errors.Is(err, fs.ErrNotExist):
		w.problem(p, true, "symbolic link to nothing: not read")
	default:
		w.problem(p, true, "symbolic link out of the analysed directory: not followed")
	}
}

func (w *walker) problem(file string, advisory bool, message string) {
	w.problems = append(w.problems, graph.Problem{Pos: graph.Pos{File: file}, Message: message, Advisory: advisory})
}

// isConfigName reports whether the name is that of a file that may hold
// configuration.
func isConfigName(p string) bool {
	switch path.Ext(p) {
	case ".yaml", ".yml", ".json":
		return true
	}
	_, ok := languageOf(p)
	return ok
}

// isPolicyName reports whether the name is that of a policy file, which is no
// manifest.
func isPolicyName(p string) bool {
	return strings.HasSuffix(p, ".ampcheck.yaml") || strings.HasSuffix(p, ".ampcheck.yml")
}

// cause is the text of an error of the file system without its path, which
// may hold the place of the tree.
func cause(err error) string {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err.Error()
	}
	return err.Error()
}
