package graph

import (
	"strings"
	"testing"
	"time"
)

// rulesOf computes a system of one call and lists its rules.
func rulesOf(t *testing.T, change func(l *Layer, c *Call, db *Handler)) string {
	t.Helper()
	l := Layer{ID: "l", Kind: KindLoop, Context: true, RetriesOn: AnyClass, Attempts: Exactly(3, BoundExact, Pos{}), PerTry: lasting(2 * time.Second),
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

// A time limit round each try is the per-try timeout of what makes the tries, and has
// the place of the finding.
func TestLimitRoundOneTry(t *testing.T) {
	f := &Fragment{
		Layers: []Layer{
			{ID: "l", Kind: KindLoop, RetriesOn: AnyClass, Attempts: Exactly(3, BoundExact, Pos{}), Backoff: Backoff{Kind: BackoffNone}, Pos: Pos{File: "a.go", Line: 3, Col: 1}},
			{ID: "t", Kind: KindTimeout, Attempts: Exactly(1, BoundExact, Pos{}), Overall: lasting(time.Second), Pos: Pos{File: "a.go", Line: 4, Col: 2}},
		},
		Handlers: []Handler{
			{Service: "api", Body: &Step{Call: &Call{To: Endpoint{Service: "slow"}, Layers: []string{"l", "t"}, Confidence: ConfidenceStatic}}},
			{Service: "slow", Work: lasting(2500 * time.Millisecond)},
		},
	}
	res := Compute(Link([]*Fragment{f}, DefaultPolicy()), Options{})
	e := res.Edges[0]
	if !e.Inversion || e.Wasted != "1.5s" || *e.Overlap != 3 {
		t.Errorf("inverted %v, wasted %s, overlap %v; want true, 1.5s and 3", e.Inversion, e.Wasted, e.Overlap)
	}
	for _, f := range res.Findings {
		if f.Rule == "AMP101" && f.Pos.Line == 4 {
			return
		}
	}
	t.Errorf("no AMP101 at the time limit: %v", res.Findings)
}

// The end of a caller reaches the work of its callee only where that passes it on.
func TestDroppedFurtherDown(t *testing.T) {
	for deadline, want := range map[Deadline]Count{DeadlinePropagated: 1, DeadlineDropped: 3} {
		f := levels(t, [][4]float64{{3, 1, 0, 1}, {3, 5, 0, 1}}, 4, DeadlinePropagated)
		f.Handlers[1].Body.Call.Deadline = deadline
		r := runOf(t, f)
		if got := r.timing(0).overlap; got != want {
			t.Errorf("%s below: %s tries are at work at once, want %s", deadline, got, want)
		}
		leaf := r.target(r.g.nodeNamed("c"))
		peak, _, _ := leaf.hung()
		if bound, ok := leaf.peak(); !ok || bound < peak || (peak > 1) != (want > 1) {
			t.Errorf("%s below: %s at once, bound %s", deadline, peak, bound)
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

// A line that is part of many services is one finding.
func TestOneLineInManyServices(t *testing.T) {
	at := Pos{File: "client.go", Line: 4, Col: 2}
	var f Fragment
	for _, s := range []string{"a", "b", "c"} {
		c := &Call{To: Endpoint{Service: "stock"}, Confidence: ConfidenceStatic, Deadline: DeadlineDropped, Pos: at}
		f.Handlers = append(f.Handlers, Handler{Service: s, Body: &Step{Call: c}})
	}
	f.Handlers = append(f.Handlers, Handler{Service: "stock"})
	n := 0
	for _, found := range Compute(Link([]*Fragment{&f}, DefaultPolicy()), Options{}).Findings {
		if found.Rule == "AMP104" {
			n++
			if !strings.HasSuffix(found.Message, "the same on 2 more hops") {
				t.Errorf("%q, want the number of hops", found.Message)
			}
		}
	}
	if n != 1 {
		t.Errorf("%d findings for one line, want 1", n)
	}
}
