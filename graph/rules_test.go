package graph

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// contractRules are the rules that scripts may rely on, with the severity they
// start from.
var contractRules = map[string]Severity{
	"AMP001": SeverityError, "AMP003": SeverityError, "AMP005": SeverityError, "AMP008": SeverityError,
	"AMP010": SeverityError, "AMP011": SeverityError, "AMP106": SeverityError, "AMP303": SeverityError, "AMP305": SeverityError,
	"AMP002": SeverityWarning, "AMP004": SeverityWarning, "AMP007": SeverityWarning, "AMP009": SeverityWarning,
	"AMP101": SeverityWarning, "AMP103": SeverityWarning, "AMP104": SeverityWarning, "AMP201": SeverityWarning,
	"AMP202": SeverityWarning, "AMP301": SeverityWarning, "AMP302": SeverityWarning, "AMP304": SeverityWarning,
	"AMP006": SeverityInfo, "AMP102": SeverityInfo, "AMP105": SeverityInfo,
}

func TestRulesKeepTheContract(t *testing.T) {
	for _, r := range Rules() {
		want, ok := contractRules[r.ID]
		if !ok {
			t.Errorf("%s is no rule of the contract", r.ID)
			continue
		}
		if r.Severity != want {
			t.Errorf("%s: severity %s, the contract says %s", r.ID, r.Severity, want)
		}
	}
}

func TestRulesAreSortedAndUnique(t *testing.T) {
	var ids []string
	for _, r := range Rules() {
		ids = append(ids, r.ID)
	}
	if !slices.IsSorted(ids) || len(slices.Compact(slices.Clone(ids))) != len(ids) {
		t.Errorf("rules are not sorted, or one is there twice: %v", ids)
	}
}

var sentenceEnd = regexp.MustCompile(`[.!?](\s|$)`)

func TestRulesAreDocumented(t *testing.T) {
	for _, r := range Rules() {
		if r.Title == "" || strings.HasSuffix(r.Title, ".") || strings.ToLower(r.Title[:1]) != r.Title[:1] {
			t.Errorf("%s: the title is a phrase in lower case without a full stop, got %q", r.ID, r.Title)
		}
		if n := len(sentenceEnd.FindAllString(r.Text, -1)); n < 2 || n > 5 {
			t.Errorf("%s: the text has %d sentences, want two to five", r.ID, n)
		}
		if !strings.HasSuffix(r.Fix, ".") {
			t.Errorf("%s: no fix, or one that is not a sentence: %q", r.ID, r.Fix)
		}
	}
}

func TestRuleByID(t *testing.T) {
	for _, r := range Rules() {
		if got, ok := RuleByID(r.ID); !ok || got != r {
			t.Errorf("RuleByID(%q) = %v, %v", r.ID, got, ok)
		}
	}
	if _, ok := RuleByID("AMP999"); ok {
		t.Error("RuleByID finds a rule that does not exist")
	}
}

// One finding does not list a thousand places.
func TestRelatedPlacesAreLimited(t *testing.T) {
	f := Finding{Rule: "AMP007", Message: "m"}
	for i := range 1000 {
		f.Related = append(f.Related, Related{Pos{File: "a.go", Line: i + 1, Col: 1}, "place"})
	}
	c := &computer{g: &Graph{Policy: DefaultPolicy()}}
	c.settle(&f)
	if n := len(f.Related); n != maxRelated+1 || f.Related[n-1].Message != "and 960 more places" {
		t.Errorf("%d places, the last %q", n, f.Related[n-1].Message)
	}
}
