package report

import (
	"encoding/json"
	"net/url"
	"path"
	"slices"
	"testing"

	"github.com/ampcheck/ampcheck/graph"
)

// Every rule is described, and every result names its own.
func TestSARIFRules(t *testing.T) {
	log := sarifOf(t, load(t, "shop"))
	rules := log.Runs[0].Tool.Driver.Rules
	if len(rules) != len(graph.Rules()) {
		t.Fatalf("%d rules, want %d", len(rules), len(graph.Rules()))
	}
	for i, want := range graph.Rules() {
		if r := rules[i]; r.ID != want.ID || r.FullDescription.Text != want.Text || r.Help.Text != want.Fix || r.ShortDescription.Text != want.Title {
			t.Errorf("rule %d is %+v, want %s", i, r, want.ID)
		}
	}
	for _, name := range cases(t) {
		for _, res := range sarifOf(t, load(t, name)).Runs[0].Results {
			if len(res.Locations) != 1 || res.Locations[0].Physical == nil {
				t.Errorf("%s: %s has no place in a file", name, res.RuleID)
			}
			_, known := graph.RuleByID(res.RuleID)
			if known != (res.RuleIndex != nil) || known && rules[*res.RuleIndex].ID != res.RuleID {
				t.Errorf("%s: the index of %s does not lead to it", name, res.RuleID)
			}
		}
	}
}

// The finding of the shop is followed from the entry to the database.
func TestSARIFCodeFlow(t *testing.T) {
	r := load(t, "shop")
	flows := sarifOf(t, r).Runs[0].Results[0].CodeFlows
	if len(flows) != 1 || len(flows[0].Threads) != 1 {
		t.Fatalf("got %d flows, want 1", len(flows))
	}
	var lines []int
	for _, step := range flows[0].Threads[0].Steps {
		lines = append(lines, step.Location.Physical.Region.Line)
	}
	if want := []int{9, 11, 15, 17, 20, 23, 22, 26, 28}; !slices.Equal(lines, want) {
		t.Errorf("the flow goes through lines %v, want %v", lines, want)
	}
	r.Findings[0].Related = r.Findings[0].Related[:1]
	if flows := sarifOf(t, r).Runs[0].Results[0].CodeFlows; flows != nil {
		t.Errorf("a finding on no path has a flow: %v", flows)
	}
}

func TestFingerprints(t *testing.T) {
	finding := func(file string, line int, message string) graph.Finding {
		return graph.Finding{Rule: "AMP001", Pos: graph.Pos{File: file, Line: line}, Message: message}
	}
	base := finding("a.yaml", 3, "db-1 receives 648 calls (81x) for one at api, see a.go:12:4: amplification 81.5, the gate is 10")
	of := func(f graph.Finding) string { return fingerprints([]graph.Finding{f})[0] }
	same := []graph.Finding{
		finding("a.yaml", 99, base.Message),
		finding("a.yaml", 3, "db-1 receives 9 calls (9x) for one at api, see a.go:500:1: amplification 9, the gate is 20"),
	}
	for _, f := range same {
		if of(f) != of(base) {
			t.Errorf("%v has another fingerprint than %v", f, base)
		}
	}
	other := []graph.Finding{
		finding("b.yaml", 3, base.Message),
		finding("a.yaml", 3, "db-2 receives 648 calls (81x) for one at api, see a.go:12:4: amplification 81.5, the gate is 10"),
		{Rule: "AMP005", Pos: base.Pos, Message: base.Message},
	}
	for _, f := range other {
		if of(f) == of(base) {
			t.Errorf("%v has the fingerprint of %v", f, base)
		}
	}
	if two := fingerprints([]graph.Finding{base, base}); two[0] == two[1] {
		t.Error("two findings have one fingerprint")
	}
}

// A finding about a table row is shown where a file has a part in it, and says
// what it is about.
func TestSARIFPlace(t *testing.T) {
	row := graph.CatalogPos("istio", "1.27")
	f := graph.Finding{Pos: row, Message: "text", Related: []graph.Related{{Pos: row}, {Pos: graph.Pos{File: "a.yaml", Line: 3}}}}
	if got, want := sarifPlace(&f).String()+" "+sarifMessageOf(&f), "a.yaml:3 catalog:istio@1.27: text"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	f.Related = nil
	if got, want := sarifPlace(&f).String()+" "+sarifMessageOf(&f), ".ampcheck.yaml catalog:istio@1.27: text"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// A file is one relative reference, whatever it is called, and reads back.
func TestFileURI(t *testing.T) {
	for _, file := range []string{"a/b.yaml", "http://x/y", "a b#c?d%e", "::error::x", "在庫/ü.go", "..%2f", "c:\\x"} {
		u, err := url.Parse(fileURI(file))
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		if u.IsAbs() || u.Host != "" || u.RawQuery != "" || u.Fragment != "" || u.Path != file {
			t.Errorf("%s became %s, which means %s", file, fileURI(file), path.Clean(u.Path))
		}
	}
}

func sarifOf(t *testing.T, r *graph.Result) *sarifLog {
	t.Helper()
	f, err := FormatByName("sarif")
	if err != nil {
		t.Fatal(err)
	}
	var log sarifLog
	if err := json.Unmarshal(encode(t, f, r, Options{}), &log); err != nil {
		t.Fatal(err)
	}
	return &log
}
