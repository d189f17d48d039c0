package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"gopkg.in/yaml.v3"

	"github.com/ampcheck/ampcheck/graph"
)

// measured is what the harness of the shop counts at its database.
type measured struct {
	Queries graph.Count `json:"queries"` // when every query fails
	Happy   graph.Count `json:"happy"`   // when none does
}

// The figures of the shop are those that are counted at a database when it runs.
// What is expected comes from ampcheck alone, what is counted from the database
// alone.
func TestShopAsMeasured(t *testing.T) {
	if testing.Short() {
		t.Skip("builds and starts the services of testdata/shop, which takes seconds")
	}
	shop, err := filepath.Abs("../../testdata/shop")
	if err != nil {
		t.Fatal(err)
	}
	for _, edit := range []string{"", "inventory-attempts-2", "fifth-layer", "fifth-layer-loop"} {
		t.Run("shop "+edit, func(t *testing.T) {
			t.Parallel()
			dir, args := shop, []string{"run", "./testdata/run", "-attempts", fmt.Sprint(clientAttempts(t, shop))}
			if edit != "" {
				dir = filepath.Join(t.TempDir(), "shop")
				args = append(args, "-edit", edit, "-into", dir)
			}
			cmd := exec.CommandContext(t.Context(), "go", args...)
			cmd.Dir, cmd.Stderr = shop, os.Stderr
			out, err := cmd.Output()
			if err != nil {
				t.Fatalf("measuring the shop: %v", err)
			}
			var count measured
			if err := json.Unmarshal(out, &count); err != nil {
				t.Fatalf("%v in %s", err, out)
			}
			database, result := databaseOf(t, dir)
			t.Logf("computed %s, counted %s; when nothing fails computed %s, counted %s", database.Calls, count.Queries, database.Happy, count.Happy)
			if database.Calls != count.Queries || database.Happy != count.Happy {
				t.Errorf("computed %s and %s when nothing fails, counted %s and %s", database.Calls, database.Happy, count.Queries, count.Happy)
			}
			if database.Confident != database.Calls || !result.Complete {
				t.Errorf("confident is %s of %s, complete %v: nothing of the shop has to be guessed", database.Confident, database.Calls, result.Complete)
			}
		})
	}
}

// databaseOf is what ampcheck says of the database of a shop.
func databaseOf(t *testing.T, dir string) (graph.NodeInfo, graph.Result) {
	t.Helper()
	var r graph.Result
	if err := json.Unmarshal([]byte(analysed(t, 0, "report", "--format", "json", dir)), &r); err != nil {
		t.Fatal(err)
	}
	for _, n := range r.Nodes {
		if n.ID == "database" {
			return n, r
		}
	}
	t.Fatalf("no node database in %s", dir)
	return graph.NodeInfo{}, r
}

// clientAttempts reads from the policy of the shop how often its client calls.
func clientAttempts(t *testing.T, dir string) int {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, policyName))
	if err != nil {
		t.Fatal(err)
	}
	var policy struct {
		Calls []struct {
			From     string
			Attempts int
		}
	}
	if err := yaml.Unmarshal(data, &policy); err != nil {
		t.Fatal(err)
	}
	for _, c := range policy.Calls {
		if c.From == "client" {
			return c.Attempts
		}
	}
	t.Fatal("the policy declares no calls of the client")
	return 0
}
