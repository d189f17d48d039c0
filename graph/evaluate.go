package graph

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// evaluated is a layer with its numbers, before classes become atoms.
type evaluated struct {
	def     *Layer
	classes ClassSet
	tries   []classTries
	shape   shape
	// number is the attempts; symbol names them where they are not known.
	number Count
	symbol string
	// pool is the most calls at work at once in one process; 0 is not known.
	pool Count
}

type classTries struct {
	classes ClassSet
	n       Count
}

// layer evaluates a layer for one service, once. On a hop of a known protocol
// the codes of the other protocol drop out.
func (l *linker) layer(def *Layer, s *service, p Protocol) int32 {
	if p != ProtocolHTTP && p != ProtocolGRPC {
		p = ""
	}
	key := layerKey{def, s, p}
	if n, ok := l.layerOf[key]; ok {
		return n
	}
	n := l.hopLayer(def, s, p)
	l.layerOf[key] = n
	return n
}

// hopLayer evaluates a layer that is on one hop alone.
func (l *linker) hopLayer(def *Layer, s *service, p Protocol) int32 {
	again := l.partOf[def] == laterTries
	def = fromVariable(def, s)
	e := evaluated{def: def, classes: def.RetriesOn.Intersect(spoken(p))}
	e.number, e.symbol = number(def.Attempts, s.value, "attempts")
	if def.Pool != nil {
		if n, ok := def.Pool.Count(s.value); ok && n != Unbounded {
			e.pool = n
		}
	}
	for _, t := range def.Tries {
		n, _ := number(t.Attempts, s.value, "")
		e.tries = append(e.tries, classTries{t.Classes.Intersect(spoken(p)), n})
		l.sets[t.Classes.Intersect(spoken(p))] = true
	}
	e.shape = shape{
		hedge: def.Kind == KindHedge, backoff: newSchedule(def.Backoff, s.value),
		perTry: limit(def.PerTry, s.value), overall: limit(def.Overall, s.value), elapsed: forever,
		assumed:  def.Assumed != "" || def.Attempts.Kind == BoundAssumed || e.symbol != "",
		anyClass: def.RetriesOn == AnyClass,
		again:    again,
	}
	if def.Ends != EndsCall {
		e.shape.elapsed, e.shape.overall, e.shape.ends = e.shape.overall, forever, def.Ends
	}
	if def.Budget != nil {
		e.shape.budget = *def.Budget
		e.shape.budget.Pos = Pos{}
	}
	l.sets[e.classes] = true
	for _, r := range def.Renames {
		l.sets[r.From], l.sets[r.To.Intersect(spoken(p))] = true, true
	}
	e.shape.renames = l.renames(def, p)
	l.evaluated = append(l.evaluated, e)
	return int32(len(l.evaluated) - 1)
}

// fromVariable is the layer as a variable of the service sets it, where nobody set
// its attempts in code: somebody has written the number then. 0 attempts are as if
// nothing were written, and what is no number is not known.
func fromVariable(def *Layer, s *service) *Layer {
	b := def.Attempts
	if b.Kind != BoundDefault || b.Value.Kind != ExprRef {
		return def
	}
	v := s.setting(b.Value.Source, b.Value.Text)
	if v == nil {
		return def
	}
	n, err := strconv.Atoi(strings.TrimSpace(v.Text))
	if err == nil && n == 0 && b.Plus == 0 {
		return def.trying(Bound{Value: b.Value.Args[0], Kind: BoundDefault, Pos: b.Pos}, def.Implicit)
	}
	if err != nil || n < 0 {
		return def.trying(Bound{Value: UnknownExpr(v.Key), Kind: BoundAssumed, Pos: v.Pos}, false)
	}
	return def.trying(Bound{Value: Literal(strconv.Itoa(n)), Plus: b.Plus, Kind: BoundConfigured, Pos: v.Pos}, false)
}

// trying is a copy of the layer with other attempts.
func (l *Layer) trying(attempts Bound, implicit bool) *Layer {
	c := *l
	c.Attempts, c.Implicit = attempts, implicit
	return &c
}

// renames only notes that there are some; finish turns them into atoms.
func (l *linker) renames(def *Layer, p Protocol) []uint64 {
	if len(def.Renames) == 0 {
		return nil
	}
	return []uint64{uint64(len(p))}
}

// number evaluates a number of attempts; one that is not known counts as one
// and is named.
func number(b Bound, lookup Lookup, what string) (n Count, symbol string) {
	n, ok := b.Count(lookup)
	if !ok {
		return 1, fmt.Sprintf("%s(%s)", what, b.Value)
	}
	return max(1, n), ""
}

// limit evaluates a timeout; none, zero and what is not known are no limit.
func limit(b Bound, lookup Lookup) time.Duration {
	if d, ok := b.Duration(lookup); ok && d > 0 {
		return d
	}
	return forever
}

// fan evaluates a fan-out for one service, once.
func (l *linker) fan(def *FanOut, s *service) int32 {
	key := fanKey{def, s}
	if n, ok := l.fanOf[key]; ok {
		return n
	}
	f := fan{def: def, mode: def.Mode, width: 1, bound: def.N.Kind}
	n, ok := def.N.Count(s.value)
	if site, set := l.g.Policy.fanOutSite(def.ID); set {
		n, ok, f.bound = Count(site), true, BoundConfigured
	}
	if !ok && l.g.Policy.AssumeFanOut > 0 {
		n, ok, f.bound = Count(l.g.Policy.AssumeFanOut), true, BoundAssumed
	}
	if f.n = n; !ok {
		f.n, f.symbol, f.bound = 1, def.Symbol, BoundAssumed
		if f.symbol == "" {
			f.symbol = fmt.Sprintf("n(%s)", def.N.Value)
		}
	}
	if w, ok := def.Width.Count(s.value); ok && w > 0 {
		f.width = w
	}
	l.fanOf[key] = int32(len(l.g.fans))
	l.g.fans = append(l.g.fans, f)
	return l.fanOf[key]
}
