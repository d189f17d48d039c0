package graph

import (
	"fmt"
	"strings"
)

// linked is a step of a body with its calls resolved, before it is written
// down as ops.
type linked struct {
	kind opKind
	flag bool
	arg  int32
	kids []*linked
	call *linkedCall
}

// linkedCall is a call with its targets, and the layers round it alone.
type linkedCall struct {
	call   *Call
	hops   []hop
	layers []*Layer
	rules  []AnswerRule
	seq    int // order of appearance in the body
}

// body is the linking of one node's body: what code and routes show, what the
// policy declares, and the answers that hold for both.
type body struct {
	l              *linker
	from           *service
	node           int32
	seen, declared []*linked
	rules          []AnswerRule
	part           *Fragment // that of the part being linked
	seq            int
	// again is set for what an operation does when its request is a repeated one.
	again bool
	// twinOf is then the ID of the node for first requests.
	twinOf string
}

// read resolves the calls of all that producers said of one node.
func (l *linker) read(id string, s *service, parts []part) *body {
	b := &body{l: l, from: s, node: l.nodeOf[id]}
	b.parts(parts)
	return b
}

// parts resolves the calls of what producers said of the node.
func (b *body) parts(parts []part) {
	l := b.l
	for _, p := range parts {
		h := p.handler
		l.describe(b.node, h)
		if b.again {
			l.g.nodes[b.node].entry = "" // only calls lead there
		}
		if h.Body == nil {
			continue
		}
		b.rules = append(l.policyAnswers(b.from), h.Answers...)
		b.part = p.from
		step := b.step(h.Body)
		switch {
		case step == nil:
		case p.from.Declared:
			b.declared = append(b.declared, step)
		default:
			b.seen = append(b.seen, step)
		}
	}
}

// write joins the parts of a body and writes it down. An address in the
// environment is a call of its own only when nothing else reaches its target.
func (b *body) write() {
	steps := append(b.seen, b.declared...)
	if b.from.kind == NodeProxy && len(b.seen) > 1 {
		steps = append([]*linked{{kind: opAlt, kids: b.seen}}, b.declared...)
	}
	b.rules, b.part = b.l.policyAnswers(b.from), nil
	steps = append(steps, b.guesses()...)
	if root := whole(steps); root != nil {
		b.l.emit(b.node, b, root)
	}
}

// whole joins steps into one body; nil when they hold no call.
func whole(steps []*linked) *linked {
	var kept []*linked
	for _, s := range steps {
		if s.calls() {
			kept = append(kept, s)
		}
	}
	switch len(kept) {
	case 0:
		return nil
	case 1:
		return kept[0]
	}
	return &linked{kind: opSeq, kids: kept}
}

func (s *linked) calls() bool {
	if s.call != nil {
		return len(s.call.hops) > 0
	}
	for _, k := range s.kids {
		if k.calls() {
			return true
		}
	}
	return false
}

// describe takes over the facts of a handler that concern the node itself.
func (l *linker) describe(n int32, h *Handler) {
	nd := &l.g.nodes[n]
	if h.Entry != "" && nd.entry == "" {
		nd.entry = h.Entry
	}
	if nd.pos.IsZero() {
		nd.pos = h.Pos
	}
	if d, ok := h.Work.Duration(nil); ok {
		nd.work = d
	}
	if d, ok := h.Limit.Duration(nil); ok {
		nd.limit, nd.hasLimit = d, true
	}
	nd.facts = append(nd.facts, h)
}

// answersTo are the rules for a call: those of the policy, of the call, and of the
// handler.
func (b *body) answersTo(c *Call) []AnswerRule {
	if len(c.Answers) == 0 {
		return b.rules
	}
	n := 0
	if b.from.facts != nil {
		n = len(b.from.facts.Answers)
	}
	return append(append(clone(b.rules[:n]), c.Answers...), b.rules[n:]...)
}

// policyAnswers are the answers that the policy gives for a service; they go
// before what a producer saw.
func (l *linker) policyAnswers(s *service) []AnswerRule {
	if s.facts == nil {
		return nil
	}
	return clone(s.facts.Answers)
}

func (b *body) step(s *Step) *linked {
	switch {
	case s.Call != nil:
		return b.call(s.Call)
	case s.Seq != nil:
		return b.steps(&linked{kind: opSeq, flag: s.Seq.FailFast}, s.Seq.Steps)
	case s.Par != nil:
		return b.steps(&linked{kind: opPar, arg: int32(s.Par.Width)}, s.Par.Steps)
	case s.Alt != nil:
		return b.steps(&linked{kind: opAlt}, s.Alt.Steps)
	case s.Repeat != nil:
		return b.repeat(s.Repeat)
	case s.Retried != nil && b.again:
		return b.step(&s.Retried.Again)
	case s.Retried != nil:
		return b.step(&s.Retried.First)
	case s.Unknown != nil:
		what := Literal("unknown: " + s.Unknown.What)
		return b.call(&Call{To: Endpoint{Address: what}, Confidence: ConfidenceAssumed, Assumed: s.Unknown.What, Pos: s.Unknown.Pos})
	}
	return nil
}

func (b *body) steps(into *linked, steps []Step) *linked {
	for i := range steps {
		if k := b.step(&steps[i]); k != nil {
			into.kids = append(into.kids, k)
		}
	}
	return into
}

// repeat puts a layer that is round one call alone on that call.
func (b *body) repeat(r *Repeat) *linked {
	child := b.step(&r.Step)
	if child == nil {
		return nil
	}
	if r.FanOut != "" {
		return &linked{kind: opFan, arg: b.l.fan(b.l.fanDefs[b.part][r.FanOut], b.from), kids: []*linked{child}}
	}
	def := b.l.defs[b.part][r.Layer]
	if child.call != nil {
		child.call.layers = append([]*Layer{def}, child.call.layers...)
		return child
	}
	return &linked{kind: opLayer, arg: b.l.layer(def, b.from, ""), kids: []*linked{child}}
}

func (b *body) call(c *Call) *linked {
	lc := &linkedCall{call: c, rules: b.answersTo(c), seq: b.seq}
	b.seq++
	for _, id := range c.Layers {
		lc.layers = append(lc.layers, b.l.defs[b.part][id])
	}
	lc.hops = b.l.hops(b.from, c)
	if b.part == nil || !b.part.Declared {
		b.reach(lc)
	}
	return &linked{kind: opCall, call: lc}
}

// reach notes which services a call of this one leads to.
func (b *body) reach(lc *linkedCall) {
	to := b.l.reached[b.from]
	if to == nil {
		to = map[*service][]*linkedCall{}
		b.l.reached[b.from] = to
	}
	for i := range lc.hops {
		if s := lc.hops[i].to; len(to[s]) == 0 || to[s][len(to[s])-1] != lc {
			to[s] = append(to[s], lc)
		}
	}
}

// declare drops the declared calls whose target other calls of the service
// reach, and gives their layers to those: they replace layers of their own
// kind, and the others stay inside them.
func (b *body) declare() {
	var all []*linkedCall
	for _, s := range b.declared {
		s.each(func(lc *linkedCall) { all = append(all, lc) })
	}
	for _, lc := range all {
		var have []*linkedCall
		for i := range lc.hops {
			have = append(have, b.l.reached[b.from][lc.hops[i].to]...)
		}
		if len(have) == 0 {
			continue
		}
		given := map[*linkedCall]bool{}
		for _, h := range have {
			if !given[h] {
				given[h] = true
				h.layers = append(clone(lc.layers), otherKinds(h.layers, lc.layers)...)
			}
		}
		lc.hops = nil
	}
	for _, lc := range all {
		b.reach(lc)
	}
}

// otherKinds are the layers whose kind is none of those declared.
func otherKinds(layers, declared []*Layer) []*Layer {
	var out []*Layer
	for _, l := range layers {
		same := false
		for _, d := range declared {
			same = same || d.Kind == l.Kind
		}
		if !same {
			out = append(out, l)
		}
	}
	return out
}

func (s *linked) each(f func(*linkedCall)) {
	if s.call != nil {
		f(s.call)
	}
	for _, k := range s.kids {
		k.each(f)
	}
}

// guesses are the calls to the addresses in a service's environment that
// nothing else reaches: one for each target.
func (b *body) guesses() []*linked {
	var out []*linked
	values := clone(b.from.values)
	sortBy(values, func(x, y *Value) int { return x.Pos.Compare(y.Pos) })
	for _, v := range values {
		if !v.Peer || b.l.g.nodes[b.node].operation != "" {
			continue
		}
		c := &Call{To: Endpoint{Address: Literal(v.Text)}, Confidence: ConfidenceAssumed, Via: v.Key, Pos: v.Pos,
			Assumed: "the address stands in " + v.Key + "; whether and how often it is called is not known"}
		if b.guessed(c) {
			out = append(out, b.call(c))
		}
	}
	return out
}

// guessed reports whether an address is a call that nothing else shows: not to
// the service itself, and not to a target that is reached already.
func (b *body) guessed(c *Call) bool {
	b.l.dry = true
	defer func() { b.l.dry = false }()
	for _, h := range b.l.hops(b.from, c) {
		if h.to == b.from || len(b.l.reached[b.from][h.to]) > 0 {
			return false
		}
	}
	return true
}

// emit writes a body down.
func (l *linker) emit(n int32, b *body, root *linked) {
	start := int32(len(l.g.ops))
	l.write(n, b, root)
	l.g.nodes[n].body, l.g.nodes[n].bodyEnd = start, int32(len(l.g.ops))
}

func (l *linker) write(n int32, b *body, s *linked) {
	if s.call != nil {
		l.writeCall(n, b, s.call)
		return
	}
	if !s.calls() {
		return
	}
	at := len(l.g.ops)
	l.g.ops = append(l.g.ops, op{kind: s.kind, flag: s.flag, arg: s.arg})
	for _, k := range s.kids {
		l.write(n, b, k)
	}
	l.g.ops[at].size = int32(len(l.g.ops) - at)
}

// writeCall writes a call as one edge for each of its targets. Layers round a
// call with several targets choose among them anew at every try.
func (l *linker) writeCall(n int32, b *body, lc *linkedCall) {
	lc.settle()
	switch {
	case len(lc.hops) == 0:
		return
	case len(lc.hops) == 1 && len(lc.hops[0].mirrors) == 0:
		l.edge(n, b, lc, &lc.hops[0], lc.layers)
		return
	}
	var open []int
	for _, def := range lc.layers {
		open = append(open, l.open(opLayer, l.layer(def, b.from, "")))
	}
	l.writeHops(n, b, lc, lc.hops)
	l.close(open...)
}

// writeHops writes hops as alternatives. A hop that a proxy copies is made
// together with the copies, whatever becomes of each.
func (l *linker) writeHops(n int32, b *body, lc *linkedCall, hs []hop) {
	if len(hs) > 1 {
		defer l.close(l.open(opAlt, 0))
	}
	for i := range hs {
		l.writeHop(n, b, lc, &hs[i])
	}
}

func (l *linker) writeHop(n int32, b *body, lc *linkedCall, h *hop) {
	if len(h.mirrors) > 0 {
		defer l.close(l.open(opPar, 0))
	}
	l.edge(n, b, lc, h, nil)
	for _, copies := range h.mirrors {
		l.writeHops(n, b, lc, copies)
	}
}

// open starts an op whose children follow, close ends it.
func (l *linker) open(kind opKind, arg int32) int {
	l.g.ops = append(l.g.ops, op{kind: kind, arg: arg})
	return len(l.g.ops) - 1
}

func (l *linker) close(ops ...int) {
	for _, at := range ops {
		l.g.ops[at].size = int32(len(l.g.ops) - at)
	}
}

func (l *linker) edge(n int32, b *body, lc *linkedCall, h *hop, own []*Layer) {
	if !l.apart(n, b, lc, h, own) {
		l.edgeTo(n, b, lc, lc.call, h, own, l.node(h.to, h.operation))
	}
}

// edgeTo writes one call of a node.
func (l *linker) edgeTo(n int32, b *body, lc *linkedCall, c *Call, h *hop, own []*Layer, to int32) {
	e := edge{from: n, to: to, call: c, stack: int32(len(l.g.stacks)), protocol: h.protocol, seq: int32(lc.seq), limit: h.limit, pool: h.pool}
	for _, def := range own {
		l.g.stacks = append(l.g.stacks, l.layer(def, b.from, h.protocol))
	}
	for _, def := range h.layers {
		l.g.stacks = append(l.g.stacks, l.hopLayer(def, b.from, h.protocol))
	}
	e.stackEnd = int32(len(l.g.stacks))
	if e.confidence = lc.call.Confidence; e.confidence == "" {
		e.confidence = ConfidenceStatic
	}
	if h.fitted && (e.confidence == ConfidenceStatic || e.confidence == ConfidenceFlow) {
		e.confidence = ConfidenceType
	}
	e.row = l.row(n, lc.rules, h.to, lc.call)
	l.g.ops = append(l.g.ops, op{kind: opCall, arg: int32(len(l.g.edges)), size: 1})
	l.g.edges = append(l.g.edges, e)
}

// answerSource is one answer row of a node: the rules that hold for a callee.
type answerSource struct {
	key   string
	rules []AnswerRule
}

// row finds or makes the answer row of a call.
func (l *linker) row(n int32, rules []AnswerRule, to *service, c *Call) int32 {
	var fit []AnswerRule
	var key strings.Builder
	for _, r := range rules {
		if r.Callee != "*" && r.Callee != to.id && r.Callee != c.To.Service {
			continue
		}
		fit = append(fit, r)
		fmt.Fprint(&key, r.Kind, [4]uint64(r.Classes), [4]uint64(r.Becomes))
	}
	for i, have := range l.rules[n] {
		if have.key == key.String() {
			return int32(i)
		}
	}
	l.rules[n] = append(l.rules[n], answerSource{key.String(), fit})
	return int32(len(l.rules[n]) - 1)
}
