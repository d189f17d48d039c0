package program

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"

	"golang.org/x/tools/go/callgraph"
	"golang.org/x/tools/go/ssa"

	"github.com/ampcheck/ampcheck/graph"
)

// Program is one workspace, or one module that belongs to none: packages that
// share their types and one SSA program.
type Program struct {
	Fset *token.FileSet
	SSA  *ssa.Program
	// Modules are the tree's own modules that take part, sorted by directory.
	Modules []*Module

	loader *loader
	calls  *callGraph
	cha    *callgraph.Graph
	// own are the types of Packages.
	own map[*types.Package]bool
	// networked are the import paths of packages that reach package net.
	networked map[string]bool
	// unread are the functions whose bodies do not check.
	unread map[*types.Func]bool
}

// Module is one of the tree's own modules in a program.
type Module struct {
	*Program
	Path string
	// Dir is relative to the analysed directory, with forward slashes.
	Dir string
	// GoVersion is the language version, as 1.26; "" where go.mod has none.
	GoVersion string
	// Versions maps the modules that packages of the program come from to the
	// version selected. A module that is replaced by another version has that.
	Versions map[string]string
	// Requires says where go.mod asks for each module.
	Requires map[string]graph.Pos
	// Packages are sorted by path, test variants after the package they test.
	Packages []*Package
}

// Package is one of the tree's own packages.
type Package struct {
	Path, Name string
	// Dir is relative to the analysed directory, with forward slashes.
	Dir    string
	Module *Module
	// Selected packages match the patterns; the others are imported by one that
	// does.
	Selected bool
	// ForTest is the package whose test variant this is, under Options.Tests.
	ForTest string
	// Files are all files that the build takes; a package that does not check has
	// those that use cgo too. CgoFiles are those that use cgo.
	Files, CgoFiles []*ast.File
	// Types is complete unless IllTyped. Info is nil after ReleaseSyntax.
	Types *types.Package
	Info  *types.Info
	// SSA is nil where it cannot be made.
	SSA *ssa.Package
	// IllTyped packages do not type-check, or use declarations without a type of
	// one that does not. Their types are partial, the bodies of functions in which
	// something has no type are missing, and problems say why and which.
	IllTyped bool

	// mocks are the names of files that hold mocks only, generated those that a
	// program wrote.
	mocks, generated []string
}

// Mains are the selected main packages of the module.
func (m *Module) Mains() []*Package {
	var mains []*Package
	for _, p := range m.Packages {
		if p.Name == "main" && p.Selected {
			mains = append(mains, p)
		}
	}
	return mains
}

// Packages lists the own packages of all modules of the program.
func (p *Program) Packages() []*Package {
	var all []*Package
	for _, m := range p.Modules {
		all = append(all, m.Packages...)
	}
	return all
}

// Position is where a token lies, relative to the analysed directory. It is zero
// for positions outside the tree: those of dependencies.
func (p *Program) Position(pos token.Pos) graph.Pos {
	if !pos.IsValid() {
		return graph.Pos{}
	}
	return p.loader.position(p.Fset.Position(pos))
}

func (l *loader) position(at token.Position) graph.Pos {
	if !isWithin(at.Filename, l.tree.top) {
		return graph.Pos{}
	}
	return l.tree.pos(at.Filename, at.Line, at.Column)
}

// ReleaseSyntax lets go of the syntax trees and what the type checker noted
// about them. SSA keeps neither.
func (p *Program) ReleaseSyntax() {
	for _, pkg := range p.Packages() {
		pkg.Files, pkg.Info = nil, nil
	}
}

// program gathers what the checker found, and its problems.
func (l *loader) program(u *unit, c *checker) *Program {
	p := &Program{Fset: c.fset, loader: l, own: map[*types.Package]bool{}, networked: networked(c.listed), unread: map[*types.Func]bool{}}
	modules := map[string]*Module{}
	versions := versions(c.listed)
	for _, n := range c.nodes {
		if n.own {
			m := modules[n.Module.Path]
			if m == nil {
				m = l.module(p, n.Module, versions)
				modules[n.Module.Path] = m
				p.Modules = append(p.Modules, m)
			}
			p.own[n.types] = true
			m.Packages = append(m.Packages, l.pkg(c, m, n))
		}
	}
	for _, m := range p.Modules {
		slices.SortStableFunc(m.Packages, func(a, b *Package) int {
			return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.ForTest, b.ForTest))
		})
	}
	slices.SortFunc(p.Modules, func(a, b *Module) int { return cmp.Compare(a.Dir, b.Dir) })
	l.problems.add(l.packageProblems(u, c)...)
	return p
}

func (l *loader) module(p *Program, m *listedModule, versions map[string]string) *Module {
	dir := m.Dir
	if m.Replace != nil {
		dir = m.Replace.Dir
	}
	return &Module{Program: p, Path: m.Path, Dir: l.tree.rel(dir), GoVersion: m.GoVersion, Versions: versions, Requires: l.requires(dir)}
}

func (l *loader) pkg(c *checker, m *Module, n *node) *Package {
	return &Package{
		Path: n.path(), Name: n.Name, Dir: l.tree.rel(filepath.Clean(n.Dir)), Module: m,
		Selected: !n.DepOnly, ForTest: n.ForTest, Files: n.files, CgoFiles: n.cgoFiles,
		Types: n.types, Info: n.info, IllTyped: n.illTyped,
		mocks: l.mocksOf(c, n), generated: generatedOf(c, n),
	}
}

// versions maps each module that a package comes from to the version selected.
func versions(list []*listed) map[string]string {
	selected := map[string]string{}
	for _, p := range list {
		m := p.Module
		if m == nil || isOwn(p) {
			continue
		}
		selected[m.Path] = m.Version
		// A fork keeps its own count of versions; the one required says which API
		// its users expect.
		if r := m.Replace; r != nil && r.Path == m.Path {
			selected[m.Path] = r.Version
		}
	}
	return selected
}
