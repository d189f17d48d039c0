package configscan

import (
	"slices"
	"time"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/ampcheck/ampcheck/graph"
)

// PolicyFile is what a policy file holds.
type PolicyFile struct {
	// Policy starts from graph.DefaultPolicy.
	Policy *graph.Policy
	// Declared holds the declared calls: a handler for each service that is the
	// from of one.
	Declared *graph.Fragment
	// Clients are in-house client libraries, for the table of libraries.
	Clients []graph.Library `json:",omitempty"`
	// Include and Exclude are patterns for the files to read, as those of
	// Options.
	Include, Exclude []string
	// Environments are the files of each environment, as those of Options.
	Environments map[string][]string `json:",omitempty"`
}

// ReadPolicy reads a policy file; file is the name in positions. A policy with
// problems must not be used: none of them is advisory. The PolicyFile is not
// nil even then.
func ReadPolicy(file string, data []byte) (*PolicyFile, []graph.Problem) {
	p := &policyDecl{PolicyFile: &PolicyFile{
		Policy:   graph.DefaultPolicy(),
		Declared: &graph.Fragment{Schema: graph.FragmentSchema, Declared: true},
	}}
	p.Policy.Pos = graph.Pos{File: file, Line: 1, Col: 1}
	docs, problems := ParseDocs(file, data)
	r := &reader{problems: problems}
	if len(docs) > 0 {
		r.policy(docs[0], p)
		p.Policy.At = places(docs[0].Root)
	}
	for _, d := range docs[min(len(docs), 1):] {
		r.errorf(d.Root, "a policy is one document: this is another one")
	}
	if len(r.problems) == 0 && !p.versioned {
		r.problems = append(r.problems, graph.Problem{Pos: p.Policy.Pos, Message: `a policy needs "version: 1"`})
	}
	for i := range r.problems {
		r.problems[i].Advisory = false
	}
	slices.SortStableFunc(r.problems, func(a, b graph.Problem) int { return a.Pos.Compare(b.Pos) })
	return p.PolicyFile, r.problems
}

func (r *reader) policy(d *Doc, p *policyDecl) {
	r.problems = append(r.problems, duplicateKeys(d)...)
	read(r, d.Root, "the policy", policyKeys, p)
	r.declare(p.Declared, p.calls)
}

// places says where the keys of the file and of its gate are written.
func places(root Value) map[string]graph.Pos {
	at := map[string]graph.Pos{}
	for _, f := range root.Fields() {
		at[f.Key] = f.KeyValue.Pos()
	}
	for _, f := range root.Get("gate").Fields() {
		at["gate."+f.Key] = f.KeyValue.Pos()
	}
	return at
}

// policyDecl is a policy file while it is read.
type policyDecl struct {
	*PolicyFile
	versioned bool
	calls     []callDecl
}

// policyKeys are the keys of the file. The tables of this package name every
// key once; a key without a setter is part of the contract and not supported
// yet.
var policyKeys = []key[policyDecl]{
	{"version", func(r *reader, p *policyDecl, v Value) {
		p.versioned = true
		if n, ok := v.Int(); !ok || n != 1 {
			r.errorf(v, "version must be 1: other versions are not known")
		}
	}},
	{"gate", func(r *reader, p *policyDecl, v Value) { read(r, v, "gate", gateKeys, &p.Policy.Gate) }},
	{"entries", func(r *reader, p *policyDecl, v Value) { p.Policy.Entries = r.texts(v, "entries") }},
	{"environments", func(r *reader, p *policyDecl, v Value) { p.Environments = r.environments(v) }},
	{"include", func(r *reader, p *policyDecl, v Value) { p.Include = r.patterns(v, "include") }},
	{"exclude", func(r *reader, p *policyDecl, v Value) { p.Exclude = r.patterns(v, "exclude") }},
	{"fanOut", func(r *reader, p *policyDecl, v Value) { read(r, v, "fanOut", fanOutKeys, p.Policy) }},
	{"services", func(r *reader, p *policyDecl, v Value) { p.Policy.Services = r.services(v) }},
	{"calls", func(r *reader, p *policyDecl, v Value) { p.calls = r.calls(v) }},
	{"clients", func(r *reader, p *policyDecl, v Value) { p.Clients = r.clients(v) }},
	{"mesh", func(r *reader, p *policyDecl, v Value) { p.Policy.Meshes = r.meshes(v) }},
	{"owner", func(r *reader, p *policyDecl, v Value) { read(r, v, "owner", ownerKeys, &p.Policy.Owner) }},
	{"rates", func(r *reader, p *policyDecl, v Value) { read(r, v, "rates", ratesKeys, &p.Policy.Rates) }},
	{"attemptHeaders", func(r *reader, p *policyDecl, v Value) { p.Policy.AttemptHeaders = r.headers(v) }},
	{"render", nil},
	{"severity", func(r *reader, p *policyDecl, v Value) { p.Policy.Severity = r.severities(v) }},
	{"ignore", func(r *reader, p *policyDecl, v Value) { p.Policy.Ignore = r.ignores(v) }},
}

var ownerKeys = []key[graph.Owner]{
	{"application", func(r *reader, o *graph.Owner, v Value) {
		o.Application = r.word(v, "owner", []string{graph.OwnerEdge, graph.OwnerLeaf})
	}},
	{"connect", func(r *reader, o *graph.Owner, v Value) {
		o.Connect = r.word(v, "owner", []string{graph.OwnerEdge, graph.OwnerLeaf})
	}},
}

var fanOutKeys = []key[graph.Policy]{
	{"assume", func(r *reader, p *graph.Policy, v Value) { p.AssumeFanOut = r.whole(v, "assume") }},
	{"sites", func(r *reader, p *graph.Policy, v Value) {
		p.FanOutSites = map[string]int{}
		for _, f := range r.fields(v, "sites") {
			// 0 is a loop that does not run here: what it is for is switched off.
			p.FanOutSites[f.Key] = r.from(0, f.Value, "the fan-out of "+f.Key)
		}
	}},
}

// patterns reads a list of path patterns.
func (r *reader) patterns(v Value, what string) []string {
	patterns := r.texts(v, what)
	for i, item := range v.Items() {
		if i < len(patterns) && !doublestar.ValidatePattern(patterns[i]) {
			r.errorf(item, "no path pattern: %q", patterns[i])
		}
	}
	return patterns
}

// environments reads the files of each environment.
func (r *reader) environments(v Value) map[string][]string {
	all := map[string][]string{}
	for _, f := range r.fields(v, "environments") {
		all[f.Key] = r.patterns(f.Value, "the files of "+f.Key)
		if f.Value.Kind() == List && len(f.Value.Items()) == 0 {
			r.errorf(f.Value, "no files are named for %s", f.Key)
		}
	}
	return all
}

var severities = []string{string(graph.SeverityError), string(graph.SeverityWarning), string(graph.SeverityInfo)}

func (r *reader) severities(v Value) map[string]graph.Severity {
	m := map[string]graph.Severity{}
	for _, f := range r.fields(v, "severity") {
		r.rule(f.KeyValue)
		m[f.Key] = graph.Severity(r.word(f.Value, "severity", severities))
	}
	return m
}

var ignoreKeys = []key[graph.Ignore]{
	{"rule", func(r *reader, i *graph.Ignore, v Value) { i.Rule = r.rule(v) }},
	{"path", func(r *reader, i *graph.Ignore, v Value) {
		if i.Path = r.text(v, "path"); !doublestar.ValidatePattern(i.Path) {
			r.errorf(v, "no path pattern: %q", i.Path)
		}
	}},
	{"reason", func(r *reader, i *graph.Ignore, v Value) { i.Reason = r.text(v, "reason") }},
	{"until", func(r *reader, i *graph.Ignore, v Value) {
		i.Until = r.text(v, "until")
		if _, err := time.Parse(time.DateOnly, i.Until); err != nil && i.Until != "" {
			r.errorf(v, "until is the last day it holds, as in 2027-06-30, not %q", i.Until)
		}
	}},
}

// ignores reads the suppressions. One without a reason is a finding later on,
// as it is for a comment, and no problem.
func (r *reader) ignores(v Value) []graph.Ignore {
	var list []graph.Ignore
	for _, item := range r.items(v, "ignore") {
		i := graph.Ignore{Pos: item.Pos()}
		read(r, item, "an item of ignore", ignoreKeys, &i)
		if item.Kind() == Map && !item.Get("rule").Exists() {
			r.errorf(item, "an item of ignore needs a rule")
		}
		list = append(list, i)
	}
	return list
}

// rule reads the ID of a rule.
func (r *reader) rule(v Value) string {
	id := r.text(v, "rule")
	if _, ok := graph.RuleByID(id); !ok && id != "" {
		r.errorf(v, "no rule %q is found by this version: ampcheck rules lists those that are", id)
	}
	return id
}
