package graph

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// full is a fragment in which every kind of fact is there.
func full() *Fragment {
	at := func(line int) Pos { return Pos{File: "a.yaml", Line: line, Col: 1} }
	layer := Layer{ID: "l", Kind: KindLibrary, Name: "lib", Note: "a note", Attempts: Bound{Value: Literal("2"), Plus: 1, Kind: BoundConfigured, Pos: at(1)},
		RetriesOn: Unavailable, Tries: []ClassTries{{NewClassSet(ClassConflict), Exactly(2, BoundExact, Pos{})}},
		PerTry: Lasting(1, BoundExact, at(2)), Backoff: Backoff{Kind: BackoffListed, Listed: []Bound{Lasting(5, BoundExact, Pos{})}, Jitter: true},
		Budget:  &Budget{Kind: BudgetRequestRatio, Ratio: 0.2},
		Renames: []Rename{{NewClassSet(ClassConnect), Unavailable}}, Assumed: "why", Implicit: true, Cause: "c", Pos: at(3)}
	ref := Expr{Kind: ExprFirst, Args: []Expr{{Kind: ExprRef, Text: "B", Source: SourceEnv, Args: []Expr{Literal("b")}}, UnknownExpr("?")}}
	body := &Step{Seq: &Seq{FailFast: true, Steps: []Step{
		{Par: &Par{Width: 2, Steps: []Step{{Call: &Call{To: Endpoint{Address: ref, Operation: "GET /"}, Layers: []string{"l"}, OnError: true}}}}},
		{Alt: &Alt{Steps: []Step{{Unknown: &Unknown{What: "plugin", Pos: at(4)}}, {}}}},
		{Repeat: &Repeat{FanOut: "f", Step: Step{Repeat: &Repeat{Layer: "l", Step: Step{Call: &Call{To: Endpoint{Service: "b"}}}}}}},
	}}}
	fails := NewClassSet(ClassTimeout)
	return &Fragment{
		Schema: FragmentSchema, Origin: "team", Declared: true,
		Handlers: []Handler{{Service: "a", Operation: "GET /", Entry: EntryMessage, Body: body, FailsWith: &fails,
			Answers: []AnswerRule{{Callee: "*", Classes: AnyClass, Kind: AnswerBecomes, Becomes: fails}}, Limit: Lasting(9, BoundExact, Pos{}), Pos: at(5)}},
		Layers:     []Layer{layer},
		FanOuts:    []FanOut{{ID: "f", N: Endless(at(6)), Symbol: "n(x)", Mode: FanOutCancel}},
		Namespaces: []Namespace{{Name: "n", Injected: map[string]Answer{"istio": Yes}}},
		Workloads:  []Workload{{WorkloadRef: WorkloadRef{"n", "a"}, Object: "Deployment", Labels: map[string]string{"app": "a"}}},
		Values:     []Value{{Workload: WorkloadRef{"n", "a"}, Source: SourceEnv, Key: "B", Text: "b:80", Peer: true}},
		Bindings:   []Binding{{Space: SpaceDNS, Name: "b", Namespace: "n", Selector: map[string]string{"app": "b"}, Ports: []Port{{Name: "http", Number: 80, Protocol: ProtocolHTTP}}}},
		Attachments: []Attachment{{ID: "x", Mechanism: "m", Object: "o", Place: PlaceGateway, Hosts: []HostPattern{{"b", "n"}},
			Callers: []WorkloadRef{{"n", "a"}}, CallerNamespaces: []string{"n"}, Operations: []string{"b.B/"}, Amends: "other", Namespace: "n", Subset: "v1",
			Destinations: []Destination{{HostPattern{"b", "n"}, 80, "v1"}}, Mirrors: []Destination{{Host: HostPattern{"log", "n"}}}, Layer: &layer}},
		Evidence: []MeshEvidence{{Mesh: "istio", Namespace: "n", Object: "o"}},
		Meshes:   []Mesh{{Name: "istio", Version: "1.27", Defaults: []Attachment{{ID: "d", Layer: &layer}}}},
		Scopes:   []MeshScope{{Mesh: "istio", Namespace: "n", Selector: map[string]string{"app": "a"}, Hosts: []HostPattern{{"*", "n"}}, Pos: at(9)}},
		Findings: []Finding{{Rule: "AMP302", Severity: SeverityWarning, Message: "m", Related: []Related{{at(7), "r"}}}},
		Ignores:  []Ignore{{Rule: "AMP001", Path: "a/**", Reason: "r"}},
		Problems: []Problem{{Pos: at(8), Message: "p", Advisory: true}},
	}
}

func TestFragmentRoundTrip(t *testing.T) {
	f := full()
	var first bytes.Buffer
	if err := f.Encode(&first); err != nil {
		t.Fatal(err)
	}
	back, err := DecodeFragment(bytes.NewReader(first.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(f, back); diff != "" {
		t.Errorf("-written +read:\n%s", diff)
	}
	for range 10 {
		var again bytes.Buffer
		if err := back.Encode(&again); err != nil || !bytes.Equal(again.Bytes(), first.Bytes()) {
			t.Fatalf("other bytes: %v\n%s\n%s", err, &first, &again)
		}
	}
}

// Encode writes the schema of this version, whatever the fragment says.
func TestFragmentSchema(t *testing.T) {
	var b bytes.Buffer
	if err := (&Fragment{Schema: 99}).Encode(&b); err != nil || !strings.HasPrefix(b.String(), `{"schema":1}`) {
		t.Errorf("got %s, %v", &b, err)
	}
	for text, want := range map[string]string{
		`{"schema":2}`:  "schema 2 is not known, this version reads 1 to 1",
		`{}`:            "schema 0 is not known",
		`{"schema":-1}`: "schema -1 is not known",
		`{"schema":1`:   "unexpected EOF",
	} {
		if _, err := DecodeFragment(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

// What Link could not take is refused, and the error says what it is.
func TestFragmentValidate(t *testing.T) {
	minus := Bound{Value: Literal("-1"), Kind: BoundExact}
	for want, spoil := range map[string]func(f *Fragment){
		"a handler without a service":       func(f *Fragment) { f.Handlers[0].Service = "" },
		`names a layer "gone"`:              func(f *Fragment) { f.Layers[0].ID = "gone too"; f.Handlers[0].Body = call("gone") },
		"names no layer or fan-out":         func(f *Fragment) { f.Handlers[0].Body = &Step{Repeat: &Repeat{Layer: "gone"}} },
		`that is there: "l""f"`:             func(f *Fragment) { f.Handlers[0].Body = &Step{Repeat: &Repeat{Layer: "l", FanOut: "f"}} },
		`that is there: """"`:               func(f *Fragment) { f.Handlers[0].Body = &Step{Repeat: &Repeat{}} },
		"several things at once":            func(f *Fragment) { f.Handlers[0].Body = &Step{Call: &Call{}, Alt: &Alt{}} },
		"the width -1":                      func(f *Fragment) { f.Handlers[0].Body = &Step{Par: &Par{Width: -1}} },
		`layer "l" is there twice`:          func(f *Fragment) { f.Layers = append(f.Layers, f.Layers[0]) },
		`fan-out "f" is there twice`:        func(f *Fragment) { f.FanOuts = append(f.FanOuts, f.FanOuts[0]) },
		"a layer without an ID":             func(f *Fragment) { f.Layers = append(f.Layers, Layer{}) },
		"layer l: -2 is added":              func(f *Fragment) { f.Layers[0].Attempts.Plus = -2 },
		"layer l: a negative number -1":     func(f *Fragment) { f.Layers[0].Overall = minus },
		"layer l: a negative multiplier":    func(f *Fragment) { f.Layers[0].Backoff.Multiplier = -1 },
		"fan-out f: a negative number -1":   func(f *Fragment) { f.FanOuts[0].Width = minus },
		"layer x: a negative number -1":     func(f *Fragment) { f.Attachments[0].Layer = &Layer{ID: "x", Attempts: minus} },
		"layer d: a negative number -1":     func(f *Fragment) { f.Meshes[0].Defaults[0].Layer = &Layer{ID: "d", PerTry: minus} },
		"layer t: a negative number -1":     func(f *Fragment) { f.Layers = append(f.Layers, Layer{ID: "t", Tries: []ClassTries{{Attempts: minus}}}) },
		"handler of a: a negative number":   func(f *Fragment) { f.Handlers[0].Work = minus },
		"layer b: a negative number -1":     func(f *Fragment) { f.Layers = append(f.Layers, Layer{ID: "b", Backoff: Backoff{Base: minus}}) },
		"layer list: a negative number -1s": func(f *Fragment) { f.Layers = append(f.Layers, Layer{ID: "list", Backoff: listed("-1s")}) },
	} {
		f := full()
		spoil(f)
		var b bytes.Buffer
		if err := f.Encode(&b); err != nil {
			t.Fatal(err)
		}
		if _, err := DecodeFragment(&b); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

func call(layers ...string) *Step { return &Step{Call: &Call{Layers: layers}} }

func listed(text string) Backoff {
	return Backoff{Kind: BackoffListed, Listed: []Bound{{Value: Literal(text), Kind: BoundExact}}}
}
