// Command run measures loading with SSA and call graph on one module, beside a
// minimal program that loads and builds SSA with the libraries alone. Each side
// runs in a process of its own, alternating, and the medians are printed.
//
//	go run ./testdata/program/run DIR [ROUNDS]
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"syscall"
	"time"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"

	"github.com/ampcheck/ampcheck/analysis/program"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "run:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) == 3 && args[0] == "-side" {
		return sides[args[1]](args[2])
	}
	if len(args) == 0 {
		return errors.New("usage: run DIR [ROUNDS]")
	}
	rounds := 5
	if len(args) > 1 {
		var err error
		if rounds, err = strconv.Atoi(args[1]); err != nil || rounds < 1 {
			return fmt.Errorf("%q is not a number of rounds", args[1])
		}
	}
	return compare(args[0], rounds)
}

// sides are what is measured.
var sides = map[string]func(dir string) error{
	"minimal": minimal,
	"auto":    func(dir string) error { return loaded(dir, program.LoaderAuto) },
	"analyse": analysed,
	"source":  func(dir string) error { return loaded(dir, program.LoaderSource) },
}

var order = []string{"minimal", "auto", "source", "analyse"}

// analysed is the whole pass: loading, call graph, and the fragments.
func analysed(dir string) error {
	_, _, err := program.Analyse(context.Background(), program.Options{Dir: dir, Environ: os.Environ()})
	return err
}

func compare(dir string, rounds int) error {
	figures := map[string][]figure{}
	for range rounds {
		for _, side := range order {
			f, err := measure(side, dir)
			if err != nil {
				return fmt.Errorf("%s: %w", side, err)
			}
			figures[side] = append(figures[side], f)
		}
	}
	base := median(figures[order[0]])
	for _, side := range order {
		f := median(figures[side])
		fmt.Printf("%-8s %6.2f s CPU (%.2fx)  %6.2f s wall (%.2fx)  %5d MB peak (%.2fx)\n", side,
			f.cpu.Seconds(), ratio(f.cpu, base.cpu), f.wall.Seconds(), ratio(f.wall, base.wall), f.peak>>10, ratio(f.peak, base.peak))
	}
	return nil
}

// figure is the cost of one process with its children; peak is in KiB.
type figure struct {
	cpu, wall time.Duration
	peak      int64
}

func measure(side, dir string) (figure, error) {
	cmd := exec.Command(os.Args[0], "-side", side, dir)
	// The build cache holds what the side that is measured would have to compile,
	// for both the same.
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=-mod=readonly -buildvcs=false", "GOGC=200")
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	start := time.Now()
	if err := cmd.Run(); err != nil {
		return figure{}, err
	}
	usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	if !ok {
		return figure{}, errors.New("the system does not tell the memory of a process")
	}
	state := cmd.ProcessState
	return figure{state.UserTime() + state.SystemTime(), time.Since(start), usage.Maxrss}, nil
}

func median(fs []figure) figure {
	return figure{
		cpu:  middle(fs, func(f figure) time.Duration { return f.cpu }),
		wall: middle(fs, func(f figure) time.Duration { return f.wall }),
		peak: middle(fs, func(f figure) int64 { return f.peak }),
	}
}

func middle[T int64 | time.Duration](fs []figure, get func(figure) T) T {
	var all []T
	for _, f := range fs {
		all = append(all, get(f))
	}
	slices.Sort(all)
	return all[len(all)/2]
}

func ratio[T int64 | time.Duration](a, b T) float64 { return float64(a) / float64(b) }

// loaded does what the check driver does before it reads a function.
func loaded(dir, loader string) error {
	o := program.Options{Dir: dir, Loader: loader, Offline: true, Environ: os.Environ()}
	problems, err := program.Load(context.Background(), o, func(p *program.Program) error {
		p.ReleaseSyntax()
		p.Resolve(nil, func(ssa.CallInstruction) bool { return true })
		fmt.Fprintf(os.Stderr, "%s: %d packages, %d functions in the slice\n", loader, len(p.Packages()), len(p.Slice()))
		return nil
	})
	for _, p := range problems {
		fmt.Fprintln(os.Stderr, p.Pos, p.Message)
	}
	return err
}

// minimal loads with go/packages and builds SSA.
func minimal(dir string) error {
	mode := packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports | packages.NeedTypesSizes |
		packages.NeedModule | packages.NeedExportFile | packages.NeedTypes | packages.NeedSyntax | packages.NeedTypesInfo
	pkgs, err := packages.Load(&packages.Config{Mode: mode, Dir: dir}, "./...")
	if err != nil {
		return err
	}
	prog, _ := ssautil.Packages(pkgs, ssa.InstantiateGenerics)
	prog.Build()
	fmt.Fprintf(os.Stderr, "minimal: %d packages\n", len(pkgs))
	return nil
}
