package graph

import (
	"bytes"
	"reflect"
	"strings"
	"testing"
)

// Every position of a linked fragment says where it comes from, whatever part of
// the fragment it is in.
func TestOriginIsEverywhere(t *testing.T) {
	var b bytes.Buffer
	if err := full().Encode(&b); err != nil {
		t.Fatal(err)
	}
	frags, err := DecodeFragments(&b, "team.json")
	if err != nil || len(frags) != 1 {
		t.Fatalf("%d fragments, %v", len(frags), err)
	}
	found := 0
	eachPos(reflect.ValueOf(frags[0]), func(p Pos) {
		if p.File == "" && p.Origin == "" {
			return
		}
		if found++; p.Origin != "team.json" || !strings.HasPrefix(p.String(), "team.json:") {
			t.Errorf("the position %q has no origin", p)
		}
	})
	if found < 8 {
		t.Errorf("only %d positions were found", found)
	}
}

// eachPos walks a value, maps and interfaces too.
func eachPos(v reflect.Value, yield func(Pos)) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			eachPos(v.Elem(), yield)
		}
	case reflect.Slice:
		for i := range v.Len() {
			eachPos(v.Index(i), yield)
		}
	case reflect.Map:
		for _, k := range v.MapKeys() {
			eachPos(v.MapIndex(k), yield)
		}
	case reflect.Struct:
		if p, ok := v.Interface().(Pos); ok {
			yield(p)
			return
		}
		for i := range v.NumField() {
			eachPos(v.Field(i), yield)
		}
	}
}

// Two fragments may use one ID for different layers: each handler means its own.
func TestSameIDInTwoFragments(t *testing.T) {
	frag := func(service, to string, attempts int) *Fragment {
		return &Fragment{
			Layers:   []Layer{{ID: "loop#1", Kind: KindLoop, RetriesOn: AnyClass, Attempts: Exactly(attempts, BoundExact, Pos{})}},
			FanOuts:  []FanOut{{ID: "items#1", N: Exactly(attempts+1, BoundExact, Pos{}), Mode: FanOutContinue}},
			Handlers: []Handler{{Service: service, Body: &Step{Repeat: &Repeat{FanOut: "items#1", Step: Step{Call: &Call{To: Endpoint{Service: to}, Layers: []string{"loop#1"}}}}}}},
		}
	}
	res := Compute(Link([]*Fragment{frag("a", "x", 2), frag("b", "y", 5)}, DefaultPolicy()), Options{})
	for _, n := range res.Nodes {
		if want, ok := map[string]Count{"x": 6, "y": 30}[n.ID]; ok && n.Calls != want {
			t.Errorf("%s: %s calls, want %s", n.ID, n.Calls, want)
		}
	}
}
