package program

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"golang.org/x/mod/modfile"

	"github.com/ampcheck/ampcheck/graph"
)

// goMod is one go.mod of the tree.
type goMod struct {
	// dir holds the file; patterns are the packages wanted, relative to it.
	dir      string
	patterns []string
	// file is nil where the go.mod cannot be used. It is without the replace
	// directives that are not followed; partial is whether there are any.
	file    *modfile.File
	partial bool
}

func (m *goMod) path() string { return filepath.Join(m.dir, "go.mod") }

// readMod reads a go.mod and says what the go command must not see of it.
func (t *tree) readMod(dir string) (*goMod, []graph.Problem) {
	m := &goMod{dir: dir}
	data, err := t.read(m.path())
	if err != nil {
		return m, []graph.Problem{{Pos: t.pos(m.path(), 1, 1), Message: "go.mod cannot be read: " + cause(err)}}
	}
	file, err := modfile.Parse(m.path(), data, nil)
	if err != nil {
		return m, t.syntaxProblems(m.path(), err)
	}
	if file.Module == nil {
		return m, []graph.Problem{{Pos: t.pos(m.path(), 1, 1), Message: "go.mod names no module: add a module line"}}
	}
	m.file = file
	return m, t.dropReplaces(m)
}

// dropReplaces takes the replace directives out of a go.mod that are not followed.
// What is left is the module as others see it, who know no replacement either.
func (t *tree) dropReplaces(m *goMod) []graph.Problem {
	var problems []graph.Problem
	for _, r := range slices.Clone(m.file.Replace) {
		found := t.replaceProblem(m.dir, m.path(), r)
		if len(found) > 0 {
			problems = append(problems, found...)
			m.partial = true
			if err := m.file.DropReplace(r.Old.Path, r.Old.Version); err != nil {
				m.file = nil // cannot be: the directive was read from the file
				return problems
			}
		}
	}
	return problems
}

// requires finds the lines of a go.mod that ask for modules. What is wrong with
// the file was said when it was read first.
func (l *loader) requires(dir string) map[string]graph.Pos {
	at := map[string]graph.Pos{}
	m, _ := l.tree.readMod(dir)
	if m.file == nil {
		return at
	}
	for _, r := range m.file.Require {
		at[r.Mod.Path] = l.tree.pos(m.path(), r.Syntax.Start.Line, r.Syntax.Start.LineRune)
	}
	return at
}

// workFile is one go.work of the tree.
type workFile struct {
	dir  string
	file *modfile.WorkFile
}

func (w *workFile) path() string { return filepath.Join(w.dir, "go.work") }

// readWork reads a go.work and says why the go command must not see it.
func (t *tree) readWork(dir string) (*workFile, []graph.Problem) {
	w := &workFile{dir: dir}
	data, err := t.read(w.path())
	if err != nil {
		return w, []graph.Problem{{Pos: t.pos(w.path(), 1, 1), Message: "go.work cannot be read: " + cause(err)}}
	}
	w.file, err = modfile.ParseWork(w.path(), data, nil)
	if err != nil {
		return w, t.syntaxProblems(w.path(), err)
	}
	problems := t.replaceProblems(dir, w.path(), w.file.Replace)
	for _, use := range w.file.Use {
		problems = append(problems, t.pathProblems("use", use.Path, dir, w.path(), use.Syntax)...)
	}
	return w, problems
}

// used lists the module directories that a workspace uses, sorted.
func (w *workFile) used() []string {
	var dirs []string
	for _, use := range w.file.Use {
		dirs = append(dirs, resolve(w.dir, use.Path))
	}
	slices.Sort(dirs)
	return slices.Compact(dirs)
}

// usesModule reports whether the go.work in a directory names a module.
func usesModule(workDir, modDir string) bool {
	data, err := os.ReadFile(filepath.Join(workDir, "go.work"))
	if err != nil {
		return false
	}
	file, err := modfile.ParseWork("go.work", data, nil)
	return err == nil && slices.Contains((&workFile{dir: workDir, file: file}).used(), modDir)
}

func resolve(dir, p string) string {
	p = filepath.FromSlash(p)
	if isAbs(p) {
		return filepath.Clean(p)
	}
	return filepath.Join(dir, p)
}

// replaceProblems lists the replace directives that are not followed.
func (t *tree) replaceProblems(dir, file string, replaces []*modfile.Replace) []graph.Problem {
	var problems []graph.Problem
	for _, r := range replaces {
		problems = append(problems, t.replaceProblem(dir, file, r)...)
	}
	return problems
}

// replaceProblem says why a replace directive is not followed. Its module is taken
// in the version required then, which may not be the code that is built here.
func (t *tree) replaceProblem(dir, file string, r *modfile.Replace) []graph.Problem {
	if r.New.Version != "" {
		return nil
	}
	if found := t.pathProblems("replace", r.New.Path, dir, file, r.Syntax); len(found) > 0 {
		found[0].Message += "; the version required stands in"
		return found
	}
	if _, err := os.Stat(resolve(dir, r.New.Path)); errors.Is(err, fs.ErrNotExist) {
		return []graph.Problem{{
			Pos:     t.pos(file, r.Syntax.Start.Line, r.Syntax.Start.LineRune),
			Message: "replace names a directory that is not here: analyse one that holds it; the version required stands in",
		}}
	}
	return nil
}

// pathProblems judges one directory that a directive names.
func (t *tree) pathProblems(directive, p, dir, file string, line *modfile.Line) []graph.Problem {
	at := resolve(dir, p)
	var message string
	switch {
	case isAbs(filepath.FromSlash(p)):
		message = directive + " with an absolute path is not followed: write a path relative to this file"
	case !t.contains(at) || isWithin(at, filepath.Join(t.top, ".git")):
		message = directive + " leads out of the analysed directory and is not followed: analyse a directory that holds both"
	default:
		return nil
	}
	return []graph.Problem{{Pos: t.pos(file, line.Start.Line, line.Start.LineRune), Message: message}}
}

// syntaxProblems turns the errors of a go.mod or go.work into problems.
func (t *tree) syntaxProblems(file string, err error) []graph.Problem {
	var list modfile.ErrorList
	if !errors.As(err, &list) {
		return []graph.Problem{{Pos: t.pos(file, 1, 1), Message: t.oneLine(err.Error())}}
	}
	var problems []graph.Problem
	for _, e := range list {
		problems = append(problems, graph.Problem{Pos: t.pos(file, max(1, e.Pos.Line), max(1, e.Pos.LineRune)), Message: t.oneLine(e.Err.Error())})
	}
	return problems
}
