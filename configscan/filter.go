package configscan

import (
	"fmt"
	"path"

	"github.com/bmatcuk/doublestar/v4"
)

// filter decides by path whether a file is read.
type filter struct{ include, exclude []string }

// newFilter checks the patterns; the error names the one that is none.
func newFilter(include, exclude []string) (filter, error) {
	for _, patterns := range [][]string{include, exclude} {
		for _, p := range patterns {
			if !doublestar.ValidatePattern(p) {
				return filter{}, fmt.Errorf("no path pattern: %q", p)
			}
		}
	}
	return filter{include, exclude}, nil
}

func (f filter) allows(p string) bool {
	return !f.excludes(p) && (len(f.include) == 0 || matchesAny(f.include, p))
}

func (f filter) excludes(p string) bool { return matchesAny(f.exclude, p) }

// matchesAny reports whether a pattern matches the path or a directory it lies
// in.
func matchesAny(patterns []string, p string) bool {
	for ; p != "." && p != "/"; p = path.Dir(p) {
		for _, pattern := range patterns {
			// The pattern was checked, so that there is no error.
			if ok, _ := doublestar.Match(pattern, p); ok {
				return true
			}
		}
	}
	return false
}
