package graph

import (
	"strings"
	"testing"
	"time"
)

// twoLayers is a system with one AMP001, AMP002 and AMP009, at deploy/a.yaml:7:3.
func twoLayers(ignores ...Ignore) *Fragment {
	f := &Fragment{Ignores: ignores}
	call := &Call{To: Endpoint{Service: "b"}, Confidence: ConfidenceStatic}
	for _, id := range []string{"outer", "inner"} {
		f.Layers = append(f.Layers, Layer{ID: id, Kind: KindLoop, RetriesOn: AnyClass, Attempts: Exactly(4, BoundExact, Pos{}),
			Pos: Pos{File: "deploy/a.yaml", Line: 7, Col: 3}})
		call.Layers = append(call.Layers, id)
	}
	f.Handlers = []Handler{{Service: "a", Body: &Step{Call: call}}}
	return f
}

// ruleList lists the rules of the findings: those that are suppressed in brackets.
func ruleList(r *Result) string {
	var list []string
	for _, f := range r.Findings {
		if f.Suppressed {
			list = append(list, "("+f.Rule+": "+f.Reason+")")
		} else {
			list = append(list, f.Rule)
		}
	}
	return strings.Join(sorted(list), " ")
}

func TestSuppress(t *testing.T) {
	now := time.Date(2027, 6, 30, 23, 59, 0, 0, time.UTC)
	for _, tt := range []struct {
		name   string
		ignore Ignore
		want   string
		why    string // in the message of AMP303
	}{
		{"by rule", Ignore{Rule: "AMP001", Reason: "known"}, "(AMP001: known) AMP002 AMP009", ""},
		{"no reason", Ignore{Rule: "AMP001", Reason: " "}, "AMP001 AMP002 AMP009 AMP303", "gives no reason"},
		{"unused", Ignore{Rule: "AMP004", Reason: "known"}, "AMP001 AMP002 AMP009 AMP303", "hides nothing"},
		{"last day", Ignore{Rule: "AMP001", Reason: "known", Until: "2027-06-30"}, "(AMP001: known) AMP002 AMP009", ""},
		{"expired", Ignore{Rule: "AMP001", Reason: "known", Until: "2027-06-29"}, "AMP001 AMP002 AMP009 AMP303", "has run out on 2027-06-29"},
		{"no date", Ignore{Rule: "AMP001", Reason: "known", Until: "soon"}, "AMP001 AMP002 AMP009 AMP303", "has run out on soon"},
		{"no rule", Ignore{Rule: "AMP999", Reason: "known"}, "AMP001 AMP002 AMP009 AMP303", "names no rule"},
		{"of itself", Ignore{Rule: "AMP303", Reason: "known"}, "AMP001 AMP002 AMP009 AMP303", "hides nothing"},
		{"path", Ignore{Rule: "AMP001", Path: "deploy/**", Reason: "known"}, "(AMP001: known) AMP002 AMP009", ""},
		{"other path", Ignore{Rule: "AMP001", Path: "src/**", Reason: "known"}, "AMP001 AMP002 AMP009 AMP303", "hides nothing"},
		{"same line", Ignore{Rule: "AMP002", Path: "deploy/a.yaml", Line: 7, Reason: "known"}, "(AMP002: known) AMP001 AMP009", ""},
		{"line above", Ignore{Rule: "AMP002", Path: "deploy/a.yaml", Line: 6, Reason: "known"}, "(AMP002: known) AMP001 AMP009", ""},
		{"line below", Ignore{Rule: "AMP002", Path: "deploy/a.yaml", Line: 8, Reason: "known"}, "AMP001 AMP002 AMP009 AMP303", "hides nothing"},
		{"two lines above", Ignore{Rule: "AMP002", Path: "deploy/a.yaml", Line: 5, Reason: "known"}, "AMP001 AMP002 AMP009 AMP303", "hides nothing"},
		{"other file", Ignore{Rule: "AMP002", Path: "deploy/b.yaml", Line: 7, Reason: "known"}, "AMP001 AMP002 AMP009 AMP303", "hides nothing"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tt.ignore.Pos = Pos{File: ".ampcheck.yaml", Line: 3, Col: 5}
			res := Compute(Link([]*Fragment{twoLayers(tt.ignore)}, DefaultPolicy()), Options{Now: now})
			if got := ruleList(res); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
			for _, f := range res.Findings {
				if f.Rule == "AMP303" && (f.Severity != SeverityError || f.Pos != tt.ignore.Pos || !strings.Contains(f.Message, tt.why)) {
					t.Errorf("got %+v, want an error that says %q", f, tt.why)
				}
			}
		})
	}
}

// The suppressions of the policy hold like those that stand beside a finding.
func TestSuppressInPolicy(t *testing.T) {
	policy := DefaultPolicy()
	policy.Ignore = []Ignore{{Rule: "AMP001", Reason: "known"}}
	if got, want := ruleList(Compute(Link([]*Fragment{twoLayers()}, policy), Options{})), "(AMP001: known) AMP002 AMP009"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestMatchPath(t *testing.T) {
	for _, tt := range []struct {
		pattern, path string
		want          bool
	}{
		{"deploy/a.yaml", "deploy/a.yaml", true},
		{"deploy/a.yaml", "deploy/aXyaml", false},
		{"deploy/a.yaml", "x/deploy/a.yaml", false},
		{"deploy/*", "deploy/a.yaml", true},
		{"deploy/*", "deploy/b/a.yaml", false},
		{"deploy/**", "deploy/b/a.yaml", true},
		{"deploy/**", "deployed/a.yaml", false},
		{"**/a.yaml", "a.yaml", true},
		{"**/a.yaml", "x/y/a.yaml", true},
		{"**/a.yaml", "x/ba.yaml", false},
		{"deploy/**/a.yaml", "deploy/a.yaml", true},
		{"deploy/**/a.yaml", "deploy/x/y/a.yaml", true},
		{"deploy/?.yaml", "deploy/a.yaml", true},
		{"deploy/?.yaml", "deploy//.yaml", false},
		{"deploy/?.yaml", "deploy/ab.yaml", false},
		{"**", "any/thing", true},
		{"[a](b)+", "[a](b)+", true},
		{"[a]", "a", false},
	} {
		if got := matchPath(tt.pattern, tt.path); got != tt.want {
			t.Errorf("%s matches %s: %v", tt.pattern, tt.path, got)
		}
	}
}
