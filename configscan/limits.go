package configscan

import (
	"gopkg.in/yaml.v3"
)

const (
	// maxDepth is the number of levels of mappings and lists above which a
	// document is not read.
	maxDepth = 200
	// maxAliased is the number of values that the aliases of a document may add
	// to it. Every walk over a document that passes is bounded.
	maxAliased = 1 << 20
)

// limits says what keeps a document from being read, with the place, or "".
func limits(root *yaml.Node) (message string, at *yaml.Node) {
	m := measurer{anchors: map[*yaml.Node]*extent{}}
	e := m.measure(root, 0)
	switch {
	case m.cycle != nil:
		return "alias of something it is part of: document not read", m.cycle
	case m.deep != nil:
		return "nested deeper than 200 levels: document not read", m.deep
	case e.size-m.nodes > maxAliased:
		return "aliases expand to more than a million values: document not read", root
	}
	return "", nil
}

// extent is the number of values and levels of a tree with aliases expanded.
type extent struct{ size, levels int }

type measurer struct {
	// anchors holds the extents of anchored trees; nil while one is measured.
	anchors map[*yaml.Node]*extent
	nodes   int
	// cycle is the first alias of something around it, deep the first node that
	// reaches below maxDepth.
	cycle, deep *yaml.Node
}

// measure is the extent of a node that lies below depth levels.
func (m *measurer) measure(n *yaml.Node, depth int) extent {
	m.nodes++
	if n.Kind == yaml.AliasNode {
		return m.alias(n, depth)
	}
	if n.Anchor != "" {
		m.anchors[n] = nil
	}
	own := 0
	if n.Kind == yaml.MappingNode || n.Kind == yaml.SequenceNode {
		own = 1
		m.check(n, depth+own)
	}
	e := extent{size: 1, levels: own}
	for _, c := range n.Content {
		below := m.measure(c, depth+own)
		e.size = min(e.size+below.size, 1<<40)
		e.levels = max(e.levels, own+below.levels)
	}
	if n.Anchor != "" {
		m.anchors[n] = &e
	}
	return e
}

func (m *measurer) check(n *yaml.Node, levels int) {
	if levels > maxDepth && m.deep == nil {
		m.deep = n
	}
}

// alias is the extent of what an alias stands for: it was measured before,
// since an anchor stands before its aliases, or is a cycle.
func (m *measurer) alias(n *yaml.Node, depth int) extent {
	e := m.anchors[n.Alias]
	if e == nil {
		if m.cycle == nil {
			m.cycle = n
		}
		return extent{size: 1}
	}
	m.check(n, depth+e.levels)
	return *e
}
