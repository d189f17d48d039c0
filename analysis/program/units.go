package program

import (
	"fmt"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"

	"github.com/ampcheck/ampcheck/graph"
)

// unit is what one run of the go command lists and one program holds: the
// modules of a workspace, or one module.
type unit struct {
	// dir is where the go command runs; work is the go.work, "" for none.
	dir, work string
	mods      []*goMod
	// sources are all directories of modules in the tree that take part.
	sources []sourceDir
	// vendor is the vendor directory that is used, "" for none.
	vendor string
	// standIn is a go.mod outside the tree that is used instead, "" for none.
	standIn string
	// generated is the source of files that the tree does not have, overlay what
	// tells the go command of them, "" for none.
	generated map[string][]byte
	overlay   string
	usage     *usage
}

// discover finds the units of the tree. What must not be shown to the go command
// becomes a problem here.
func (l *loader) discover() ([]*unit, error) {
	f, err := l.scan()
	if err != nil {
		return nil, err
	}
	wanted, err := l.wanted(f)
	if err != nil {
		return nil, err
	}
	byDir := map[string]*unit{}
	for _, dir := range slices.Sorted(maps.Keys(wanted)) {
		mod, problems := l.tree.readMod(dir)
		mod.patterns = slices.Concat(wanted[dir], cgoPatterns(f, dir, wanted[dir]))
		l.problems.add(problems...)
		if mod.file != nil {
			l.assign(byDir, mod)
		}
	}
	var units []*unit
	for _, dir := range slices.Sorted(maps.Keys(byDir)) {
		if u := byDir[dir]; l.complete(f, u) {
			units = append(units, u)
		}
	}
	return units, nil
}

// wanted maps module directories to the patterns to list in them.
func (l *loader) wanted(f *found) (map[string][]string, error) {
	if len(l.opts.Patterns) > 0 {
		return l.wantedPatterns()
	}
	wanted := map[string][]string{}
	for _, dir := range l.tree.below {
		if m := enclosing(dir, "go.mod"); m != "" && m != dir {
			wanted[m] = append(wanted[m], "./"+slashRel(m, dir)+"/...")
		}
	}
	for _, m := range f.modules {
		wanted[m] = []string{"./..."}
	}
	l.addStrays(f)
	return wanted, nil
}

// cgoPatterns name the packages below the wildcards of a module that the go
// command would pass over for want of cgo.
func cgoPatterns(f *found, mod string, patterns []string) []string {
	var more []string
	for _, dir := range f.cgoOnly() {
		rel := "./" + slashRel(mod, dir)
		for _, p := range patterns {
			if base, ok := strings.CutSuffix(p, "..."); ok && f.owner(dir) == mod && strings.HasPrefix(rel+"/", base) {
				more = append(more, rel)
				break
			}
		}
	}
	return more
}

// addStrays lists, once, the Go files that no module owns.
func (l *loader) addStrays(f *found) {
	files := f.strays()
	if len(files) == 0 {
		return
	}
	more := ""
	switch n := len(files) - 1; n {
	case 0:
	case 1:
		more = ", like those of 1 other directory"
	default:
		more = fmt.Sprintf(", like those of %d other directories", n)
	}
	l.problems.add(graph.Problem{
		Pos:     l.tree.pos(files[0], 1, 1),
		Message: "belongs to no module and is not analysed" + more + ": add a go.mod (go mod init)",
	})
}

// wantedPatterns sorts the patterns of the options by the module they lie in.
func (l *loader) wantedPatterns() (map[string][]string, error) {
	wanted := map[string][]string{}
	for _, p := range l.opts.Patterns {
		base, rest := l.tree.dir, ""
		relative := p == "." || p == ".." || strings.HasPrefix(p, "./") || strings.HasPrefix(p, "../")
		if relative {
			base, rest = splitPattern(l.tree.dir, p)
		}
		if !l.tree.contains(base) {
			return nil, fmt.Errorf("pattern %s leads out of the analysed directory", p)
		}
		mod := enclosing(base, "go.mod")
		if mod == "" {
			return nil, fmt.Errorf("pattern %s: no go.mod in %s or above it", p, l.tree.rel(base))
		}
		if relative {
			p = "./" + path.Join(slashRel(mod, base), rest)
		}
		wanted[mod] = append(wanted[mod], p)
	}
	return wanted, nil
}

// splitPattern splits a relative pattern into the directory before its first
// wildcard and the rest.
func splitPattern(dir, p string) (base, rest string) {
	i := strings.Index(p, "...")
	if i < 0 {
		return filepath.Join(dir, filepath.FromSlash(p)), ""
	}
	i = strings.LastIndexByte(p[:i], '/') + 1
	return filepath.Join(dir, filepath.FromSlash(p[:i])), p[i:]
}

// assign puts a module into the unit of the workspace that uses it, or into one
// of its own.
func (l *loader) assign(byDir map[string]*unit, mod *goMod) {
	dir, work := mod.dir, ""
	if w := l.workspaceOf(mod); w != nil {
		dir, work = w.dir, w.path()
	}
	// A workspace need not use the module that lies in its directory.
	key := dir + "\x00" + work
	u := byDir[key]
	if u == nil {
		u = &unit{dir: dir, work: work}
		byDir[key] = u
	}
	u.mods = append(u.mods, mod)
}

// workspaceOf is the workspace that uses a module, nil for none. One that the go
// command must not see in full, or could not read, is none: its modules are then
// analysed one by one, which is said.
func (l *loader) workspaceOf(mod *goMod) *workFile {
	dir := enclosing(mod.dir, "go.work")
	if dir == "" || !isWithin(dir, l.tree.top) {
		return nil
	}
	w, problems := l.tree.readWork(dir)
	if w.file != nil && !slices.Contains(w.used(), mod.dir) {
		return nil
	}
	if w.file != nil {
		for _, used := range w.used() {
			if !l.tree.contains(used) {
				continue // that was said
			}
			if m, found := l.tree.readMod(used); m.file == nil || m.partial {
				problems = append(problems, found...)
			}
		}
	}
	if len(problems) == 0 {
		return w
	}
	l.problems.add(problems...)
	l.problems.add(graph.Problem{Pos: l.tree.pos(w.path(), 1, 1), Message: "the workspace is not whole: its modules are analysed one by one"})
	return nil
}

// complete reads what else a unit consists of and reports whether the go command
// may run on it.
func (l *loader) complete(f *found, u *unit) bool {
	problems := l.addSources(u)
	links, blocked := l.linkProblems(f, u)
	l.problems.add(problems...)
	l.problems.add(links...)
	if v := filepath.Join(u.dir, "vendor"); isRegular(filepath.Join(v, "modules.txt")) {
		u.vendor = v
	}
	if len(problems) > 0 || blocked {
		return false
	}
	if u.work == "" && u.vendor == "" && u.mods[0].partial {
		return l.standIn(u)
	}
	return true
}

// addSources fills in the directories of modules that take part: the modules
// listed, the others of the workspace, and those that replace directives name.
func (l *loader) addSources(u *unit) []graph.Problem {
	mods := slices.Clone(u.mods)
	var problems []graph.Problem
	if u.work != "" {
		w, found := l.tree.readWork(u.dir)
		if len(found) > 0 {
			return found
		}
		others, found := l.otherMods(w, u)
		problems = append(problems, found...)
		mods = append(mods, others...)
		u.addLocal(w.dir, w.file.Replace)
	}
	for _, m := range mods {
		u.sources = append(u.sources, sourceDir{m.dir, m.file.Module.Mod.Path})
		u.addLocal(m.dir, m.file.Replace)
	}
	return problems
}

// otherMods reads the modules of a workspace that are not listed themselves.
func (l *loader) otherMods(w *workFile, u *unit) ([]*goMod, []graph.Problem) {
	var mods []*goMod
	var problems []graph.Problem
	for _, dir := range w.used() {
		if slices.ContainsFunc(u.mods, func(m *goMod) bool { return m.dir == dir }) {
			continue
		}
		m, found := l.tree.readMod(dir)
		if len(found) == 0 {
			mods = append(mods, m)
		}
		problems = append(problems, found...)
	}
	return mods, problems
}

// addLocal adds the directories that replace directives name.
func (u *unit) addLocal(dir string, replaces []*modfile.Replace) {
	for _, r := range replaces {
		if r.New.Version == "" {
			u.sources = append(u.sources, sourceDir{resolve(dir, r.New.Path), r.Old.Path})
		}
	}
}
