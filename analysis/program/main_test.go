package program_test

import (
	"context"
	"fmt"
	"os"
	"testing"

	"github.com/ampcheck/ampcheck/analysis/program"
)

// loadVar makes the test binary load the directory it names, and nothing else,
// with the loader of loaderVar: a small program to look at from outside.
const (
	loadVar   = "AMPCHECK_TEST_LOAD"
	loaderVar = "AMPCHECK_TEST_LOADER"
)

func TestMain(m *testing.M) {
	if dir := os.Getenv(loadVar); dir != "" {
		if err := loadOnly(dir, os.Getenv(loaderVar)); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func loadOnly(dir, loader string) error {
	o := program.Options{Dir: dir, Offline: true, Environ: os.Environ(), Loader: loader}
	if loader == "untrusted" {
		o.Loader, o.Untrusted = "", true
	}
	problems, err := program.Load(context.Background(), o, func(p *program.Program) error {
		for _, m := range p.Modules {
			fmt.Println("module", m.Path)
		}
		return nil
	})
	for _, p := range problems {
		fmt.Println(p.Pos, p.Message)
	}
	return err
}
