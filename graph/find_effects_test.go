package graph

import (
	"strings"
	"testing"
	"time"
)

// Each finding of effects where it is true, and only there.
func TestEffectFindings(t *testing.T) {
	connect := NewClassSet(ClassConnect, ClassRefusedStream)
	for name, tt := range map[string]struct {
		change func(l *Layer, c *Call, db *Handler)
		want   string
	}{
		"an effect, and everything is retried": {func(_ *Layer, c *Call, _ *Handler) { c.Idempotent = No }, "AMP007"},
		"only what never reached it":           {func(l *Layer, c *Call, _ *Handler) { c.Idempotent, l.RetriesOn = No, connect }, ""},
		"unavailable may have reached it":      {func(l *Layer, c *Call, _ *Handler) { c.Idempotent, l.RetriesOn = No, connect.Union(Unavailable) }, "AMP007"},
		"overload was turned away":             {func(l *Layer, c *Call, _ *Handler) { c.Idempotent, l.RetriesOn = No, Overload }, ""},
		"codes of a protocol it does not speak": {func(l *Layer, c *Call, db *Handler) {
			c.Idempotent, c.To.Protocol, db.Protocol, l.RetriesOn = No, ProtocolHTTP, ProtocolHTTP, grpcCodes(14)
		}, ""},
		"idempotent":            {func(_ *Layer, c *Call, _ *Handler) { c.Idempotent = Yes }, ""},
		"not known":             {func(_ *Layer, c *Call, _ *Handler) { c.Idempotent = "" }, ""},
		"an effect, one try":    {func(l *Layer, c *Call, _ *Handler) { c.Idempotent, l.Attempts = No, Exactly(1, BoundExact, Pos{}) }, ""},
		"hedged without budget": {func(l *Layer, _ *Call, _ *Handler) { l.Kind = KindHedge }, "AMP202"},
		"hedged with one": {func(l *Layer, _ *Call, _ *Handler) {
			l.Kind, l.Budget = KindHedge, &Budget{Kind: BudgetRequestRatio, Ratio: 0.1}
		}, ""},
		"an effect, hedged": {func(l *Layer, c *Call, _ *Handler) { l.Kind, c.Idempotent = KindHedge, No }, "AMP007 AMP202"},
	} {
		if got := rulesOf(t, tt.change); got != tt.want {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
	}
}

// A budget that is missing, or lets everything through, is said only where the path
// is above the gate.
func TestBudgetThatDoesNotBind(t *testing.T) {
	for name, tt := range map[string]struct {
		budget   *Budget
		attempts int
		want     bool
	}{
		"all of the running requests": {&Budget{Kind: BudgetActiveRatio, Ratio: 1}, 20, true},
		"a floor, few run":            {&Budget{Kind: BudgetActiveRatio, Ratio: 0.2, MinConcurrent: 3}, 20, true},
		"a tenth":                     {&Budget{Kind: BudgetRequestRatio, Ratio: 0.1}, 20, false},
		"below the gate":              {&Budget{Kind: BudgetActiveRatio, Ratio: 1}, 4, false},
		"none":                        {nil, 20, true},
		"none, below the gate":        {nil, 4, false},
	} {
		got := rulesOf(t, func(l *Layer, _ *Call, _ *Handler) {
			l.Attempts, l.Budget = Exactly(tt.attempts, BoundExact, Pos{}), tt.budget
			l.Backoff.Base, l.PerTry = lasting(time.Millisecond), lasting(time.Millisecond)
			l.Backoff.Kind = BackoffConstant
		})
		if strings.Contains(got, "AMP009") != tt.want {
			t.Errorf("%s: %q, AMP009 wanted: %t", name, got, tt.want)
		}
	}
}

// The layers without a budget of one path are one finding, which names them all and
// none that has one.
func TestBudgetsMissingOnAPath(t *testing.T) {
	layer := func(id string, budget *Budget) Layer {
		return Layer{ID: id, Name: id, Kind: KindLoop, RetriesOn: Unavailable, Attempts: Exactly(4, BoundExact, Pos{File: id, Line: 1}), Budget: budget, Pos: Pos{File: id, Line: 1}}
	}
	tenth := &Budget{Kind: BudgetRequestRatio, Ratio: 0.1}
	for name, tt := range map[string]struct {
		budgets []*Budget
		want    string
	}{
		"none has one": {[]*Budget{nil, nil, nil}, "3 layers that retry between a and b have no budget"},
		"one has none": {[]*Budget{tenth, nil, nil}, "2 layers that retry between a and b have no budget"},
		"all have one": {[]*Budget{tenth, tenth, tenth}, ""},
	} {
		f := &Fragment{}
		call := &Call{To: Endpoint{Service: "b"}, Confidence: ConfidenceStatic}
		for i, b := range tt.budgets {
			f.Layers = append(f.Layers, layer(string(rune('x'+i)), b))
			call.Layers = append(call.Layers, f.Layers[i].ID)
		}
		f.Handlers = []Handler{{Service: "a", Body: &Step{Call: call}}}
		policy := DefaultPolicy()
		policy.Gate.Amplification = 2
		got := ""
		for _, x := range Compute(Link([]*Fragment{f}, policy), Options{}).Findings {
			if x.Rule == "AMP009" {
				got += x.Message
			}
		}
		if tt.want == "" && got != "" || !strings.Contains(got, tt.want) {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
	}
}

// What the description of a method says holds for its calls, unless a call says
// otherwise itself, or two descriptions disagree.
func TestMethodFacts(t *testing.T) {
	const method = "shop.v1.Bank/Pay"
	for name, tt := range map[string]struct {
		facts []MethodFacts
		own   Answer
		want  string
	}{
		"nothing":        {nil, "", "unknown"},
		"described":      {[]MethodFacts{{Operation: method, Idempotent: Yes}}, "", "yes"},
		"another method": {[]MethodFacts{{Operation: method + "All", Idempotent: Yes}}, "", "unknown"},
		"the call":       {[]MethodFacts{{Operation: method, Idempotent: Yes}}, No, "no"},
		"disagree":       {[]MethodFacts{{Operation: method, Idempotent: Yes}, {Operation: method, Idempotent: No}}, "", "unknown"},
	} {
		f := &Fragment{Methods: tt.facts, Handlers: []Handler{{Service: "a", Body: &Step{Call: &Call{Idempotent: tt.own, Confidence: ConfidenceStatic,
			To: Endpoint{Service: "bank", Operation: method, Protocol: ProtocolGRPC}}}}}}
		r := Compute(Link([]*Fragment{f}, DefaultPolicy()), Options{})
		if len(r.Edges) != 1 || r.Edges[0].Idempotent != tt.want {
			t.Errorf("%s: %+v, want idempotent %s", name, r.Edges, tt.want)
		}
	}
}

// Effects are counted along the whole path: a client that tries three times above
// a service that pays three times can pay nine times.
func TestEffectsOfThePath(t *testing.T) {
	layer := func(id string) Layer {
		return Layer{ID: id, Kind: KindLoop, RetriesOn: Unavailable, Attempts: Exactly(3, BoundExact, Pos{File: id, Line: 1}), Pos: Pos{File: id, Line: 1},
			Backoff: Backoff{Kind: BackoffExponential, Jitter: true}}
	}
	call := func(to, l string) *Step {
		return &Step{Call: &Call{To: Endpoint{Service: to, Protocol: ProtocolHTTP}, Layers: []string{l}, Confidence: ConfidenceStatic, Idempotent: No}}
	}
	passes := []AnswerRule{{Callee: "*", Classes: AnyClass, Kind: AnswerPasses}}
	f := &Fragment{Layers: []Layer{layer("outer"), layer("inner")}, Handlers: []Handler{
		{Service: "app", Body: call("shop", "outer")},
		{Service: "shop", Protocol: ProtocolHTTP, Body: call("bank", "inner"), Answers: passes},
		{Service: "bank", Protocol: ProtocolHTTP},
	}}
	r := Compute(Link([]*Fragment{f}, DefaultPolicy()), Options{})
	want := "shop->bank is not idempotent and is made again after unavailable, which may come after the effect: up to 9 effects where one is meant"
	if e := r.Edges[1]; e.ID != "shop->bank" || e.Duplicates == nil || *e.Duplicates != 9 {
		t.Errorf("%s: %v effects, want 9", e.ID, e.Duplicates)
	}
	for _, x := range r.Findings {
		if x.Rule == "AMP007" && x.Message == want {
			return
		}
	}
	t.Errorf("no finding %q in %+v", want, r.Findings)
}
