package report

import "github.com/ampcheck/ampcheck/graph"

// pathIndex finds the path that a finding is about.
type pathIndex struct {
	result *graph.Result
	byID   map[string]*graph.EdgeInfo
}

func newPaths(r *graph.Result) *pathIndex {
	p := &pathIndex{result: r, byID: make(map[string]*graph.EdgeInfo, len(r.Edges))}
	for i := range r.Edges {
		p.byID[r.Edges[i].ID] = &r.Edges[i]
	}
	return p
}

// of is the worst of the listed paths that has the places of a finding as its
// factors, in their order; nil where the finding is about no path.
func (p *pathIndex) of(f *graph.Finding) []*graph.EdgeInfo {
	if len(f.Related) < 2 {
		return nil
	}
	for i := range p.result.Paths {
		calls := p.calls(&p.result.Paths[i])
		places := f.Related
		for _, e := range calls {
			for _, y := range factorsOn(e) {
				if len(places) > 0 && y.isAt(places[0].Pos) {
					places = places[1:]
				}
			}
		}
		if len(places) == 0 {
			return calls
		}
	}
	return nil
}

func (p *pathIndex) calls(path *graph.PathInfo) []*graph.EdgeInfo {
	var calls []*graph.EdgeInfo
	for _, id := range path.Edges {
		if e := p.byID[id]; e != nil {
			calls = append(calls, e)
		}
	}
	return calls
}

// factorsOn are the factors of one call that are more than 1, outermost first.
func factorsOn(e *graph.EdgeInfo) []factor {
	var factors []factor
	if f := e.FanOut; f != nil && fanOutOf(e) != "1" {
		factors = append(factors, fanOutFactor(f, fanOutOf(e)))
	}
	for i := range e.Layers {
		if y := &e.Layers[i]; attempts(y) != "1" || len(y.Tries) > 0 {
			factors = append(factors, layerFactor(y))
		}
	}
	return factors
}
