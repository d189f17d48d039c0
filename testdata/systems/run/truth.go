package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
	"gopkg.in/yaml.v3"
)

// truth is what somebody who read the sources of some systems says of them.
type truth struct {
	Apps []app `yaml:"apps"`
}

type app struct {
	ID       string                `yaml:"id"`
	Root     string                `yaml:"root"`
	Input    input                 `yaml:"tool_input"`
	Services []service             `yaml:"services"`
	Shared   map[string]retryLayer `yaml:"shared_retry_layers"`
	Edges    []edge                `yaml:"edges"`
	FanOuts  []site                `yaml:"fanouts"`
	Quiet    []site                `yaml:"negatives"`
	// repeats are the places in its code that repeat something, where a call of it is
	// simulated: nothing leaves the process there, so that there is no edge.
	repeats []repeat
}

// repeat is a line of ampcheck sites.
type repeat struct {
	File     string
	Line     int
	Kind     graph.SiteKind
	Attempts any
}

// simulated is the tier of what is only simulated in the process that calls it.
const simulated = "sim"

// simulates reports whether a call of the app is simulated.
func (a *app) simulates() bool {
	return slices.ContainsFunc(a.Edges, func(e edge) bool { return e.Tier == simulated })
}

// repeatsAt finds a repeat of a kind in a place.
func (a *app) repeatsAt(at places, kind graph.SiteKind) (repeat, bool) {
	i := slices.IndexFunc(a.repeats, func(r repeat) bool { return r.Kind == kind && at.holds(r.File, r.Line) })
	if i < 0 {
		return repeat{}, false
	}
	return a.repeats[i], true
}

// input says what of a checkout is the system.
type input struct {
	Modules    []string `yaml:"go_modules"`
	Packages   []string `yaml:"go_packages"`
	ModuleRoot string   `yaml:"module_root"`
	Config     []string `yaml:"config"`
	Exclude    []string `yaml:"exclude"`
}

type service struct {
	Name   string `yaml:"name"`
	Alias  string `yaml:"k8s_service"`
	Kind   string `yaml:"kind"`
	Tier   string `yaml:"tier"`
	Scored *bool  `yaml:"scored"`
}

type edge struct {
	ID      string  `yaml:"id"`
	From    names   `yaml:"from"`
	To      names   `yaml:"to"`
	Proto   string  `yaml:"proto"`
	Tier    string  `yaml:"tier"`
	Scored  *bool   `yaml:"scored"`
	Calls   []call  `yaml:"calls"`
	Logical string  `yaml:"logical_call"`
	Retry   []retry `yaml:"retry"`
	Context string  `yaml:"context"`
	Env     string  `yaml:"env"`
}

type call struct {
	At     string `yaml:"at"`
	Op     string `yaml:"op"`
	FanOut string `yaml:"fanout"`
}

// retry is a layer of an edge, or the name of one that several edges share.
type retry struct {
	retryLayer
	Name string
}

type retryLayer struct {
	Ref       string `yaml:"ref"`
	Scenario  any    `yaml:"scenario"`
	Layer     string `yaml:"layer"`
	Attempts  any    `yaml:"attempts"`
	At        string `yaml:"at"`
	Scored    *bool  `yaml:"scored"`
	Certainty string `yaml:"certainty"`
}

func (r *retry) UnmarshalYAML(n *yaml.Node) error {
	if n.Kind == yaml.ScalarNode {
		return n.Decode(&r.Name)
	}
	if err := n.Decode(&r.retryLayer); err != nil {
		return err
	}
	r.Name = r.Ref
	return nil
}

// site is a place in the source.
type site struct {
	ID     string `yaml:"id"`
	At     string `yaml:"at"`
	What   string `yaml:"what"`
	Calls  names  `yaml:"calls"`
	Tier   string `yaml:"tier"`
	Scored *bool  `yaml:"scored"`
}

// names is one name or a list of them.
type names []string

func (l *names) UnmarshalYAML(n *yaml.Node) error {
	if n.Kind == yaml.ScalarNode {
		*l = names{n.Value}
		return nil
	}
	var all []string
	err := n.Decode(&all)
	*l = all
	return err
}

// scored is whether an item counts, by its own word or by its tier.
func scored(word *bool, tier string) bool {
	if word != nil {
		return *word
	}
	return tier == "" || tier == "go" || tier == "config"
}

func readTruth(path string) (*truth, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	t := &truth{}
	if err := yaml.Unmarshal(data, t); err != nil {
		return nil, fmt.Errorf("reading %s: %w", path, err)
	}
	return t, nil
}

// dir is where the app lies in a checkout of its repository.
func (a *app) dir(checkout string) string {
	if first, _, _ := strings.Cut(a.Root, " "); first != "" && first != "repository" {
		return filepath.Join(checkout, first)
	}
	return checkout
}

// expand lists the names that one with braces stands for.
func expand(name string) []string {
	before, rest, ok := strings.Cut(name, "{")
	inner, after, closed := strings.Cut(rest, "}")
	if !ok || !closed {
		return []string{name}
	}
	var all []string
	for _, part := range strings.Split(inner, ",") {
		all = append(all, expand(before+part+after)...)
	}
	return all
}

// layers are the layers of an edge that act without a scenario, with those it
// names looked up. Attempts nil is a budget alone.
func (a *app) layers(e *edge) []retryLayer {
	var all []retryLayer
	for _, r := range e.Retry {
		l := r.retryLayer
		if r.Name != "" {
			shared := a.Shared[r.Name]
			l.Attempts, l.Layer = shared.Attempts, shared.Layer
			if l.At == "" {
				l.At = shared.At
			}
		}
		if l.Scenario == nil && l.Attempts != nil && l.Certainty != "unsure" && (l.Scored == nil || *l.Scored) {
			all = append(all, l)
		}
	}
	return all
}

// edgesOf lists the edges that the calls of a fan-out are on.
func (a *app) edgesOf(s *site) []*edge {
	var all []*edge
	for i := range a.Edges {
		if slices.ContainsFunc(s.Calls, func(c string) bool {
			id, _, _ := strings.Cut(strings.Fields(c)[0], ".")
			return id == a.Edges[i].ID
		}) {
			all = append(all, &a.Edges[i])
		}
	}
	return all
}
