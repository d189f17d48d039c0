package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/ampcheck/ampcheck/graph"
	"github.com/ampcheck/ampcheck/report"
)

// inputHelp describes the arguments of the commands that analyse.
const inputHelp = `DIR is a directory (the default is the current one) or a file; several are read
as one system. Every Go module, manifest and compose file below it is read.
PATTERN names Go packages as the go command does (./..., ./cmd/... or ./pkg):
those packages are analysed, with the configuration below the current directory.
A file that is named is configuration, and no Go code is read for it. - stands
for rendered manifests on standard input, as helm template prints them.

Go code is loaded with the go command, which has to be installed, and nothing of
it is run. Modules that are missing are downloaded unless --offline is given;
--untrusted is for code of strangers.

The policy is the file --policy names, else .ampcheck.yaml in the directory that
is analysed (with - alone, the current one); it is not looked for anywhere else.
Positions are relative to that directory. With several arguments it is the
deepest directory that holds them all.
`

func (a *app) checkCommand() *cobra.Command {
	var o options
	var docs string
	var changes fixFlags
	cmd := &cobra.Command{
		Use:   "check [DIR | PATTERN | -] ...",
		Short: "find what is above the gates; for builds",
		Long: `Check analyses and prints the findings, each with the places it comes from. It
is meant for builds: an error finding makes it fail.

` + inputHelp + "\n" + formatsHelp() + `
Exit codes: 0 no error finding; 1 an error finding, or a document that is not
current; 2 the whole job could not be
done: wrong usage, an invalid policy, or input that could not be read while no
error was found in the rest. The format never changes the exit code.

--fix makes the smallest sets of changes that bring what is above the gate down to
it: one attempt where a layer makes more and another one keeps its own. Only numbers
in Go code and in configuration change; each file is analysed again, and a change
without the effect that is wanted is taken back. What a person has to change is said
with its place. With --diff the changes are printed only, for git apply; the exit
code is that of the input with them.`,
		Example: `  ampcheck check
  ampcheck check ./...
  ampcheck check --max 5 deploy services
  helm template chart | ampcheck check -
  ampcheck check --format table --format json=ampcheck.json
  ampcheck check --fix --diff
  ampcheck check --format sarif=ampcheck.sarif --docs docs/AMPLIFICATION.md`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if changes.fix || changes.diff {
				if err := changes.refuse(args, &o, docs); err != nil {
					return err
				}
				return a.fix(cmd.Context(), args, &o, changes.diff)
			}
			r, err := a.analyseAndWrite(cmd.Context(), args, &o, report.Options{Brief: true})
			if err != nil {
				return err
			}
			red := a.firstRed(&o, gate(r))
			if docs == "" {
				return red
			}
			return worse(red, current(docs, r, report.Options{Wide: o.wide, Quiet: o.quiet}))
		},
	}
	o.register(cmd)
	cmd.Flags().BoolVar(&changes.fix, "fix", false, "make the changes of attempts that the findings advise, where a number in a file is all there is to change")
	cmd.Flags().BoolVar(&changes.diff, "diff", false, "with --fix: print the changes as a diff, and change nothing")
	cmd.Flags().StringVar(&docs, "docs", "", "fail when the block that report --write keeps in the document `FILE` is not current")
	return cmd
}

// firstRed says after a run that fails for findings how to accept what stands.
func (a *app) firstRed(o *options, err error) error {
	var exit *exitError
	if errors.As(err, &exit) && exit.code == codeFindings && o.baseline == "" {
		fmt.Fprintln(a.stderr, "to accept what stands and fail on growth only: ampcheck baseline write, then check --baseline "+baselineName)
	}
	return err
}

// gate is the verdict of check.
func gate(r *graph.Result) error {
	for _, f := range r.Findings {
		if f.Severity == graph.SeverityError && !f.Suppressed {
			return &exitError{code: codeFindings, err: incomplete(r)}
		}
	}
	return completeness(r)
}

// worse joins two verdicts: a finding counts more than what is not complete.
func worse(a, b error) error {
	if a == nil || b == nil {
		return errors.Join(a, b)
	}
	code := codeIncomplete
	if exitCode(a) == codeFindings || exitCode(b) == codeFindings {
		code = codeFindings
	}
	return &exitError{code: code, err: errors.Join(said(a), said(b))}
}

// said is what an error has to say besides its exit code.
func said(err error) error {
	var exit *exitError
	if errors.As(err, &exit) {
		return exit.err
	}
	return err
}

// completeness is the verdict of commands without a gate.
func completeness(r *graph.Result) error {
	if err := incomplete(r); err != nil {
		return &exitError{code: codeIncomplete, err: err}
	}
	return nil
}

// incomplete names the first problem that kept input from being analysed, or
// is nil.
func incomplete(r *graph.Result) error {
	if r.Complete {
		return nil
	}
	for _, advisory := range []bool{false, true} {
		for _, p := range r.Problems {
			if p.Advisory == advisory {
				return fmt.Errorf("not everything could be analysed: %s: %s", p.Pos, p.Message)
			}
		}
	}
	return fmt.Errorf("not everything could be analysed")
}
