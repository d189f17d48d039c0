// Run measures what client libraries do: it builds the programs of the cases,
// lets ampcheck predict their attempts from their source, runs them against
// servers that fail, counts, and compares.
//
//	go run ./testdata/conformance/run -predict      write predictions.json, to commit
//	go run ./testdata/conformance/run               all cases
//	go run ./testdata/conformance/run -only NAME    cases whose names begin so
//	go run ./testdata/conformance/run -stale        cases that have changed
//
// A case is run once what ampcheck predicts of it is what predictions.json says.
// It prints the table with the counts of all cases and the causes of what was counted
// below the prediction, and writes measurement.json, the table, and the list of measured
// rows of analysis/sdk. It fails where predicted and measured differ.
package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ampcheck/ampcheck/analysis/sdk"
	"github.com/ampcheck/ampcheck/graph"
	"github.com/ampcheck/ampcheck/testdata/conformance/measure"
)

func main() {
	if os.Getenv(refusedEnv) != "" {
		os.Exit(countRefused(os.Args[1:]))
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "run:", err)
		os.Exit(1)
	}
}

// runner is what the steps have in common.
type runner struct {
	root, tmp string
	verbose   bool
	predict   bool
	slots     chan struct{}
	rows      map[string][]graph.Library
	written   measure.Predictions
}

func run(ctx context.Context) error {
	r := &runner{rows: map[string][]graph.Library{}}
	only := flag.String("only", "", "run the cases whose names begin with one of these, separated by commas")
	stale := flag.Bool("stale", false, "run the cases that have changed since they were measured")
	jobs := flag.Int("jobs", 8, "programs that run at once")
	flag.BoolVar(&r.verbose, "v", false, "print what the programs print")
	flag.BoolVar(&r.predict, "predict", false, "write down what ampcheck predicts now, compare the measurement with it, and run nothing else")
	flag.Parse()
	r.slots = make(chan struct{}, *jobs)

	var err error
	if r.root, err = conformanceDir(); err != nil {
		return err
	}
	if r.tmp, err = os.MkdirTemp("", "conformance"); err != nil {
		return err
	}
	defer os.RemoveAll(r.tmp)
	for _, l := range sdk.All() {
		r.rows[l.Name] = append(r.rows[l.Name], l)
	}
	if err := r.goCommand(ctx, filepath.Join(r.root, "..", ".."), "build", "-o", filepath.Join(r.tmp, "ampcheck"), "./cmd/ampcheck"); err != nil {
		return err
	}
	cases, err := measure.Cases(r.root)
	if err != nil {
		return err
	}
	file := filepath.Join(r.root, "measurement.json")
	old, err := measure.Read(file)
	if err != nil {
		return err
	}
	chosen := r.choose(cases, old, *only, *stale)
	if r.predict {
		return r.comparePredictions(ctx, chosen, cases, old)
	}
	if r.written, err = measure.ReadPredictions(r.root); err != nil {
		return err
	}
	fresh, failed, err := r.measureAll(ctx, chosen, func(fresh []measure.Record) error {
		return r.write(file, measure.Merge(old, fresh, cases))
	})
	fmt.Print(measure.Table(fresh))
	fmt.Printf("\nIn all: %s", measure.Summary(measure.Merge(old, fresh, cases)))
	if err != nil {
		return err
	}
	if len(failed) > 0 {
		return fmt.Errorf("%d of %d cases failed: %s", len(failed), len(chosen), strings.Join(failed, ", "))
	}
	return nil
}

// conformanceDir finds the folder from the module that the command is run in.
func conformanceDir() (string, error) {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}").Output()
	if err != nil {
		return "", fmt.Errorf("go list: %w", err)
	}
	return filepath.Join(strings.TrimSpace(string(out)), "testdata", "conformance"), nil
}

func (r *runner) choose(cases []*measure.Case, old []measure.Record, only string, stale bool) []*measure.Case {
	return slices.DeleteFunc(slices.Clone(cases), func(c *measure.Case) bool {
		named := only == "" || slices.ContainsFunc(strings.Split(only, ","), func(prefix string) bool {
			return strings.HasPrefix(c.Name, prefix)
		})
		if !named || !stale {
			return !named
		}
		row, _, err := r.row(c)
		if err != nil {
			return false
		}
		hash, err := c.Hash(r.root, row)
		return err == nil && slices.ContainsFunc(old, func(m measure.Record) bool { return m.Case == c.Name && m.Hash == hash })
	})
}

// row finds the row of the table that counts for the version of a case.
func (r *runner) row(c *measure.Case) (*graph.Library, string, error) {
	for _, l := range r.rows[c.Library] {
		version, err := c.Version(&l)
		if err != nil {
			return nil, "", err
		}
		if sdk.Applies(&l, version) {
			return &l, version, nil
		}
	}
	return nil, "", fmt.Errorf("no row named %q for the version of %s", c.Library, c.Name)
}

// measureAll measures the cases one after another; the programs of each run
// beside each other. What there is is written after each case.
func (r *runner) measureAll(ctx context.Context, cases []*measure.Case, write func([]measure.Record) error) (records []measure.Record, failed []string, err error) {
	for i, c := range cases {
		fmt.Fprintf(os.Stderr, "%d/%d %s\n", i+1, len(cases), c.Name)
		record, err := r.measure(ctx, c)
		if err != nil {
			fmt.Fprintf(os.Stderr, "%s: %v\n", c.Name, err)
			failed = append(failed, c.Name)
			continue
		}
		if slices.ContainsFunc(record.Cells, func(c measure.Cell) bool { return c.Kind.Bad() }) {
			failed = append(failed, c.Name)
		}
		records = append(records, *record)
		if err := write(records); err != nil {
			return records, failed, err
		}
	}
	return records, failed, write(records)
}

// write writes the measurement, the table, and the list of measured rows.
func (r *runner) write(file string, records []measure.Record) error {
	text, err := measure.Encode(records)
	if err != nil {
		return err
	}
	for name, text := range map[string][]byte{
		file:                              text,
		filepath.Join(r.root, "TABLE.md"): []byte(measure.Page(records)),
		measure.MeasuredFile(r.root):      measure.MeasuredRows(records),
	} {
		if err := os.WriteFile(name, text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

func (r *runner) goCommand(ctx context.Context, dir string, args ...string) error {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "CGO_ENABLED=0")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("go %s: %w\n%s", args[0], err, stderr.Bytes())
	}
	return nil
}
