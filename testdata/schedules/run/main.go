// Run measures when the attempts of client libraries start, in the fake time of
// testing/synctest, asks ampcheck when they may, and writes both to
// measurement.json:
//
//	go run ./testdata/schedules/run
//
// It fails where an attempt started outside what ampcheck says.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"

	"github.com/ampcheck/ampcheck/graph"
	"github.com/ampcheck/ampcheck/testdata/schedules/measure"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "run:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	dir := flag.String("dir", "testdata/schedules", "directory of the cases")
	flag.Parse()
	tmp, err := os.MkdirTemp("", "schedules")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	cases := filepath.Join(*dir, "cases")
	record := &measure.Record{}
	if record.Inputs, err = measure.Inputs(cases); err != nil {
		return err
	}
	if record.Measured, err = started(ctx, cases, filepath.Join(tmp, "started.json")); err != nil {
		return err
	}
	result, err := predicted(ctx, cases, filepath.Join(tmp, "ampcheck"))
	if err != nil {
		return err
	}
	if err := record.Write(filepath.Join(*dir, "measurement.json")); err != nil {
		return err
	}
	outside := 0
	for _, c := range record.Compare(result) {
		fmt.Println(c)
		outside += len(c.Wrong)
	}
	if outside > 0 {
		return errors.New("attempts started outside what is printed")
	}
	return nil
}

// started runs the cases and returns when their attempts started.
func started(ctx context.Context, cases, out string) (map[string]*measure.Started, error) {
	file, err := filepath.Abs(out)
	if err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(ctx, "go", "test", "-count=1", "-run", "TestSchedules", ".")
	cmd.Dir, cmd.Env = cases, append(os.Environ(), "SCHEDULES="+file, "GOWORK=off")
	if text, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("running the cases: %w\n%s", err, text)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	all := map[string]*measure.Started{}
	return all, json.Unmarshal(data, &all)
}

// predicted is what ampcheck says of the cases.
func predicted(ctx context.Context, cases, binary string) (*graph.Result, error) {
	if out, err := exec.CommandContext(ctx, "go", "build", "-o", binary, "./cmd/ampcheck").CombinedOutput(); err != nil {
		return nil, fmt.Errorf("building ampcheck: %w\n%s", err, out)
	}
	cmd := exec.CommandContext(ctx, binary, "report", "--format", "json", "--operations", cases)
	cmd.Env = append(os.Environ(), "GOWORK=off")
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("ampcheck: %w", err)
	}
	r := &graph.Result{}
	return r, json.Unmarshal(out, r)
}
