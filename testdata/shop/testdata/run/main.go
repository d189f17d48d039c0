// Run starts the shop on the loopback interface and prints what one request of
// the client costs the database: {"queries":648,"happy":8}.
//
// With -edit it measures a changed copy of the shop, which it leaves in the
// directory that -into names. With -stuck it makes a copy with other timeouts there,
// and prints how many queries are at work at once at a database that never answers by
// itself:
//
//	go run ./testdata/run -stuck inverted -into DIR
//	go run ./testdata/run -record testdata/stuck.json
//
// The second line measures both copies and writes the record that tests read. With
// -counters it lets clients ask the shop while its database is well and then fails every
// query, and writes what arrived at each service, which takes minutes:
//
//	go run ./testdata/run -counters testdata/counters.json
//
// With -layers it measures a copy of the structure that is advised, in front of a database
// that fails and of one that is not there, and one whose client of gRPC is throttled, and
// writes the record; -copy only makes the copy. It needs Linux, unshare and ip, since refused connections are counted in a network
// of their own:
//
//	go run ./testdata/run -layers testdata/layers.json
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/signal"
	"slices"
	"strings"

	"github.com/ampcheck/ampcheck/testdata/shop/testdata/measure"
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
	names := strings.Join(slices.Sorted(maps.Keys(measure.Edits)), ", ")
	dir := flag.String("dir", ".", "directory of the shop's module")
	attempts := flag.Int("attempts", 3, "attempts of the client")
	edit := flag.String("edit", "", "change to make in a copy first: "+names)
	into := flag.String("into", "", "directory for the copy")
	stuck := flag.String("stuck", "", "timeouts to set in a copy first: inverted, propagated")
	onlyCopy := flag.Bool("copy", false, "make the copy and measure nothing")
	record := flag.String("record", "", "file for what both copies with other timeouts measure")
	layers := flag.String("layers", "", "file for what a copy of the advised structure measures")
	layered := flag.Bool("layered", false, "with -copy: make a copy of the advised structure")
	throttled := flag.Bool("throttled", false, "with -copy: make a copy whose client of gRPC is throttled")
	counters := flag.String("counters", "", "file for what arrives at each service over time")
	inputs := flag.Bool("inputs", false, "print the hash of what is measured")
	flag.Parse()

	switch {
	case *inputs:
		h, err := measure.Inputs(*dir)
		fmt.Println(h)
		return err
	case *layered && *onlyCopy:
		_, err := measure.LayeredCopy(ctx, *into, *dir, *attempts, true)
		return err
	case *throttled && *onlyCopy:
		_, err := measure.ThrottledCopy(ctx, *into, *dir, *attempts, true)
		return err
	case *layers != "" && os.Getenv(alone) == "":
		return inNetwork(ctx)
	case *layers != "":
		return recordLayers(ctx, *layers, *dir, *attempts)
	case *counters != "":
		return recordCounters(ctx, *counters, *dir, *attempts)
	case *record != "":
		return recordStuck(ctx, *record, *dir, *attempts)
	case *stuck != "":
		if *into == "" {
			return errors.New("-stuck needs -into")
		}
		peaks, err := measure.StuckCopy(ctx, *into, *dir, *stuck, *attempts, *onlyCopy)
		if err != nil || *onlyCopy {
			return err
		}
		return json.NewEncoder(os.Stdout).Encode(peaks)
	}
	if *edit != "" {
		e, ok := measure.Edits[*edit]
		if !ok {
			return fmt.Errorf("no edit %q, only %s", *edit, names)
		}
		if *into == "" {
			return errors.New("-edit needs -into")
		}
		if err := measure.Copy(*into, *dir, e); err != nil {
			return err
		}
		*dir = *into
	}
	result, err := measure.Both(ctx, *dir, *attempts)
	if err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(result)
}

// recordCounters writes what arrives at each service of the shop.
func recordCounters(ctx context.Context, file, dir string, attempts int) error {
	r, err := measure.Watch(ctx, dir, attempts)
	if err != nil {
		return err
	}
	data, err := json.Marshal(r)
	if err != nil {
		return err
	}
	return os.WriteFile(file, append(data, '\n'), 0o666)
}

// recordStuck measures the shop with both sets of timeouts.
func recordStuck(ctx context.Context, file, dir string, attempts int) error {
	inputs, err := measure.Inputs(dir)
	if err != nil {
		return err
	}
	r := measure.Record{Inputs: inputs, Peaks: map[string]measure.Peaks{}}
	for name := range measure.Slow {
		tmp, err := os.MkdirTemp("", "shop")
		if err != nil {
			return err
		}
		defer os.RemoveAll(tmp)
		if r.Peaks[name], err = measure.StuckCopy(ctx, tmp, dir, name, attempts, false); err != nil {
			return err
		}
	}
	data, err := json.MarshalIndent(r, "", " ")
	if err != nil {
		return err
	}
	return os.WriteFile(file, append(data, '\n'), 0o666)
}
