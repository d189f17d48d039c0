package graph

import (
	"testing"
	"time"
)

// rulesOf computes a system of one call and lists its rules.
func rulesOf(t *testing.T, change func(l *Layer, c *Call, db *Handler)) string {
	t.Helper()
	l := Layer{ID: "l", Kind: KindLoop, RetriesOn: AnyClass, Attempts: Exactly(3, BoundExact, Pos{}), PerTry: lasting(2 * time.Second),
		Backoff: Backoff{Kind: BackoffExponential, Base: lasting(time.Second), Jitter: true}, Pos: Pos{File: "a.go", Line: 3, Col: 1}}
	c := &Call{To: Endpoint{Service: "db"}, Layers: []string{"l"}, Confidence: ConfidenceStatic, Deadline: DeadlinePropagated, Pos: Pos{File: "a.go", Line: 4, Col: 2}}
	db := Handler{Service: "db", Kind: NodeDatastore, Work: lasting(time.Second)}
	change(&l, c, &db)
	f := &Fragment{Layers: []Layer{l}, Handlers: []Handler{{Service: "api", Body: &Step{Call: c}}, db}}
	return ruleList(Compute(Link([]*Fragment{f}, DefaultPolicy()), Options{}))
}

// Each finding of time where it is true, and only there.
func TestTimeFindings(t *testing.T) {
	for name, tt := range map[string]struct {
		change func(l *Layer, c *Call, db *Handler)
		want   string
	}{
		"nothing to say": {func(*Layer, *Call, *Handler) {}, ""},
		"the callee works longer": {func(_ *Layer, c *Call, db *Handler) {
			c.Deadline, db.Work, db.Kind = "", lasting(5*time.Second), NodeService
		}, "AMP101"},
		"just as long":             {func(_ *Layer, c *Call, db *Handler) { c.Deadline, db.Work, db.Kind = "", lasting(2*time.Second), "" }, "AMP101"},
		"longer, and ends with it": {func(_ *Layer, _ *Call, db *Handler) { db.Work = lasting(5 * time.Second) }, ""},
		"not known how long":       {func(_ *Layer, c *Call, db *Handler) { c.Deadline, db.Work, db.Kind = "", Bound{}, "" }, ""},
		"a query nobody ends":      {func(_ *Layer, c *Call, _ *Handler) { c.Deadline = "" }, "AMP105"},
		"a query the server ends":  {func(_ *Layer, c *Call, db *Handler) { c.Deadline, db.Limit = "", lasting(time.Second) }, ""},
		"no room for three attempts": {func(l *Layer, _ *Call, db *Handler) {
			l.Overall, db.Work = lasting(3*time.Second), lasting(2*time.Second)
		}, "AMP103"},
		"room for three attempts":   {func(l *Layer, _ *Call, _ *Handler) { l.Overall = lasting(9 * time.Second) }, ""},
		"the deadline is dropped":   {func(_ *Layer, c *Call, db *Handler) { c.Deadline, db.Kind = DeadlineDropped, "" }, "AMP104"},
		"dropped, and no timeout":   {func(l *Layer, c *Call, db *Handler) { c.Deadline, db.Kind, l.PerTry = DeadlineDropped, "", Bound{} }, "AMP102 AMP104"},
		"no pause":                  {func(l *Layer, _ *Call, _ *Handler) { l.Backoff = Backoff{Kind: BackoffNone} }, "AMP006"},
		"no jitter":                 {func(l *Layer, _ *Call, _ *Handler) { l.Backoff.Jitter = false }, "AMP006"},
		"a pause that is not known": {func(l *Layer, _ *Call, _ *Handler) { l.Backoff = Backoff{} }, ""},
		"one attempt, and no pause": {func(l *Layer, _ *Call, _ *Handler) {
			l.Attempts, l.Backoff = Exactly(1, BoundExact, Pos{}), Backoff{Kind: BackoffNone}
		}, ""},
	} {
		if got := rulesOf(t, tt.change); got != tt.want {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
	}
}

// One setting on many hops is one finding, with their number.
func TestInversionOncePerCause(t *testing.T) {
	f := &Fragment{}
	slow := Handler{Service: "slow", Work: lasting(9 * time.Second)}
	var steps []Step
	for _, id := range []string{"a", "b", "c"} {
		f.Layers = append(f.Layers, Layer{ID: id, Kind: KindSidecar, RetriesOn: AnyClass, Attempts: Exactly(2, BoundExact, Pos{}), PerTry: lasting(time.Second), Cause: "mesh"})
		steps = append(steps, Step{Call: &Call{To: Endpoint{Service: "slow", Operation: id}, Layers: []string{id}, Confidence: ConfidenceStatic}})
	}
	f.Handlers = []Handler{{Service: "api", Body: &Step{Seq: &Seq{Steps: steps}}}, slow}
	found := 0
	for _, f := range Compute(Link([]*Fragment{f}, DefaultPolicy()), Options{}).Findings {
		if f.Rule == "AMP101" {
			found++
		}
	}
	if found != 1 {
		t.Errorf("%d findings, want 1", found)
	}
}
