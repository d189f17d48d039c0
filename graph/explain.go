package graph

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Explanation is one path between two nodes of a result: the one on which one
// call becomes the most.
type Explanation struct {
	Schema string `json:"schema"`
	From   string `json:"from"`
	To     string `json:"to"`
	Hops   []Hop  `json:"hops"`
	// Multiplier is what one call at From becomes at To along the path.
	Multiplier Count `json:"multiplier"`
	Unbounded  bool  `json:"unbounded,omitempty"`
	// Symbols are the unknown numbers that the multiplier takes as 1.
	Symbols []string `json:"symbols,omitempty"`
	// Node has the figures of To, over all paths and failure classes. Its entry
	// says from where.
	Node NodeInfo `json:"node"`
}

// Hop is one call of the path.
type Hop struct {
	Edge EdgeInfo `json:"edge"`
	// Multiplier is what one call at the start of the path becomes up to here,
	// the attempts counted that reach the callee.
	Multiplier Count `json:"multiplier"`
	// Answers say, class by class, where a failure of the call is passed on,
	// changed or stopped on its way to the start of the path.
	Answers []AnswerInfo `json:"answers,omitempty"`
}

// Explain finds the path from a service or operation to another one that
// multiplies most. The result must be one with its operations apart, so that
// every path is one that a request can take.
func (r *Result) Explain(from, to string) (*Explanation, error) {
	x := &pathFinder{result: r, out: map[string][]int{}, best: map[string]*found{}, target: map[string]bool{}}
	starts, err := r.nodesNamed(from)
	if err != nil {
		return nil, err
	}
	ends, err := r.nodesNamed(to)
	if err != nil {
		return nil, err
	}
	for _, id := range ends {
		x.target[id] = true
	}
	for i := range r.Edges {
		if e := &r.Edges[i]; !e.Cut {
			x.out[e.From] = append(x.out[e.From], i)
		}
	}
	var best *found
	start := ""
	for _, id := range starts {
		if f := x.from(id, true); f.better(best) {
			best, start = f, id
		}
	}
	if best == nil {
		return nil, fmt.Errorf("no calls lead from %s to %s%s", from, to, x.hint(starts))
	}
	return x.explanation(start, best), nil
}

// nodesNamed are the nodes that are called so: an operation, or all of a service.
func (r *Result) nodesNamed(name string) ([]string, error) {
	var ids, services []string
	for i := range r.Nodes {
		n := &r.Nodes[i]
		if n.ID == name || n.Service == name {
			ids = append(ids, n.ID)
		}
		services = append(services, n.ID, n.Service)
	}
	if len(ids) > 0 {
		return ids, nil
	}
	if len(r.Nodes) == 0 {
		return nil, errors.New("no calls between services were found")
	}
	return nil, fmt.Errorf("no service or operation %s: %s", name, similar(name, services))
}

// similar words the names a reader may have meant, or some that there are.
func similar(name string, all []string) string {
	slices.Sort(all)
	all = slices.DeleteFunc(slices.Compact(all), func(s string) bool { return s == "" })
	var near []string
	for _, s := range all {
		if isNear(strings.ToLower(name), strings.ToLower(s)) {
			near = append(near, s)
		}
	}
	const most = 8
	word := "did you mean "
	if len(near) == 0 {
		near, word = all, "there are "
	}
	more := ""
	if len(near) > most {
		more = fmt.Sprintf(" and %d more", len(near)-most)
		near = near[:most]
	}
	return word + strings.Join(near, ", ") + more
}

// isNear reports whether one name holds the other, or a few changes turn it into
// the other.
func isNear(a, b string) bool {
	if a == "" || b == "" {
		return false
	}
	return strings.Contains(a, b) || strings.Contains(b, a) || distance(a, b) <= 1+min(len(a), len(b))/4
}

// distance is the number of bytes to insert, drop or change.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := diagonal
			if a[i] != b[j] {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

// pathFinder finds the greatest product of factors along a path.
type pathFinder struct {
	result *Result
	out    map[string][]int // calls, by caller
	// best is what leads from a node to the target, nil where nothing does or
	// while it is looked for.
	best   map[string]*found
	target map[string]bool
}

// found is a way to the target: its first call and the rest.
type found struct {
	product Count
	// symbols counts the unknown numbers that the product takes as one.
	symbols int
	hops    int
	edge    int
	rest    *found
}

// better orders ways: the greater product, then the one with more numbers that
// may be greater than they are taken for, then the shorter one. Of equal ways the
// one found first stays, which is that of the first call.
func (f *found) better(g *found) bool {
	if f == nil || g == nil {
		return f != nil
	}
	return cmp.Or(cmp.Compare(f.product, g.product), cmp.Compare(f.symbols, g.symbols), cmp.Compare(g.hops, f.hops)) > 0
}

// from is the best way from a node. The target itself needs no way, but where
// the path starts there.
func (x *pathFinder) from(id string, start bool) *found {
	if x.target[id] && !start {
		return &found{product: 1}
	}
	if f, ok := x.best[id]; ok {
		return f
	}
	x.best[id] = nil // what comes back here is no way
	var best *found
	for _, i := range x.out[id] {
		e := &x.result.Edges[i]
		rest := x.from(e.To, false)
		if rest == nil {
			continue
		}
		f := &found{product: e.reaching().Mul(rest.product), symbols: rest.symbols, hops: rest.hops + 1, edge: i, rest: rest}
		if e.FanOut != nil && e.FanOut.Symbol {
			f.symbols++
		}
		if f.better(best) {
			best = f
		}
	}
	x.best[id] = best
	return best
}

// reaching is the factor of a call: its fan-out, and the attempts that reach the
// callee.
func (e *EdgeInfo) reaching() Count {
	n := e.Attempts
	if e.Counted != nil {
		n = *e.Counted
	}
	if e.FanOut != nil {
		n = n.Mul(e.FanOut.Factor)
	}
	return n
}

func (x *pathFinder) explanation(start string, way *found) *Explanation {
	out := &Explanation{Schema: ResultSchema, From: start, To: start, Multiplier: 1}
	for f := way; f.rest != nil; f = f.rest {
		e := x.result.Edges[f.edge]
		out.Multiplier = out.Multiplier.Mul(e.reaching())
		out.Hops = append(out.Hops, Hop{Edge: e, Multiplier: out.Multiplier, Answers: e.Answers})
		out.To = e.To
		if e.FanOut != nil && e.FanOut.Symbol {
			out.Symbols = append(out.Symbols, e.FanOut.Expr)
		}
	}
	out.Unbounded = out.Multiplier == Unbounded
	for i := range x.result.Nodes {
		if x.result.Nodes[i].ID == out.To {
			out.Node = x.result.Nodes[i]
		}
	}
	return out
}

// hint lists what is reached instead.
func (x *pathFinder) hint(starts []string) string {
	seen := map[string]bool{}
	for _, id := range starts {
		seen[id] = true
	}
	var reached []string
	for open := slices.Clone(starts); len(open) > 0; open = open[1:] {
		for _, i := range x.out[open[0]] {
			if to := x.result.Edges[i].To; !seen[to] {
				seen[to] = true
				open = append(open, to)
				reached = append(reached, to)
			}
		}
	}
	if len(reached) == 0 {
		return ": none are made there"
	}
	slices.Sort(reached)
	more := ""
	const most = 8
	if len(reached) > most {
		more = fmt.Sprintf(" and %d more", len(reached)-most)
		reached = reached[:most]
	}
	return ": from there calls reach " + strings.Join(reached, ", ") + more
}
