package graph

import (
	"slices"
	"testing"
)

// No build fails on a guess: what is above a gate by guesses alone is a warning.
// What else is there stays an error.
func TestGuessesAreNoErrors(t *testing.T) {
	for _, tt := range []struct {
		name   string
		guess  func(f *Fragment)
		errors []string
	}{
		{"certain", func(*Fragment) {}, []string{"AMP001", "AMP003", "AMP004", "AMP005", "AMP010"}},
		{"assumed calls", func(f *Fragment) { each(f, func(c *Call) { c.Confidence = ConfidenceAssumed }) }, nil},
		{"calls by syntax", func(f *Fragment) { each(f, func(c *Call) { c.Confidence = ConfidenceSyntax }) }, nil},
		{"assumed layers", func(f *Fragment) { f.Layers[0].Assumed, f.Layers[1].Assumed = "no label", "no label" }, []string{"AMP005", "AMP010"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f := guessed()
			tt.guess(f)
			policy := DefaultPolicy()
			policy.Gate.Multiplier = 100
			res := Compute(Link([]*Fragment{f}, policy), Options{})
			for _, rule := range []string{"AMP001", "AMP003", "AMP004", "AMP005", "AMP010"} {
				found, failed := res.byRule(rule), false
				for _, f := range found {
					failed = failed || f.Severity == SeverityError
				}
				if want := slices.Contains(tt.errors, rule); len(found) == 0 || failed != want {
					t.Errorf("%s: error %v, want %v: %v", rule, failed, want, found)
				}
			}
		})
	}
}

// A number that is assumed is a guess too, of attempts and of items.
func TestAssumedNumbersAreNoErrors(t *testing.T) {
	for _, assumed := range []bool{false, true} {
		f := guessed()
		f.Layers = f.Layers[:1]
		f.Handlers[0].Body.Seq.Steps = []Step{f.Handlers[0].Body.Seq.Steps[0], f.Handlers[0].Body.Seq.Steps[2]}
		if assumed {
			f.Layers[0].Attempts.Kind = BoundAssumed
			f.FanOuts[0].N = Bound{Value: UnknownExpr("items"), Kind: BoundAssumed}
		}
		policy := DefaultPolicy()
		policy.Gate.Multiplier, policy.AssumeFanOut = 100, 200
		res := Compute(Link([]*Fragment{f}, policy), Options{})
		for _, rule := range []string{"AMP001", "AMP005"} {
			found, failed := res.byRule(rule), false
			for _, f := range found {
				failed = failed || f.Severity == SeverityError
			}
			if len(found) == 0 || failed == assumed {
				t.Errorf("assumed %v: %v", assumed, found)
			}
		}
	}
}

// guessed is a system with everything that can be an error.
func guessed() *Fragment {
	attempts := func(id string, b Bound, implicit bool) Layer {
		return Layer{ID: id, Kind: KindLoop, RetriesOn: AnyClass, Attempts: b, Implicit: implicit, Backoff: Backoff{Kind: BackoffNone}}
	}
	to := func(service string, layers ...string) Step {
		return Step{Call: &Call{To: Endpoint{Service: service, Operation: "op"}, Layers: layers, Confidence: ConfidenceStatic}}
	}
	return &Fragment{
		Layers: []Layer{
			attempts("default", Exactly(20, BoundDefault, Pos{}), true),
			attempts("endless", Endless(Pos{}), false),
		},
		FanOuts: []FanOut{{ID: "items", N: Exactly(200, BoundExact, Pos{}), Mode: FanOutContinue}},
		Handlers: []Handler{
			{Service: "a", Body: &Step{Seq: &Seq{Steps: []Step{to("b", "default"), to("c", "endless"), {Repeat: &Repeat{FanOut: "items", Step: to("d")}}}}}},
			{Service: "b", Operation: "op", Body: &Step{Seq: &Seq{Steps: []Step{to("e")}}}},
			{Service: "e", Operation: "op", Body: &Step{Seq: &Seq{Steps: []Step{to("b")}}}},
		},
	}
}

// each visits the calls of all bodies.
func each(f *Fragment, visit func(*Call)) {
	for i := range f.Handlers {
		f.Handlers[i].Body.walk(func(s *Step) {
			if s.Call != nil {
				visit(s.Call)
			}
		})
	}
}

// A default that may not act at all is no error on a path that is above the gate
// without it.
func TestAssumedDefaultOnACertainPath(t *testing.T) {
	for _, assumed := range []string{"", "no label was found"} {
		f := guessed()
		f.Layers[1] = Layer{ID: "loop", Kind: KindLoop, RetriesOn: AnyClass, Attempts: Exactly(20, BoundExact, Pos{}), Backoff: Backoff{Kind: BackoffNone}}
		f.Layers[0].Attempts, f.Layers[0].Assumed = Exactly(3, BoundDefault, Pos{}), assumed
		f.Handlers = f.Handlers[:1]
		f.Handlers[0].Body.Seq.Steps = f.Handlers[0].Body.Seq.Steps[:1]
		f.Handlers[0].Body.Seq.Steps[0].Call.Layers = []string{"loop", "default"}
		res := Compute(Link([]*Fragment{f}, DefaultPolicy()), Options{})
		gate, found := res.byRule("AMP001"), res.byRule("AMP004")
		if len(gate) != 1 || gate[0].Severity != SeverityError || len(found) != 1 || (found[0].Severity == SeverityError) != (assumed == "") {
			t.Errorf("assumed %q: %v and %v", assumed, gate, found)
		}
	}
}
