package program

import (
	"go/ast"
	"go/types"
	"strings"
	"sync/atomic"
)

// node is one package of a unit on its way to types.
type node struct {
	*listed
	own bool
	// source packages are parsed and checked; the others are read from export
	// data when one of these imports them.
	source bool
	// common packages have the same types in every unit: those of the standard
	// library that are read from source, with all they import.
	common bool
	// imports are those that were listed, without doubles; importers are the
	// source packages that wait for this one.
	imports   []*node
	importers []*node
	waiting   atomic.Int32

	types    *types.Package
	files    []*ast.File
	cgoFiles []*ast.File
	info     *types.Info
	illTyped bool
	// parseErrors and typeErrors are what is wrong in the files.
	parseErrors []error
	typeErrors  []types.Error
}

// path is the import path without the mark of a test variant.
func (n *node) path() string {
	p, _, _ := strings.Cut(n.ImportPath, " ")
	return p
}

// newNodes links the packages of a list, which stands in dependency order, and
// decides which are read from source: the tree's own, those without export data,
// and those that import one of these, since export data knows only export data.
func newNodes(list []*listed) []*node {
	byID := map[string]*node{}
	var nodes []*node
	for _, p := range list {
		if isTestMain(p) {
			continue
		}
		n := &node{listed: p, own: isOwn(p)}
		n.source = n.ImportPath != "unsafe" && (n.own || p.Export == "")
		n.common = p.Standard && p.Error == nil
		seen := map[*node]bool{}
		for _, id := range p.Imports {
			// What is not there yet is missing, "C", or closes an import cycle.
			if dep := byID[id]; dep != nil && !seen[dep] {
				seen[dep] = true
				n.imports = append(n.imports, dep)
				n.source = n.source || dep.source
				n.common = n.common && (dep.common || dep.ImportPath == "unsafe")
			}
		}
		n.common = n.common && n.source
		byID[n.ImportPath] = n
		nodes = append(nodes, n)
	}
	return nodes
}

// needed drops the packages whose types nobody asks for: those that only export
// data leads to. A package that was asked for and is not there stays, with its
// error.
func needed(nodes []*node) []*node {
	want := map[*node]bool{}
	for i := len(nodes) - 1; i >= 0; i-- {
		n := nodes[i]
		if n.own || !n.DepOnly && n.Error != nil {
			want[n] = true
		}
		if want[n] && n.source {
			for _, dep := range n.imports {
				want[dep] = true
			}
		}
	}
	var kept []*node
	for _, n := range nodes {
		if want[n] {
			kept = append(kept, n)
		}
	}
	return kept
}

// imported is the package that an import path means in this package.
func (n *node) imported(p string) *node {
	id := p
	if mapped, ok := n.ImportMap[p]; ok {
		id = mapped
	}
	for _, dep := range n.imports {
		if dep.ImportPath == id {
			return dep
		}
	}
	return nil
}
