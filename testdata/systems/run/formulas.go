package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
	"gopkg.in/yaml.v3"
)

// formula is the number of calls that one path makes, with the number that each
// of its symbols stands for.
type formula struct {
	App   string `yaml:"app"`
	Entry string `yaml:"entry"`
	Leaf  string `yaml:"leaf"`
	// Text is what the file says.
	Text string `yaml:"text"`
	// Policy is what the policy says of the symbols.
	Policy yaml.Node `yaml:"policy"`
	Want   string    `yaml:"want"`
	// Config is read beside what the file names, Without is left out of it.
	Config  []string `yaml:"config"`
	Without []string `yaml:"without"`
}

func readFormulas(path string) ([]formula, error) {
	if path == "" {
		return nil, nil
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var all []formula
	if err := yaml.Unmarshal(data, &all); err != nil {
		return nil, fmt.Errorf("reading %s: %w", path, err)
	}
	return all, nil
}

// policy is the part of the policy that sets the symbols.
func (f *formula) policy() string {
	if f.Policy.IsZero() {
		return ""
	}
	node := f.Policy
	if node.Alias != nil {
		node = *node.Alias
	}
	node.Anchor, node.Style = "", 0
	text, err := yaml.Marshal(&node)
	if err != nil {
		return ""
	}
	return string(text)
}

// flags ask for the leaf as the formula does: one operation of it, or the service,
// whose operations are then one node. The calls of nodes apart are each the most
// that it can get, which is more than the most that all of them get together.
func (f *formula) flags() []string {
	flags := []string{"--entry", f.Entry}
	if strings.Contains(f.Leaf, "/") {
		return append(flags, "--operations")
	}
	return flags
}

// score sums the calls of the nodes of the leaf.
func (f *formula) score(s scores, r *graph.Result) {
	calls, unbounded, known := graph.Count(0), false, false
	for _, n := range r.Nodes {
		if (n.Service == f.Leaf || n.ID == f.Leaf) && n.Entry != "" {
			calls, known = calls.Add(n.Calls), true
			unbounded = unbounded || n.Unbounded
		}
	}
	got := number(calls, unbounded)
	if !known {
		got = "not reached"
	}
	s.of("paths").item(got == f.Want, "%s to %s: want %s, got %s", f.Entry, f.Leaf, f.Want, got)
}
