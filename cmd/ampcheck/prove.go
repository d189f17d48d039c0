package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ampcheck/ampcheck/graph"
	"github.com/ampcheck/ampcheck/graph/simulate"
	"github.com/ampcheck/ampcheck/report"
)

func (a *app) proveCommand() *cobra.Command {
	var o options
	var from, to, dir string
	cmd := &cobra.Command{
		Use:   "prove [DIR | PATTERN | -] ... --from A --to B",
		Short: "write a test that counts what one call at A becomes at B",
		Long: `Prove writes a Go test that anyone can run to check a figure: it plays B on the
loopback interface and fails every call, makes one request at A, and counts. It needs
the standard library only. Ampcheck writes it and runs nothing.

A is a service that speaks HTTP, or a client, which the test stands for. B is one that
speaks HTTP or gRPC, or PostgreSQL where it is a datastore. The system has to be
started with the address of B set to that of the test.

` + inputHelp + `
Exit codes: 0 the test was written; 2 it was not, or not everything could be
analysed.`,
		Example: `  ampcheck prove --from client --to database -o witness
  cd witness && go test -args -entry http://127.0.0.1:8080/price`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if from == "" || to == "" {
				return errors.New("name both ends of the path: --from A --to B")
			}
			return a.prove(cmd.Context(), args, &o, from, to, dir)
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVar(&from, "from", "", "the service or operation `A` where the request is made")
	f.StringVar(&to, "to", "", "the service or operation `B` that fails")
	f.StringVarP(&dir, "output", "o", "witness", "write the test into this `DIR`")
	o.registerInput(cmd)
	return cmd
}

func (a *app) prove(ctx context.Context, args []string, o *options, from, to, dir string) error {
	o.entries, o.operations = []string{from}, true
	found, err := a.gather(ctx, args, o)
	if err != nil {
		return err
	}
	g := graph.Link(found.fragments, found.policy.Policy)
	r := found.compute(g, o)
	x, err := witnessOf(g.System(), r, from, to)
	if err != nil {
		return errors.Join(err, incomplete(r))
	}
	var b bytes.Buffer
	if err := report.WriteWitness(&b, x); err != nil {
		return err
	}
	if err := writeModule(dir, b.Bytes()); err != nil {
		return fmt.Errorf("writing the test: %w", err)
	}
	fmt.Fprintf(a.stdout, "wrote %s: one call at %s becomes %d at %s\n", report.Plain(filepath.Join(dir, witnessFile)), report.Plain(x.From), x.Want, report.Plain(x.To))
	if n := nodeNamed(r, to); len(n.Symbols) > 0 {
		fmt.Fprintf(a.stdout, "that takes 1 for each number that is not known, and the test may count more: %s\n", report.Plain(strings.Join(n.Symbols, ", ")))
	}
	return completeness(r)
}

const witnessFile = "witness_test.go"

// writeModule writes the test as a module of its own, where no file is in its way.
func writeModule(dir string, source []byte) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	files := []struct {
		name string
		data []byte
	}{{witnessFile, source}, {"go.mod", []byte("module witness\n\ngo 1.24\n")}}
	for _, file := range files {
		f, err := os.OpenFile(filepath.Join(dir, file.name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if err != nil {
			return err
		}
		_, err = f.Write(file.data)
		if err = errors.Join(err, f.Close()); err != nil {
			return err
		}
	}
	return nil
}

// witnessOf is the test for one path: the number is what the figures say, for a
// failure that the test can play.
func witnessOf(sys *graph.System, r *graph.Result, from, to string) (*report.Witness, error) {
	target := nodeNamed(r, to)
	if target == nil || target.Entry == "" {
		return nil, fmt.Errorf("no calls lead from %s to %s", from, to)
	}
	if !report.Playable(target.Protocol) {
		return nil, fmt.Errorf("a test cannot play %s, which speaks %q: only http, grpc and sql", target.ID, target.Protocol)
	}
	class, calls, err := simulate.WorstClass(sys, target.Entry, target.ID)
	if err != nil {
		return nil, err
	}
	if target.Protocol != "sql" && !spokenBy(target.Protocol).Has(class) {
		class = spokenBy(target.Protocol).Intersect(graph.Unavailable).Classes()[0]
		if calls, err = simulate.Down(sys, target.Entry, target.ID, class); err != nil {
			return nil, err
		}
	}
	if target.HardDown != nil && graph.Count(calls) > *target.HardDown {
		return nil, fmt.Errorf("%d calls of %s are more than the %s that are computed: please report it", calls, target.ID, target.HardDown)
	}
	x := &report.Witness{From: from, To: target.ID, Want: calls, Attempts: 1, Protocol: target.Protocol, Class: class, Drive: from}
	if entry := nodeNamed(r, target.Entry); entry != nil && entry.Kind == graph.NodeClient {
		return x, standFor(x, r, entry.ID)
	}
	return x, nil
}

// standFor lets the test be a client: it calls what that calls, as often.
func standFor(x *report.Witness, r *graph.Result, client string) error {
	var calls []*graph.EdgeInfo
	for i := range r.Edges {
		if r.Edges[i].From == client {
			calls = append(calls, &r.Edges[i])
		}
	}
	if len(calls) != 1 || calls[0].FanOut != nil || calls[0].Attempts == graph.Unbounded {
		return fmt.Errorf("%s makes more than one call: name what it calls with --from", client)
	}
	x.Attempts, x.Drive = int(calls[0].Attempts), calls[0].To
	return nil
}

// nodeNamed is the node of that ID, or the one of that service that is called most: a
// service that is called by its operations gets no calls itself.
func nodeNamed(r *graph.Result, name string) *graph.NodeInfo {
	var found *graph.NodeInfo
	for i := range r.Nodes {
		n := &r.Nodes[i]
		if n.ID == name && n.Entry != "" {
			return n
		}
		if (n.Service == name || n.ID == name) && (found == nil || n.Calls > found.Calls) {
			found = n
		}
	}
	return found
}

// spokenBy are the classes that are a status of a protocol.
func spokenBy(p graph.Protocol) graph.ClassSet {
	words := []string{"http:4xx", "http:5xx"}
	if p == graph.ProtocolGRPC {
		words = []string{"grpc:2", "grpc:8", "grpc:13", "grpc:14"}
	}
	set, err := graph.ParseClasses(words)
	if err != nil {
		panic(err) // the words are those above
	}
	return set
}
