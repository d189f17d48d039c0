package configscan

import (
	"fmt"
	"maps"
	"path"
	"slices"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/ampcheck/ampcheck/graph"
)

// filter decides by path whether a file is read.
type filter struct {
	include, exclude []string
	// own are the files of the environment that is read, others those that belong to
	// some environment: of these only the own ones are read.
	own, others []string
}

// newFilter checks the patterns; the error names the one that is none.
func newFilter(include []string, opts Options) (filter, error) {
	f := filter{include: include, exclude: opts.Exclude}
	if opts.Environment != "" {
		f.own = opts.Environments[opts.Environment]
		f.others = slices.Concat(slices.Collect(maps.Values(opts.Environments))...)
	}
	for _, patterns := range [][]string{include, opts.Exclude, f.others} {
		for _, p := range patterns {
			if !doublestar.ValidatePattern(p) {
				return filter{}, fmt.Errorf("no path pattern: %q", p)
			}
		}
	}
	return f, nil
}

func (f filter) allows(p string) bool {
	return !f.excludes(p) && (len(f.include) == 0 || matchesAny(f.include, p)) && (!matchesAny(f.others, p) || matchesAny(f.own, p))
}

func (f filter) excludes(p string) bool { return matchesAny(f.exclude, p) }

// unmatched are findings on the patterns of an environment that fit none of the files.
func (f filter) unmatched(files []string, opts Options) []graph.Finding {
	var out []graph.Finding
	for _, pattern := range f.own {
		if !slices.ContainsFunc(files, func(p string) bool { return matchesAny([]string{pattern}, p) }) {
			out = append(out, graph.Finding{Rule: "AMP302", Severity: graph.SeverityWarning, Pos: opts.EnvironmentsAt,
				Message: fmt.Sprintf("environment %s has no files %q: no configuration that is read lies there", opts.Environment, pattern),
				Fix:     "name a directory or a pattern below the analysed directory, as deploy/prod"})
		}
	}
	return out
}

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
