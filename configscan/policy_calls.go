package configscan

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
)

// callDecl is a declared call as it is written.
type callDecl struct {
	at       Value
	from, to string
	protocol graph.Protocol
	// layer holds the keys of the one layer that is written at the call itself.
	layer      layerDecl
	layers     Value
	fanOut     Value
	idempotent graph.Answer
	deadline   graph.Deadline
}

var protocols = []string{"http", "grpc", "graphql", "sql", "redis", "mongodb", "memcached", "kafka", "amqp", "nats", "sdk", "other"}

var callKeys = append([]key[callDecl]{
	{"from", func(r *reader, c *callDecl, v Value) { c.from = r.text(v, "from") }},
	{"to", func(r *reader, c *callDecl, v Value) { c.to = r.text(v, "to") }},
	{"protocol", func(r *reader, c *callDecl, v Value) { c.protocol = graph.Protocol(r.word(v, "protocol", protocols)) }},
	{"layers", func(r *reader, c *callDecl, v Value) { c.layers = v }},
	{"fanOut", func(r *reader, c *callDecl, v Value) { c.fanOut = v }},
	{"deadline", func(r *reader, c *callDecl, v Value) {
		c.deadline = graph.Deadline(r.word(v, "deadline", []string{string(graph.DeadlinePropagated), string(graph.DeadlineDropped)}))
	}},
	{"idempotent", func(r *reader, c *callDecl, v Value) {
		c.idempotent = graph.No
		if r.boolean(v, "idempotent") {
			c.idempotent = graph.Yes
		}
	}},
}, keysOf(retryKeys, func(c *callDecl) *layerDecl { return &c.layer })...)

// keysOf lets the keys of a part be written in the mapping of the whole.
func keysOf[Whole, Part any](keys []key[Part], part func(*Whole) *Part) []key[Whole] {
	var all []key[Whole]
	for _, k := range keys {
		w := key[Whole]{name: k.name}
		if set := k.set; set != nil {
			w.set = func(r *reader, into *Whole, v Value) { set(r, part(into), v) }
		}
		all = append(all, w)
	}
	return all
}

// calls reads the list of declared calls; incomplete ones are left out.
func (r *reader) calls(v Value) []callDecl {
	var calls []callDecl
	for _, item := range r.items(v, "calls") {
		c := callDecl{at: item}
		c.layer.at = item
		read(r, item, "a call", callKeys, &c)
		if item.Kind() != Map {
			continue
		}
		for _, name := range []string{"from", "to"} {
			if !item.Get(name).Exists() {
				r.errorf(item, "a call needs %s: the name of a service", name)
			}
		}
		if c.from != "" && c.to != "" {
			calls = append(calls, c)
		}
	}
	return calls
}

// declare adds the calls to a fragment. All calls of one service are one
// handler, which makes them in the order of the file, whatever fails, and
// answers with the failure it meets: its author drew the chain.
func (r *reader) declare(f *graph.Fragment, calls []callDecl) {
	d := declarer{reader: r, fragment: f, handlers: map[string]int{}, pairs: map[string]int{}, ids: map[string]bool{}}
	for _, c := range calls {
		seq := d.handler(c).Body.Seq
		seq.Steps = append(seq.Steps, d.step(c))
	}
}

// declarer makes the fragment of the declared calls.
type declarer struct {
	*reader
	fragment *graph.Fragment
	handlers map[string]int
	pairs    map[string]int
	ids      map[string]bool
}

// handler is the one of the caller; it is made at its first call.
func (d *declarer) handler(c callDecl) *graph.Handler {
	i, ok := d.handlers[c.from]
	if !ok {
		i = len(d.fragment.Handlers)
		d.handlers[c.from] = i
		d.fragment.Handlers = append(d.fragment.Handlers, graph.Handler{
			Service: c.from,
			Kind:    graph.NodeService,
			Body:    &graph.Step{Seq: &graph.Seq{}},
			Answers: []graph.AnswerRule{{Callee: anyCallee, Classes: graph.AnyClass, Kind: graph.AnswerPasses, Pos: c.at.Pos()}},
			Pos:     c.at.Pos(),
		})
	}
	return &d.fragment.Handlers[i]
}

// step is the call with what repeats it.
func (d *declarer) step(c callDecl) graph.Step {
	pair := c.from + "->" + c.to
	d.pairs[pair]++
	newID := func(name string) string { return d.unique(pair+":"+name, d.pairs[pair]) }
	call := graph.Step{Call: &graph.Call{
		To:         graph.Endpoint{Service: c.to, Protocol: c.protocol},
		Layers:     d.layersOf(c, newID),
		Idempotent: c.idempotent, Deadline: c.deadline,
		Confidence: graph.ConfidenceStatic,
		Via:        "declared",
		Pos:        c.at.Pos(),
	}}
	n, symbol := d.fanOutOf(c.fanOut)
	if !n.IsSet() {
		return call
	}
	id := newID("fan-out")
	d.fragment.FanOuts = append(d.fragment.FanOuts, graph.FanOut{
		ID: id, N: n, Symbol: symbol, Mode: graph.FanOutContinue, Pos: c.fanOut.Pos(),
	})
	return graph.Step{Repeat: &graph.Repeat{FanOut: id, Step: call}}
}

// unique is the ID, with #n from the second call between a pair on, and the next
// free number where it is taken.
func (d *declarer) unique(id string, n int) string {
	with := id
	if n > 1 {
		with = fmt.Sprintf("%s#%d", id, n)
	}
	for d.ids[with] {
		n++
		with = fmt.Sprintf("%s#%d", id, n)
	}
	d.ids[with] = true
	return with
}

// layersOf adds the layers of a call to the fragment and returns their IDs,
// outermost first.
func (d *declarer) layersOf(c callDecl, newID func(string) string) []string {
	var ids []string
	add := func(l graph.Layer, ok bool) {
		if ok {
			l.ID = newID(l.Name)
			d.fragment.Layers = append(d.fragment.Layers, l)
			ids = append(ids, l.ID)
		}
	}
	if !c.layers.Exists() {
		add(d.layer(c.layer))
		return ids
	}
	for _, name := range c.layer.written() {
		d.errorf(c.at.Get(name), "%s stands beside layers: write it in one of them", name)
	}
	for _, item := range d.items(c.layers, "layers") {
		l := layerDecl{at: item}
		read(d.reader, item, "a layer", layerKeys, &l)
		if item.Kind() == Map && len(l.written()) == 0 {
			d.errorf(item, "a layer needs attempts, or a timeout")
		}
		add(d.layer(l))
	}
	return ids
}

// fanOutOf reads a number of calls, or a text that names it where it is not
// known; the bound is not set for a single call.
func (r *reader) fanOutOf(v Value) (n graph.Bound, symbol string) {
	if !v.Exists() {
		return graph.Bound{}, ""
	}
	if _, isNumber := v.IntLoose(); !isNumber && v.Kind() == Scalar && v.node.ShortTag() == "!!str" && v.node.Value != "" {
		if symbol = strings.TrimSpace(v.node.Value); !strings.HasPrefix(symbol, "n(") {
			symbol = "n(" + symbol + ")"
		}
		return graph.Bound{Value: graph.UnknownExpr(symbol), Kind: graph.BoundConfigured, Pos: v.Pos()}, symbol
	}
	k, ok := v.IntLoose()
	if !ok || k < 1 || k > maxWhole {
		r.errorf(v, "fanOut must be a whole number of 1 or more, or a name for it as n(items), not %s", describe(v))
		return graph.Bound{}, ""
	}
	if k == 1 {
		return graph.Bound{}, ""
	}
	return graph.Bound{Value: graph.Literal(strconv.FormatInt(k, 10)), Kind: graph.BoundConfigured, Pos: v.Pos()}, ""
}
