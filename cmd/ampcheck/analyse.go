package main

import (
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/ampcheck/ampcheck/configscan"
	"github.com/ampcheck/ampcheck/graph"
	"github.com/ampcheck/ampcheck/report"
)

// analyseAndWrite is what the commands that analyse have in common.
func (a *app) analyseAndWrite(ctx context.Context, args []string, o *options, opts report.Options) (*graph.Result, error) {
	outputs, err := outputsOf(o.formats)
	if err != nil {
		return nil, err
	}
	r, err := a.analyse(ctx, args, o)
	if err != nil {
		return nil, err
	}
	opts.Wide, opts.Quiet, opts.Color, opts.Root = o.wide, o.quiet, a.colored(o), o.root
	return r, a.write(outputs, r, opts)
}

// analyse goes the one way: arguments, policy, fragments, graph, result.
func (a *app) analyse(ctx context.Context, args []string, o *options) (*graph.Result, error) {
	s, err := a.gather(ctx, args, o)
	if err != nil {
		return nil, err
	}
	return s.compute(graph.Link(s.fragments, s.policy.Policy), o), nil
}

// compute is what a report says of a graph of what was found.
func (s *scanned) compute(g *graph.Graph, o *options) *graph.Result {
	r := graph.Compute(g, graph.Options{
		Operations:    o.operations,
		NotKnown:      o.notKnown,
		Strict:        o.strict,
		Now:           o.now.orToday(),
		Notes:         s.notes,
		Baseline:      s.baseline,
		PartOfEntries: len(o.entries) > 0,
		Findings:      s.findings,
	})
	r.Environment = s.environment
	if len(r.Edges) == 0 {
		r.Notes = append(s.read, r.Notes...)
	}
	return r
}

// gather reads the policy, the input and the fragments that are linked to it.
func (a *app) gather(ctx context.Context, args []string, o *options) (*scanned, error) {
	in, err := locate(args)
	if err != nil {
		return nil, err
	}
	if len(in.targets) > 0 {
		o.root = in.root
	}
	policy, loosened, err := a.judge(ctx, in.root, o)
	if err != nil {
		return nil, err
	}
	baseline, more, err := a.readBaseline(ctx, in.root, o)
	if err != nil {
		return nil, err
	}
	o.override(policy.Policy)
	linked, err := readFragments(o.with)
	if err != nil {
		return nil, err
	}
	code, err := a.scanCode(ctx, in, o, policy)
	if err != nil {
		return nil, err
	}
	s, err := a.worstOf(policy, o, func(environment string) (*scanned, error) {
		s, err := a.scan(ctx, in, policy, o, environment)
		if err != nil {
			return nil, err
		}
		if err := a.addCode(ctx, in, o, code, s); err != nil {
			return nil, err
		}
		s.baseline, s.findings = baseline, append(loosened, more...)
		s.fragments = slices.Concat(s.fragments, []*graph.Fragment{policy.Declared}, linked)
		return s, nil
	})
	return s, err
}

// scanned is what was found in the input.
type scanned struct {
	policy   *configscan.PolicyFile
	baseline *graph.Baseline
	// findings are about the policy and the baseline themselves.
	findings  []graph.Finding
	fragments []*graph.Fragment
	notes     []string
	// environment is the one that was scanned, "" where the policy names none.
	environment string
	// reading is how the configuration is read.
	reading configscan.Options
	// read says what was read. Only a report that shows nothing else says it:
	// the number of files changes with copies of files that change nothing.
	read []string
}

// scan reads the configuration of one environment below the targets, then standard
// input.
func (a *app) scan(ctx context.Context, in *input, policy *configscan.PolicyFile, o *options, environment string) (*scanned, error) {
	opts := scanOptions(policy)
	opts.Instead, opts.Environment = o.instead, environment
	s := &scanned{policy: policy, environment: environment, reading: opts}
	if len(in.targets) > 0 {
		if err := a.scanFiles(ctx, in, opts, o.quiet, s); err != nil {
			return nil, err
		}
	}
	if in.stdin {
		f, notes, err := configscan.ScanReader("stdin", interruptible(ctx, a.stdin), opts)
		if err != nil {
			return nil, err
		}
		s.add(f, notes, "read standard input")
	}
	return s, nil
}

func (s *scanned) add(f *graph.Fragment, notes []string, read string) {
	s.fragments = append(s.fragments, f)
	s.notes = append(s.notes, notes...)
	s.read = append(s.read, read)
}

// interruptible is r until ctx ends: a terminal or a pipe may never say anything
// again.
func interruptible(ctx context.Context, r io.Reader) io.Reader {
	from, to := io.Pipe()
	context.AfterFunc(ctx, func() { to.CloseWithError(ctx.Err()) })
	go func() {
		_, err := io.Copy(to, r)
		to.CloseWithError(err)
	}()
	return from
}

// scanFiles counts the files it reads, for the status line and for a note.
func (a *app) scanFiles(ctx context.Context, in *input, opts configscan.Options, quiet bool, s *scanned) error {
	status, files := a.newProgress(quiet), 0
	defer status.clear()
	opts.Progress = func(done int, _ string) {
		files = done
		status.read(done)
	}
	f, notes, err := configscan.Scan(ctx, in.root, in.targets, opts)
	if err != nil {
		return err
	}
	read := fmt.Sprintf("read %d files", files)
	if files == 1 {
		read = "read 1 file"
	}
	s.add(f, notes, read)
	return nil
}

// scanOptions are what the policy says about reading.
func scanOptions(policy *configscan.PolicyFile) configscan.Options {
	opts := configscan.Options{
		Include:      policy.Include,
		Exclude:      policy.Exclude,
		Environments: policy.Environments, EnvironmentsAt: policy.Policy.At["environments"],
		MeshVersions: make(map[string]string),
		MeshOff:      make(map[string]bool),
	}
	for name, facts := range policy.Policy.Meshes {
		if facts.Version != "" {
			opts.MeshVersions[name] = facts.Version
		}
		if facts.Off {
			opts.MeshOff[name] = true
		}
	}
	return opts
}
