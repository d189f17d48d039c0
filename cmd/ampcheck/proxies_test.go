package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ampcheck/ampcheck/configscan"
	"github.com/ampcheck/ampcheck/graph"
	"github.com/ampcheck/ampcheck/testdata/proxies/measure"
)

const proxies = "../../testdata/proxies"

// The measurement of the proxies is that of the cases as they are now, and what
// is printed for each case is what was measured.
func TestProxiesAreCurrent(t *testing.T) {
	record, err := measure.Read(filepath.Join(proxies, "measurement.json"))
	if err != nil {
		t.Fatal(err)
	}
	inputs, err := measure.Inputs(proxies)
	if err != nil {
		t.Fatal(err)
	}
	if inputs != record.Inputs {
		t.Errorf("measured with the inputs %s, now they are %s: run go run ./testdata/proxies/run", record.Inputs, inputs)
	}
	compareRuns(t, proxies, record, "nginx", "haproxy", "caddy", measure.RPC)
	for _, f := range configscan.Formats() {
		if _, measured := record.Versions[f.Name]; measured != f.Measured {
			t.Errorf("%s: the catalog says measured %v, the record %v", f.Name, f.Measured, measured)
		}
	}
}

// TestProxies starts the installed proxies anew.
func TestProxies(t *testing.T) {
	if os.Getenv("AMPCHECK_FULL") != "1" {
		t.Skip("starts nginx and HAProxy: set AMPCHECK_FULL=1")
	}
	// Every case is measured by hand and held by TestProxiesAreCurrent; these few
	// show that it still is what the programs of today do.
	dir := t.TempDir()
	for _, c := range []string{"nginx/absent", "nginx/one", "haproxy/zero", "haproxy/status"} {
		if err := os.CopyFS(filepath.Join(dir, "cases", c), os.DirFS(filepath.Join(proxies, "cases", c))); err != nil {
			t.Fatal(err)
		}
	}
	file := filepath.Join(dir, "measurement.json")
	cmd := exec.CommandContext(t.Context(), "go", "run", "./testdata/proxies/run", "-dir", dir, "-only", "nginx,haproxy", "-o", file)
	cmd.Dir = "../.."
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	record, err := measure.Read(file)
	if err != nil {
		t.Fatal(err)
	}
	compareRuns(t, dir, record, "nginx", "haproxy")
}

// compareRuns holds each run to what is printed for the file that the proxy was
// started with: equal where all requests fail in one way and can be repeated,
// never above in any other, nor where it is printed that not all is made that is
// counted.
func compareRuns(t *testing.T, dir string, record *measure.Record, products ...string) {
	t.Helper()
	cases, err := measure.Cases(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		if !slices.Contains(products, c.Proxy) {
			continue
		}
		t.Run(c.Proxy+"/"+c.Name, func(t *testing.T) {
			p := predict(t, c.File)
			for _, f := range measure.Faults() {
				i := slices.IndexFunc(record.Runs, func(r measure.Run) bool { return r.Proxy == c.Proxy && r.Case == c.Name && r.Fault == f })
				if i < 0 {
					t.Errorf("%s: not measured", f)
					continue
				}
				measured := graph.Count(record.Runs[i].Attempts)
				worst := p.worst()
				switch {
				case f == measure.WarmReset && p.kept:
					worst = worst.Add(measure.Warm)
				case f == measure.Mixed && p.kept: // a try that a status ends leaves its connection to the next one
					worst = worst.Add(worst - 1)
				}
				if measured > worst {
					t.Errorf("%s: measured %d, the most that is printed is %s", f, measured, worst)
				}
				if want, ok := p.fault(c.Proxy, f); ok && measured != want && (measured > want || !p.after) {
					t.Errorf("%s: measured %d, printed %s", f, measured, want)
				}
			}
		})
	}
}

// printed is what the JSON says of the servers behind a proxy.
type printed struct {
	Calls       *uint64       `json:"calls"`
	Connections *uint64       `json:"connections"`
	Classes     graph.ByClass `json:"classes"`
	// kept is set where it is printed that each idle connection that breaks adds
	// an attempt.
	kept bool
	// after is set where it is printed that a call is counted after failures that
	// it does not follow.
	after bool
	// onlyGet is set where it is printed that a POST is not repeated once sent.
	onlyGet bool
	edges   int
}

func (p printed) worst() graph.Count {
	if p.Calls == nil || p.Connections == nil {
		return graph.Unbounded
	}
	return graph.Count(max(*p.Calls, *p.Connections))
}

// fault is the figure of the class that a fault is of; false where it is of
// none. A word can stand for several classes.
func (p printed) fault(proxy string, f measure.Fault) (graph.Count, bool) {
	if f.Class(proxy) == "" {
		return 0, false
	}
	if f.Post() && p.onlyGet { // once for each call that can follow another
		return 1, p.edges == 1
	}
	want, err := graph.ParseClass(f.Class(proxy))
	if err != nil {
		panic(err)
	}
	n, _ := p.Classes.Of(want.Classes()[0])
	return n, true
}

// predict reads the JSON report for one file. The servers of the cases are one
// node.
func predict(t *testing.T, file string) printed {
	t.Helper()
	var result struct {
		Nodes []struct {
			ID string `json:"id"`
			printed
		} `json:"nodes"`
		Edges []struct {
			Layers []struct {
				Note string `json:"note"`
			} `json:"layers"`
		} `json:"edges"`
	}
	out := analysed(t, 0, "report", "--format", "json", filepath.Dir(file))
	if err := json.Unmarshal([]byte(out), &result); err != nil {
		t.Fatal(err)
	}
	for _, n := range result.Nodes {
		if n.ID != "127.0.0.1" {
			continue
		}
		n.edges = len(result.Edges)
		for _, e := range result.Edges {
			for _, l := range e.Layers {
				n.kept = n.kept || strings.Contains(l.Note, "each idle connection")
				n.after = n.after || strings.Contains(l.Note, "counted after every failure")
				n.onlyGet = n.onlyGet || strings.Contains(l.Note, "POST") || strings.Contains(l.Note, "other methods than GET")
			}
		}
		return n.printed
	}
	t.Fatalf("%s: no servers in\n%s", file, fmt.Sprint(out))
	return printed{}
}
