package summary

import (
	"strconv"

	"golang.org/x/tools/go/ssa"

	"github.com/ampcheck/ampcheck/graph"
)

// layer is one layer of a library call with what its knobs say. Of several
// settings the one with the most attempts counts.
func (w *Walker) layer(c ssa.CallInstruction, f *frame, lib *graph.Library, call *graph.LibraryCall, i int, settings []setting) graph.Layer {
	d := &call.Layers[i]
	pos := w.x.r.Position(c.Pos())
	id := w.Service + ":" + w.id(f.fn, 0) + "@" + strconv.Itoa(pos.Line) + ":" + strconv.Itoa(pos.Col) + "." + strconv.Itoa(i)
	row := graph.CatalogPos(lib.Name, version(lib))
	method := w.methodOf(c, f, call)
	var best graph.Layer
	for n, s := range settings {
		ly := byDefault(d, row, pos)
		w.turnAll(&ly, s, i, d.Name, method)
		variables(&ly, f, lib, i)
		w.limit(&ly, s, i)
		if w.calling != nil && w.calling.site == c && w.calling.again != nil {
			only(&ly, *w.calling.again, pos)
		}
		if n == 0 || more(&ly, &best) {
			best = ly
		}
	}
	best.ID = id
	if i == 0 {
		w.statedLayer(&best, c)
	}
	if call.Effect == graph.EffectRuns && !best.Context {
		ends, _ := w.deadline(c, f, call)
		best.Context = ends == graph.DeadlinePropagated
	}
	best.Replays = d.Replays && w.replayable(c, f, method)
	return best
}

// replayable reports whether a client of net/http sends a request again on another
// connection: one of a method without effect, or with an idempotency key
// (go:src/net/http/request.go, isReplayable). A method that is not known counts as one.
func (w *Walker) replayable(c ssa.CallInstruction, f *frame, method string) bool {
	switch method {
	case "", "GET", "HEAD", "OPTIONS", "TRACE":
		return true
	}
	return w.hasKey(c, f)
}

// only takes the classes out of a layer that are not among those in which it is given an
// error to try again; where there are none left it tries once.
func only(ly *graph.Layer, again graph.ClassSet, pos graph.Pos) {
	left := ly.RetriesOn.Intersect(again)
	if left.Empty() {
		ly.Attempts = graph.Exactly(1, graph.BoundExact, pos)
		return
	}
	ly.RetriesOn = left
}

// turnAll turns the knobs of a layer by its place in the call and its name.
func (w *Walker) turnAll(ly *graph.Layer, s setting, i int, name, method string) {
	for _, t := range s {
		if t.knob.Layer == i && (t.knob.LayerName == "" || t.knob.LayerName == name) {
			w.turn(ly, t, method)
		}
	}
}

// more orders layers by their attempts; a number that is not known counts as
// one, so a known one above it is preferred.
func more(a, b *graph.Layer) bool {
	x, _ := a.Attempts.Count(nil)
	y, _ := b.Attempts.Count(nil)
	return x > y
}

func (w *Walker) methodOf(c ssa.CallInstruction, f *frame, call *graph.LibraryCall) string {
	es := w.role(c, f, call, func(k *graph.LibraryCall) *graph.Arg { return k.Method })
	if len(es) != 1 {
		return ""
	}
	m, _ := es[0].Eval(nil)
	return m
}

func version(lib *graph.Library) string {
	if lib.Since != "" {
		return lib.Since
	}
	if lib.Module == "" {
		return "std"
	}
	return "any"
}

// byDefault is a layer of the table as it is when nothing is set.
func byDefault(d *graph.LibraryLayer, row, pos graph.Pos) graph.Layer {
	ly := graph.Layer{Kind: d.Kind, Name: d.Name, RetriesOn: d.RetriesOn, Marks: d.Marks, Pos: pos, Implicit: true,
		Attempts: graph.Exactly(d.Attempts, graph.BoundDefault, row), Budget: d.Budget}
	if d.Attempts == 0 {
		ly.Attempts = graph.Endless(row)
	}
	set := func(b *graph.Bound, text string) {
		if text != "" {
			*b = graph.Bound{Value: graph.Literal(text), Kind: graph.BoundDefault, Pos: row}
		}
	}
	set(&ly.PerTry, d.PerTry)
	set(&ly.Overall, d.Overall)
	ly.Ends = d.Ends
	ly.Backoff = graph.Backoff{Kind: d.Backoff, Jitter: d.Jitter, Spread: d.Spread, Multiplier: d.Factor}
	set(&ly.Backoff.Base, d.Base)
	set(&ly.Backoff.Max, d.Max)
	set(&ly.Backoff.Added, d.Added)
	return ly
}
