package main

import (
	"regexp"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/ampcheck/ampcheck/configscan"
)

// What init writes is a policy, and so it is when everything that is commented out
// counts.
func TestDraftIsAPolicy(t *testing.T) {
	archive, err := txtar.ParseFile("../../testdata/cmd/init.txtar")
	if err != nil {
		t.Fatal(err)
	}
	drafts := 0
	for _, f := range archive.Files {
		if f.Name != "draft.golden" {
			continue
		}
		drafts++
		whole := regexp.MustCompile(`(?m)^# `).ReplaceAll(f.Data, nil)
		// The first line is a comment about the file.
		whole = regexp.MustCompile(`(?m)^The gates.*\n`).ReplaceAll(whole, nil)
		for what, data := range map[string][]byte{"as it is": f.Data, "filled in": whole} {
			p, problems := configscan.ReadPolicy("draft", data)
			if len(problems) > 0 {
				t.Errorf("%s: %v in\n%s", what, problems, data)
			}
			if n := len(p.Policy.FanOutSites); what == "filled in" && n != 1 {
				t.Errorf("%d numbers of items are filled in, want 1", n)
			}
		}
	}
	if drafts != 1 {
		t.Fatalf("%d drafts", drafts)
	}
}
