package graph

import (
	"strings"
	"testing"
)

// chainOf is a chain of hops with the attempts and fan-out of each.
func chainOf(hops ...[2]int) *Fragment {
	var edges []vectorEdge
	for i, h := range hops {
		edges = append(edges, vectorEdge{from: string(rune('a' + i)), to: string(rune('a' + i + 1)), fanOut: h[1], layers: []Layer{tries(h[0])}})
	}
	return declared(edges)
}

func adviceFor(t *testing.T, f *Fragment, gate float64, owner string) (*Advice, string) {
	t.Helper()
	policy := DefaultPolicy()
	policy.Gate.Amplification, policy.Owner.Application = gate, owner
	res := Compute(Link([]*Fragment{f}, policy), Options{})
	for _, f := range res.Findings {
		if f.Rule == "AMP001" {
			return f.Advice, f.Fix
		}
	}
	t.Fatal("no AMP001")
	return nil, ""
}

// Four layers of 3 over a fan-out of 8: 648 calls. One layer that keeps its retries
// leaves 24, and it is always one that does.
func TestAdviceKeepsOneLayer(t *testing.T) {
	shop := chainOf([2]int{3, 1}, [2]int{3, 1}, [2]int{3, 8}, [2]int{3, 1})
	for _, tt := range []struct {
		gate    float64
		owner   string
		layer   string
		changes int
		after   float64
	}{
		{10, "", "a->b#0.0", 2, 9},
		{3, "", "a->b#0.0", 3, 3},
		{10, OwnerLeaf, "d->e#3.0", 2, 9},
		{30, OwnerEdge, "a->b#0.0", 1, 27},
	} {
		a, fix := adviceFor(t, shop, tt.gate, tt.owner)
		if a.Owner != tt.layer || a.AloneCalls != 24 || *a.Alone != 3 || len(a.Changes) != tt.changes || *a.After != tt.after || a.AtLeast != 0 {
			t.Errorf("gate %v: %+v, after %v", tt.gate, a, a.After)
		}
		for _, c := range a.Changes {
			if c.Layer == a.Owner || c.From != 3 {
				t.Errorf("gate %v: the owner is to be changed, or from another number: %+v", tt.gate, c)
			}
		}
		if !strings.Contains(fix, "there would be 24 calls, amplification 3.") {
			t.Errorf("gate %v: %s", tt.gate, fix)
		}
	}
}

// One layer that is above the gate alone is not turned off: the advice says so.
func TestAdviceNeverTurnsAllOff(t *testing.T) {
	a, fix := adviceFor(t, chainOf([2]int{20, 1}, [2]int{2, 1}), 10, "")
	if len(a.Changes) != 0 || a.After != nil || *a.Alone != 20 || !strings.Contains(fix, "above the gate too") {
		t.Errorf("%+v: %s", a, fix)
	}
}

// What is said to be the fewest is: no smaller set of any layers but the owner
// meets the gate. Two layers of one cause are one change.
func TestAdviceIsTheFewest(t *testing.T) {
	f := chainOf([2]int{2, 1}, [2]int{5, 1}, [2]int{2, 3}, [2]int{4, 1}, [2]int{3, 1})
	for i := range f.Layers[2:4] {
		f.Layers[2+i].Cause = "mesh"
	}
	a, _ := adviceFor(t, f, 16, "")
	if len(a.Changes) != 2 || *a.After > 16 {
		t.Fatalf("%+v, after %v", a, *a.After)
	}
	g := Link([]*Fragment{f}, DefaultPolicy())
	meets := func(names ...string) bool {
		var set []Setting
		for _, n := range names {
			set = append(set, Setting{n, 1})
		}
		other, _, err := g.With(set)
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range Compute(other, Options{}).Nodes {
			if n.ID == "f" {
				return *n.Amplification <= 16
			}
		}
		return false
	}
	for _, one := range []string{"b->c#1.0", "mesh", "e->f#4.0"} {
		if meets(one) {
			t.Errorf("%s alone would do", one)
		}
	}
	if !meets(a.Changes[0].Layer, a.Changes[1].Layer) && !meets("b->c#1.0", "mesh") {
		t.Errorf("%+v does not meet the gate", a.Changes)
	}
}

// Of many layers one after the other is taken, and the bound says how many any set
// needs.
func TestAdviceForMany(t *testing.T) {
	var hops [][2]int
	for range 14 {
		hops = append(hops, [2]int{2, 1})
	}
	a, fix := adviceFor(t, chainOf(hops...), 10, "")
	if len(a.Changes) != 11 || a.AtLeast != 11 || *a.After != 8 || !strings.Contains(fix, "no set has fewer than 11 changes") {
		t.Errorf("%d changes, at least %d, after %v: %s", len(a.Changes), a.AtLeast, *a.After, fix)
	}
}

// The layer nearest to the failure may go on trying to connect, unless the policy says
// that another one does, and where it is among those that are to make one attempt.
func TestAdviceOnConnect(t *testing.T) {
	for _, tt := range []struct {
		gate    float64
		connect string
		want    string
	}{
		{3, "", "d->e#3.0"}, {3, OwnerLeaf, "d->e#3.0"}, {3, OwnerEdge, ""}, {30, "", ""},
	} {
		policy := DefaultPolicy()
		policy.Gate.Amplification, policy.Owner.Connect = tt.gate, tt.connect
		for _, f := range Compute(Link([]*Fragment{chainOf([2]int{3, 1}, [2]int{3, 1}, [2]int{3, 8}, [2]int{3, 1})}, policy), Options{}).Findings {
			if f.Rule != "AMP001" {
				continue
			}
			said := strings.Contains(f.Fix, "is the nearest to the failure: what never reached the callee it may try again.")
			if f.Advice.Connect != tt.want || said != (tt.want != "") {
				t.Errorf("gate %v, owner.connect %q: %q may connect, want %q: %s", tt.gate, tt.connect, f.Advice.Connect, tt.want, f.Fix)
			}
		}
	}
}
