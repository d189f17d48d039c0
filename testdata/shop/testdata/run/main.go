// Run starts the shop on the loopback interface and prints what one request of
// the client costs the database: {"queries":648,"happy":8}.
//
// With -edit it measures a changed copy of the shop, which it leaves in the
// directory that -into names.
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
	flag.Parse()

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
