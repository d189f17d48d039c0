package graph

import (
	"encoding/json"
	"testing"
)

// Sites stand in the order of their places, one for each place and kind, with the
// greatest number that a view of it shows.
func TestSites(t *testing.T) {
	at := func(line int) Pos { return Pos{File: "a.go", Line: line, Col: 1} }
	site := func(line int, kind SiteKind, b Bound) Site {
		s := Site{Pos: at(line), Func: "p.F", Kind: kind}
		s.SetBound(b)
		return s
	}
	remote := site(5, SiteLoop, Exactly(3, BoundExact, at(5)))
	remote.Remote = true
	sites := Sites([]*Fragment{
		{Sites: []Site{site(9, SiteFanOut, Bound{Value: UnknownExpr("items"), Kind: BoundAssumed}), remote}},
		{Sites: []Site{site(5, SiteLoop, Exactly(5, BoundExact, at(5))), site(5, SiteFailover, Exactly(2, BoundExact, at(5))), site(7, SiteRecursion, Endless(at(7)))}},
	})
	want := []string{
		`{"file":"a.go","line":5,"func":"p.F","kind":"failover","attempts":2,"bound":"exact","jitter":false,"backoff":"","remote":false}`,
		`{"file":"a.go","line":5,"func":"p.F","kind":"retry-loop","attempts":5,"bound":"exact","jitter":false,"backoff":"","remote":true}`,
		`{"file":"a.go","line":7,"func":"p.F","kind":"recursion-retry","attempts":"unbounded","bound":"unbounded","jitter":false,"backoff":"","remote":false}`,
		`{"file":"a.go","line":9,"func":"p.F","kind":"fan-out","attempts":null,"bound":"assumed","jitter":false,"backoff":"","remote":false,"expr":"items"}`,
	}
	for i, s := range sites {
		data, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		if i >= len(want) || string(data) != want[i] {
			t.Errorf("site %d is %s", i, data)
		}
	}
	if len(sites) != len(want) {
		t.Errorf("%d sites, want %d", len(sites), len(want))
	}
}
