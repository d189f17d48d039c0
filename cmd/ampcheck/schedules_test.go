package main

import (
	"path/filepath"
	"testing"

	"github.com/ampcheck/ampcheck/testdata/schedules/measure"
)

// When the attempts of client libraries start was measured in fake time; every start
// lies within what is printed of its call. What is stale is measured again by
// go run ./testdata/schedules/run.
func TestSchedules(t *testing.T) {
	const dir = "../../testdata/schedules"
	record, err := measure.Read(filepath.Join(dir, "measurement.json"))
	if err != nil {
		t.Fatal(err)
	}
	inputs, err := measure.Inputs(filepath.Join(dir, "cases"))
	if err != nil {
		t.Fatal(err)
	}
	if inputs != record.Inputs {
		t.Errorf("measured with the inputs %s, now they are %s: run go run ./testdata/schedules/run", record.Inputs, inputs)
	}
	_, result := checked(t, filepath.Join(dir, "cases"), "--operations")
	known := 0
	for _, c := range record.Compare(&result) {
		for _, wrong := range c.Wrong {
			t.Errorf("%s: %s", c.Case, wrong)
		}
		if c.Known {
			known++
		}
	}
	if t.Logf("%d cases, of %d is printed when attempts start", len(record.Measured), known); known < 21 {
		t.Errorf("of only %d cases is printed when attempts start", known)
	}
}
