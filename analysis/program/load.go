package program

import (
	"context"
	"errors"
	"fmt"
	"go/token"
	"os"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/ampcheck/ampcheck/graph"
)

// The loaders: where the types of dependencies come from.
const (
	// LoaderAuto reads the export data that is in the build cache, and source
	// for the rest.
	LoaderAuto = "auto"
	// LoaderExport compiles what the build cache lacks.
	LoaderExport = "export"
	// LoaderSource reads source only. It is the one used for untrusted trees.
	LoaderSource = "source"
)

// Options say what to load and how.
type Options struct {
	// Dir is the directory to analyse, as an absolute path.
	Dir string
	// Base is the directory that positions are relative to, as an absolute path
	// with links followed; "" is Dir.
	Base string
	// Patterns are package patterns as of the go command, with Dir as the
	// current directory. Without any, every module below Dir is loaded.
	Patterns []string
	// Tags are build tags, separated by commas.
	Tags string
	// Below are the directories in Dir whose modules are analysed, as absolute
	// paths; none is Dir itself. What they replace may lie anywhere in Dir.
	Below []string
	// Loader is one of the loaders; "" is LoaderAuto.
	Loader string
	// Offline forbids the go command to download modules.
	Offline bool
	// Untrusted is Offline with the source loader: nothing but go list runs.
	Untrusted bool
	// Tests loads test files too.
	Tests bool
	// Every makes Analyse write a handler for every function that repeats
	// something itself, whether a program reaches it or not, instead of the
	// programs.
	Every bool
	// Sites makes Analyse list what repeats in the selected packages, and nothing
	// else.
	Sites bool
	// Clients are rows that go before those of the table of libraries.
	Clients []graph.Library
	// AttemptHeaders are names, in lower case, of headers in which callers say which
	// try a request is, beside those that libraries and proxies set.
	AttemptHeaders []string
	// Jobs is how many programs are loaded at once; below 1 is 1.
	Jobs int
	// Environ is the environment in the form of os.Environ. A few variables are
	// read from it; the rest never reaches the go command.
	Environ []string
	// Instead holds what stands in for files of the tree, by absolute path with links
	// followed.
	Instead map[string][]byte
	// Progress, if set, is told what is being loaded. Calls do not overlap.
	Progress func(string)
}

// Load loads the programs of a directory: one for each workspace, and one for
// each module that belongs to none. It calls use once for each of them, from at
// most Jobs goroutines at a time and in no particular order, and lets go of the
// program when use returns, so that a tree of many modules needs the memory of
// few. An error is one of the options or of use; anything wrong with the tree is
// among the problems, which are sorted.
func Load(ctx context.Context, o Options, use func(*Program) error) ([]graph.Problem, error) {
	if err := o.check(); err != nil {
		return nil, fmt.Errorf("loading packages: %w", err)
	}
	l, err := newLoader(ctx, o)
	if err != nil {
		return nil, fmt.Errorf("loading packages: %w", err)
	}
	defer l.close()
	units, err := l.discover()
	if err != nil {
		return nil, fmt.Errorf("loading packages: %w", err)
	}
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(max(1, o.Jobs))
	for _, u := range units {
		group.Go(func() error { return l.loadUnit(ctx, u, use) })
	}
	if err := group.Wait(); err != nil {
		return nil, fmt.Errorf("loading packages: %w", err)
	}
	return l.problems.sorted(), nil
}

func (o Options) check() error {
	if !isAbs(o.Dir) {
		return fmt.Errorf("%q is not an absolute path", o.Dir)
	}
	if o.Base != "" && !isAbs(o.Base) {
		return fmt.Errorf("%q is not an absolute path", o.Base)
	}
	for _, dir := range o.Below {
		if !isAbs(dir) || !isWithin(dir, o.Dir) {
			return fmt.Errorf("%q is no absolute path in %s", dir, o.Dir)
		}
	}
	switch o.Loader {
	case "", LoaderAuto, LoaderExport, LoaderSource:
	default:
		return fmt.Errorf("unknown loader %q: it is %s, %s or %s", o.Loader, LoaderAuto, LoaderExport, LoaderSource)
	}
	for _, p := range o.Patterns {
		if p == "" || strings.HasPrefix(p, "-") {
			return fmt.Errorf("%q is not a package pattern", p)
		}
	}
	return nil
}

// dirs are the directories whose modules are analysed.
func (o Options) dirs() []string {
	if len(o.Below) == 0 {
		return []string{o.Dir}
	}
	return o.Below
}

// loader is the state of one call of Load.
type loader struct {
	opts     Options
	tree     *tree
	gocmd    *goCommand
	problems problemSet
	// fset holds the files of all programs, since they share packages.
	fset     *token.FileSet
	common   commonTypes
	progress sync.Mutex
	// scratch is a directory for files that stand in for some of the tree, "" as
	// long as there are none.
	scratch     string
	scratchLock sync.Mutex
}

// close lets go of the tree and of what was written for the go command.
func (l *loader) close() {
	_ = l.tree.close()
	if l.scratch != "" {
		_ = os.RemoveAll(l.scratch)
	}
}

func newLoader(ctx context.Context, o Options) (*loader, error) {
	if o.Untrusted {
		o.Offline, o.Loader = true, LoaderSource
	}
	if o.Loader == "" {
		o.Loader = LoaderAuto
	}
	t, err := openTree(o.Dir)
	if err != nil {
		return nil, err
	}
	t.below = o.dirs()
	if o.Base != "" {
		t.base = o.Base
	}
	gocmd, err := newGoCommand(o, t)
	if err != nil {
		return nil, errors.Join(err, t.close())
	}
	return &loader{opts: o, tree: t, gocmd: gocmd, fset: token.NewFileSet()}, nil
}

// loadUnit loads one program and hands it to use.
func (l *loader) loadUnit(ctx context.Context, u *unit, use func(*Program) error) error {
	l.say(u)
	list, err := l.listGenerated(ctx, u)
	if list == nil || err != nil {
		return err
	}
	c := newChecker(l, u, list)
	err = c.run(ctx)
	if errors.Is(err, errExportData) {
		// The compiler that filled the cache writes a format this build does not
		// know. Source is always readable.
		c = newChecker(l, u, withoutExports(list))
		err = c.run(ctx)
	}
	if err != nil {
		return err
	}
	p := l.program(u, c)
	if len(p.Packages()) == 0 {
		return nil
	}
	p.build()
	return use(p)
}

func (l *loader) say(u *unit) {
	if l.opts.Progress == nil {
		return
	}
	l.progress.Lock()
	defer l.progress.Unlock()
	l.opts.Progress("loading " + l.tree.rel(u.dir))
}

// problemSet collects problems from several goroutines, each once.
type problemSet struct {
	mu   sync.Mutex
	list []graph.Problem
}

func (s *problemSet) add(p ...graph.Problem) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.list = append(s.list, p...)
}

func (s *problemSet) sorted() []graph.Problem {
	slices.SortFunc(s.list, compareProblems)
	return slices.Compact(s.list)
}

func compareProblems(a, b graph.Problem) int {
	if c := a.Pos.Compare(b.Pos); c != 0 {
		return c
	}
	return strings.Compare(a.Message, b.Message)
}
