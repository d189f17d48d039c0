package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
	"gopkg.in/yaml.v3"
)

// system is what was read of one system.
type system struct {
	Repository string `yaml:"repository"`
	Commit     string `yaml:"commit"`
	// Packages are those of the repository that are the system; none for all of it.
	Packages []string `yaml:"packages"`
	Pairs    []entry  `yaml:"pairs"`
}

// entry is what was read of one call, for each operation that it lies below.
type entry struct {
	Operations []string `yaml:"operations"`
	Callee     string   `yaml:"callee"`
	At         string   `yaml:"at"`
	Answer     answer   `yaml:"answer"`
	Why        string   `yaml:"why"`
}

// answer is what an operation answers, by the classes in which the call fails; the
// first that fits counts.
type answer []outcome

type outcome struct {
	classes graph.ClassSet
	replies reply
}

// reply are the ways in which an operation may answer: in a class, or well. Passes
// stands for the class of the failure itself.
type reply struct {
	classes         graph.ClassSet
	passes, success bool
}

// UnmarshalYAML reads one answer for all classes, or a map of classes to answers.
func (a *answer) UnmarshalYAML(n *yaml.Node) error {
	if n.Kind == yaml.ScalarNode {
		r, err := parseReply(n.Value)
		*a = answer{{graph.AnyClass, r}}
		return err
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		classes, err := graph.ParseClasses(strings.Split(n.Content[i].Value, ","))
		if err != nil {
			return fmt.Errorf("line %d: %w", n.Content[i].Line, err)
		}
		r, err := parseReply(n.Content[i+1].Value)
		if err != nil {
			return fmt.Errorf("line %d: %w", n.Content[i+1].Line, err)
		}
		*a = append(*a, outcome{classes, r})
	}
	return nil
}

func parseReply(text string) (reply, error) {
	var r reply
	for _, word := range strings.Split(text, "|") {
		switch word = strings.TrimSpace(word); word {
		case "passes":
			r.passes = true
		case "success":
			r.success = true
		default:
			classes, err := graph.ParseClass(word)
			if err != nil {
				return r, err
			}
			r.classes = r.classes.Union(classes)
		}
	}
	return r, nil
}

func readTruth(file string) (*system, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	s := &system{}
	dec := yaml.NewDecoder(strings.NewReader(string(text)))
	dec.KnownFields(true)
	if err := dec.Decode(s); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	for _, e := range s.Pairs {
		if len(e.Operations) == 0 || e.Callee == "" || e.At == "" || len(e.Answer) == 0 || e.Why == "" {
			return nil, fmt.Errorf("%s: %s at %s says not all", file, e.Callee, e.At)
		}
	}
	return s, nil
}

// of is what is answered where the call fails in a class.
func (a answer) of(c graph.Class, serves graph.Protocol) (r reply, ok bool) {
	for _, o := range a {
		if o.classes.Has(c) {
			return o.replies.plain(c, serves), true
		}
	}
	return reply{}, false
}

// plain are replies with the class that passes stands for: what never reached the
// callee becomes unavailable.
func (r reply) plain(c graph.Class, serves graph.Protocol) reply {
	if r.passes {
		own := graph.NewClassSet(c)
		if graph.NeverReached.Has(c) || c == graph.ClassReset && serves == graph.ProtocolGRPC {
			own = graph.Unavailable
			if serves == graph.ProtocolGRPC {
				own = unavailableOfGRPC
			}
		}
		r.classes, r.passes = r.classes.Union(own), false
	}
	return r
}

var unavailableOfGRPC = func() graph.ClassSet {
	c, _ := graph.GRPCClass(14)
	return graph.NewClassSet(c)
}()
