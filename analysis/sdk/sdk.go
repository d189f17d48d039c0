package sdk

import (
	"cmp"
	"slices"
	"strings"

	"golang.org/x/mod/semver"

	"github.com/ampcheck/ampcheck/graph"
)

// rows is the table, in the order of initialisation. A row is built when it is
// asked for: most processes need the rows of a few modules only.
var rows []row

type row struct {
	module string
	build  func() graph.Library
}

// register adds a row of a module, "" for the standard library.
func register(module string, build func() graph.Library) bool {
	rows = append(rows, row{module, build})
	return true
}

// Modules are the modules that have rows, sorted, without the standard library.
func Modules() []string {
	var modules []string
	for _, r := range rows {
		if r.module != "" {
			modules = append(modules, r.module)
		}
	}
	slices.Sort(modules)
	return slices.Compact(modules)
}

// Behind are the modules with rows that packages belong to, as Lookup takes them: of
// versions that are not known, so that the newest row of each counts.
func Behind(paths map[string]bool) map[string]string {
	modules := map[string]string{}
	for _, r := range rows {
		if r.module == "" {
			continue
		}
		if _, ok := modules[r.module]; ok {
			continue
		}
		for path := range paths {
			if path == r.module || strings.HasPrefix(path, r.module) && strings.HasPrefix(path[len(r.module):], "/") {
				modules[r.module] = ""
				break
			}
		}
	}
	return modules
}

// All returns the rows sorted by name, module and version.
func All() []graph.Library { return build(nil) }

// build returns the rows of the modules that are required, sorted; of all
// modules where requires is nil.
func build(requires map[string]string) []graph.Library {
	var libraries []graph.Library
	for _, r := range rows {
		if _, ok := requires[r.module]; ok || requires == nil || r.module == "" {
			l := r.build()
			l.Module = r.module
			l.Measured = measured[strings.TrimSpace(l.Name+" "+l.Since)]
			libraries = append(libraries, l)
		}
	}
	slices.SortFunc(libraries, func(a, b graph.Library) int {
		return cmp.Or(strings.Compare(a.Name, b.Name), strings.Compare(a.Module, b.Module), semver.Compare(a.Since, b.Since))
	})
	return libraries
}

// Applies reports whether a row counts for a version of its module.
func Applies(l *graph.Library, version string) bool {
	return applies(l, map[string]string{l.Module: version})
}

// applies reports whether a build that selects these modules uses the row. A
// version that is not known, as that of a module replaced by a folder, is taken
// for the newest.
func applies(l *graph.Library, requires map[string]string) bool {
	if l.Module == "" {
		return true
	}
	if requires == nil {
		return l.Before == ""
	}
	v, ok := requires[l.Module]
	switch {
	case !ok:
		return false
	case !semver.IsValid(v):
		return l.Before == ""
	case l.Since != "" && semver.Compare(v, l.Since) < 0:
		return false
	}
	return l.Before == "" || semver.Compare(v, l.Before) < 0
}
