package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/ampcheck/ampcheck/testdata/tiers/measure"
)

const tiers = "../../testdata/tiers"

// Services that run above each other get as many calls as are printed of their
// source. What is stale is measured again by go run ./testdata/tiers/run.
func TestTiersAreCurrent(t *testing.T) {
	records, err := measure.Read(filepath.Join(tiers, "measurement.json"))
	if err != nil {
		t.Fatal(err)
	}
	if len(records) != len(measure.Cases) {
		t.Fatalf("%d cases, %d measured", len(measure.Cases), len(records))
	}
	got := map[string]int{}
	for i, c := range measure.Cases {
		r := records[i]
		hash, err := c.Hash(tiers)
		if err != nil {
			t.Fatal(err)
		}
		if hash != r.Hash || strings.Join(c.Programs, "-") != r.Case || c.Fault != r.Fault {
			t.Errorf("%s: measured with other inputs: run go run ./testdata/tiers/run", c.Name())
		}
		if r.Requests != r.Printed {
			t.Errorf("%s: %d calls reached the leaf, %d are printed", c.Name(), r.Requests, r.Printed)
		}
		got[c.Name()] = r.Requests
	}
	// The figures of the public cases and of the model.
	for name, want := range map[string]int{
		"edge-wrapped grpc:14": 16, "edge-text grpc:14": 4, // answers
		"edge-told grpc:14": 4 + 3, "edge-logged grpc:14": 16, // attempt awareness
		"direct http:504": 4, "direct http:429": 4, "direct http:500": 1, // a proxy in front of the leaf
		"throttled grpc:14":    23,
		"pass-bottom http:503": 3, "pass-bottom refuse": 9, // the recommended structure
		"keptget kept": 2, "keptpost kept": 1, "keptkey kept": 2, "keptget reset": 1, // connections that are kept
	} {
		if got[name] != want {
			t.Errorf("%s: %d calls, want %d", name, got[name], want)
		}
	}
}
