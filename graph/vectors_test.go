package graph

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"strconv"
	"testing"
)

// The worked formulas of testdata/model-vectors.json, group a: calls, happy
// figures, ratios and the greatest path. Source: the vectors of the model.

type vectorEdge struct {
	from, to string
	fanOut   int
	layers   []Layer
}

// UnmarshalJSON reads [from, to, fan-out, [attempts, ...]].
func (e *vectorEdge) UnmarshalJSON(b []byte) error {
	var parts [4]json.RawMessage
	if err := json.Unmarshal(b, &parts); err != nil {
		return err
	}
	var attempts []int
	for i, into := range []any{&e.from, &e.to, &e.fanOut, &attempts} {
		if err := json.Unmarshal(parts[i], into); err != nil {
			return err
		}
	}
	for _, a := range attempts {
		e.layers = append(e.layers, Layer{Kind: KindDeclared, RetriesOn: AnyClass, Attempts: Exactly(a, BoundConfigured, Pos{}), Backoff: Backoff{Kind: BackoffNone}})
	}
	return nil
}

// declared is a fragment in which every node makes its calls one after the
// other and passes failures on, as declared calls do.
func declared(edges []vectorEdge) *Fragment {
	f := &Fragment{Declared: true}
	bodies := map[string]*Seq{}
	for i, e := range edges {
		c := &Call{To: Endpoint{Service: e.to}, Confidence: ConfidenceStatic}
		for k, l := range e.layers {
			l.ID = fmt.Sprintf("%s->%s#%d.%d", e.from, e.to, i, k)
			f.Layers = append(f.Layers, l)
			c.Layers = append(c.Layers, l.ID)
		}
		step := Step{Call: c}
		if e.fanOut > 1 {
			id := fmt.Sprintf("%s->%s#%d", e.from, e.to, i)
			f.FanOuts = append(f.FanOuts, FanOut{ID: id, N: Exactly(e.fanOut, BoundConfigured, Pos{}), Mode: FanOutContinue})
			step = Step{Repeat: &Repeat{FanOut: id, Step: step}}
		}
		if bodies[e.from] == nil {
			bodies[e.from] = &Seq{}
			f.Handlers = append(f.Handlers, Handler{Service: e.from, Body: &Step{Seq: bodies[e.from]},
				Answers: []AnswerRule{{Callee: "*", Classes: AnyClass, Kind: AnswerPasses}}})
		}
		bodies[e.from].Steps = append(bodies[e.from].Steps, step)
	}
	return f
}

func computed(t *testing.T, f *Fragment, policy *Policy) (*Result, map[string]NodeInfo) {
	t.Helper()
	res := Compute(Link([]*Fragment{f}, policy), Options{})
	nodes := map[string]NodeInfo{}
	for _, n := range res.Nodes {
		nodes[n.ID] = n
	}
	return res, nodes
}

func TestVectors(t *testing.T) {
	data, err := os.ReadFile("testdata/model-vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Group []struct {
			Name            string
			Inputs, Outputs json.RawMessage
		} `json:"a_worst_case"`
	}
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	for _, v := range file.Group {
		t.Run(v.Name, func(t *testing.T) {
			switch v.Name {
			case "powers":
				comparePowers(t, v.Outputs)
			case "cycle_detected":
				compareCycle(t, v.Inputs, v.Outputs)
			case "per_failure_class":
				comparePerClass(t, v.Inputs, v.Outputs)
			default:
				compareVector(t, v.Inputs, v.Outputs)
			}
		})
	}
}

func into[T any](t *testing.T, raw json.RawMessage) T {
	t.Helper()
	var v T
	if err := json.Unmarshal(raw, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

func compareVector(t *testing.T, in, out json.RawMessage) {
	t.Helper()
	policy := DefaultPolicy()
	policy.Gate.Amplification = 1
	res, nodes := computed(t, declared(into[[]vectorEdge](t, in)), policy)
	multiplier := map[string]Count{}
	for _, p := range res.Paths {
		multiplier[p.To] = p.Multiplier
	}
	want := into[map[string]struct {
		Calls, Happy  Count
		Amplification float64
		MaxPath       Count `json:"max_path"`
	}](t, out)
	for _, name := range keys(want) {
		got, w := nodes[name], want[name]
		if got.Calls != w.Calls || got.Happy != w.Happy || got.Amplification == nil || math.Abs(*got.Amplification-w.Amplification) > 1e-6 {
			t.Errorf("%s: calls %s, happy %s, amplification %v; want %+v", name, got.Calls, got.Happy, got.Amplification, w)
		}
		if multiplier[name] != w.MaxPath {
			t.Errorf("%s: the worst path multiplies by %s, want %s", name, multiplier[name], w.MaxPath)
		}
	}
}

// comparePowers builds a chain of d layers of a attempts for every "a^d".
func comparePowers(t *testing.T, out json.RawMessage) {
	t.Helper()
	for power, want := range into[map[string]Count](t, out) {
		var a, d int
		if _, err := fmt.Sscanf(power, "%d^%d", &a, &d); err != nil {
			t.Fatal(err)
		}
		var edges []vectorEdge
		for i := range d {
			var e vectorEdge
			raw := fmt.Sprintf(`["n%d","n%d",1,[%d]]`, i, i+1, a)
			if err := json.Unmarshal([]byte(raw), &e); err != nil {
				t.Fatal(err)
			}
			edges = append(edges, e)
		}
		_, nodes := computed(t, declared(edges), DefaultPolicy())
		if got := nodes["n"+strconv.Itoa(d)].Calls; got != want {
			t.Errorf("%s: %s calls, want %s", power, got, want)
		}
	}
}

func compareCycle(t *testing.T, in, out json.RawMessage) {
	t.Helper()
	res, nodes := computed(t, declared(into[[]vectorEdge](t, in)), DefaultPolicy())
	want := into[map[string][]string](t, out)["cycle"]
	for _, name := range want {
		if !nodes[name].LowerBound {
			t.Errorf("%s: figures are not marked as a lower bound", name)
		}
	}
	for _, f := range res.Findings {
		if f.Rule == "AMP010" {
			return
		}
	}
	t.Errorf("no AMP010 for the cycle %v", want)
}

func comparePerClass(t *testing.T, in, out json.RawMessage) {
	t.Helper()
	layer := func(tries map[string]int) Layer {
		l := Layer{Kind: KindDeclared, Attempts: Exactly(1, BoundConfigured, Pos{}), Backoff: Backoff{Kind: BackoffNone}}
		for _, w := range keys(tries) {
			l.Tries = append(l.Tries, ClassTries{classes(t, []string{w}), Exactly(tries[w], BoundConfigured, Pos{})})
		}
		return l
	}
	var e vectorEdge
	e.from, e.to, e.fanOut = "caller", "callee", 1
	for _, tries := range into[[]map[string]int](t, in) {
		e.layers = append(e.layers, layer(tries))
	}
	_, nodes := computed(t, declared([]vectorEdge{e}), DefaultPolicy())
	names := map[string]string{"503": "http:503", "500": "http:500"}
	for class, want := range into[map[string]Count](t, out) {
		name := class
		if n, ok := names[class]; ok {
			name = n
		}
		if got, ok := nodes["callee"].Classes[name]; !ok || got != want {
			t.Errorf("class %s: %s calls, want %s; all: %v", class, got, want, nodes["callee"].Classes)
		}
	}
}
