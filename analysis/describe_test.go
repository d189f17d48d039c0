package analysis_test

import (
	"fmt"
	"path"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
)

// describe writes the handlers of a fragment for a want file: one line for each
// call, repeat and answer. Layers that try once by default say nothing and are
// left out.
func describe(f *graph.Fragment) string {
	d := &describer{layers: map[string]graph.Layer{}, fans: map[string]graph.FanOut{}}
	for _, l := range f.Layers {
		d.layers[l.ID] = l
	}
	for _, o := range f.FanOuts {
		d.fans[o.ID] = o
	}
	for _, h := range f.Handlers {
		d.handler(h)
	}
	for _, m := range f.Methods {
		fmt.Fprintf(&d.out, "method %s idempotent %s (%s)\n", m.Operation, m.Idempotent, place(m.Pos))
	}
	for _, g := range f.Findings {
		fmt.Fprintf(&d.out, "finding %s %s (%s)\n", g.Rule, g.Message, place(g.Pos))
	}
	for _, p := range f.Problems {
		fmt.Fprintf(&d.out, "problem %s\n", p.Message)
	}
	return d.out.String()
}

type describer struct {
	out    strings.Builder
	layers map[string]graph.Layer
	fans   map[string]graph.FanOut
}

func (d *describer) line(depth int, format string, args ...any) {
	fmt.Fprintf(&d.out, "%s%s\n", strings.Repeat("\t", depth), fmt.Sprintf(format, args...))
}

func (d *describer) handler(h graph.Handler) {
	service := ""
	if p, ok := strings.CutPrefix(h.Service, graph.MainPrefix); ok {
		service = path.Base(p) + ": "
	}
	d.line(0, "%s%s %s", service, h.Operation, strings.Trim(string(h.Protocol)+" "+string(h.Entry), " "))
	if h.Body != nil {
		d.step(1, "", h.Body)
	}
	d.answers(1, h.Answers)
}

func (d *describer) answers(depth int, rules []graph.AnswerRule) {
	for _, a := range rules {
		text := string(a.Kind)
		if a.Kind == graph.AnswerBecomes {
			text += " " + a.Becomes.String()
		}
		if a.OrSucceeds {
			text += ", or succeeds"
		}
		if a.Classes != graph.AnyClass {
			text = a.Classes.String() + ": " + text
		}
		d.line(depth, "answers: %s", text)
	}
}

// step writes one step; a step that is nothing but one repeat after another
// keeps one line for each of them.
func (d *describer) step(depth int, mark string, s *graph.Step) {
	each := func(word string, steps []graph.Step) {
		d.line(depth, "%s%s", mark, word)
		for i := range steps {
			d.step(depth+1, "", &steps[i])
		}
	}
	switch {
	case s.Call != nil:
		d.line(depth, "%s%s", mark, call(s.Call))
		d.answers(depth+1, s.Call.Answers)
	case s.Seq != nil && s.Seq.FailFast:
		each("all until one fails", s.Seq.Steps)
	case s.Seq != nil:
		each("all", s.Seq.Steps)
	case s.Par != nil:
		each("parallel", s.Par.Steps)
	case s.Alt != nil:
		each("one of", s.Alt.Steps)
	case s.Unknown != nil:
		d.line(depth, "unknown: %s (%s)", s.Unknown.What, place(s.Unknown.Pos))
	case s.Repeat != nil && s.Repeat.FanOut != "":
		d.line(depth, "%s%s", mark, fanOut(d.fans[s.Repeat.FanOut]))
		d.step(depth+1, "", &s.Repeat.Step)
	case s.Repeat != nil:
		l := d.layers[s.Repeat.Layer]
		if n, ok := l.Attempts.Count(nil); l.Implicit && ok && n == 1 && l.Attempts.Kind == graph.BoundDefault && !l.Overall.IsSet() {
			d.step(depth, mark, &s.Repeat.Step)
			return
		}
		d.line(depth, "%s%s", mark, layer(l))
		d.step(depth+1, "", &s.Repeat.Step)
	case s.Retried != nil:
		d.line(depth, "%son a first request", mark)
		d.step(depth+1, "", &s.Retried.First)
		d.line(depth, "on a repeated one, by %s", strings.Join(s.Retried.By, ", "))
		d.step(depth+1, "", &s.Retried.Again)
	default:
		d.line(depth, "%snothing", mark)
	}
}

func call(c *graph.Call) string {
	s := "call "
	if c.OnError {
		s = "on error call "
	}
	s += fmt.Sprintf("%s %q", c.To.Protocol, expr(c.To.Address))
	if c.To.Operation != "" {
		s += fmt.Sprintf(" %q", c.To.Operation)
	}
	if c.Confidence != graph.ConfidenceFlow {
		s += " " + string(c.Confidence)
	}
	if method, _, _ := strings.Cut(c.To.Operation, " "); c.Idempotent != "" && (c.To.Protocol == graph.ProtocolGRPC || c.Idempotent == graph.Yes && method == "POST") {
		s += " idempotent " + string(c.Idempotent)
	}
	return s + " (" + place(c.Pos) + ")"
}

// expr shows the parts of an expression, with what is not known in braces.
func expr(e graph.Expr) string {
	switch e.Kind {
	case graph.ExprUnknown:
		return "{" + e.Text + "}"
	case graph.ExprRef:
		s := "$" + e.Text
		if e.Source != graph.SourceEnv {
			s = "$" + string(e.Source) + ":" + e.Text
		}
		if len(e.Args) > 0 {
			s += "=" + expr(e.Args[0])
		}
		return s
	case graph.ExprConcat, graph.ExprFirst:
		var parts []string
		for _, a := range e.Args {
			parts = append(parts, expr(a))
		}
		if e.Kind == graph.ExprFirst {
			return "first(" + strings.Join(parts, ", ") + ")"
		}
		return strings.Join(parts, "")
	}
	return e.Text
}

func bound(b graph.Bound) string {
	if b.Kind == graph.BoundUnbounded {
		return "unbounded"
	}
	s := expr(b.Value)
	if b.Plus != 0 {
		s += fmt.Sprintf("%+d", b.Plus)
	}
	if b.Kind != graph.BoundExact {
		s += " " + string(b.Kind)
	}
	return s
}

func layer(l graph.Layer) string {
	on := l.RetriesOn.String()
	if l.RetriesOn == graph.AnyClass {
		on = "any"
	}
	s := fmt.Sprintf("%s %s on %s", l.Kind, bound(l.Attempts), on)
	if l.Overall.IsSet() {
		s += " within " + bound(l.Overall)
	}
	if l.PerTry.IsSet() {
		s += " each " + bound(l.PerTry)
	}
	if l.Backoff.Base.IsSet() {
		s += " pause " + bound(l.Backoff.Base)
	}
	return s + " (" + place(l.Pos) + ")"
}

func fanOut(o graph.FanOut) string {
	s := "fan-out "
	if o.Symbol != "" {
		s += o.Symbol + " "
	}
	s += bound(o.N) + " " + string(o.Mode)
	if o.Width.IsSet() {
		s += " width " + bound(o.Width)
	}
	return s + " (" + place(o.Pos) + ")"
}

func place(p graph.Pos) string {
	if p.IsZero() {
		return "nowhere"
	}
	if p.File == "" {
		return p.String()
	}
	return fmt.Sprintf("%s:%d", path.Base(p.File), p.Line)
}
