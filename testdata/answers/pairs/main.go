// Command pairs compares what ampcheck says that the operations of real systems
// answer when a call below them fails with what somebody has read in their source:
// testdata/answers/systems, a file for each system. The systems are checkouts DIR/ID
// of the repositories in the files, at the commits that they name.
//
//	go run ./testdata/answers/pairs -checkouts DIR [-system ID] [-list | -draft]
//
// It prints n/N of the pairs of an operation and a call below it of which the answer
// is known in every class, and how many of those are wrong, or wider than what can
// happen. -list prints every pair beside what was read, -draft what ampcheck says
// only. It fails where an answer is wrong, or a pair was not read.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "pairs:", err)
		os.Exit(1)
	}
}

func run() error {
	checkouts := flag.String("checkouts", "", "`DIR` with the checkouts")
	only := flag.String("system", "", "the system `ID` only")
	list := flag.Bool("list", false, "print every pair beside what was read")
	draft := flag.Bool("draft", false, "print what ampcheck says of every pair, and compare nothing")
	flag.Parse()
	if *checkouts == "" {
		return errors.New("-checkouts is needed")
	}
	files, err := filepath.Glob("testdata/answers/systems/*.yaml")
	if err != nil {
		return err
	}
	if len(files) == 0 {
		return errors.New("testdata/answers/systems is not here: run it in the root of the module")
	}
	slices.Sort(files)
	tmp, err := os.MkdirTemp("", "pairs")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	tool := filepath.Join(tmp, "ampcheck")
	if text, err := exec.Command("go", "build", "-o", tool, "./cmd/ampcheck").CombinedOutput(); err != nil {
		return fmt.Errorf("building: %w: %s", err, text)
	}
	all := count{}
	for _, file := range files {
		id := strings.TrimSuffix(filepath.Base(file), ".yaml")
		if *only != "" && id != *only {
			continue
		}
		read, err := readTruth(file)
		if err != nil {
			return err
		}
		printed, err := pairsOf(tool, filepath.Join(*checkouts, id), read.Packages)
		if err != nil {
			return fmt.Errorf("%s: %w", id, err)
		}
		if *draft {
			for _, p := range printed {
				fmt.Println(p.key(), "=>", p.says())
			}
			continue
		}
		c := compare(read, printed, *list)
		fmt.Println(c.line(id))
		all.add(c)
	}
	if *draft {
		return nil
	}
	fmt.Println(all.line("all"))
	if all.wrong+all.unread > 0 {
		return fmt.Errorf("%d pairs are wrong, %d were not read", all.wrong, all.unread)
	}
	return nil
}
