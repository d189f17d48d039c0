package main

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/ampcheck/ampcheck/analysis/sdk"
	"github.com/ampcheck/ampcheck/graph"
	"github.com/ampcheck/ampcheck/testdata/conformance/measure"
)

const conformance = "../../testdata/conformance"

func readMeasurement(t *testing.T) ([]*measure.Case, []measure.Record) {
	t.Helper()
	cases, err := measure.Cases(conformance)
	if err != nil {
		t.Fatal(err)
	}
	records, err := measure.Read(filepath.Join(conformance, "measurement.json"))
	if err != nil {
		t.Fatal(err)
	}
	return cases, records
}

// The measurement of the client libraries is that of the cases and of the rows
// as they are now. What is stale is measured again by
// go run ./testdata/conformance/run -stale.
func TestConformanceIsCurrent(t *testing.T) {
	cases, records := readMeasurement(t)
	if len(cases) == 0 {
		t.Error("no cases")
	}
	predicted, err := measure.ReadPredictions(conformance)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		i := slices.IndexFunc(records, func(r measure.Record) bool { return r.Case == c.Name })
		if i < 0 {
			t.Errorf("%s is not measured", c.Name)
			continue
		}
		record := &records[i]
		j := slices.IndexFunc(sdk.All(), func(l graph.Library) bool { return l.Name == record.Library && l.Since == record.Since })
		if j < 0 {
			t.Errorf("%s: no row %s %s", c.Name, record.Library, record.Since)
			continue
		}
		hash, err := c.Hash(conformance, &sdk.All()[j])
		if err != nil {
			t.Fatal(err)
		}
		if hash != record.Hash {
			t.Errorf("%s: measured with the inputs %s, now they are %s: run go run ./testdata/conformance/run -stale", c.Name, record.Hash, hash)
		}
		for _, cell := range record.Cells {
			if p := predicted[c.Name][cell.Setting][cell.Fault]; cell.Kind != measure.Left && p != cell.Predicted {
				t.Errorf("%s: %s, %s: run with %s predicted, predictions.json says %s", c.Name, cell.Setting, cell.Fault, cell.Predicted, p)
			}
			if cell.Kind.Bad() {
				t.Errorf("%s: %s, %s: predicted %s, measured %s", c.Name, cell.Setting, cell.Fault, cell.Predicted, cell.Measured)
			}
		}
	}
	if merged := measure.Merge(records, nil, cases); len(merged) != len(records) {
		t.Errorf("%d records, %d of them of cases", len(records), len(merged))
	}
	for file, want := range map[string]string{
		measure.PredictionFile(conformance):    string(predicted.Encode(cases)),
		measure.MeasuredFile(conformance):      string(measure.MeasuredRows(records)),
		filepath.Join(conformance, "TABLE.md"): measure.Page(records),
	} {
		if got, err := os.ReadFile(file); err != nil || string(got) != want {
			t.Errorf("%s is not what the measurement says: %v", file, err)
		}
	}
}
