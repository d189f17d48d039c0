package configscan

import (
	"fmt"

	"gopkg.in/yaml.v3"

	"github.com/ampcheck/ampcheck/graph"
)

// shapeProblems lists what is odd in a document that parses: keys written
// twice, and the first placeholder of a template where a value belongs.
func shapeProblems(d *Doc) []graph.Problem {
	s := shapes{file: d.File}
	if d.Root.node != nil {
		s.visit(d.Root.node)
	}
	return s.problems
}

// duplicateKeys lists the keys written twice alone.
func duplicateKeys(d *Doc) []graph.Problem {
	s := shapes{file: d.File, template: true}
	if d.Root.node != nil {
		s.visit(d.Root.node)
	}
	return s.problems
}

type shapes struct {
	file string
	// template is set when a placeholder was listed, so that one is enough.
	template bool
	problems []graph.Problem
}

// visit walks the tree as it is written: what an alias stands for is seen at
// its anchor.
func (s *shapes) visit(n *yaml.Node) {
	if isBraces(n) {
		if !s.template {
			s.add(n, "looks like a template that is not rendered, values read as unknown: feed rendered output, as in helm template DIR | ampcheck check -")
		}
		s.template = true
		return
	}
	if n.Kind == yaml.MappingNode {
		s.duplicates(n)
	}
	for _, c := range n.Content {
		s.visit(c)
	}
}

func (s *shapes) duplicates(n *yaml.Node) {
	seen := make(map[string]int, len(n.Content)/2)
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := n.Content[i]
		if key.Kind != yaml.ScalarNode || isMerge(key) {
			continue
		}
		if line, ok := seen[key.Value]; ok {
			s.add(key, fmt.Sprintf("%q is written twice, first at line %d: the last one is taken", key.Value, line))
		}
		seen[key.Value] = key.Line
	}
}

func (s *shapes) add(n *yaml.Node, message string) {
	s.problems = append(s.problems, graph.Problem{Pos: nodePos(s.file, n), Message: message, Advisory: true})
}
