package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/ampcheck/ampcheck/testdata/answers/measure"
)

const answers = "../../testdata/answers"

// The measurement of the services in the middle is that of the cases as they are
// now, nothing in it is wrong, and little is unknown. What is stale is measured
// again by go run ./testdata/answers/run.
func TestAnswersAreCurrent(t *testing.T) {
	cases, err := measure.Cases(answers)
	if err != nil {
		t.Fatal(err)
	}
	records, err := measure.Read(filepath.Join(answers, "measurement.json"))
	if err != nil {
		t.Fatal(err)
	}
	if len(cases) < 40 || len(records) != len(cases) {
		t.Errorf("%d cases, %d measured; at least 40 are wanted", len(cases), len(records))
	}
	for _, c := range cases {
		i := slices.IndexFunc(records, func(r measure.Record) bool { return r.Case == c.Name })
		if i < 0 {
			t.Errorf("%s is not measured", c.Name)
			continue
		}
		hash, err := c.Hash(answers)
		if err != nil {
			t.Fatal(err)
		}
		if hash != records[i].Hash {
			t.Errorf("%s: measured with the inputs %s, now they are %s: run go run ./testdata/answers/run", c.Name, records[i].Hash, hash)
		}
	}
	known, all := 0, 0
	for _, r := range records {
		for i := range r.Cells {
			c := &r.Cells[i]
			if c.Bad() {
				t.Errorf("%s, %s: answered %s, predicted %v; attempts %v, printed %v", r.Case, c.Fault, c.Observed, c.Predicted, c.Attempts, c.AtMost)
			}
			if all++; c.Verdict != measure.Unknown {
				known++
			}
		}
	}
	if 5*known < 4*all {
		t.Errorf("%d of %d answers are known, fewer than 80%%", known, all)
	}
	for _, a := range measure.ByClass(records) {
		if a.Known && a.Measured != a.AtMost {
			t.Errorf("%s, %s: %d attempts, printed %d, and the answer is known", a.Case, a.Class, a.Measured, a.AtMost)
		}
	}
	if got, err := os.ReadFile(filepath.Join(answers, "TABLE.md")); err != nil || string(got) != measure.Page(records) {
		t.Errorf("TABLE.md is not what the measurement says: %v", err)
	}
}

// What is predicted from the sources of the services is what the measurement holds:
// the file alone would not show that the analysis has changed.
func TestAnswersAreStillPredicted(t *testing.T) {
	if os.Getenv("AMPCHECK_FULL") == "" {
		t.Skip("needs the modules of the services: set AMPCHECK_FULL=1")
	}
	cmd := exec.Command("go", "run", "./testdata/answers/run", "-check")
	cmd.Dir = "../.."
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
