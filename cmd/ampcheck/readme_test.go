package main

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/ampcheck/ampcheck/configscan"
	"github.com/ampcheck/ampcheck/graph"
	"github.com/ampcheck/ampcheck/report"
)

// The README shows what the command prints, lists every rule and format, and its policy is
// one that is understood. (Its commands are run by .ci/run.)
func TestReadme(t *testing.T) {
	data, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	readme := string(data)
	table, _, _ := strings.Cut(analysed(t, 0, "report", "../../testdata/shop"), "\n\n")
	if !strings.Contains(readme, "```\n"+table+"\n```\n") {
		t.Errorf("the README does not show\n%s", table)
	}
	for _, r := range graph.Rules() {
		if row := fmt.Sprintf("\n| %s | %s | %s |\n", r.ID, r.Severity, r.Title); !strings.Contains(readme, row) {
			t.Errorf("the README has no row%s", row)
		}
	}
	for _, f := range report.Formats() {
		if row := fmt.Sprintf("\n| `%s` | %s |\n", f.Name, f.Doc); !strings.Contains(readme, row) {
			t.Errorf("the README has no row%s", row)
		}
	}
	_, rest, _ := strings.Cut(readme, "```yaml\n")
	policy, _, found := strings.Cut(rest, "```\n")
	if _, problems := configscan.ReadPolicy("README.md", []byte(policy)); !found || len(problems) > 0 {
		t.Errorf("the policy of the README: %v", problems)
	}
}
