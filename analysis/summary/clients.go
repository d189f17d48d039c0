package summary

import (
	"reflect"
	"strconv"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
	"golang.org/x/tools/go/ssa"
)

// A stored body that calls over a client which its caller made cannot hold the
// layers of that client: how often a generated stub tries is said where the
// connection was dialled. Such a call stands in the body as a step that names a
// Client, with the call alone inside, and the caller puts the layers round it.

// Client is a call of the table over a client that stands in a place.
type Client struct {
	Func   string  `json:"func"` // full name, to find the row
	Places []Place `json:"places"`
	Method string  `json:"method,omitempty"`
	// Layers are the IDs of those of the row with what the call itself sets.
	Layers []string `json:"layers,omitempty"`
	// Known is what clients put round the call, in its hole, that the package
	// itself made and that may stand there as well. Otherwise is what holds where
	// the place cannot be followed; nil stands for Layers.
	Known     *graph.Step `json:"known,omitempty"`
	Otherwise *graph.Step `json:"otherwise,omitempty"`
}

// otherwise is what stands round the call where nothing is known of its client.
func (cl *Client) otherwise() *graph.Step {
	if cl.Otherwise != nil {
		return cl.Otherwise
	}
	step := hole()
	for i := len(cl.Layers) - 1; i >= 0; i-- {
		step = &graph.Step{Repeat: &graph.Repeat{Layer: cl.Layers[i], Step: *step}}
	}
	return step
}

const (
	clientStep  = "client "
	carriedStep = "carried by parameter "
	holeVia     = "hole"
)

// numbered is the number behind a word.
func numbered(text, word string) (int, bool) {
	n, ok := strings.CutPrefix(text, word)
	if !ok {
		return 0, false
	}
	i, err := strconv.Atoi(n)
	return i, err == nil
}

// hole is the call that layers are put round before it is known.
func hole() *graph.Step { return &graph.Step{Call: &graph.Call{Via: holeVia}} }

func isHole(s *graph.Step) bool { return s != nil && s.Call != nil && s.Call.Via == holeVia }

// holed reports whether a step has a hole.
func holed(s *graph.Step) bool {
	found := false
	_ = rewritten(s, func(leaf *graph.Step) *graph.Step {
		found = found || isHole(leaf)
		return leaf
	}, repeated)
	return found
}

// put puts a step into the holes of another.
func put(outer, step *graph.Step) *graph.Step {
	return rewritten(outer, func(leaf *graph.Step) *graph.Step {
		if !isHole(leaf) {
			return leaf
		}
		s := copied(step)
		if leaf.Call.OnError {
			onError(s)
		}
		if leaf.Call.Confidence == graph.ConfidenceAssumed {
			assume(s, leaf.Call.Assumed)
		}
		return s
	}, repeated)
}

// unchanged leaves a step as it is.
func unchanged(leaf *graph.Step) *graph.Step { return leaf }

// repeated is a step under the repeat that it had.
func repeated(r *graph.Repeat, inner *graph.Step) *graph.Step {
	return &graph.Step{Repeat: &graph.Repeat{Layer: r.Layer, FanOut: r.FanOut, Step: *inner}}
}

// overClient is a call with its layers, or, for the store, one that leaves those
// of its client to the callers.
func (w *Walker) overClient(c ssa.CallInstruction, f *frame, lib *graph.Library, call *graph.LibraryCall, body *graph.Step) *graph.Step {
	if w.exporting {
		if cl := w.asClient(c, f, lib, call); cl != nil {
			return w.marked(cl, body)
		}
	}
	return w.layersRound(c, f, lib, call, w.knobs(c, f, lib, call), body)
}

// layersRound puts the layers of a call round it, and what its client carries.
func (w *Walker) layersRound(c ssa.CallInstruction, f *frame, lib *graph.Library, call *graph.LibraryCall, k []setting, body *graph.Step) *graph.Step {
	for i := len(call.Layers) - 1; i >= 0; i-- {
		body = w.layered(w.layer(c, f, lib, call, i, k), body)
	}
	return w.carried(k, body)
}

// asClient describes a call whose client the callers know; nil for others.
func (w *Walker) asClient(c ssa.CallInstruction, f *frame, lib *graph.Library, call *graph.LibraryCall) *Client {
	client := w.x.clientOf(c.Common(), call)
	if client == nil || !sets(lib, call) {
		return nil
	}
	cl := &Client{Func: callee(c.Common()).FullName(), Method: w.methodOf(c, f, call)}
	own := w.ownKnobs(c, f, lib, call)
	var known []setting
	for _, o := range w.x.symbolic(client, f) {
		if at, ok := w.x.standing(o); ok {
			cl.Places = append(cl.Places, at)
		} else if !isNil(o.value) {
			known = append(known, w.clientSettings(lib, o, c, own)...)
		}
	}
	if len(cl.Places) == 0 {
		return nil
	}
	if len(known) > 0 {
		cl.Known = w.layersRound(c, f, lib, call, known, hole())
	}
	for i := range call.Layers {
		cl.Layers = append(cl.Layers, w.register(w.layer(c, f, lib, call, i, []setting{own})))
	}
	cl.Otherwise = w.whoever(c, f, lib, call, own)
	return cl
}

// whoever is what stands round a call, in whose place only clients may stand that
// this package makes, all alike; nil for others: what one of them does must not be
// said of another.
func (w *Walker) whoever(c ssa.CallInstruction, f *frame, lib *graph.Library, call *graph.LibraryCall, own setting) *graph.Step {
	var all *graph.Step
	for _, o := range w.x.trace(w.x.clientOf(c.Common(), call), f) {
		if isNil(o.value) {
			continue
		}
		if _, given := o.value.(*ssa.Parameter); given {
			return nil
		}
		step := w.layersRound(c, f, lib, call, w.clientSettings(lib, o, c, own), hole())
		if all != nil && !reflect.DeepEqual(all, step) {
			return nil
		}
		all = step
	}
	return all
}

// sets reports whether a client can put anything round the call.
func sets(lib *graph.Library, call *graph.LibraryCall) bool {
	if len(call.Layers) > 0 {
		return true
	}
	for i := range lib.Knobs {
		if lib.Knobs[i].Role == graph.RoleCarries {
			return true
		}
	}
	return false
}

// marked is a step that names a client.
func (w *Walker) marked(cl *Client, body *graph.Step) *graph.Step {
	w.clients = append(w.clients, *cl)
	return &graph.Step{Repeat: &graph.Repeat{Layer: clientStep + strconv.Itoa(len(w.clients)-1), Step: *body}}
}

// attached puts the layers of a client of another package's body round the call:
// as it was made here, or, where that is not known, as that package sees it.
func (w *Walker) attached(cl *Client, im *imported, body *graph.Step) *graph.Step {
	otherwise := im.renamed(copied(cl.otherwise()))
	lib, call, ok := w.x.table.Func(cl.Func)
	if !ok || len(call.Layers) != len(cl.Layers) {
		return w.put(otherwise, body)
	}
	if !w.exporting {
		if seen, _, ok := w.at(cl, im, lib, false); ok && len(seen.settings) > 0 {
			return w.put(w.round(cl, im, lib, call, seen.settings), seen.addressed(call, body))
		}
		return w.put(otherwise, body)
	}
	seen, places, ok := w.at(cl, im, lib, true)
	if !ok {
		return w.put(otherwise, body)
	}
	outer := w.round(cl, im, lib, call, seen.settings)
	if len(places) == 0 {
		return w.put(outer, seen.addressed(call, body))
	}
	next := &Client{Func: cl.Func, Places: places, Method: cl.Method, Otherwise: otherwise}
	for _, id := range cl.Layers {
		next.Layers = append(next.Layers, im.layer(id))
	}
	if len(seen.settings) > 0 || cl.Known != nil {
		next.Known = outer
	}
	return w.marked(next, body)
}

// madeAs is what is known of the clients that may stand in a place.
type madeAs struct {
	settings  []setting
	addresses []graph.Expr
}

// at follows the places of a client to what stands there in this package.
func (w *Walker) at(cl *Client, im *imported, lib *graph.Library, symbolic bool) (seen madeAs, places []Place, ok bool) {
	for _, p := range cl.Places {
		ls, ok := w.leaves(argument(im.c.Common(), p.Param), im.f, p.Path, 0, symbolic)
		if !ok {
			return madeAs{}, nil, false
		}
		for _, l := range ls {
			switch {
			case l.place != nil:
				places = append(places, *l.place)
			case l.origin != nil:
				seen.settings = append(seen.settings, w.clientSettings(lib, *l.origin, nil, nil)...)
				if made, k, ok := w.constructor(*l.origin); ok {
					seen.addresses = append(seen.addresses, w.dialled(made, l.origin.frame, k)...)
				}
			default:
				seen.settings = append(seen.settings, ofLibrary(l.set, lib))
				seen.addresses = append(seen.addresses, l.address...)
			}
		}
		if len(ls) == 0 {
			seen.settings = append(seen.settings, nil) // it is nil, or its zero value
		}
	}
	return seen, places, true
}

// ofLibrary are the knobs that one library reads, and what goes round a call by
// itself.
func ofLibrary(s setting, lib *graph.Library) setting {
	var out setting
	for _, t := range s {
		if t.knob.Name == carries.Name || related(&graph.Library{Module: t.module}, lib) {
			out = append(out, t)
		}
	}
	return out
}

// round is what clients put round a call of another package's body.
func (w *Walker) round(cl *Client, im *imported, lib *graph.Library, call *graph.LibraryCall, settings []setting) *graph.Step {
	step := hole()
	if len(settings) > 0 {
		for i := len(call.Layers) - 1; i >= 0; i-- {
			step = w.layered(w.relayered(cl, i, im, lib, call, settings), step)
		}
		step = w.carried(settings, step)
	}
	switch {
	case cl.Known == nil:
		return step
	case len(settings) == 0:
		return im.renamed(copied(cl.Known))
	}
	return alternatives([]*graph.Step{im.renamed(copied(cl.Known)), step})
}

// relayered is a layer of a row as clients of this package set it.
func (w *Walker) relayered(cl *Client, i int, im *imported, lib *graph.Library, call *graph.LibraryCall, settings []setting) graph.Layer {
	stored, _ := im.s.layer(cl.Layers[i])
	own := stored
	im.bind(&own.Attempts)
	plain := byDefault(&call.Layers[i], graph.CatalogPos(lib.Name, version(lib)), own.Pos)
	var best graph.Layer
	for n, s := range settings {
		ly := plain
		w.turnAll(&ly, s, i, call.Layers[i].Name, cl.Method)
		if n == 0 || more(&ly, &best) {
			best = ly
		}
	}
	overridden(&best, &own, &plain)
	if best.ID = own.ID; !reflect.DeepEqual(best, stored) {
		best.ID = im.here(own.ID)
	}
	return best
}

// overridden sets what the call itself sets: that goes before its client.
func overridden(ly, own, plain *graph.Layer) {
	if !own.Implicit {
		ly.Attempts, ly.Implicit = own.Attempts, false
	}
	if !reflect.DeepEqual(own.RetriesOn, plain.RetriesOn) {
		ly.RetriesOn = own.RetriesOn
	}
	if !reflect.DeepEqual(own.Backoff, plain.Backoff) {
		ly.Backoff = own.Backoff
	}
	if !reflect.DeepEqual(own.PerTry, plain.PerTry) {
		ly.PerTry = own.PerTry
	}
	if !reflect.DeepEqual(own.Overall, plain.Overall) {
		ly.Overall, ly.Ends = own.Overall, own.Ends
	}
}

// addressed is a call to where the client that makes it was dialled.
func (m madeAs) addressed(call *graph.LibraryCall, body *graph.Step) *graph.Step {
	if a := call.Address; body.Call == nil || a == nil || !a.Receiver || !a.Of || len(m.addresses) == 0 {
		return body
	}
	var alts []*graph.Step
	for _, a := range distinct(m.addresses) {
		s := copied(body)
		s.Call.To.Address, _ = split(a)
		alts = append(alts, s)
	}
	return alternatives(alts)
}
