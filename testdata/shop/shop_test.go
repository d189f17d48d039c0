package shop_test

import (
	"encoding/json"
	"os/exec"
	"strings"
	"testing"

	"github.com/ampcheck/ampcheck/testdata/shop/testdata/measure"
)

// TestShop counts the queries of one request at the database of the shop and
// of changed copies of it.
func TestShop(t *testing.T) {
	for _, tt := range []struct {
		edit     string
		attempts int // of the client
		want     measure.Result
	}{
		{"", 3, measure.Result{Queries: 648, Happy: 8}},
		{"", 1, measure.Result{Queries: 216, Happy: 8}},
		{"inventory-attempts-2", 3, measure.Result{Queries: 432, Happy: 8}},
		{"fifth-layer", 3, measure.Result{Queries: 1944, Happy: 8}},
		{"fifth-layer-loop", 3, measure.Result{Queries: 1944, Happy: 8}},
	} {
		t.Run(strings.TrimSpace("shop "+tt.edit), func(t *testing.T) {
			dir := "."
			if tt.edit != "" {
				dir = t.TempDir()
				if err := measure.Copy(dir, ".", measure.Edits[tt.edit]); err != nil {
					t.Fatal(err)
				}
			}
			got, err := measure.Both(t.Context(), dir, tt.attempts)
			if err != nil {
				t.Fatal(err)
			}
			if got != tt.want {
				t.Errorf("%d client attempts: %+v, want %+v", tt.attempts, got, tt.want)
			}
		})
	}
}

// TestRun holds the command to what the tests measure.
func TestRun(t *testing.T) {
	out, err := exec.CommandContext(t.Context(), "go", "run", "./testdata/run", "-attempts", "3").Output()
	if err != nil {
		t.Fatal(err)
	}
	var got measure.Result
	if err := json.Unmarshal(out, &got); err != nil {
		t.Fatalf("%v in %s", err, out)
	}
	if want := (measure.Result{Queries: 648, Happy: 8}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// TestCopy wants an error for an edit that has lost its place.
func TestCopy(t *testing.T) {
	stale := measure.Edit{File: "cmd/gateway/main.go", Old: "no such code"}
	if err := measure.Copy(t.TempDir(), ".", stale); err == nil || !strings.Contains(err.Error(), "0 times") {
		t.Errorf("an edit without its text: %v", err)
	}
}
