package program

import "go/types"

// networked are the import paths of the packages that import package net,
// directly or not. The list stands in dependency order.
func networked(list []*listed) map[string]bool {
	out := map[string]bool{"net": true}
	for _, p := range list {
		for _, i := range p.Imports {
			if out[i] {
				out[p.ImportPath] = true
				break
			}
		}
	}
	return out
}

// Own reports whether a package is one of Packages.
func (p *Program) Own(pkg *types.Package) bool { return p.own[pkg] }

// Networked reports whether a package imports package net, directly or not.
func (p *Program) Networked(pkg *types.Package) bool { return p.networked[pkg.Path()] }
