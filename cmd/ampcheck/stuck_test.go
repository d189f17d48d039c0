package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ampcheck/ampcheck/graph"
)

// The shop whose timeouts are inverted has as many queries at work at once at a database
// that is stuck as the sweep says, and no more than is printed; where every end of a
// caller reaches what it called there is one. What is stale is measured again by
// go run ./testdata/run -record testdata/stuck.json in testdata/shop.
func TestStuckShop(t *testing.T) {
	if testing.Short() {
		t.Skip("builds what copies testdata/shop, which takes seconds")
	}
	t.Parallel()
	shop, err := filepath.Abs("../../testdata/shop")
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(shop, "testdata/stuck.json"))
	if err != nil {
		t.Fatal(err)
	}
	var record struct {
		Inputs string
		Peaks  map[string]struct{ Peak, Queries graph.Count }
	}
	if err := json.Unmarshal(data, &record); err != nil {
		t.Fatal(err)
	}
	bin := filepath.Join(t.TempDir(), "run")
	inShop := func(name string, args ...string) string {
		cmd := exec.CommandContext(t.Context(), name, args...)
		cmd.Dir, cmd.Stderr = shop, os.Stderr
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		return strings.TrimSpace(string(out))
	}
	inShop("go", "build", "-o", bin, "./testdata/run")
	if inputs := inShop(bin, "-inputs"); inputs != record.Inputs {
		t.Errorf("measured with the inputs %s, now they are %s: run go run ./testdata/run -record testdata/stuck.json in testdata/shop", record.Inputs, inputs)
	}
	for name, alone := range map[string]bool{"inverted": false, "propagated": true} {
		dir := filepath.Join(t.TempDir(), "shop")
		inShop(bin, "-stuck", name, "-copy", "-into", dir)
		database, _ := databaseOf(t, dir)
		peak, sweep := record.Peaks[name].Peak, max(1, database.ConcurrencyHung)
		t.Logf("%s: %s at work at once, by the sweep %s, printed %s", name, peak, sweep, *database.Concurrency)
		if peak != sweep || peak > *database.Concurrency || record.Peaks[name].Queries > database.Calls {
			t.Errorf("%s: measured %s at once and %s in all, the sweep is %s, printed are %s and %s", name, peak, record.Peaks[name].Queries, sweep, *database.Concurrency, database.Calls)
		}
		if alone && *database.Concurrency != 1 {
			t.Errorf("%s: %s at once are printed, not 1", name, *database.Concurrency)
		}
	}
}
