package graph

import (
	"fmt"
	"time"
)

// result writes the figures down in the form of the report.
func (c *computer) result() *Result {
	g := c.g
	res := &Result{Schema: ResultSchema, Complete: true, Nodes: []NodeInfo{}, Edges: []EdgeInfo{},
		Paths: []PathInfo{}, Findings: []Finding{}, Problems: []Problem{}, Notes: c.opts.Notes}
	for i := range c.groups.names {
		res.Nodes = append(res.Nodes, c.node(int32(i)))
	}
	for _, e := range c.edges {
		res.Edges = append(res.Edges, c.edge(e))
	}
	res.Notes = append(clone(res.Notes), replays(res.Edges)...)
	res.Reaches, res.ReachesAbove = c.reaches.list(c), c.reaches.above
	res.Dependencies = g.dependencies
	if c.opts.NotKnown {
		res.NotKnown = g.NotKnown()
	}
	res.Findings = append(res.Findings, c.find(res.Reaches)...)
	c.paths(res)
	res.Problems = append(res.Problems, g.Problems...)
	sortBy(res.Problems, func(a, b Problem) int { return a.Pos.Compare(b.Pos) })
	for _, p := range res.Problems {
		if !p.Advisory || c.opts.Strict {
			res.Complete = false
		}
	}
	return res
}

// maxPaths is how many worst paths are written down.
const maxPaths = 100

// paths lists the worst path of each node above the gate.
func (c *computer) paths(res *Result) {
	all := c.amplified()
	for _, a := range all {
		if len(res.Paths) == maxPaths {
			break
		}
		if len(a.path) == 0 {
			continue
		}
		f := a.figures
		p := PathInfo{Entry: c.nodeName(a.entry), To: c.id(a.group), Amplification: f.wAttempts,
			Multiplier: c.g.pathItems(a.path, false).Mul(f.wAttempts), Unbounded: f.wAttempts == Unbounded,
			Confident: c.g.pathItems(f.confidentPath, true).Mul(f.wConfidentAttempts)}
		if s := rounded(c.g.pathOverTime(a.path)); s < p.Multiplier.Float() {
			p.Sustained = &s
		}
		for _, e := range a.path {
			p.Edges = append(p.Edges, c.edgeID[e])
		}
		res.Paths = append(res.Paths, p)
	}
	res.MorePaths = len(all) - len(res.Paths)
}

func (c *computer) node(i int32) NodeInfo {
	n, w := c.face(i), &c.worst[i]
	info := NodeInfo{ID: c.id(i), Service: n.service, Operation: n.operation, Kind: n.kind, Protocol: n.protocol, Pos: n.pos, IsEntry: n.entry}
	for _, m := range c.groups.members[i] {
		if c.g.nodes[m].entry != "" {
			info.Entries = append(info.Entries, c.g.nodes[m].id)
		}
	}
	if !w.reached {
		return info
	}
	f := w.figures
	info.Entry = c.nodeName(w.entry)
	info.Calls, info.Happy, info.OneCause, info.Confident = f.calls, f.happy, f.oneCause, f.confident
	info.CallsAnyClass, info.Connections, info.HardDown = f.blind, f.connections, f.hardDown
	info.Amplification, info.ConfidentAmplification = ratio(f.ratio), ratio(f.confidentRatio)
	info.PathAmplification = f.attempts
	info.ErrorPath = f.happy == 0
	info.Unbounded = f.calls == Unbounded
	info.LowerBound = f.lower
	info.Symbols, info.Formula = f.symbols, f.formula
	info.Classes = c.classes(n, f)
	info.setSustained(f)
	info.setWindows(c.window, f)
	info.Expected = f.expected
	if a := amplification(f.calls, f.ratio, f.attempts); a > 1 && a < Unbounded.Float() {
		v := 1 / a
		info.VulnerableAbove = &v
	}
	if f.peak > 0 {
		info.Concurrency, info.ConcurrencyHung = &f.peak, f.hung
	}
	if w.work < forever {
		info.HandlerBound = shortDuration(w.work)
	}
	return info
}

// setSustained writes down what budgets leave of the figures.
func (info *NodeInfo) setSustained(f *nodeFigures) {
	s := f.sustained
	if s == nil || s.calls >= f.calls.Float() && s.amplification() >= amplification(f.calls, f.ratio, f.attempts) {
		return
	}
	info.SustainedCalls = limited(s.calls)
	if f.happy > 0 {
		info.SustainedAmplification = limited(s.amplification())
	}
}

// setWindows writes down the windows within which fewer attempts start.
func (info *NodeInfo) setWindows(gate time.Duration, f *nodeFigures) {
	within := map[string]WindowFigures{}
	if f.windowed && (f.wCalls != f.calls || f.wRatio != f.ratio) {
		within[shortDuration(gate)] = WindowFigures{Calls: f.wCalls, Amplification: ratio(f.wRatio), ConfidentAmplification: ratio(f.wConfidentRatio)}
	}
	for _, w := range f.windows {
		if w.calls != f.calls || w.ratio != f.ratio {
			within[shortDuration(w.window)] = WindowFigures{Calls: w.calls, Amplification: ratio(w.ratio)}
		}
	}
	if len(within) > 0 {
		info.Within = within
	}
}

// face is what a report shows of a group: its node, or what its nodes have in
// common.
func (c *computer) face(group int32) *node {
	members := c.groups.members[group]
	f := c.g.nodes[members[0]]
	if len(members) == 1 && (c.opts.Operations || f.operation == "") {
		return &f
	}
	f.kind, f.operation = NodeService, ""
	for _, m := range members {
		n := &c.g.nodes[m]
		if f.protocol != n.protocol {
			f.protocol = ""
		}
		if n.entry != "" && (f.entry == "" || f.entry == EntryStartup) {
			f.entry = n.entry
		}
		if f.leaf() && !n.leaf() {
			f.body, f.bodyEnd = n.body, n.bodyEnd
		}
	}
	return &f
}

func ratio(r float64) *float64 {
	if r == 0 {
		return nil
	}
	return &r
}

// shortDuration prints a duration as people write it: 1m30s, 60s.
func shortDuration(d time.Duration) string {
	if d%time.Second == 0 && d <= 2*time.Minute {
		return fmt.Sprintf("%ds", d/time.Second)
	}
	return d.String()
}

func (c *computer) edge(i int32) EdgeInfo {
	g := c.g
	e := &g.edges[i]
	info := EdgeInfo{ID: c.edgeID[i], From: c.nodeName(e.from), To: c.nodeName(e.to), Protocol: e.protocol,
		Operation: e.call.To.Operation, Deadline: orUnknown(string(e.call.Deadline)), Idempotent: orUnknown(string(g.idempotent(e))),
		Confidence: e.confidence, Assumed: e.call.Assumed, OnError: e.call.OnError && !e.again, Again: e.again, Via: e.call.Via, Pos: e.call.Pos,
		Cut: c.cut[i], Attempts: 1, Factor: 1}
	round := g.around(i)
	for _, l := range round.layers {
		li := g.layerInfo(l)
		if id := c.names().layers[l]; id != li.ID {
			li.Identity = id
		}
		info.Layers = append(info.Layers, li)
		info.Attempts = info.Attempts.Mul(li.Attempts)
	}
	if n := c.counted[i]; n > 0 && n != info.Attempts {
		info.Counted = &n
	}
	if c.timings != nil && c.timings[i] != nil {
		info.setTiming(g, c.timings[i])
	}
	info.FanOut = g.fanOutInfo(round)
	info.Answers = g.answerInfo(e)
	info.Duplicates = c.duplicates(i)
	info.Factor = info.Attempts
	if info.FanOut != nil {
		info.Factor = info.Factor.Mul(info.FanOut.Factor)
	}
	return info
}

// answerInfo words the rules that hold for the failures of an edge, as far as a
// call of its protocol can fail so.
func (g *Graph) answerInfo(e *edge) []AnswerInfo {
	rows := g.nodes[e.from].rows
	if int(e.row) >= len(rows) {
		return nil
	}
	var out []AnswerInfo
	left := spoken(e.protocol).Minus(NewClassSet(ClassTerminal))
	for _, r := range rows[e.row].rules {
		hit := left.Intersect(r.Classes)
		left = left.Minus(hit)
		if hit.Empty() {
			continue
		}
		words := hit.Words()
		if len(out) == 0 && left.Empty() {
			words = AnyClass.Words()
		}
		out = append(out, AnswerInfo{Classes: words, Kind: r.Kind, Becomes: r.Becomes.Words(), OrSucceeds: r.OrSucceeds, Pos: r.Pos})
	}
	return out
}

func (info *EdgeInfo) setTiming(g *Graph, t *timing) {
	if info.Inversion = t.layer >= 0; info.Inversion {
		info.Wasted = shortDuration(t.wasted())
	}
	if t.overlap > 1 {
		info.Overlap = &t.overlap
	}
	if t.tight.layer >= 0 {
		info.UsefulAttempts = &t.tight.useful
	}
}

func orUnknown(s string) string {
	if s == "" {
		return "unknown"
	}
	return s
}

// fanOutInfo is the product of the fan-outs round a call; the innermost gives
// the place.
func (g *Graph) fanOutInfo(round surroundings) *FanOutInfo {
	if len(round.fans) == 0 {
		return nil
	}
	info := &FanOutInfo{Factor: 1}
	for _, n := range round.fans {
		f := &g.fans[n]
		info.Factor = info.Factor.Mul(f.n)
		info.Pos = f.def.Pos
		switch {
		case f.symbol == "" && !info.Symbol:
			info.Bound = f.bound
		case f.symbol == "":
		case info.Symbol:
			info.Expr += " x " + f.symbol
		default:
			info.Bound, info.Expr, info.Symbol = f.bound, f.symbol, true
		}
		info.Parallel = info.Parallel || f.width > 1
		info.FailFast = f.mode == FanOutFailFast
	}
	return info
}

func (g *Graph) layerInfo(n int32) LayerInfo {
	l := &g.layers[n]
	s := &g.shapes[l.shape]
	d := l.def
	info := LayerInfo{ID: d.ID, Kind: d.Kind, Name: d.Name, Attempts: l.attempts, Unbounded: l.attempts == Unbounded,
		Bound: d.Attempts.Kind, RetriesOn: l.classes.Words(), Note: d.Note, Replays: d.Replays, Implicit: d.Implicit, Assumed: d.Assumed, Pos: d.Pos}
	switch {
	case d.RetriesOn == AnyClass:
		info.RetriesOn = AnyClass.Words()
	case info.RetriesOn == nil:
		info.RetriesOn = []string{}
	}
	info.Expr, info.Symbol = reading(d.Attempts), l.symbol != ""
	if d.Attempts.Pos.File != d.Pos.File {
		info.Source = d.Attempts.Pos.String()
	} else if d.Attempts.Pos != d.Pos {
		info.AttemptsPos = d.Attempts.Pos
	}
	if len(d.Tries) > 0 {
		info.Tries = map[string]Count{}
		for _, t := range d.Tries {
			n, _ := number(t.Attempts, nil, "")
			for _, w := range t.Classes.Words() {
				info.Tries[w] = n
			}
		}
	}
	if d.Backoff.Kind != "" {
		info.Backoff = backoffInfo(&d.Backoff)
	}
	if s.perTry < forever {
		info.PerTryTimeout = shortDuration(s.perTry)
	}
	if limit := min(s.overall, s.elapsed); limit < forever {
		info.Timeout = shortDuration(limit)
		if s.perTry < forever || d.Kind.isProxy() {
			if n := max(1, s.backoff.startsWithin(l.attempts, s.overall, s.perTry)); n != l.attempts {
				info.AttemptsSlow = &n
			}
		}
	}
	info.InTime = s.inTime(l.attempts)
	info.Budget = d.Budget.info(l.attempts, g.Policy.Rates)
	return info
}

// inTime are the attempts that the overall limit has room for; nil where jitter
// makes no difference.
func (s *shape) inTime(attempts Count) *AttemptsInTime {
	if min(s.overall, s.elapsed) == forever || s.hedge || s.backoff.kind == "" {
		return nil
	}
	shortest, longest := s.backoff.drawn()
	fit := func(backoff schedule) Count {
		drawn := *s
		drawn.backoff = backoff
		return drawn.startsWithin(drawn.tried(attempts, 0), s.lastStart(), 0)
	}
	n := AttemptsInTime{fit(longest), fit(s.backoff), fit(shortest)}
	if n.Least == n.Most {
		return nil
	}
	return &n
}

// reading says how the number of attempts came about, where it is not the
// number that is written.
func reading(b Bound) string {
	if b.Kind == BoundUnbounded {
		return ""
	}
	switch {
	case b.Plus == 1 && b.Value.Kind == ExprLiteral:
		return "retries " + b.Value.Text + " + 1"
	case b.Plus > 0:
		return fmt.Sprintf("%s + %d", b.Value, b.Plus)
	case b.Value.Kind != ExprLiteral:
		return b.Value.String()
	}
	return ""
}

func boundText(b Bound) string {
	if d, ok := b.Duration(nil); ok {
		return shortDuration(d)
	}
	return ""
}
