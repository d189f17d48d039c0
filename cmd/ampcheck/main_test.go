package main

import (
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "write the outputs in the scripts")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"ampcheck": main})
}

func TestScripts(t *testing.T) {
	shop, err := filepath.Abs("../../testdata/shop")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 "../../testdata/cmd",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		UpdateScripts:       *update,
		Setup: func(env *testscript.Env) error {
			env.Setenv("SHOP", shop)
			return shareCaches(env)
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){"exits": exits, "copytree": copyTreeCommand},
	})
}

// shareCaches lets the scripts, whose home is empty, use the caches of the go
// command.
func shareCaches(env *testscript.Env) error {
	keys := []string{"GOCACHE", "GOMODCACHE"}
	out, err := exec.Command("go", append([]string{"env"}, keys...)...).Output()
	if err != nil {
		return err
	}
	values := strings.Split(string(out), "\n")
	for i, key := range keys {
		env.Setenv(key, strings.TrimSpace(values[i]))
	}
	return nil
}

// copyTreeCommand is "copytree FROM TO": a directory with all below it.
func copyTreeCommand(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: copytree FROM TO")
	}
	ts.Check(os.CopyFS(ts.MkAbs(args[1]), os.DirFS(args[0])))
}

// exits is "exits CODE PROGRAM ARGS...": exec that wants this very exit code.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE PROGRAM ARGS...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	code, err := 0, ts.Exec(args[1], args[2:]...)
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		code, err = exit.ExitCode(), nil
	}
	ts.Check(err)
	if code != want {
		ts.Fatalf("exit code %d, want %d", code, want)
	}
}
