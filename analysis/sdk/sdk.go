package sdk

import (
	"cmp"
	"slices"
	"strings"

	"golang.org/x/mod/semver"

	"github.com/ampcheck/ampcheck/graph"
)

// rows is the table, in the order of initialisation until All sorts it.
var rows []graph.Library

func register(l graph.Library) bool {
	rows = append(rows, l)
	return true
}

// All returns the rows sorted by name, module and version. The caller must not
// change what they hold.
func All() []graph.Library {
	all := slices.Clone(rows)
	slices.SortFunc(all, func(a, b graph.Library) int {
		return cmp.Or(strings.Compare(a.Name, b.Name), strings.Compare(a.Module, b.Module), semver.Compare(a.Since, b.Since))
	})
	return all
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
