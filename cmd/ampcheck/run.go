package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"
)

// app is what every command works with.
type app struct {
	env            []string
	stdin          io.Reader
	stdout, stderr io.Writer
}

// execute runs the command, prints its error and returns the exit code.
func execute(ctx context.Context, args, env []string, stdin io.Reader, stdout, stderr io.Writer) int {
	err := run(ctx, args, env, stdin, stdout, stderr)
	if err != nil {
		printError(stderr, err)
	}
	return exitCode(err)
}

// run runs the command that the arguments name. An error that is no exitError
// is one of usage.
func run(ctx context.Context, args, env []string, stdin io.Reader, stdout, stderr io.Writer) error {
	out := &checkedWriter{File: stdout}
	a := &app{env: env, stdin: stdin, stdout: out, stderr: stderr}
	root := a.rootCommand()
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(out)
	root.SetErr(stderr)
	err := root.ExecuteContext(ctx)
	switch {
	case out.err != nil:
		return &exitError{code: codeIncomplete, err: fmt.Errorf("writing to standard output: %w", out.err)}
	case err != nil && ctx.Err() != nil:
		return &exitError{code: codeIncomplete, err: errors.New("interrupted")}
	}
	return err
}

// checkedWriter remembers the first error: help and completion scripts are
// written by code that ignores it.
type checkedWriter struct {
	File io.Writer
	err  error
}

func (w *checkedWriter) Write(p []byte) (int, error) {
	n, err := w.File.Write(p)
	if err != nil && w.err == nil {
		w.err = err
	}
	return n, err
}

func (a *app) rootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:   "ampcheck",
		Short: "find out how retries multiply across services",
		Long: `Ampcheck reads how services call each other, and every layer that repeats a
call when it fails: client libraries, loops, proxies, meshes, declared calls.
It computes how many calls one request can become when something fails, says
where each factor comes from, and fails a build when the figure is too large.`,
		Example: `  ampcheck check                    is anything multiplied too much?
  ampcheck report deploy            the tables behind the answer
  ampcheck explain --from client --to database
                                    one path, factor by factor
  ampcheck whatif --set 'order->inventory=1'
                                    the tables, before and after a change
  ampcheck diff old.json new.json   what a change did to each path
  ampcheck baseline write           accept what stands; then only growth fails
  ampcheck sites ./...              the code that repeats remote calls
  ampcheck summarize -o shop.json   what other repositories link with --with
  ampcheck rules AMP001             what a finding means`,
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	root.SetFlagErrorFunc(flagError)
	root.AddCommand(a.checkCommand(), a.reportCommand(), a.sitesCommand(), a.explainCommand(), a.catalogCommand(), a.whatifCommand(), a.simulateCommand(), a.vetCommand(), a.initCommand(), a.metricsCommand(), a.proveCommand(), a.diffCommand(), a.baselineCommand(), a.summarizeCommand(), a.rulesCommand(), a.versionCommand())
	return root
}
