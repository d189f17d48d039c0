package main

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/ampcheck/ampcheck/analysis/program"
	"github.com/ampcheck/ampcheck/configscan"
	"github.com/ampcheck/ampcheck/graph"
)

// codeOptions are the flags that say how Go code is loaded.
type codeOptions struct {
	loader    loader
	tags      string
	tests     bool
	offline   bool
	untrusted bool
	jobs      wholeNumber
}

func (o *codeOptions) register(cmd *cobra.Command) {
	o.loader = program.LoaderAuto
	f := cmd.Flags()
	f.Var(&o.loader, "loader", "where the types of dependencies come from: auto (compiled ones in the build cache, else source), export (compile what is missing) or source (compile nothing)")
	f.StringVar(&o.tags, "tags", "", "build `TAGS` of the Go code, separated by commas")
	f.BoolVar(&o.tests, "tests", false, "analyse Go test files too")
	f.BoolVar(&o.offline, "offline", false, "download no Go modules")
	f.BoolVar(&o.untrusted, "untrusted", false, "for code of strangers: --offline --loader source, so that nothing but go list runs")
	f.Var(&o.jobs, "jobs", "load this many Go modules at a time, which takes the more memory (default 1)")
	completeWith(cmd, "loader", []string{program.LoaderAuto, program.LoaderExport, program.LoaderSource})
}

// scannedCode is what was found in the Go packages of the input.
type scannedCode struct {
	fragments []*graph.Fragment
	problems  []graph.Problem
}

// scanCode analyses the Go packages of the input.
func (a *app) scanCode(ctx context.Context, in *input, o *options, policy *configscan.PolicyFile) (*scannedCode, error) {
	fragments, problems, err := a.loadCode(ctx, in, o, policy, false)
	return &scannedCode{fragments, problems}, err
}

// addCode adds what the Go packages do, with what their configuration files say in the
// environment that was scanned.
func (a *app) addCode(ctx context.Context, in *input, o *options, code *scannedCode, s *scanned) error {
	values, err := configscan.FileValues(ctx, in.root, graph.FileKeys(code.fragments), s.reading)
	if err != nil {
		return err
	}
	s.fragments = append(append(s.fragments, code.fragments...), values)
	if len(code.fragments) > 0 && len(s.read) > 0 {
		s.read[0] += " and " + plural(len(code.fragments), "Go module")
	}
	if len(code.problems) > 0 {
		s.fragments = append(s.fragments, &graph.Fragment{Problems: code.problems})
	}
	return nil
}

// loadCode returns the fragments of the Go packages of the input: those of its
// programs, or the places where something repeats. The policy describes
// libraries, and headers, that the tree has of its own.
func (a *app) loadCode(ctx context.Context, in *input, o *options, policy *configscan.PolicyFile, sites bool) ([]*graph.Fragment, []graph.Problem, error) {
	status := a.newProgress(o.quiet)
	defer status.clear()
	var all []*graph.Fragment
	var problems []graph.Problem
	for _, target := range in.code {
		fragments, found, err := program.Analyse(ctx, program.Options{
			Dir: target.dir, Below: target.below, Base: in.root, Patterns: target.patterns, Sites: sites, Environ: a.env, Progress: status.say,
			Loader: string(o.code.loader), Tags: o.code.tags, Tests: o.code.tests, Jobs: int(o.code.jobs),
			Offline: o.code.offline, Untrusted: o.code.untrusted,
			Instead: o.instead.byPath(in.root), Clients: policy.Clients, AttemptHeaders: policy.Policy.AttemptHeaders,
		})
		if err != nil {
			return nil, nil, err
		}
		all, problems = append(all, fragments...), append(problems, found...)
	}
	return all, problems, nil
}
