package configscan

import (
	"slices"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
)

var serviceKeys = []key[graph.ServiceFacts]{
	{"main", nil},
	{"image", nil},
	{"hosts", func(r *reader, s *graph.ServiceFacts, v Value) { s.Hosts = r.texts(v, "hosts") }},
	{"replicas", func(r *reader, s *graph.ServiceFacts, v Value) { s.Replicas = r.whole(v, "replicas") }},
	{"latency", func(r *reader, s *graph.ServiceFacts, v Value) { s.Latency = r.lasting(v, "latency") }},
	{"capacity", func(r *reader, s *graph.ServiceFacts, v Value) { s.Capacity = r.whole(v, "capacity") }},
	{"answers", func(r *reader, s *graph.ServiceFacts, v Value) { s.Answers = r.answers(v) }},
}

// services reads the facts about services, in the order of the file.
func (r *reader) services(v Value) []graph.ServiceFacts {
	var list []graph.ServiceFacts
	for _, f := range r.fields(v, "services") {
		s := graph.ServiceFacts{Name: f.Key, Pos: f.KeyValue.Pos()}
		read(r, f.Value, "service "+f.Key, serviceKeys, &s)
		list = append(list, s)
	}
	return list
}

// headers reads names of headers or metadata, which are compared in lower case.
func (r *reader) headers(v Value) []string {
	names := r.texts(v, "attemptHeaders")
	for i := range names {
		names[i] = strings.ToLower(names[i])
	}
	return names
}

// anyCallee stands for every callee in the rules for answers.
const anyCallee = "*"

// answers reads what failures of callees become. The rule for any callee comes
// last, wherever it is written, since the first rule that fits counts.
func (r *reader) answers(v Value) []graph.AnswerRule {
	var rules []graph.AnswerRule
	for _, f := range r.fields(v, "answers") {
		rules = append(rules, r.answer(f))
	}
	slices.SortStableFunc(rules, func(a, b graph.AnswerRule) int {
		switch {
		case a.Callee == anyCallee && b.Callee != anyCallee:
			return 1
		case a.Callee != anyCallee && b.Callee == anyCallee:
			return -1
		}
		return 0
	})
	return rules
}

func (r *reader) answer(f Field) graph.AnswerRule {
	rule := graph.AnswerRule{Callee: f.Key, Classes: graph.AnyClass, Pos: f.KeyValue.Pos()}
	word, _ := f.Value.Str()
	switch kind := graph.AnswerKind(word); kind {
	case graph.AnswerPasses, graph.AnswerTerminal, graph.AnswerUnknown:
		rule.Kind = kind
	default:
		rule.Kind = graph.AnswerBecomes
		rule.Becomes = r.classes(f.Value, "an answer, where it is not passes, terminal or unknown,")
	}
	return rule
}

// classes reads one failure class or a list of them, at least one.
func (r *reader) classes(v Value, what string) graph.ClassSet {
	items := []Value{v}
	if v.Kind() == List {
		items = v.Items()
	}
	if len(items) == 0 {
		r.errorf(v, "%s lists no failure class", what)
	}
	var set graph.ClassSet
	for _, item := range items {
		set = set.Union(r.class(item, what))
	}
	return set
}

func (r *reader) class(v Value, what string) graph.ClassSet {
	word := r.text(v, what)
	if word == "" {
		return graph.ClassSet{}
	}
	set, err := graph.ParseClass(word)
	if err != nil {
		r.errorf(v, "%s: %v", what, err)
	}
	return set
}
