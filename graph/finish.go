package graph

import (
	"cmp"
	"fmt"
	"strconv"
)

// finish turns what was gathered into the arrays of the graph: nodes and edges
// in order of their IDs, classes as atoms, layers as shapes.
func (l *linker) finish() {
	l.sortNodes()
	l.sortEdges()
	l.nest()
	l.kinds()
	l.sessionLimits()
	l.answerSets()
	l.g.atoms = newAtoms(l.sets, l.answered)
	l.makeLayers()
	l.pools()
	l.makeRows()
	l.entries()
	l.unresolved()
}

func (l *linker) sortNodes() {
	g := l.g
	order := make([]int32, len(g.nodes))
	for i := range order {
		order[i] = int32(i)
	}
	sortBy(order, func(a, b int32) int { return cmp.Compare(g.nodes[a].id, g.nodes[b].id) })
	number := make([]int32, len(order))
	nodes := make([]node, len(order))
	rules := make([][]answerSource, len(order))
	for i, n := range order {
		number[n], nodes[i], rules[i] = int32(i), g.nodes[n], l.rules[n]
		l.nodeOf[nodes[i].id] = int32(i)
	}
	for i := range g.edges {
		g.edges[i].from, g.edges[i].to = number[g.edges[i].from], number[g.edges[i].to]
	}
	g.nodes, l.rules = nodes, rules
}

func (l *linker) sortEdges() {
	g := l.g
	order := make([]int32, len(g.edges))
	for i := range order {
		order[i] = int32(i)
	}
	sortBy(order, func(a, b int32) int {
		x, y := &g.edges[a], &g.edges[b]
		return cmp.Or(cmp.Compare(x.from, y.from), cmp.Compare(x.to, y.to), x.call.Pos.Compare(y.call.Pos), cmp.Compare(x.seq, y.seq))
	})
	number := make([]int32, len(order))
	edges := make([]edge, len(order))
	for i, e := range order {
		number[e], edges[i] = int32(i), g.edges[e]
	}
	g.edges = edges
	g.callOps = make([]int32, len(edges))
	for i := range g.ops {
		if g.ops[i].kind == opCall {
			g.ops[i].arg = number[g.ops[i].arg]
			g.callOps[g.ops[i].arg] = int32(i)
		}
	}
	for i := 0; i < len(edges); {
		j := i
		for j < len(edges) && edges[j].from == edges[i].from && edges[j].to == edges[i].to {
			j++
		}
		id := g.nodes[edges[i].from].id + "->" + g.nodes[edges[i].to].id
		for k := i; k < j; k++ {
			edges[k].id = id
			if j > i+1 {
				edges[k].id += "#" + strconv.Itoa(k-i+1)
			}
		}
		i = j
	}
}

// nest notes the op round each op.
func (l *linker) nest() {
	g := l.g
	g.parents = make([]int32, len(g.ops))
	for i := range g.parents {
		g.parents[i] = -1
	}
	for i := range g.ops {
		g.children(int32(i), func(c int32) { g.parents[c] = int32(i) })
	}
}

// kinds decides what each node is, and what a leaf may answer.
func (l *linker) kinds() {
	g := l.g
	called := make([]bool, len(g.nodes))
	protocols := make([]map[Protocol]bool, len(g.nodes))
	for i := range g.edges {
		e := &g.edges[i]
		called[e.to] = true
		if protocols[e.to] == nil {
			protocols[e.to] = map[Protocol]bool{}
		}
		protocols[e.to][e.protocol] = true
	}
	for i := range g.nodes {
		n := &g.nodes[i]
		s := l.owner(n)
		n.service, n.kind, n.protocol = s.id, s.kind, s.protocol
		if n.pos.IsZero() {
			n.pos = s.pos
		}
		switch {
		case n.operation != "":
			n.kind = NodeOperation
		case n.kind != "" && !(n.kind == NodeService && !s.known):
		case !s.known && !called[i] && !n.leaf():
			n.kind = NodeClient
		case !s.known && n.leaf():
			n.kind = NodeExternal
		default:
			n.kind = NodeService
		}
		n.protocol = only(protocols[i], n.protocol)
		n.hangs = n.protocol == ProtocolHTTP
	}
}

func (l *linker) owner(n *node) *service {
	if s := l.names.byID[n.service]; s != nil {
		return s
	}
	return &service{id: n.service}
}

// only is the protocol that all calls to a node speak; unknown when they
// differ.
func only(protocols map[Protocol]bool, own Protocol) Protocol {
	if len(protocols) == 0 {
		return own
	}
	if len(protocols) > 1 {
		return ""
	}
	for p := range protocols {
		own = p
	}
	return own
}

// answerSets notes the class sets that answers tell apart.
func (l *linker) answerSets() {
	for _, rows := range l.rules {
		for _, row := range rows {
			for _, r := range row.rules {
				l.answered[r.Classes], l.answered[r.Becomes] = true, true
			}
		}
	}
	for i := range l.g.nodes {
		for _, h := range l.g.nodes[i].facts {
			for _, s := range []*ClassSet{h.FailsWith, h.Unreachable} {
				if s != nil {
					l.sets[*s] = true
				}
			}
		}
	}
}

// makeLayers turns the evaluated layers into shapes; layers with the same
// numbers share one.
func (l *linker) makeLayers() {
	g := l.g
	known := map[string]int32{}
	for i := range l.evaluated {
		e := &l.evaluated[i]
		s := l.shape(e)
		key := fmt.Sprint(s)
		n, ok := known[key]
		if !ok {
			n = int32(len(g.shapes))
			known[key] = n
			g.shapes = append(g.shapes, s)
		}
		g.layers = append(g.layers, layer{def: e.def, shape: n, symbol: e.symbol, attempts: s.most, part: l.partOf[e.def], classes: e.classes})
	}
	l.nameHopLayers()
}

func (l *linker) shape(e *evaluated) shape {
	a := l.g.atoms
	s := e.shape
	s.attempts = make([]Count, len(a.set))
	s.most = e.number
	for _, t := range e.tries {
		s.most = max(s.most, t.n)
	}
	retried := a.mask(e.classes)
	for c := range a.set {
		s.attempts[c] = 1
		if retried&(1<<c) != 0 {
			s.attempts[c] = e.number
		}
		for _, t := range e.tries {
			if a.mask(t.classes)&(1<<c) != 0 {
				s.attempts[c] = t.n
			}
		}
	}
	if s.again {
		s.most = s.most.Less1()
	}
	if s.renames != nil {
		s.renames = l.renamed(e.def)
	}
	return s
}

func (l *linker) renamed(def *Layer) []uint64 {
	a := l.g.atoms
	out := make([]uint64, len(a.set))
	for c := range out {
		out[c] = 1 << c
		for _, r := range def.Renames {
			if a.mask(r.From)&(1<<c) != 0 {
				out[c] = a.mask(r.To)
				break
			}
		}
	}
	return out
}

// nameHopLayers gives the layers of proxies the ID of the hop they are on.
func (l *linker) nameHopLayers() {
	g := l.g
	for i := range g.edges {
		e := &g.edges[i]
		for k := e.stack; k < e.stackEnd; k++ {
			if ly := &g.layers[g.stacks[k]]; ly.def.ID == "" {
				def := *ly.def
				def.ID = e.id + ":" + string(def.Kind)
				ly.def = &def
			}
		}
	}
}

func (l *linker) makeRows() {
	a := l.g.atoms
	known := map[string]*answerRow{}
	for i := range l.g.nodes {
		n := &l.g.nodes[i]
		n.own = a.mask(answerableBy(n.protocol))
		n.fails = n.own
		n.unreachable = a.never
		for _, h := range n.facts {
			if h.FailsWith != nil {
				n.fails, n.hangs = a.mask(*h.FailsWith), false
			}
			if h.Unreachable != nil {
				n.unreachable = a.mask(*h.Unreachable)
			}
		}
		for _, src := range l.rules[i] {
			row := known[src.key]
			if row == nil {
				row = l.answers(src.rules)
				known[src.key] = row
			}
			n.rows = append(n.rows, row)
		}
	}
}

// answers compiles rules: the first that names a class holds for it. Classes that
// are not told apart are answered with all that one of them is.
func (l *linker) answers(rules []AnswerRule) *answerRow {
	a := l.g.atoms
	row := &answerRow{become: make([]uint64, len(a.set)), rules: rules}
	for c, set := range a.set {
		for r := range rules {
			if hit := set.Intersect(rules[r].Classes); !hit.Empty() {
				l.answer(row, c, &rules[r])
				set = set.Minus(hit)
			}
		}
		if !set.Empty() {
			l.answer(row, c, &AnswerRule{Kind: AnswerUnknown})
		}
	}
	return row
}

// answer adds to the row what a rule makes of one atom.
func (l *linker) answer(row *answerRow, c int, rule *AnswerRule) {
	a := l.g.atoms
	bit := uint64(1) << c
	if rule.OrSucceeds {
		row.ok |= bit
	}
	switch {
	case rule.Kind == AnswerPasses && a.never&bit != 0:
		row.become[c] |= a.unavailable
	case rule.Kind == AnswerPasses:
		row.become[c] |= bit
	case rule.Kind == AnswerTerminal:
		row.become[c] |= a.terminal
	case rule.Kind == AnswerBecomes:
		row.become[c] |= a.mask(rule.Becomes)
	case rule.Kind == AnswerSucceeds:
		row.ok |= bit
	default:
		row.become[c], row.ok, row.unknown = a.answerable, row.ok|bit, row.unknown|bit
	}
}
