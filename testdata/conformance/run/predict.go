package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/ampcheck/ampcheck/graph"
	"github.com/ampcheck/ampcheck/testdata/conformance/measure"
	"github.com/ampcheck/ampcheck/testdata/conformance/servers"
)

// report is what is read of the JSON that ampcheck prints.
type report struct {
	Nodes []struct {
		ID        string        `json:"id"`
		Entry     string        `json:"entry"`
		Unbounded bool          `json:"unbounded"`
		Happy     graph.Count   `json:"happy"`
		Classes   graph.ByClass `json:"classes"`
		Within    map[string]struct {
			Calls *int `json:"calls"`
		} `json:"within"`
	} `json:"nodes"`
	Edges []struct {
		From string `json:"from"`
		To   string `json:"to"`
	} `json:"edges"`
	Problems []struct {
		Position string `json:"position"`
		Message  string `json:"message"`
	} `json:"problems"`
}

// predictCase runs ampcheck on the source of a case: on all programs at once,
// and again on those alone whose server it does not tell from the others'.
func (r *runner) predictCase(ctx context.Context, c *measure.Case) (map[string]map[servers.Fault]measure.Number, error) {
	all, err := r.report(ctx, c.Dir)
	if err != nil {
		return nil, err
	}
	p := map[string]map[servers.Fault]measure.Number{}
	for _, setting := range c.Settings {
		rep := all
		if !rep.alone(setting) {
			if rep, err = r.report(ctx, filepath.Join(c.Dir, setting)); err != nil {
				return nil, err
			}
		}
		if p[setting], err = rep.numbers(c, setting); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// report runs ampcheck on a folder.
func (r *runner) report(ctx context.Context, dir string) (*report, error) {
	cmd := exec.CommandContext(ctx, filepath.Join(r.tmp, "ampcheck"), "report", "--format", "json", "--quiet", dir)
	cmd.Env = append(os.Environ(), "GOWORK=off")
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil && stdout.Len() == 0 {
		return nil, fmt.Errorf("ampcheck: %w\n%s", err, stderr.Bytes())
	}
	rep := &report{}
	if err := json.Unmarshal(stdout.Bytes(), rep); err != nil {
		return nil, fmt.Errorf("ampcheck: %w", err)
	}
	if len(rep.Problems) > 0 {
		return nil, fmt.Errorf("ampcheck: %s: %s", rep.Problems[0].Position, rep.Problems[0].Message)
	}
	return rep, nil
}

// alone reports whether a program has one server, and no other program has it.
func (rep *report) alone(setting string) bool {
	targets := rep.targets(setting)
	for _, e := range rep.Edges {
		if targets[e.To] && !from(e.From, setting) {
			return false
		}
	}
	return len(targets) == 1
}

// targets are what the program of a setting calls.
func (rep *report) targets(setting string) map[string]bool {
	targets := map[string]bool{}
	for _, e := range rep.Edges {
		if from(e.From, setting) {
			targets[e.To] = true
		}
	}
	return targets
}

func from(node, setting string) bool {
	return node == setting || strings.HasPrefix(node, setting+"/")
}

// numbers adds up what the program of a setting sends to its server.
func (rep *report) numbers(c *measure.Case, setting string) (map[servers.Fault]measure.Number, error) {
	targets := rep.targets(setting)
	numbers := map[servers.Fault]measure.Number{}
	found := false
	for _, n := range rep.Nodes {
		if !targets[n.ID] || !from(n.Entry, setting) {
			continue
		}
		found = true
		for _, f := range servers.Faults() {
			number := classFigure(n.Classes, n.Happy, classOf(c.Protocol, f))
			if number == measure.Unbounded && slices.Contains(c.Timed, setting) {
				for window, figures := range n.Within {
					if lasts, err := time.ParseDuration(window); err == nil && lasts == c.Window() {
						number = measure.Number(*figures.Calls)
					}
				}
			}
			numbers[f] = add(numbers[f], number)
		}
	}
	if !found {
		return nil, fmt.Errorf("%s: ampcheck sees no call", setting)
	}
	return numbers, nil
}

func add(a, b measure.Number) measure.Number {
	if a == measure.Unbounded || b == measure.Unbounded {
		return measure.Unbounded
	}
	return a + b
}

// classFigure is the figure of a class; one that is not there is retried by nothing.
func classFigure(classes graph.ByClass, happy graph.Count, class graph.Class) measure.Number {
	figure, ok := classes.Of(class)
	switch {
	case !ok:
		figure = happy
	case figure == graph.Unbounded:
		return measure.Unbounded
	}
	return measure.Number(figure)
}

// classOf is the class of a fault.
func classOf(protocol string, f servers.Fault) graph.Class {
	switch f {
	case servers.Refuse:
		return graph.ClassConnect
	case servers.Reset:
		return graph.ClassReset
	case servers.Hang:
		return graph.ClassTimeout
	}
	var c graph.Class
	switch protocol {
	case "grpcproxy": // what the client makes of 503, 429 and 500
		c, _ = graph.GRPCClass(map[servers.Fault]int{servers.Unavailable: 14, servers.Overload: 14, servers.Error: 2}[f])
	case "grpc", "grpcearly", "grpcpushback":
		c, _ = graph.GRPCClass(map[servers.Fault]int{servers.Unavailable: 14, servers.Overload: 8, servers.Error: 13}[f])
	default:
		c, _ = graph.HTTPClass(map[servers.Fault]int{servers.Unavailable: 503, servers.Overload: 429, servers.Error: 500}[f])
	}
	return c
}

// comparePredictions writes down what ampcheck says now, and holds it against the
// cells that were measured.
func (r *runner) comparePredictions(ctx context.Context, chosen, all []*measure.Case, old []measure.Record) error {
	written, err := measure.ReadPredictions(r.root)
	if err != nil {
		return err
	}
	changed, failed := 0, 0
	byName := map[string]measure.Record{}
	for _, m := range old {
		byName[m.Case] = m
	}
	for _, c := range chosen {
		p, err := r.predictCase(ctx, c)
		if err != nil {
			fmt.Fprintf(os.Stderr, "%s: %v\n", c.Name, err)
			failed++
			continue
		}
		written[c.Name] = p
		if len(byName[c.Name].Cells) == 0 {
			for _, setting := range c.Settings {
				fmt.Printf("%s %s: %v\n", c.Name, setting, numbers(p[setting]))
			}
		}
		for _, cell := range byName[c.Name].Cells {
			if now := p[cell.Setting][cell.Fault]; cell.Kind != measure.Left && now != cell.Predicted {
				fmt.Printf("%s %s/%s: was %s, is %s; measured %s\n", c.Name, cell.Setting, cell.Fault, cell.Predicted, now, cell.Measured)
				changed++
			}
		}
	}
	if err := os.WriteFile(measure.PredictionFile(r.root), written.Encode(all), 0o644); err != nil {
		return err
	}
	if changed > 0 || failed > 0 {
		return fmt.Errorf("%d predictions are not those of the measurement, %d cases are not predicted", changed, failed)
	}
	return nil
}

// numbers are the predictions of a setting in the order of the faults.
func numbers(p map[servers.Fault]measure.Number) []measure.Number {
	var ns []measure.Number
	for _, f := range servers.Faults() {
		ns = append(ns, p[f])
	}
	return ns
}
