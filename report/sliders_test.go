package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ampcheck/ampcheck/graph"
)

// randomSystem is a system of services with everything that decides how calls
// compose: classes, answers, timers, alternatives, operations, nested repeats.
// attempts replaces the attempts of layers.
func randomSystem(seed int64, attempts map[string]int) *graph.Result {
	r := rand.New(rand.NewSource(seed))
	f := &graph.Fragment{Schema: graph.FragmentSchema}
	s := &systemMaker{r: r, f: f, attempts: attempts}
	services := 3 + r.Intn(6)
	for i := range services {
		for op := range 1 + r.Intn(2) {
			h := graph.Handler{Service: serviceName(i), Answers: s.answers()}
			if r.Intn(2) == 0 {
				h.Operation = fmt.Sprint("op", op)
			} else if op > 0 {
				break
			}
			if i == 0 || i == 1 && r.Intn(3) == 0 {
				h.Entry = graph.EntryRequest
			}
			if i < services-1 && (i == 0 || r.Intn(4) > 0) {
				h.Body = s.step(i, services, 2)
			}
			f.Handlers = append(f.Handlers, h)
		}
	}
	p := graph.DefaultPolicy()
	return graph.Compute(graph.Link([]*graph.Fragment{f}, p), graph.Options{Now: time.Unix(0, 0), Operations: seed%2 == 0})
}

func serviceName(i int) string { return fmt.Sprint("s", i) }

type systemMaker struct {
	r        *rand.Rand
	f        *graph.Fragment
	attempts map[string]int
}

func (s *systemMaker) answers() []graph.AnswerRule {
	kind := []graph.AnswerKind{graph.AnswerPasses, graph.AnswerPasses, graph.AnswerPasses, graph.AnswerTerminal, graph.AnswerUnknown, graph.AnswerBecomes}[s.r.Intn(6)]
	return []graph.AnswerRule{{Callee: "*", Classes: graph.AnyClass, Kind: kind, Becomes: graph.ErrorClass}}
}

func (s *systemMaker) layer() string {
	id := fmt.Sprint("l", len(s.f.Layers))
	n := 1 + s.r.Intn(4)
	if changed, ok := s.attempts[id]; ok {
		n = changed
	}
	sets := []graph.ClassSet{graph.AnyClass, graph.AnyClass, graph.AnyClass, graph.Unavailable, graph.Unavailable.Union(graph.ErrorClass), graph.NewClassSet(graph.ClassTimeout), graph.NewClassSet(graph.ClassConnect), graph.NewClassSet(graph.ClassReset)}
	l := graph.Layer{ID: id, Kind: graph.KindLoop, RetriesOn: sets[s.r.Intn(len(sets))], Attempts: graph.Exactly(n, graph.BoundExact, graph.Pos{}),
		Backoff: graph.Backoff{Kind: graph.BackoffNone}}
	if s.r.Intn(8) == 0 {
		l.Kind = graph.KindHedge
	}
	if s.r.Intn(4) == 0 {
		l.PerTry = graph.Lasting(time.Duration(1+s.r.Intn(5))*time.Second, graph.BoundExact, graph.Pos{})
	}
	if s.r.Intn(4) == 0 {
		l.Overall = graph.Lasting(time.Duration(1+s.r.Intn(20))*time.Second, graph.BoundExact, graph.Pos{})
	}
	s.f.Layers = append(s.f.Layers, l)
	return id
}

func (s *systemMaker) step(from, services, depth int) *graph.Step {
	kind := s.r.Intn(9)
	if depth == 0 {
		kind = 0
	}
	switch {
	case kind < 3:
		c := &graph.Call{To: graph.Endpoint{Service: serviceName(from + 1 + s.r.Intn(services-from-1))}, Confidence: graph.ConfidenceStatic}
		c.To.Protocol = []graph.Protocol{"", graph.ProtocolHTTP, graph.ProtocolGRPC}[s.r.Intn(3)]
		for range s.r.Intn(3) {
			c.Layers = append(c.Layers, s.layer())
		}
		return &graph.Step{Call: c}
	case kind == 3:
		return &graph.Step{Repeat: &graph.Repeat{Layer: s.layer(), Step: *s.step(from, services, depth-1)}}
	case kind == 4:
		id := fmt.Sprint("f", len(s.f.FanOuts))
		s.f.FanOuts = append(s.f.FanOuts, graph.FanOut{ID: id, N: graph.Exactly(s.r.Intn(4), graph.BoundExact, graph.Pos{}), Mode: graph.FanOutContinue})
		return &graph.Step{Repeat: &graph.Repeat{FanOut: id, Step: *s.step(from, services, depth-1)}}
	}
	var steps []graph.Step
	for range 1 + s.r.Intn(3) {
		steps = append(steps, *s.step(from, services, depth-1))
	}
	if kind == 5 {
		return &graph.Step{Alt: &graph.Alt{Steps: steps}}
	}
	return &graph.Step{Seq: &graph.Seq{Steps: steps, FailFast: kind == 6}}
}

// changed is a result with other attempts on its calls: what a page works with.
func changed(r *graph.Result, attempts map[string]int) *graph.Result {
	c := *r
	c.Edges = slices.Clone(r.Edges)
	for i := range c.Edges {
		e := &c.Edges[i]
		e.Layers, e.Attempts = slices.Clone(e.Layers), 1
		for k := range e.Layers {
			if n, ok := attempts[e.Layers[k].ID]; ok {
				e.Layers[k].Attempts = graph.Count(n)
			}
			e.Attempts = e.Attempts.Mul(e.Layers[k].Attempts)
		}
		if e.Factor = e.Attempts; e.FanOut != nil {
			e.Factor = e.Factor.Mul(e.FanOut.Factor)
		}
	}
	return &c
}

// What a page recomputes is what Compute says of the changed system: for nodes
// with one entry the figure itself, and never less than it.
func TestWhatIfIsWhatComputeSays(t *testing.T) {
	exact, bounds := 0, 0
	for seed := range int64(400) {
		before := randomSystem(seed, nil)
		list, _ := knobs(draw(before, 0))
		if len(list) == 0 {
			continue
		}
		r := rand.New(rand.NewSource(seed))
		attempts := make(map[string]int)
		for _, k := range list {
			if r.Intn(2) == 0 {
				attempts[k.id] = 1 + r.Intn(6)
			}
		}
		after := newIndex(randomSystem(seed, attempts))
		w, x := newWhatIf(before), newWhatIf(changed(before, attempts))
		for i, n := range w.index.nodes {
			m := after.nodes[after.byID[n.ID]]
			if n.Entry == "" || m.Entry != n.Entry || n.Entry == n.ID {
				continue
			}
			sum := x.sums(x.index.byID[n.Entry])[x.index.byID[n.ID]]
			switch {
			case w.exact[i] && sum != m.Calls:
				t.Errorf("seed %d, %v: %s has %s calls, the page says %s", seed, attempts, n.ID, m.Calls, sum)
			case w.exact[i]:
				exact++
			case sum > 0 && sum < m.Calls:
				t.Errorf("seed %d, %v: %s has %s calls, the page says at most %s", seed, attempts, n.ID, m.Calls, sum)
			default:
				bounds++
			}
		}
		if t.Failed() {
			return
		}
	}
	if exact < 400 || bounds < 400 {
		t.Errorf("%d figures are exact and %d bounds: the test looks at too few", exact, bounds)
	}
}

// The script of the page sums as this package does, on which the test above
// rests.
func TestScriptSumsAlike(t *testing.T) {
	if os.Getenv("AMPCHECK_FULL") != "1" {
		t.Skip("needs node: set AMPCHECK_FULL=1")
	}
	type question struct {
		Data     json.RawMessage `json:"data"`
		Attempts []int           `json:"attempts"`
	}
	type shown struct {
		Calls string `json:"calls"`
		Exact bool   `json:"exact"`
	}
	var questions []question
	var want [][]*shown
	for seed := range int64(300) {
		r := randomSystem(seed, nil)
		d := draw(r, 0)
		list, index := knobs(d)
		attempts, byID := make([]int, len(list)), make(map[string]int)
		for i, k := range list {
			attempts[i] = 1 + (i+int(seed))%7
			byID[k.id] = attempts[i]
		}
		data, err := pageDataOf(r, d, index)
		if err != nil {
			t.Fatal(err)
		}
		questions = append(questions, question{json.RawMessage(data), attempts})
		w, x := newWhatIf(r), newWhatIf(changed(r, byID))
		var figures []*shown
		for _, n := range d.nodes {
			entry, ok := x.index.byID[n.info.Entry]
			i := x.index.byID[n.info.ID]
			if !ok || entry == i || n.info.LowerBound {
				figures = append(figures, nil)
				continue
			}
			figures = append(figures, &shown{x.sums(entry)[i].String(), w.exact[i]})
		}
		want = append(want, figures)
	}
	input, err := json.Marshal(questions)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), "node", "../testdata/browser/whatif.mjs")
	cmd.Stdin, cmd.Stderr = bytes.NewReader(input), os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var got [][]*shown
	if err := json.Unmarshal(out, &got); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
