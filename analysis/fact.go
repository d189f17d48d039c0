package analysis

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/ampcheck/ampcheck/analysis/summary"
	"github.com/ampcheck/ampcheck/graph"
)

// body is the fact about a function: what it calls, as JSON, which is the same
// bytes for the same body.
type body struct{ Data []byte }

// AFact marks body as a fact.
func (*body) AFact() {}

// maxFact bounds a fact: every package that imports this one reads it again. A
// body that is larger is kept as one step that is not known.
const maxFact = 64 << 10

// newBody encodes what is kept of a function; nil for nothing.
func newBody(s *summary.Stored, name string) *body {
	if s == nil {
		return nil
	}
	data, err := json.Marshal(s)
	for _, smaller := range []*summary.Stored{{Body: s.Body, Layers: s.Layers, FanOuts: s.FanOuts, Clients: s.Clients}, tooLarge(name)} {
		if err == nil && len(data) > maxFact {
			data, err = json.Marshal(smaller)
		}
	}
	if err != nil {
		return nil // what is in a body can always be encoded
	}
	return &body{data}
}

func tooLarge(name string) *summary.Stored {
	return &summary.Stored{Body: graph.Step{Unknown: &graph.Unknown{What: "body of " + name + ", too large to be kept"}}}
}

func (b *body) stored() *summary.Stored {
	var s summary.Stored
	if json.Unmarshal(b.Data, &s) != nil {
		return nil // written by another version
	}
	return &s
}

// String shows the repeats and the calls: loop 3 (http). Clients that try once are
// left out.
func (b *body) String() string {
	s := b.stored()
	if s == nil {
		return "unreadable body"
	}
	layers := map[string]string{}
	for _, l := range s.Layers {
		layers[l.ID] = fmt.Sprintf("%s %s", l.Kind, number(l.Attempts))
	}
	for _, o := range s.FanOuts {
		layers[o.ID] = "fan-out " + number(o.N)
	}
	if s.CallsNothing() {
		return "returns " + parts(s.Made)
	}
	return step(s.Plain(), layers)
}

// parts are the places in what a function returns that matter.
func parts(ps []summary.Part) string {
	var out []string
	for _, p := range ps {
		what := "something"
		switch {
		case p.From != nil:
			what = fmt.Sprintf("parameter %s", strings.Join(append([]string{strconv.Itoa(p.From.Param)}, p.From.Path...), "."))
		case p.Set != nil:
			what = "a setting"
		}
		out = append(out, strings.Join(append(p.Path, what), " "))
	}
	return strings.Join(out, ", ")
}

func number(b graph.Bound) string {
	if b.Kind == graph.BoundUnbounded {
		return "unbounded"
	}
	return b.Value.String()
}

func step(s *graph.Step, layers map[string]string) string {
	joined := func(word string, steps []graph.Step) string {
		var parts []string
		for i := range steps {
			parts = append(parts, step(&steps[i], layers))
		}
		return strings.Join(parts, word)
	}
	switch {
	case s.Call != nil:
		return string(s.Call.To.Protocol)
	case s.Unknown != nil:
		return s.Unknown.What
	case s.Seq != nil:
		return joined("; ", s.Seq.Steps)
	case s.Par != nil:
		return joined(" & ", s.Par.Steps)
	case s.Alt != nil:
		return joined(" | ", s.Alt.Steps)
	case s.Repeat != nil:
		inner := step(&s.Repeat.Step, layers)
		if word := layers[s.Repeat.Layer+s.Repeat.FanOut]; word != string(graph.KindClientDefault)+" 1" {
			return word + " (" + inner + ")"
		}
		return inner
	}
	return "nothing"
}
