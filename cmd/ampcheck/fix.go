package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/ampcheck/ampcheck/graph"
	"github.com/ampcheck/ampcheck/report"
)

// fixFlags are those of check that change the input.
type fixFlags struct{ fix, diff bool }

// refuse says what does not go together.
func (f *fixFlags) refuse(args []string, o *options, docs string) error {
	switch {
	case !f.fix:
		return errors.New("--diff belongs to --fix: say both")
	case f.diff && len(o.formats) > 0:
		return errors.New("--diff prints the changes and no report: leave out --format")
	case docs != "":
		return errors.New("--fix does not look at documents: leave out --docs")
	case slices.Contains(args, "-"):
		return errors.New("--fix changes files: what comes on standard input has to be changed where it is made")
	}
	return nil
}

// fix makes the advised changes, or prints them.
func (a *app) fix(ctx context.Context, args []string, o *options, show bool) error {
	outputs, err := outputsOf(o.formats)
	if err != nil {
		return err
	}
	f, err := a.fixed(ctx, args, o)
	if err != nil {
		return err
	}
	f.say(a.stderr)
	if show {
		return worse(gate(f.result), f.diff(a.stdout))
	}
	if err := f.write(); err != nil {
		return err
	}
	opts := report.Options{Brief: true, Wide: o.wide, Quiet: o.quiet, Color: a.colored(o), Root: o.root}
	return worse(gate(f.result), a.write(outputs, f.result, opts))
}

// changedFiles are files as they are after a fix, by slash path.
type changedFiles map[string][]byte

// byPath are the files below a directory, by absolute path.
func (c changedFiles) byPath(root string) map[string][]byte {
	all := map[string][]byte{}
	for name, data := range c {
		all[filepath.Join(root, filepath.FromSlash(name))] = data
	}
	return all
}

// fixer makes the changes that findings advise, one finding after the other: what is
// advised for one may be what another one keeps.
type fixer struct {
	a    *app
	args []string
	o    *options
	// result is the analysis with the changes so far.
	result *graph.Result
	// was are the changed files as they are on disk.
	was     changedFiles
	done    []graph.AdvisedChange
	refused []refusedChange
}

// refusedChange is one that a person has to make.
type refusedChange struct {
	graph.AdvisedChange
	why error
}

// maxFixed is how many findings are fixed in one run; each takes an analysis.
const maxFixed = 20

// fixed makes what changes the findings advise, as far as that is mechanical: in
// memory.
func (a *app) fixed(ctx context.Context, args []string, o *options) (*fixer, error) {
	f := &fixer{a: a, args: args, o: o, was: changedFiles{}}
	o.instead = changedFiles{}
	if err := f.analyse(ctx); err != nil {
		return nil, err
	}
	for range maxFixed {
		made := f.next()
		if len(made) == 0 {
			break
		}
		if err := f.analyse(ctx); err != nil {
			return nil, err
		}
		if err := f.check(ctx, made); err != nil {
			return nil, err
		}
	}
	return f, nil
}

func (f *fixer) analyse(ctx context.Context) (err error) {
	f.result, err = f.a.analyse(ctx, f.args, f.o)
	return err
}

// madeChange is a change with the file as it was before.
type madeChange struct {
	graph.AdvisedChange
	before []byte
}

// next makes the changes of the first finding that has some which can be made.
func (f *fixer) next() []madeChange {
	for i := range f.result.Findings {
		finding := &f.result.Findings[i]
		if finding.Suppressed || finding.Advice == nil {
			continue
		}
		var made []madeChange
		for _, change := range finding.Advice.Changes {
			if f.isRefused(change) {
				continue
			}
			before, err := f.change(change)
			if err != nil {
				f.refused = append(f.refused, refusedChange{change, err})
				continue
			}
			made = append(made, madeChange{change, before})
		}
		if len(made) > 0 {
			return made
		}
	}
	return nil
}

func (f *fixer) isRefused(change graph.AdvisedChange) bool {
	return slices.ContainsFunc(f.refused, func(r refusedChange) bool { return r.Layer == change.Layer })
}

// change makes one change and returns the file as it was before it.
func (f *fixer) change(change graph.AdvisedChange) ([]byte, error) {
	name := change.Pos.File
	switch {
	case change.Pos.Origin != "":
		return nil, errors.New("it is part of another tree")
	case change.Pos.Line == 0:
		return nil, errors.New("it is a default: set the number where the client is made")
	case change.Declared:
		return nil, errors.New("the policy says what a caller does that is not part of the input: change the caller, then the policy")
	}
	data, ok := f.o.instead[name]
	if !ok {
		dir, err := os.OpenRoot(f.o.root)
		if err != nil {
			return nil, err
		}
		defer dir.Close()
		if data, err = dir.ReadFile(filepath.FromSlash(name)); err != nil {
			return nil, err
		}
		f.was[name] = data
	}
	changed, err := oneAttempt(data, change)
	if err != nil {
		return nil, err
	}
	f.o.instead[name] = changed
	return data, nil
}

// check takes back what did not have the effect that was wanted: a number can mean
// something else in a library than the one it stands for.
func (f *fixer) check(ctx context.Context, made []madeChange) error {
	left := f.attempts()
	back := false
	for _, change := range slices.Backward(made) {
		n, there := left[change.Layer]
		if !there || n <= 1 {
			continue
		}
		back = true
		f.o.instead[change.Pos.File] = change.before
		f.refused = append(f.refused, refusedChange{change.AdvisedChange, fmt.Errorf("with another number there it makes %s attempts", n)})
	}
	for _, change := range made {
		if !f.isRefused(change.AdvisedChange) {
			f.done = append(f.done, change.AdvisedChange)
		}
	}
	if back {
		return f.analyse(ctx)
	}
	return nil
}

// attempts are those of each layer, by identity.
func (f *fixer) attempts() map[string]graph.Count {
	all := map[string]graph.Count{}
	for i := range f.result.Edges {
		for _, l := range f.result.Edges[i].Layers {
			for _, id := range []string{l.ID, l.Identity} {
				all[id] = max(all[id], l.Attempts)
			}
		}
	}
	return all
}

// say lists what was changed, and what a person has to change.
func (f *fixer) say(w io.Writer) {
	for _, c := range f.done {
		fmt.Fprintf(w, "%s: %s: %s attempts -> 1\n", c.Pos, c.Name, c.From)
	}
	for _, c := range f.refused {
		fmt.Fprintf(w, "%s: by hand: %s makes %s attempts, and 1 is advised: %s\n", c.Pos, c.Name, c.From, c.why)
	}
	switch {
	case len(f.done)+len(f.refused) > 0:
	case gate(f.result) == nil:
		fmt.Fprintln(w, "nothing to change: no finding advises a number")
	default:
		fmt.Fprintln(w, "nothing to change here: what the errors need is no number that can be set to one attempt; ampcheck check says what each of them needs")
	}
}

// files are the names of what changed, sorted.
func (f *fixer) files() []string {
	var names []string
	for name, data := range f.o.instead {
		if string(data) != string(f.was[name]) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// diff writes the changes as a unified diff, as git apply and patch -p1 read it.
func (f *fixer) diff(w io.Writer) error {
	for _, name := range f.files() {
		if _, err := w.Write(diff.Diff("a/"+name, f.was[name], "b/"+name, f.o.instead[name])); err != nil {
			return err
		}
	}
	return nil
}

// write changes the files. One that cannot be written leaves the others changed: the
// error names it.
func (f *fixer) write() error {
	dir, err := os.OpenRoot(f.o.root)
	if err != nil {
		return err
	}
	defer dir.Close()
	for _, name := range f.files() {
		file, err := dir.OpenFile(filepath.FromSlash(name), os.O_WRONLY|os.O_TRUNC, 0)
		if err != nil {
			return fmt.Errorf("writing the fix: %w", err)
		}
		_, err = file.Write(f.o.instead[name])
		if err = errors.Join(err, file.Close()); err != nil {
			return fmt.Errorf("writing the fix: %w", err)
		}
	}
	return nil
}
