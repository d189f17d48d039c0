package configscan

import (
	"github.com/ampcheck/ampcheck/graph"
)

var gateKeys = []key[graph.Gate]{
	{"amplification", func(r *reader, g *graph.Gate, v Value) { g.Amplification = r.limit(v, "amplification") }},
	{"multiplier", func(r *reader, g *graph.Gate, v Value) { g.Multiplier = r.limit(v, "multiplier") }},
	{"retryLayers", func(r *reader, g *graph.Gate, v Value) {
		if g.RetryLayers = 0; !isOff(v) {
			g.RetryLayers = r.whole(v, "retryLayers")
		}
	}},
	{"window", func(r *reader, g *graph.Gate, v Value) { g.Window = r.duration(v, "window", graph.BoundConfigured) }},
	{"entries", func(r *reader, g *graph.Gate, v Value) { g.Entries = r.entryGates(v) }},
	{"concurrency", func(r *reader, g *graph.Gate, v Value) { g.Concurrency = r.limit(v, "concurrency") }},
	{"increase", func(r *reader, g *graph.Gate, v Value) {
		if g.Increase = r.limit(v, "increase"); g.Increase > 0 && g.Increase <= 1 {
			r.errorf(v, "increase must be greater than 1, or off, not %s", describe(v))
		}
	}},
	{"basis", func(r *reader, g *graph.Gate, v Value) { g.Basis = graph.Basis(r.word(v, "basis", bases)) }},
}

var bases = []string{string(graph.BasisSustained), string(graph.BasisWorst)}

var entryGateKeys = []key[graph.EntryGate]{
	{"amplification", func(r *reader, g *graph.EntryGate, v Value) { g.Amplification = new(r.limit(v, "amplification")) }},
	{"multiplier", func(r *reader, g *graph.EntryGate, v Value) { g.Multiplier = new(r.limit(v, "multiplier")) }},
}

// gatedEntries are the kinds of entries that a gate holds for.
var gatedEntries = []string{
	string(graph.EntryRequest), string(graph.EntryMessage), string(graph.EntrySchedule), string(graph.EntryReconcile),
}

func (r *reader) entryGates(v Value) map[graph.EntryKind]graph.EntryGate {
	gates := map[graph.EntryKind]graph.EntryGate{}
	for _, f := range r.fields(v, "the entries of gate") {
		if f.Key == string(graph.EntryStartup) {
			r.errorf(f.KeyValue, "start-up work is never gated")
			continue
		}
		var g graph.EntryGate
		kind := r.word(f.KeyValue, "entry kind", gatedEntries)
		read(r, f.Value, "the gate of "+f.Key, entryGateKeys, &g)
		gates[graph.EntryKind(kind)] = g
	}
	return gates
}

// limit reads a number above zero; off is zero.
func (r *reader) limit(v Value, what string) float64 {
	if isOff(v) {
		return 0
	}
	x, ok := v.Float()
	if !ok || x <= 0 {
		r.errorf(v, "%s must be a number above zero, or off, not %s", what, describe(v))
		return 0
	}
	return x
}
