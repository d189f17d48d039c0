package main

import (
	"bytes"
	"fmt"
	"os/exec"
	"slices"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
)

// pair is an operation and one call below it.
type pair struct {
	operation, callee, at string
	serves, calls         graph.Protocol
	rules                 []graph.AnswerRule
}

func (p pair) key() string { return p.operation + " -> " + p.callee + " at " + p.at }

// pairsOf are the pairs that the code of a checkout has, sorted.
func pairsOf(tool, dir string, packages []string) ([]pair, error) {
	fragments, err := summarize(tool, dir, packages)
	if err != nil {
		return nil, err
	}
	var all []pair
	for _, f := range fragments {
		for i := range f.Handlers {
			all = append(all, ofHandler(&f.Handlers[i])...)
		}
	}
	slices.SortFunc(all, func(a, b pair) int { return strings.Compare(a.key(), b.key()) })
	return slices.CompactFunc(all, func(a, b pair) bool { return a.key() == b.key() }), nil
}

func summarize(tool, dir string, packages []string) ([]*graph.Fragment, error) {
	if len(packages) == 0 {
		packages = []string{"."}
	}
	cmd := exec.Command(tool, append([]string{"summarize"}, packages...)...)
	cmd.Dir = dir
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	// It fails where a part of the system could not be read: what could be is there.
	if err := cmd.Run(); err != nil && stdout.Len() == 0 {
		return nil, fmt.Errorf("%w: %s", err, stderr.Bytes())
	}
	return graph.DecodeFragments(&stdout, "")
}

// ofHandler are the pairs of one operation: none of what only configuration says,
// and none of what runs when a program starts, which answers nobody.
func ofHandler(h *graph.Handler) []pair {
	if h.Entry == graph.EntryStartup || h.Body == nil {
		return nil
	}
	var out []pair
	for _, c := range calls(h.Body) {
		if !strings.HasSuffix(c.Pos.File, ".go") {
			continue
		}
		out = append(out, pair{
			operation: h.Service[strings.LastIndex(h.Service, "/")+1:] + " " + h.Operation,
			callee:    callee(c.To),
			at:        fmt.Sprintf("%s:%d", c.Pos.File, c.Pos.Line),
			serves:    h.Protocol, calls: c.To.Protocol,
			rules: append(slices.Clone(c.Answers), h.Answers...),
		})
	}
	return out
}

// callee is what is called: a method of gRPC, which names its service, or an
// operation at an address.
func callee(to graph.Endpoint) string {
	if to.Protocol == graph.ProtocolGRPC && to.Operation != "" {
		return to.Operation
	}
	return strings.TrimSpace(address(to) + " " + firstWords(to.Operation))
}

// firstWords shortens a statement of SQL.
func firstWords(operation string) string {
	words := strings.Fields(operation)
	return strings.Join(words[:min(3, len(words))], " ")
}

// address is what is called: a service, or the keys that hold its address, else
// what is known of it.
func address(to graph.Endpoint) string {
	if to.Service != "" {
		return to.Service
	}
	if keys := refs(to.Address); len(keys) > 0 {
		return strings.Join(keys, "+")
	}
	if text, ok := to.Address.Eval(nil); ok {
		return text
	}
	return "?"
}

func refs(e graph.Expr) []string {
	var out []string
	if e.Kind == graph.ExprRef {
		out = append(out, e.Text)
	}
	for _, a := range e.Args {
		out = append(out, refs(a)...)
	}
	return out
}

func calls(s *graph.Step) []*graph.Call {
	var out []*graph.Call
	list := func(steps []graph.Step) {
		for i := range steps {
			out = append(out, calls(&steps[i])...)
		}
	}
	switch {
	case s.Call != nil:
		return []*graph.Call{s.Call}
	case s.Seq != nil:
		list(s.Seq.Steps)
	case s.Par != nil:
		list(s.Par.Steps)
	case s.Alt != nil:
		list(s.Alt.Steps)
	case s.Repeat != nil:
		return calls(&s.Repeat.Step)
	case s.Retried != nil:
		return append(calls(&s.Retried.First), calls(&s.Retried.Again)...)
	}
	return out
}

// says is what is printed of a pair.
func (p pair) says() string {
	if len(p.rules) == 0 {
		return "any: unknown"
	}
	var out []string
	for _, r := range p.rules {
		text := fmt.Sprintf("%s: %s", r.Classes, r.Kind)
		if r.Kind == graph.AnswerBecomes {
			text += " " + r.Becomes.String()
		}
		if r.OrSucceeds {
			text += " or success"
		}
		out = append(out, text)
	}
	return strings.Join(out, "; ")
}
