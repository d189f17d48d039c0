package graph

import "time"

// System is a linked graph as plain data, for what runs it event by event: every
// number is evaluated for the workload that runs it, and nothing is computed from
// the whole.
type System struct {
	Nodes  []SystemNode
	Layers []SystemLayer
	// Rates are those of the policy.
	Rates Rates
}

// SystemNode is one operation, datastore or external system.
type SystemNode struct {
	ID, Service string
	// Entry is set where work arrives from outside.
	Entry EntryKind
	// Body is what one execution does; nil for a leaf.
	Body *SystemStep
	// Fails are the classes that a leaf may answer.
	Fails ClassSet
	// Work is how long one execution of a leaf takes, Limit when the node ends its
	// own work; 0 is not known, or none.
	Work, Limit time.Duration
	// Capacity is how many executions it works on at once by the policy; 0 is not
	// known.
	Capacity int
}

// StepKind says what a step of a linked body does.
type StepKind uint8

// The kinds of steps.
const (
	StepCall  StepKind = iota // one call of node To through Layers
	StepSeq                   // its steps one after the other
	StepPar                   // its steps beside one another
	StepAlt                   // one of its steps
	StepLayer                 // its step, again on failure
	StepFan                   // its step for each item
)

// SystemStep is one step of a body with its call resolved.
type SystemStep struct {
	Kind  StepKind
	Steps []SystemStep
	// FailFast stops a sequence at the first failure.
	FailFast bool
	// OnError steps of a sequence run only when the one before them failed.
	OnError bool
	// Layers are numbers in System.Layers: those of a call, outermost first, or
	// the one of a layer.
	Layers []int
	// To is the callee of a call, as a number in System.Nodes.
	To       int
	Protocol Protocol
	Deadline Deadline
	// Answers are what the caller makes of failures of this call; the first that
	// fits counts.
	Answers []AnswerRule
	// Items are those of a fan-out, Width how many are in work at once; 0 is all.
	// Parallel steps have a width too.
	Items, Width Count
	Mode         FanOutMode
}

// SystemLayer is what repeats a step.
type SystemLayer struct {
	ID, Name string
	Kind     LayerKind
	// Tries are the attempts by class, the first try included; a class that none
	// of them holds is not retried. Attempts is the greatest of them.
	Tries    []SystemTries
	Attempts Count
	// PerTry limits one try and Overall all of them; 0 is no limit. Elapsed limits how
	// long it goes on trying and ends no try; with OneMore, a pause that began in time
	// is followed by a try.
	PerTry, Overall, Elapsed time.Duration
	OneMore                  bool
	// Context is set where the layer ends when the context of its caller does.
	Context bool
	// Jitter and Spread are those of the backoff.
	Jitter  bool
	Spread  float64
	Budget  *Budget
	Renames []Rename
	backoff schedule
}

// SystemTries is a number of attempts for some classes.
type SystemTries struct {
	Classes  ClassSet
	Attempts Count
}

// Pause is the nominal pause after the j-th try, j from 1.
func (l *SystemLayer) Pause(j Count) time.Duration {
	d, _ := l.backoff.pause(j)
	return d
}

// For is how many tries there are of a call that fails with a class.
func (l *SystemLayer) For(c Class) Count {
	for _, t := range l.Tries {
		if t.Classes.Has(c) {
			return t.Attempts
		}
	}
	return 1
}

// IsProxy reports whether the time limit of the layer ends the try that is
// running too.
func (l *SystemLayer) IsProxy() bool { return l.Kind.isProxy() }

// System returns the linked graph as plain data.
func (g *Graph) System() *System {
	s := &System{Rates: g.Policy.Rates}
	known := map[string]ServiceFacts{}
	for _, f := range g.Policy.Services {
		known[f.Name] = f
	}
	for i := range g.layers {
		s.Layers = append(s.Layers, g.systemLayer(int32(i)))
	}
	for i := range g.nodes {
		n := &g.nodes[i]
		facts := known[n.service]
		sn := SystemNode{ID: n.id, Service: n.service, Entry: n.entry, Fails: g.atoms.classes(n.fails),
			Work: finite(n.work), Limit: finite(n.limit), Capacity: facts.places()}
		if facts.Latency > 0 && n.leaf() {
			sn.Work = facts.Latency
		}
		if !n.leaf() {
			body := g.systemStep(n, n.body)
			sn.Body = &body
		}
		s.Nodes = append(s.Nodes, sn)
	}
	return s
}

// finite is a duration, with 0 for one that has no end or is not known.
func finite(d time.Duration) time.Duration {
	if d == forever {
		return 0
	}
	return d
}

func (g *Graph) systemLayer(i int32) SystemLayer {
	l := &g.layers[i]
	s := &g.shapes[l.shape]
	out := SystemLayer{ID: l.def.ID, Name: layerName(l.def), Kind: l.def.Kind, Attempts: s.most,
		PerTry: finite(s.perTry), Overall: finite(s.overall), Elapsed: finite(s.elapsed), OneMore: s.oneMore(), Context: l.def.Context,
		Jitter: s.backoff.jitter, Spread: s.backoff.spread, Budget: l.def.Budget, Renames: l.def.Renames, backoff: s.backoff}
	at := map[Count]int{}
	for c, n := range s.attempts {
		if n <= 1 {
			continue
		}
		k, ok := at[n]
		if !ok {
			k = len(out.Tries)
			at[n] = k
			out.Tries = append(out.Tries, SystemTries{Attempts: n})
		}
		out.Tries[k].Classes = out.Tries[k].Classes.Union(g.atoms.set[c])
	}
	return out
}

func (g *Graph) systemStep(n *node, i int32) SystemStep {
	o := &g.ops[i]
	out := SystemStep{OnError: g.onError(i), FailFast: o.flag}
	switch o.kind {
	case opCall:
		return g.systemCall(n, o.arg, out)
	case opSeq:
		out.Kind = StepSeq
	case opPar:
		out.Kind, out.Width = StepPar, Count(o.arg)
	case opAlt:
		out.Kind = StepAlt
	case opLayer:
		out.Kind, out.Layers = StepLayer, []int{int(o.arg)}
	case opFan:
		f := &g.fans[o.arg]
		out.Kind, out.Items, out.Width, out.Mode = StepFan, f.n, max(1, f.width), f.mode
	}
	g.children(i, func(c int32) { out.Steps = append(out.Steps, g.systemStep(n, c)) })
	return out
}

func (g *Graph) systemCall(n *node, e int32, out SystemStep) SystemStep {
	ed := &g.edges[e]
	out.Kind, out.To, out.Protocol, out.Deadline = StepCall, int(ed.to), ed.protocol, ed.call.Deadline
	for k := ed.stack; k < ed.stackEnd; k++ {
		out.Layers = append(out.Layers, int(g.stacks[k]))
	}
	if int(ed.row) < len(n.rows) {
		out.Answers = n.rows[ed.row].rules
	}
	return out
}

// SeenAs are the classes as which a caller that speaks a protocol may see a
// failure of class c.
func SeenAs(c Class, p Protocol) ClassSet {
	switch p {
	case ProtocolHTTP:
		return asHTTP(c)
	case ProtocolGRPC:
		return asGRPC(c)
	}
	return NewClassSet(c)
}
