package graph

import (
	"fmt"
	"slices"
)

// validator checks a fragment that may come from anywhere. Link relies on what
// it checks: layers and fan-outs that bodies name are there, steps are one thing
// each, and no number is negative.
type validator struct {
	layers, fans map[string]bool
	err          error
}

func (f *Fragment) validate() error {
	v := &validator{layers: map[string]bool{}, fans: map[string]bool{}}
	for i := range f.Layers {
		l := &f.Layers[i]
		v.unique(v.layers, "layer", l.ID, l.Pos)
		v.layer(l)
	}
	for i := range f.FanOuts {
		o := &f.FanOuts[i]
		v.unique(v.fans, "fan-out", o.ID, o.Pos)
		v.bounds("fan-out "+o.ID, o.Pos, o.N, o.Width)
	}
	for i := range f.Attachments {
		v.hopLayer(&f.Attachments[i])
	}
	for i := range f.Meshes {
		for k := range f.Meshes[i].Defaults {
			v.hopLayer(&f.Meshes[i].Defaults[k])
		}
	}
	for i := range f.Handlers {
		v.handler(&f.Handlers[i])
	}
	return v.err
}

// check keeps the first thing that is wrong.
func (v *validator) check(ok bool, pos Pos, format string, args ...any) {
	if ok || v.err != nil {
		return
	}
	text := fmt.Sprintf(format, args...)
	if !pos.IsZero() {
		text = pos.String() + ": " + text
	}
	v.err = fmt.Errorf("%s", text)
}

func (v *validator) unique(ids map[string]bool, what, id string, pos Pos) {
	v.check(id != "", pos, "a %s without an ID", what)
	v.check(!ids[id], pos, "%s %q is there twice", what, id)
	ids[id] = true
}

func (v *validator) hopLayer(a *Attachment) {
	if a.Layer != nil {
		v.layer(a.Layer)
	}
}

func (v *validator) layer(l *Layer) {
	what := "layer " + l.ID
	v.bounds(what, l.Pos, l.Attempts, l.PerTry, l.Overall, l.Backoff.Base, l.Backoff.Max, l.Backoff.Added)
	v.bounds(what, l.Pos, l.Backoff.Listed...)
	for _, t := range l.Tries {
		v.bounds(what, l.Pos, t.Attempts)
	}
	v.check(l.Backoff.Multiplier >= 0, l.Pos, "%s: a negative multiplier", what)
	v.check(slices.Contains([]Ending{EndsCall, EndsTries, EndsPauses, EndsLastTry}, l.Ends), l.Pos, "%s: its limit ends unknown %q", what, l.Ends)
}

// bounds refuses numbers that are negative where they are written.
func (v *validator) bounds(what string, pos Pos, bounds ...Bound) {
	for _, b := range bounds {
		v.check(b.Plus >= 0, pos, "%s: %d is added to a number", what, b.Plus)
		if b.Value.Kind == ExprLiteral {
			v.check(len(b.Value.Text) == 0 || b.Value.Text[0] != '-', pos, "%s: a negative number %s", what, b.Value.Text)
		}
	}
}

func (v *validator) handler(h *Handler) {
	v.check(h.Service != "", h.Pos, "a handler without a service")
	v.bounds("handler of "+h.Service, h.Pos, h.Work, h.Limit)
	if h.Body != nil {
		h.Body.walk(func(s *Step) { v.step(h, s) })
	}
}

func (v *validator) step(h *Handler, s *Step) {
	kinds := 0
	for _, set := range []bool{s.Call != nil, s.Seq != nil, s.Par != nil, s.Alt != nil, s.Repeat != nil, s.Retried != nil, s.Unknown != nil} {
		if set {
			kinds++
		}
	}
	v.check(kinds <= 1, h.Pos, "a step of %s is several things at once", h.Service)
	switch {
	case s.Call != nil:
		for _, id := range s.Call.Layers {
			v.check(v.layers[id], s.Call.Pos, "a call of %s names a layer %q that is not there", h.Service, id)
		}
	case s.Par != nil:
		v.check(s.Par.Width >= 0, h.Pos, "a parallel step of %s has the width %d", h.Service, s.Par.Width)
	case s.Repeat != nil:
		r := s.Repeat
		v.check((r.Layer == "") != (r.FanOut == "") && (r.Layer == "" || v.layers[r.Layer]) && (r.FanOut == "" || v.fans[r.FanOut]),
			h.Pos, "a repeat in %s names no layer or fan-out that is there: %q%q", h.Service, r.Layer, r.FanOut)
	}
}
