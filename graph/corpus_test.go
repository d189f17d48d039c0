package graph

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"strconv"
	"testing"
	"time"
)

// The systems of testdata/graphs.json were checked by brute force: every
// figure marked exhaustive or replayed was reached by an executed adversary.
// Source: the corpus of hand-made and generated systems of the model,
// graphs.json, schema graphs/v1; the file describes its own fields.

type corpusFile struct {
	Systems []struct {
		Name     string
		Kind     string
		System   corpusSystem
		Expected struct {
			Cycles [][]string
			Nodes  map[string]corpusNode
		}
	}
}

type corpusSystem struct {
	Entry string
	Nodes map[string]struct {
		Body        json.RawMessage
		FailsWith   []string `json:"fails_with"`
		Unreachable []string
		Answers     map[string]json.RawMessage
		Work, Limit *float64
	}
}

type corpusNode struct {
	Calls, Exact, Confident, Happy Figure
	CallsAnyClass                  Figure            `json:"calls_any_class"`
	HardDown                       Figure            `json:"hard_down"`
	HardDownByClass                map[string]Figure `json:"hard_down_by_class"`
	Connections                    Figure
	Classes                        map[string]Figure
	Amplification                  *float64
	ErrorPath                      bool `json:"error_path"`
	Unbounded                      bool
	LowerBound                     bool `json:"lower_bound"`
	W                              json.RawMessage
	CallsWithin                    map[string]Figure `json:"calls_within"`
	SustainedPeak                  *float64          `json:"sustained_peak"`
}

// Figure is a count of the corpus: a number or "unbounded".
type Figure Count

func (f *Figure) UnmarshalJSON(b []byte) error {
	if string(b) == `"unbounded"` {
		*f = Figure(Unbounded)
		return nil
	}
	n, err := strconv.ParseFloat(string(b), 64)
	*f = Figure(n)
	return err
}

// corpusFragment is a system of the corpus as a producer would have seen it.
func corpusFragment(t *testing.T, sys *corpusSystem) *Fragment {
	t.Helper()
	f := &Fragment{}
	for _, name := range keys(sys.Nodes) {
		n := sys.Nodes[name]
		h := Handler{Service: name, Work: seconds(n.Work), Limit: seconds(n.Limit)}
		unreach := classes(t, n.Unreachable)
		h.Unreachable = &unreach
		if len(n.Body) == 0 {
			fails := classes(t, []string{"unavailable", "timeout", "error"})
			if n.FailsWith != nil {
				fails = classes(t, n.FailsWith)
			}
			h.FailsWith = &fails
		} else {
			c := &corpusReader{t: t, f: f, node: name}
			body := c.step(n.Body)
			h.Body = &body
			h.Answers = corpusAnswers(t, n.Answers)
			if name == sys.Entry {
				h.Entry = EntryRequest
			}
		}
		f.Handlers = append(f.Handlers, h)
	}
	return f
}

func classes(t *testing.T, words []string) ClassSet {
	t.Helper()
	s, err := ParseClasses(words)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func seconds(s *float64) Bound {
	if s == nil {
		return Bound{}
	}
	return Lasting(time.Duration(*s*float64(time.Second)), BoundExact, Pos{})
}

// corpusAnswers: a missing answer passes, and a class that never reached the
// callee passes as itself.
func corpusAnswers(t *testing.T, answers map[string]json.RawMessage) []AnswerRule {
	var out []AnswerRule
	for _, star := range []bool{false, true} {
		for _, callee := range keys(answers) {
			if (callee == "*") == star {
				out = append(out, corpusAnswer(t, callee, answers[callee])...)
			}
		}
	}
	return append(out, passing("*", AnyClass)...)
}

func passing(callee string, set ClassSet) []AnswerRule {
	var out []AnswerRule
	for _, c := range set.Intersect(NeverReached).Classes() {
		out = append(out, AnswerRule{Callee: callee, Classes: NewClassSet(c), Kind: AnswerBecomes, Becomes: NewClassSet(c)})
	}
	return append(out, AnswerRule{Callee: callee, Classes: set, Kind: AnswerPasses})
}

func corpusAnswer(t *testing.T, callee string, raw json.RawMessage) []AnswerRule {
	t.Helper()
	one := func(set ClassSet, word string) []AnswerRule {
		switch word {
		case "passes":
			return passing(callee, set)
		case "terminal":
			return []AnswerRule{{Callee: callee, Classes: set, Kind: AnswerTerminal}}
		case "unknown":
			return []AnswerRule{{Callee: callee, Classes: set, Kind: AnswerUnknown}}
		}
		return []AnswerRule{{Callee: callee, Classes: set, Kind: AnswerBecomes, Becomes: classes(t, []string{word})}}
	}
	var word string
	if json.Unmarshal(raw, &word) == nil {
		return one(AnyClass, word)
	}
	var m map[string]json.RawMessage
	if err := json.Unmarshal(raw, &m); err != nil {
		t.Fatalf("answer %s: %v", raw, err)
	}
	if b, ok := m["becomes"]; ok {
		_ = json.Unmarshal(b, &word)
		return one(AnyClass, word)
	}
	var out []AnswerRule
	for _, c := range keys(m) {
		if c != "*" {
			set := classes(t, []string{c})
			for _, r := range corpusAnswer(t, callee, m[c]) {
				r.Classes = r.Classes.Intersect(set)
				out = append(out, r)
			}
		}
	}
	if rest, ok := m["*"]; ok {
		out = append(out, corpusAnswer(t, callee, rest)...)
	}
	return out
}

type corpusReader struct {
	t    *testing.T
	f    *Fragment
	node string
	n    int
}

type corpusStep struct {
	Call     string
	Layers   []corpusLayer
	FanOut   json.RawMessage `json:"fan_out"`
	OnError  bool            `json:"on_error"`
	Seq      []json.RawMessage
	FailFast *bool `json:"fail_fast"`
	Par      []json.RawMessage
	Width    int
	Alt      []json.RawMessage
	Repeat   *corpusLayer
	Step     json.RawMessage
}

type corpusLayer struct {
	Attempts json.RawMessage
	Classes  []string
	T        *float64 `json:"t"`
	Overall  *float64 `json:"T"`
	Backoff  json.RawMessage
	Proxy    bool
	Kind     string
	Budget   *corpusBudget
}

// UnmarshalJSON keeps "t" and "T" apart, which encoding/json would not.
func (l *corpusLayer) UnmarshalJSON(b []byte) error {
	var m map[string]json.RawMessage
	if err := json.Unmarshal(b, &m); err != nil {
		return err
	}
	for k, v := range m {
		var err error
		switch k {
		case "attempts":
			l.Attempts = v
		case "classes":
			err = json.Unmarshal(v, &l.Classes)
			if l.Classes == nil {
				l.Classes = []string{}
			}
		case "t":
			err = json.Unmarshal(v, &l.T)
		case "T":
			err = json.Unmarshal(v, &l.Overall)
		case "backoff":
			l.Backoff = v
		case "proxy":
			err = json.Unmarshal(v, &l.Proxy)
		case "kind":
			err = json.Unmarshal(v, &l.Kind)
		case "budget":
			err = json.Unmarshal(v, &l.Budget)
		default:
			err = fmt.Errorf("unknown key %q of a layer", k)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (c *corpusReader) step(raw json.RawMessage) Step {
	c.t.Helper()
	var s corpusStep
	if err := json.Unmarshal(raw, &s); err != nil {
		c.t.Fatalf("step %s: %v", raw, err)
	}
	steps := func(raws []json.RawMessage) []Step {
		var out []Step
		for _, r := range raws {
			out = append(out, c.step(r))
		}
		return out
	}
	switch {
	case s.Call != "":
		call := &Call{To: Endpoint{Service: s.Call}, OnError: s.OnError, Confidence: ConfidenceStatic}
		for i := range s.Layers {
			call.Layers = append(call.Layers, c.layer(&s.Layers[i]))
		}
		st := Step{Call: call}
		if len(s.FanOut) > 0 {
			return Step{Repeat: &Repeat{FanOut: c.fan(s.FanOut), Step: st}}
		}
		return st
	case s.Seq != nil:
		return Step{Seq: &Seq{Steps: steps(s.Seq), FailFast: s.FailFast == nil || *s.FailFast}}
	case s.Par != nil:
		return Step{Par: &Par{Steps: steps(s.Par), Width: s.Width}}
	case s.Alt != nil:
		return Step{Alt: &Alt{Steps: steps(s.Alt)}}
	case s.Repeat != nil:
		return Step{Repeat: &Repeat{Layer: c.layer(s.Repeat), Step: c.step(s.Step)}}
	}
	return Step{Repeat: &Repeat{FanOut: c.fan(s.FanOut), Step: c.step(s.Step)}}
}

func (c *corpusReader) id() string {
	c.n++
	return fmt.Sprintf("%s#%d", c.node, c.n)
}

func (c *corpusReader) fan(raw json.RawMessage) string {
	c.t.Helper()
	var f struct {
		N     json.RawMessage
		Expr  string
		Width *int
		Mode  string
	}
	if raw[0] != '{' {
		f.N, f.Mode = raw, "continue"
	} else if err := json.Unmarshal(raw, &f); err != nil {
		c.t.Fatalf("fan-out %s: %v", raw, err)
	}
	out := FanOut{ID: c.id(), N: Bound{Value: UnknownExpr(f.Expr), Kind: BoundAssumed}, Symbol: f.Expr}
	var n int
	switch {
	case string(f.N) == `"unbounded"`:
		out.N = Endless(Pos{})
	case len(f.N) > 0 && json.Unmarshal(f.N, &n) == nil && string(f.N) != "null":
		out.N = Exactly(n, BoundExact, Pos{})
	}
	width := 1
	if f.Width != nil {
		width = *f.Width
		out.Width = Exactly(width, BoundExact, Pos{})
	}
	switch {
	case f.Mode == "fail_fast", f.Mode == "" && width == 1:
		out.Mode = FanOutFailFast
	case f.Mode == "continue":
		out.Mode = FanOutContinue
	default:
		out.Mode = FanOutCancel
	}
	c.f.FanOuts = append(c.f.FanOuts, out)
	return out.ID
}

func (c *corpusReader) layer(l *corpusLayer) string {
	c.t.Helper()
	out := Layer{ID: c.id(), Kind: KindLoop, RetriesOn: AnyClass, Attempts: Exactly(1, BoundExact, Pos{}),
		PerTry: seconds(l.T), Overall: seconds(l.Overall), Backoff: Backoff{Kind: BackoffNone}}
	if l.Classes != nil {
		out.RetriesOn = classes(c.t, l.Classes)
	}
	if l.Kind == "hedge" {
		out.Kind = KindHedge
	}
	if l.Budget != nil {
		out.Budget = l.Budget.budget(c.t)
	}
	var per map[string]json.RawMessage
	if len(l.Attempts) > 0 {
		if json.Unmarshal(l.Attempts, &per) == nil {
			out.RetriesOn = ClassSet{}
			for _, w := range keys(per) {
				out.Tries = append(out.Tries, ClassTries{classes(c.t, []string{w}), corpusAttempts(per[w])})
			}
		} else {
			out.Attempts = corpusAttempts(l.Attempts)
		}
	}
	if l.Proxy {
		out.Renames = []Rename{{From: NewClassSet(ClassConnect, ClassRefusedStream, ClassReset, ClassTimeout), To: Unavailable}}
	}
	out.Backoff = corpusBackoff(c.t, l.Backoff)
	c.f.Layers = append(c.f.Layers, out)
	return out.ID
}

func corpusAttempts(raw json.RawMessage) Bound {
	n, err := strconv.Atoi(string(raw))
	if err != nil {
		return Endless(Pos{})
	}
	return Exactly(n, BoundExact, Pos{})
}

func corpusBackoff(t *testing.T, raw json.RawMessage) Backoff {
	t.Helper()
	var one float64
	var list []float64
	switch {
	case len(raw) == 0:
	case json.Unmarshal(raw, &one) == nil:
		return Backoff{Kind: BackoffConstant, Base: seconds(&one)}
	case json.Unmarshal(raw, &list) == nil:
		b := Backoff{Kind: BackoffListed}
		for i := range list {
			b.Listed = append(b.Listed, seconds(&list[i]))
		}
		return b
	default:
		t.Fatalf("backoff %s", raw)
	}
	return Backoff{Kind: BackoffNone}
}

func readCorpus(t *testing.T) *corpusFile {
	t.Helper()
	data, err := os.ReadFile("testdata/graphs.json")
	if err != nil {
		t.Fatal(err)
	}
	var c corpusFile
	if err := json.Unmarshal(data, &c); err != nil {
		t.Fatal(err)
	}
	return &c
}

// TestCorpus runs every system through Link and Compute and compares every
// figure that is built.
func TestCorpus(t *testing.T) {
	for _, sys := range readCorpus(t).Systems {
		t.Run(sys.Name, func(t *testing.T) {
			policy := DefaultPolicy()
			policy.Entries = []string{sys.System.Entry}
			g := Link([]*Fragment{corpusFragment(t, &sys.System)}, policy)
			got := map[string]NodeInfo{}
			for _, n := range Compute(g, Options{}).Nodes {
				got[n.ID] = n
			}
			for _, name := range keys(sys.Expected.Nodes) {
				compareNode(t, name, got[name], sys.Expected.Nodes[name])
			}
		})
	}
}

// TestCorpusTimes compares durations and windows of the timed systems.
func TestCorpusTimes(t *testing.T) {
	n := 0
	for _, sys := range readCorpus(t).Systems {
		if sys.Kind != "timed" {
			continue
		}
		n++
		t.Run(sys.Name, func(t *testing.T) {
			for _, window := range []string{"1s", "60s"} {
				policy := DefaultPolicy()
				policy.Entries = []string{sys.System.Entry}
				policy.Gate.Window = Bound{Value: Literal(window), Kind: BoundConfigured}
				g := Link([]*Fragment{corpusFragment(t, &sys.System)}, policy)
				for _, node := range Compute(g, Options{}).Nodes {
					want, ok := sys.Expected.Nodes[node.ID]
					if !ok {
						continue
					}
					calls := node.Calls
					if w, ok := node.Within[window]; ok {
						calls = w.Calls
					}
					if calls != Count(want.CallsWithin[window]) {
						t.Errorf("%s within %s: %s calls, want %s", node.ID, window, calls, Count(want.CallsWithin[window]))
					}
					var w float64
					if json.Unmarshal(want.W, &w) != nil {
						w = math.Inf(1)
					}
					d, err := ParseDuration(node.HandlerBound)
					if node.HandlerBound == "" && !math.IsInf(w, 1) || err == nil && math.Abs(d.Seconds()-w) > 1e-6 {
						t.Errorf("%s takes %q, want %v s", node.ID, node.HandlerBound, w)
					}
				}
			}
		})
	}
	if n == 0 {
		t.Fatal("no timed systems")
	}
}

func compareNode(t *testing.T, name string, got NodeInfo, want corpusNode) {
	t.Helper()
	is := func(what string, got Count, want Figure) {
		t.Helper()
		if got != Count(want) {
			t.Errorf("%s: %s is %s, want %s", name, what, got, Count(want))
		}
	}
	is("calls", got.Calls, want.Calls)
	is("happy", got.Happy, want.Happy)
	is("calls_any_class", got.CallsAnyClass, want.CallsAnyClass)
	is("one_cause", got.OneCause, want.Confident)
	is("connections", got.Connections, want.Connections)
	if got.HardDown == nil {
		t.Errorf("%s: no hard_down", name)
	} else {
		is("hard_down", *got.HardDown, want.HardDown)
	}
	if Count(want.Exact) > got.Calls {
		t.Errorf("%s: a run makes %s calls, printed are %s", name, Count(want.Exact), got.Calls)
	}
	if got.Confident > got.OneCause {
		t.Errorf("%s: confident %s is above one_cause %s", name, got.Confident, got.OneCause)
	}
	for _, class := range keys(got.Classes) {
		if w, ok := want.Classes[class]; ok {
			is("class "+class, got.Classes[class], w)
		}
	}
	if got.ErrorPath != want.ErrorPath || got.Unbounded != want.Unbounded || got.LowerBound != want.LowerBound {
		t.Errorf("%s: error path %v, unbounded %v, lower bound %v; want %v, %v, %v", name,
			got.ErrorPath, got.Unbounded, got.LowerBound, want.ErrorPath, want.Unbounded, want.LowerBound)
	}
	switch {
	case (got.Amplification == nil) != (want.Amplification == nil):
		t.Errorf("%s: amplification %v, want %v", name, got.Amplification, want.Amplification)
	case got.Amplification != nil && math.Abs(*got.Amplification-*want.Amplification) > 1e-6:
		t.Errorf("%s: amplification %v, want %v", name, *got.Amplification, *want.Amplification)
	}
}
