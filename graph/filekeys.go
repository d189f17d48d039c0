package graph

import (
	"maps"
	"slices"
)

// FileKeys lists, in order, the keys of configuration files that the calls and
// numbers of some fragments refer to. The values in the files are looked for only
// then: most files of a tree are the configuration of nothing that runs here.
func FileKeys(frags []*Fragment) []string {
	found := map[string]bool{}
	bound := func(bs ...Bound) {
		for _, b := range bs {
			b.Value.fileKeys(found)
		}
	}
	for _, f := range frags {
		for _, h := range f.Handlers {
			if h.Body == nil {
				continue
			}
			h.Body.walk(func(s *Step) {
				if s.Call != nil {
					s.Call.To.Address.fileKeys(found)
				}
			})
		}
		for _, l := range f.Layers {
			bound(l.Attempts, l.PerTry, l.Overall, l.Backoff.Base, l.Backoff.Max, l.Backoff.Added)
		}
		for _, o := range f.FanOuts {
			bound(o.N)
		}
	}
	return slices.Sorted(maps.Keys(found))
}

func (e Expr) fileKeys(found map[string]bool) {
	if e.Kind == ExprRef && e.Source == SourceFileKey {
		found[e.Text] = true
	}
	for _, a := range e.Args {
		a.fileKeys(found)
	}
}
