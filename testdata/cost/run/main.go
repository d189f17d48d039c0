// Command run measures what ampcheck sites costs on a module beside go vet, staticcheck
// and a program that loads the module the same way and builds SSA and the call graphs
// of class hierarchy and variable type analysis. The four alternate, each with caches
// of its own that are empty, and the medians are printed: processor time, time on the
// clock and peak memory, and as ratios. The dependencies of the module must be there.
//
//	go run ./testdata/cost/run [-rounds N] DIR [PATTERN ...]
//
// With -check it is what ampcheck check costs on a directory beside go vet on modules
// in it, whose directories are named relative to it:
//
//	go run ./testdata/cost/run -check [-rounds N] DIR [MODULE ...]
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"
	"time"

	"golang.org/x/tools/go/callgraph/cha"
	"golang.org/x/tools/go/callgraph/vta"
	"golang.org/x/tools/go/ssa/ssautil"

	"github.com/ampcheck/ampcheck/analysis/program"
)

const staticcheck = "honnef.co/go/tools/cmd/staticcheck@v0.8.2"

func main() {
	rounds := flag.Int("rounds", 5, "how often each program runs")
	floor := flag.Bool("floor", false, "load, build SSA and the call graphs, and end")
	check := flag.Bool("check", false, "measure check beside go vet")
	flag.Parse()
	do := measure
	switch {
	case *floor:
		do = func(_ int, args []string) error { return load(args) }
	case *check:
		do = measureCheck
	}
	if err := do(*rounds, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "run:", err)
		os.Exit(1)
	}
}

// load is the least that an analysis of whole programs does.
func load(args []string) error {
	o := program.Options{Dir: args[0], Patterns: args[1:], Sites: true, Jobs: 2, Environ: os.Environ()}
	_, err := program.Load(context.Background(), o, func(p *program.Program) error {
		vta.CallGraph(ssautil.AllFunctions(p.SSA), cha.CallGraph(p.SSA))
		return nil
	})
	return err
}

// tool is a program that is measured. It runs in each of the directories below the one
// that is given, or in that alone where there are none.
type tool struct {
	name string
	args []string
	in   []string
}

// cost is one run: processor and clock time, and peak memory of the largest process.
type cost struct {
	cpu, wall time.Duration
	bytes     int64
}

func measure(rounds int, args []string) error {
	if len(args) == 0 {
		return fmt.Errorf("usage: run [-rounds N] DIR [PATTERN ...]")
	}
	tmp, err := os.MkdirTemp("", "cost")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	own, checker := filepath.Join(tmp, "ampcheck"), filepath.Join(tmp, "bin", "staticcheck")
	if err := setUp(tmp, own); err != nil {
		return err
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	dir, patterns := args[0], args[1:]
	if len(patterns) == 0 {
		patterns = []string{"./..."}
	}
	os.Setenv("GOFLAGS", "-mod=mod") // a go.sum may lack what staticcheck asks for
	return alternate(rounds, tmp, dir, []tool{
		{name: "ampcheck sites", args: append([]string{own, "sites"}, patterns...)},
		{name: "loading, SSA, CHA, VTA", args: append([]string{self, "-floor", dir}, patterns...)},
		{name: "go vet, cold", args: append([]string{"go", "vet"}, patterns...)},
		{name: "staticcheck, cold", args: append([]string{checker}, patterns...)},
	})
}

// measureCheck measures the check of a directory beside go vet on its modules.
func measureCheck(rounds int, args []string) error {
	if len(args) == 0 {
		return fmt.Errorf("usage: run -check [-rounds N] DIR [MODULE ...]")
	}
	tmp, err := os.MkdirTemp("", "cost")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	own := filepath.Join(tmp, "ampcheck")
	if err := build(tmp, "build", "-o", own, "./cmd/ampcheck"); err != nil {
		return err
	}
	return alternate(rounds, tmp, args[0], []tool{
		{name: "ampcheck check", args: []string{own, "check", "--quiet", "."}},
		{name: "go vet, cold", args: []string{"go", "vet", "./..."}, in: args[1:]},
	})
}

// alternate runs the tools in turn and prints the medians.
func alternate(rounds int, tmp, dir string, tools []tool) error {
	costs := make([][]cost, len(tools))
	for range rounds {
		for i, t := range tools {
			c, err := t.run(tmp, dir)
			if err != nil {
				return fmt.Errorf("%s: %w", t.name, err)
			}
			costs[i] = append(costs[i], c)
		}
	}
	report(tools, costs)
	return nil
}

// setUp builds the two programs that are no part of Go.
func setUp(tmp, own string) error {
	if err := build(tmp, "build", "-o", own, "./cmd/ampcheck"); err != nil {
		return err
	}
	return build(tmp, "install", staticcheck)
}

// build runs the go command.
func build(tmp string, args ...string) error {
	cmd := exec.Command("go", args...)
	cmd.Env = append(os.Environ(), "GOBIN="+filepath.Join(tmp, "bin"))
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%v: %w\n%s", args, err, out)
	}
	return nil
}

// run runs a tool once with empty caches. That it finds something is no error.
func (t tool) run(tmp, dir string) (cost, error) {
	cache, err := os.MkdirTemp(tmp, "cache")
	if err != nil {
		return cost{}, err
	}
	defer os.RemoveAll(cache)
	if len(t.in) == 0 {
		return t.runIn(cache, dir)
	}
	var all cost
	for _, in := range t.in {
		c, err := t.runIn(cache, filepath.Join(dir, in))
		if err != nil {
			return cost{}, err
		}
		all = cost{all.cpu + c.cpu, all.wall + c.wall, max(all.bytes, c.bytes)}
	}
	return all, nil
}

func (t tool) runIn(cache, dir string) (cost, error) {
	cmd := exec.Command(t.args[0], t.args[1:]...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOCACHE="+filepath.Join(cache, "go"), "STATICCHECK_CACHE="+filepath.Join(cache, "check"))
	start := time.Now()
	err := cmd.Run()
	if cmd.ProcessState == nil {
		return cost{}, err
	}
	c := cost{cpu: cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), wall: time.Since(start)}
	if u, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		c.bytes = u.Maxrss * 1024
	}
	return c, nil
}

func report(tools []tool, costs [][]cost) {
	median := func(of []cost) (m cost) {
		pick := func(key func(cost) int64) int64 {
			var all []int64
			for _, c := range of {
				all = append(all, key(c))
			}
			slices.Sort(all)
			return all[len(all)/2]
		}
		m.cpu = time.Duration(pick(func(c cost) int64 { return int64(c.cpu) }))
		m.wall = time.Duration(pick(func(c cost) int64 { return int64(c.wall) }))
		m.bytes = pick(func(c cost) int64 { return c.bytes })
		return m
	}
	own := median(costs[0])
	for i, t := range tools {
		m := median(costs[i])
		fmt.Printf("%-24s cpu %7.1fs  wall %7.1fs  peak %5d MB   ampcheck is %.2f of its cpu, %.2f of its wall, %.2f of its peak\n", t.name,
			m.cpu.Seconds(), m.wall.Seconds(), m.bytes>>20, own.cpu.Seconds()/m.cpu.Seconds(), own.wall.Seconds()/m.wall.Seconds(), float64(own.bytes)/float64(m.bytes))
	}
}
