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

// recorded is what was measured of changed copies of the shop, and by what they are made
// again.
type recorded struct {
	t         *testing.T
	shop, bin string
}

// readRecord reads a record of the shop into out and fails where the shop has changed
// since: again says how it is measured anew.
func readRecord(t *testing.T, name, again string, out any) *recorded {
	t.Helper()
	if testing.Short() {
		t.Skip("builds what copies testdata/shop, which takes seconds")
	}
	shop, err := filepath.Abs("../../testdata/shop")
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(shop, "testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	var of struct{ Inputs string }
	if err := json.Unmarshal(data, &of); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, out); err != nil {
		t.Fatal(err)
	}
	r := &recorded{t, shop, filepath.Join(t.TempDir(), "run")}
	r.inShop("go", "build", "-o", r.bin, "./testdata/run")
	if inputs := r.inShop(r.bin, "-inputs"); inputs != of.Inputs {
		t.Errorf("measured with the inputs %s, now they are %s: run go run ./testdata/run %s testdata/%s in testdata/shop", of.Inputs, inputs, again, name)
	}
	return r
}

// copy makes a changed copy of the shop.
func (r *recorded) copy(args ...string) string {
	dir := filepath.Join(r.t.TempDir(), "shop")
	r.inShop(r.bin, append(args, "-copy", "-into", dir)...)
	return dir
}

func (r *recorded) inShop(name string, args ...string) string {
	r.t.Helper()
	cmd := exec.CommandContext(r.t.Context(), name, args...)
	cmd.Dir, cmd.Stderr = r.shop, os.Stderr
	out, err := cmd.Output()
	if err != nil {
		r.t.Fatalf("%s: %v", name, err)
	}
	return strings.TrimSpace(string(out))
}

// The shop whose timeouts are inverted has as many queries at work at once at a database
// that is stuck as the sweep says, and no more than is printed; where every end of a
// caller reaches what it called there is one.
func TestStuckShop(t *testing.T) {
	t.Parallel()
	var record struct {
		Peaks map[string]struct{ Peak, Queries graph.Count }
	}
	r := readRecord(t, "stuck.json", "-record", &record)
	for name, alone := range map[string]bool{"inverted": false, "propagated": true} {
		database, _ := databaseOf(t, r.copy("-stuck", name))
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

// The shop in the structure that is advised, with retries of connections at the bottom and
// of answers at the client, has as many queries at a database that fails, and as many
// connections refused where nobody listens, as is printed; and there is nothing to find.
func TestLayeredShop(t *testing.T) {
	t.Parallel()
	var record struct{ Queries, Connections graph.Count }
	r := readRecord(t, "layers.json", "-layers", &record)
	database, result := databaseOf(t, r.copy("-layered"))
	if record.Queries != database.Calls || record.Connections != database.Connections {
		t.Errorf("measured %s queries and %s connections, printed are %s and %s", record.Queries, record.Connections, database.Calls, database.Connections)
	}
	for _, f := range result.Findings {
		t.Errorf("the structure that is advised: %s %s: %s", f.Pos, f.Rule, f.Message)
	}
}

// The shop whose client of gRPC is throttled has as many queries at a database that fails
// every one of them as is printed for a bucket that holds back: what it lets through of
// the retries, and its burst in all.
func TestThrottledShop(t *testing.T) {
	t.Parallel()
	var record struct{ Throttled float64 }
	r := readRecord(t, "layers.json", "-layers", &record)
	database, result := databaseOf(t, r.copy("-throttled"))
	for _, e := range result.Edges {
		for _, l := range e.Layers {
			if b := l.Budget; b != nil && b.Burst != nil && b.AllFailing != nil {
				printed := database.Calls.Float()/l.Attempts.Float()**b.AllFailing + *b.Burst
				if record.Throttled != printed {
					t.Errorf("measured %v queries, printed are %v of %s and a burst of %v", record.Throttled, printed, database.Calls, *b.Burst)
				}
				return
			}
		}
	}
	t.Error("no layer has a budget with a bucket")
}
