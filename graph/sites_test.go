package graph

import (
	"encoding/json"
	"strings"
	"testing"
)

// The kind of a site follows from what repeats and from what it is round.
func TestSites(t *testing.T) {
	at := func(line int) Pos { return Pos{File: "a.go", Line: line, Col: 1} }
	call := func(line int) Step { return Step{Call: &Call{Pos: at(line)}} }
	closure := Step{Unknown: &Unknown{What: "function given to Retry"}}
	layer := func(kind LayerKind, line int, attempts Bound) Layer {
		return Layer{Kind: kind, Name: "lib", Attempts: attempts, Pos: at(line)}
	}
	set := func(n, line int) Bound { return Exactly(n, BoundExact, at(line)) }
	byDefault := Exactly(4, BoundDefault, CatalogPos("lib", "v1"))
	implicit := layer(KindClientDefault, 5, byDefault)
	implicit.Implicit = true
	library := layer(KindLibrary, 5, byDefault)
	library.Implicit = true
	unknown := Bound{Value: UnknownExpr("cfg.N"), Kind: BoundAssumed, Pos: at(5)}
	for _, tt := range []struct {
		name  string
		layer *Layer
		fan   *FanOut
		step  Step
		want  string // "" is no site
	}{
		{"loop", new(layer(KindLoop, 5, set(3, 5))), nil, call(6), "5 retry-loop 3 exact true"},
		{"endless loop", new(layer(KindLoop, 5, Endless(at(5)))), nil, call(6), "5 retry-loop unbounded unbounded true"},
		{"loop of a number that is not known", new(layer(KindLoop, 5, unknown)), nil, call(6), "5 retry-loop null assumed true"},
		{"loop that runs once", new(layer(KindLoop, 5, set(1, 5))), nil, call(6), ""},
		{"library round a closure", new(layer(KindLibrary, 5, set(3, 5))), nil, call(6), "5 retry-library 3 exact true"},
		{"library round a function that is not known", &library, nil, closure, "5 retry-library 4 default false"},
		{"client that is configured", new(layer(KindClientDefault, 5, set(3, 2))), nil, call(5), "2 retry-config 3 exact true"},
		{"library client that is configured", new(layer(KindLibrary, 5, set(3, 2))), nil, call(5), "2 retry-config 3 exact true"},
		{"library client as it is", &library, nil, call(5), "5 retry-library 4 default true"},
		{"default that no line asks for", &implicit, nil, call(5), ""},
		{"recursion", new(layer(KindRecursion, 5, set(3, 5))), nil, call(6), "5 recursion-retry 3 exact true"},
		{"redelivery", new(layer(KindRedelivery, 5, set(3, 5))), nil, call(6), "5 requeue 3 exact true"},
		{"failover", new(layer(KindFailover, 5, set(3, 5))), nil, call(6), "5 failover 3 exact true"},
		{"items", nil, &FanOut{N: set(8, 5), Pos: at(5)}, call(6), "5 fan-out 8 exact true"},
		{"one item", nil, &FanOut{N: set(1, 5), Pos: at(5)}, call(6), ""},
		{"items that are not known", nil, &FanOut{N: unknown, Symbol: "n(items)", Pos: at(5)}, call(6), "5 fan-out null assumed true"},
		{"pages", nil, &FanOut{N: unknown, Symbol: "pages(f)", Pos: at(5)}, call(6), "5 pagination null assumed true"},
	} {
		f := &Fragment{}
		repeat := &Repeat{Step: tt.step}
		if tt.layer != nil {
			tt.layer.ID, repeat.Layer = "s:p.F#1", "s:p.F#1"
			f.Layers = []Layer{*tt.layer}
		} else {
			tt.fan.ID, repeat.FanOut = "s:p.F#1", "s:p.F#1"
			f.FanOuts = []FanOut{*tt.fan}
		}
		f.Handlers = []Handler{{Service: "s", Operation: "p.F", Body: &Step{Repeat: repeat}}}
		if got := siteLine(t, Sites([]*Fragment{f, f})); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
		f.Handlers[0].Operation = "p.G" // calls F, and repeats nothing itself
		if got := siteLine(t, Sites([]*Fragment{f})); got != "" {
			t.Errorf("%s: got %q in another function", tt.name, got)
		}
	}
}

func siteLine(t *testing.T, sites []Site) string {
	t.Helper()
	var lines []string
	for _, s := range sites {
		data, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		var line struct {
			File, Func, Kind, Bound string
			Line                    json.Number
			Attempts                any
			Remote                  bool
		}
		if err := json.Unmarshal(data, &line); err != nil {
			t.Fatal(err)
		}
		if line.File != "a.go" || line.Func != "p.F" {
			t.Errorf("got %s", data)
		}
		attempts, err := json.Marshal(line.Attempts)
		if err != nil {
			t.Fatal(err)
		}
		remote := "false"
		if line.Remote {
			remote = "true"
		}
		lines = append(lines, strings.Join([]string{line.Line.String(), line.Kind, strings.Trim(string(attempts), `"`), line.Bound, remote}, " "))
	}
	return strings.Join(lines, "\n")
}

// One place that several views show counts once, with the greatest number.
func TestSitesOnce(t *testing.T) {
	var fragments []*Fragment
	for _, n := range []int{3, 5, 2} {
		l := Layer{ID: "s:p.F#1", Kind: KindLoop, Attempts: Exactly(n, BoundExact, Pos{}), Pos: Pos{File: "a.go", Line: 5, Col: 1}}
		fragments = append(fragments, &Fragment{Layers: []Layer{l}, Handlers: []Handler{{Service: "s", Operation: "p.F",
			Body: &Step{Repeat: &Repeat{Layer: l.ID, Step: Step{Call: &Call{}}}}}}})
	}
	if sites := Sites(fragments); len(sites) != 1 || *sites[0].Attempts != 5 {
		t.Errorf("got %+v, want one with 5 attempts", sites)
	}
}
