package program

import (
	"context"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/ampcheck/ampcheck/analysis/protogo"
	"github.com/ampcheck/ampcheck/graph"
)

// Many repositories do not commit what protoc makes for them. Their own packages
// import it, and without it no call of a client has a type: declarations made of
// the protocol buffer files stand in.

// generatedName is the file that stands in for a package.
const generatedName = "ampcheck.pb.go"

// maxProtos and maxProtoBytes bound what is read for it.
const (
	maxProtos     = 2000
	maxProtoBytes = 1 << 20
)

// generate makes the packages that are missing in the modules of a unit, and
// reports whether there are new ones.
func (l *loader) generate(u *unit, list []*listed) (bool, error) {
	made := false
	var all []*protogo.File
	for _, p := range list {
		dir, ok := u.missing(p)
		if !ok || u.generated[filepath.Join(dir, generatedName)] != nil {
			continue
		}
		if all == nil {
			if all = l.protos(); len(all) == 0 {
				return false, nil
			}
		}
		name, files := chosen(p.ImportPath, l.namesOf(list, p.ImportPath), all)
		if len(files) == 0 {
			continue
		}
		if u.generated == nil {
			u.generated = map[string][]byte{}
		}
		u.generated[filepath.Join(dir, generatedName)] = protogo.NewSet(all, u.importable(list)).Source(name, files)
		l.problems.add(graph.Problem{Pos: l.tree.pos(files[0].Path, 1, 1), Advisory: true,
			Message: "package " + p.ImportPath + " is not there: what protoc would make of this file" + others(len(files)-1) + " stands in"})
		made = true
	}
	if !made {
		return false, nil
	}
	return true, l.writeOverlay(u)
}

func others(n int) string {
	switch n {
	case 0:
		return ""
	case 1:
		return " and 1 other"
	}
	return fmt.Sprintf(" and %d others", n)
}

// missing is the directory of a package of one of the modules of a unit that has
// no Go files.
func (u *unit) missing(p *listed) (dir string, ok bool) {
	if p.Error == nil || len(p.GoFiles) > 0 {
		return "", false
	}
	best := -1
	for _, s := range u.sources {
		if rest, in := strings.CutPrefix(p.ImportPath, s.modPath+"/"); in && len(s.modPath) > best {
			best, dir = len(s.modPath), filepath.Join(s.dir, filepath.FromSlash(rest))
		}
	}
	return dir, best >= 0
}

// importable tells which packages of other modules can be imported: those that are
// vendored, or those of the modules that something is taken of.
func (u *unit) importable(list []*listed) func(string) bool {
	paths, modules := map[string]bool{}, map[string]bool{}
	for _, p := range list {
		paths[p.ImportPath] = p.Error == nil
		if p.Module != nil && u.vendor == "" {
			modules[p.Module.Path] = true
		}
	}
	return func(path string) bool {
		for mod := range modules {
			if strings.HasPrefix(path, mod+"/") {
				return true
			}
		}
		return paths[path]
	}
}

// protos reads the protocol buffer files of the tree. Those that cannot be read
// are left out: the package that needs them is then said to be missing.
func (l *loader) protos() []*protogo.File {
	var files []*protogo.File
	_ = filepath.WalkDir(l.tree.top, func(p string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return nil
		case len(files) == maxProtos:
			return fs.SkipAll
		case d.IsDir() && p != l.tree.top && (skipped(d.Name()) || l.tree.inCache(p)):
			return fs.SkipDir
		case !d.Type().IsRegular() || filepath.Ext(p) != ".proto" || strings.ContainsFunc(p, func(r rune) bool { return r < ' ' }):
			return nil
		}
		if info, err := d.Info(); err != nil || info.Size() > maxProtoBytes {
			return nil
		}
		if data, err := l.tree.read(p); err == nil {
			if f, err := protogo.Parse(p, data); err == nil {
				files = append(files, f)
			}
		}
		return nil
	})
	return files
}

// namesOf are the identifiers that the packages of the tree use of a package.
func (l *loader) namesOf(list []*listed, importPath string) []string {
	var names []string
	for _, p := range list {
		if !isOwn(p) || !slices.Contains(p.Imports, importPath) {
			continue
		}
		for _, name := range p.GoFiles {
			file := filepath.Join(p.Dir, name)
			if data, err := l.readFile(file); err == nil {
				if f, err := parser.ParseFile(token.NewFileSet(), file, data, parser.SkipObjectResolution); err == nil {
					names = append(names, selected(f, importPath)...)
				}
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// selected are the identifiers that a file uses of a package it imports. Without a
// name of its own the package is taken to be named as its path ends.
func selected(f *ast.File, importPath string) []string {
	as := ""
	for _, spec := range f.Imports {
		if p, err := strconv.Unquote(spec.Path.Value); err == nil && p == importPath {
			if as = protogo.PackageName(path.Base(importPath)); spec.Name != nil {
				as = spec.Name.Name
			}
		}
	}
	var names []string
	ast.Inspect(f, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := sel.X.(*ast.Ident); ok && as != "" && x.Name == as {
				names = append(names, sel.Sel.Name)
			}
		}
		return true
	})
	return names
}

// chosen are the files of which a package is made: those that say so, else those
// of one Go package that declare every name that is used of it.
func chosen(importPath string, used []string, all []*protogo.File) (name string, files []*protogo.File) {
	groups := map[string][]*protogo.File{}
	var order []string
	for _, f := range all {
		to, _ := f.GoPackage()
		if groups[to] == nil {
			order = append(order, to)
		}
		groups[to] = append(groups[to], f)
	}
	name = protogo.PackageName(path.Base(importPath))
	if files = groups[importPath]; len(files) > 0 {
		_, name = files[0].GoPackage()
		return name, files
	}
	best := 0
	for _, to := range order {
		if n, all := covered(used, groups[to]); all && n > best {
			best, files = n, groups[to]
			if _, own := files[0].GoPackage(); own != "" {
				name = own
			}
		}
	}
	if name == "" {
		return "", nil
	}
	return name, files
}

// covered counts the names that some files declare, and reports whether those are
// all.
func covered(used []string, files []*protogo.File) (n int, all bool) {
	declared := map[string]bool{}
	for _, f := range files {
		for _, name := range f.Names() {
			declared[name] = true
		}
	}
	for _, name := range used {
		if declared[name] {
			n++
		}
	}
	return n, n == len(used)
}

// writeOverlay tells the go command of the files that stand in.
func (l *loader) writeOverlay(u *unit) error {
	dir, err := l.scratchDir()
	if err != nil {
		return err
	}
	replace := map[string]string{}
	for _, file := range sortedKeys(u.generated) {
		at := filepath.Join(dir, strconv.Itoa(len(replace))+".go")
		if err := os.WriteFile(at, u.generated[file], 0o600); err != nil {
			return err
		}
		replace[file] = at
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return err
	}
	u.overlay = filepath.Join(dir, "overlay.json")
	return os.WriteFile(u.overlay, text, 0o600)
}

// listGenerated lists a unit, and lists it again with what stands in for generated code.
func (l *loader) listGenerated(ctx context.Context, u *unit) ([]*listed, error) {
	list, err := l.list(ctx, u)
	for range maxGenerations {
		if list == nil || err != nil {
			return list, err
		}
		more, failed := l.generate(u, list)
		if failed != nil || !more {
			return list, failed
		}
		list, err = l.list(ctx, u)
	}
	return list, err
}

// maxGenerations bounds the packages that stand in and need others that do.
const maxGenerations = 3
