package summary

import (
	"strings"

	"github.com/ampcheck/ampcheck/graph"
	"golang.org/x/tools/go/ssa"
)

// isLoopBody reports whether a function is the body of a loop over an iterator
// function, which the compiler makes one: it answers whether the loop goes on.
func isLoopBody(fn *ssa.Function) bool {
	return fn.Parent() != nil && strings.HasPrefix(fn.Synthetic, "range-over-func")
}

// iterator is the site that a loop over an iterator function is. The body goes
// on, or not, with the outcome of a call as the back edge of a loop does.
func (s *Sites) iterator(body *ssa.Function) (graph.Site, bool) {
	made := s.x.closures[body]
	if len(made) == 0 {
		return graph.Site{}, false
	}
	for c := range calls(body) {
		if !s.operation(c) {
			continue
		}
		kind := iteration(body, c)
		if kind == "" {
			continue
		}
		site := s.site(outer(body), kind, s.x.r.Position(made[0].Pos()))
		if !made[0].Pos().IsValid() {
			site.Pos = s.x.r.Position(body.Pos())
		}
		site.Remote = s.out.call(c)
		site.Bound = graph.BoundAssumed
		return site, true
	}
	return graph.Site{}, false
}

// outer is the function that a loop body is written in.
func outer(fn *ssa.Function) *ssa.Function {
	for isLoopBody(fn) {
		fn = fn.Parent()
	}
	return fn
}

// goesOn reports whether the body of a loop may ask for another round.
func goesOn(all []outcome) bool {
	for _, o := range all {
		if len(o) == 1 && !(o[0].kind == knownBool && o[0].n == 0) {
			return true
		}
	}
	return false
}

// stops reports whether the body of a loop may end it.
func stops(all []outcome) bool {
	for _, o := range all {
		if len(o) == 1 && !(o[0].kind == knownBool && o[0].n == 1) {
			return true
		}
	}
	return false
}

// takes reports whether a call is given one of some values.
func takes(c ssa.CallInstruction, from []*ssa.Parameter) bool {
	for _, a := range append(c.Common().Args[:len(c.Common().Args):len(c.Common().Args)], c.Common().Value) {
		for _, p := range from {
			if derived(a, p, 0) {
				return true
			}
		}
	}
	return false
}
