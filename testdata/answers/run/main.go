// Run measures what services in the middle answer: it builds the services of the
// cases, lets ampcheck predict their answers from their source, runs each above a
// leaf that fails in every way, and compares.
//
//	go run ./testdata/answers/run               all cases
//	go run ./testdata/answers/run -only NAME    cases whose names begin so
//	go run ./testdata/answers/run -predict      only predict again, for the committed replies
//	go run ./testdata/answers/run -check        the same, and fail where the file would change
//
// It prints the matrix and writes measurement.json and TABLE.md. It fails where
// an answer is not the predicted one, or more attempts reach the leaf than are
// printed.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/ampcheck/ampcheck/testdata/answers/measure"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "run:", err)
		os.Exit(1)
	}
}

type runner struct {
	root, tmp string
}

func run(ctx context.Context) error {
	only := flag.String("only", "", "run the cases whose names begin with this")
	predict := flag.Bool("predict", false, "predict again, and keep the replies that were measured")
	check := flag.Bool("check", false, "predict again, write nothing, and fail where that changes the measurement")
	jobs := flag.Int("jobs", 4, "services that run at once")
	flag.Parse()
	r := &runner{}
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}").Output()
	if err != nil {
		return fmt.Errorf("go list: %w", err)
	}
	r.root = filepath.Join(strings.TrimSpace(string(out)), "testdata", "answers")
	if r.tmp, err = os.MkdirTemp("", "answers"); err != nil {
		return err
	}
	defer os.RemoveAll(r.tmp)
	if err := r.goBuild(ctx, filepath.Join(r.root, "..", ".."), filepath.Join(r.tmp, "ampcheck"), "./cmd/ampcheck"); err != nil {
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
	chosen := slices.DeleteFunc(slices.Clone(cases), func(c *measure.Case) bool { return !strings.HasPrefix(c.Name, *only) })
	p, err := r.predict(ctx)
	if err != nil {
		return err
	}
	fresh := old
	if !*predict && !*check {
		if fresh, err = r.measureAll(ctx, chosen, *jobs); err != nil {
			return err
		}
	}
	for i := range fresh {
		p.judge(&fresh[i])
	}
	if *check {
		return unchanged(file, fresh)
	}
	return r.finish(file, merged(old, fresh, cases), fresh)
}

// unchanged fails where the predictions in a file are not those that are made now.
func unchanged(file string, now []measure.Record) error {
	committed, err := measure.Read(file)
	if err != nil {
		return err
	}
	if len(committed) != len(now) {
		return fmt.Errorf("%d cases are measured, %d are predicted", len(committed), len(now))
	}
	changed := 0
	for i, rec := range now {
		for j := range rec.Cells {
			if was, is := &committed[i].Cells[j], &rec.Cells[j]; !reflect.DeepEqual(was, is) {
				changed++
				fmt.Fprintf(os.Stderr, "%s, %s: committed %v (%s, at most %v), now %v (%s, at most %v)\n",
					rec.Case, is.Fault, was.Predicted, was.Verdict, was.AtMost, is.Predicted, is.Verdict, is.AtMost)
			}
		}
	}
	if changed > 0 {
		return fmt.Errorf("%d predictions are others now: go run ./testdata/answers/run -predict", changed)
	}
	return nil
}

// merged are the records of the cases that there are: the fresh one, else the old.
func merged(old, fresh []measure.Record, cases []*measure.Case) []measure.Record {
	var out []measure.Record
	for _, c := range cases {
		for _, from := range [][]measure.Record{fresh, old} {
			if i := slices.IndexFunc(from, func(r measure.Record) bool { return r.Case == c.Name }); i >= 0 {
				out = append(out, from[i])
				break
			}
		}
	}
	return out
}

func (r *runner) finish(file string, all, fresh []measure.Record) error {
	text, err := measure.Encode(all)
	if err != nil {
		return err
	}
	if err := os.WriteFile(file, text, 0o644); err != nil {
		return err
	}
	page := measure.Page(all)
	if err := os.WriteFile(filepath.Join(r.root, "TABLE.md"), []byte(page), 0o644); err != nil {
		return err
	}
	fmt.Print(measure.Page(fresh))
	bad := 0
	for _, rec := range fresh {
		for i := range rec.Cells {
			if c := &rec.Cells[i]; c.Bad() {
				bad++
				fmt.Fprintf(os.Stderr, "%s, %s: answered %s, predicted %v; attempts %v, printed %v\n", rec.Case, c.Fault, c.Observed, c.Predicted, c.Attempts, c.AtMost)
			}
		}
	}
	if bad > 0 {
		return fmt.Errorf("%d cells are wrong", bad)
	}
	return nil
}

func (r *runner) goBuild(ctx context.Context, dir, out string, patterns ...string) error {
	cmd := exec.CommandContext(ctx, "go", append([]string{"build", "-o", out}, patterns...)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "CGO_ENABLED=0")
	if text, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("go build: %w\n%s", err, text)
	}
	return nil
}
