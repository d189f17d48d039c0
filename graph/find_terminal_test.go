package graph

import "testing"

// AMP008 where a failure that no further try helps is named, and where a loop that
// asks nothing goes on after its context.
func TestTerminalFindings(t *testing.T) {
	set := func(words ...string) ClassSet {
		s, err := ParseClasses(words)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	for name, tt := range map[string]struct {
		change func(l *Layer, c *Call)
		want   Severity
	}{
		"code that names it":                    {func(l *Layer, _ *Call) { l.RetriesOn, l.Names = set("grpc:3", "grpc:14"), set("grpc:3", "grpc:14") }, SeverityError},
		"code that lets it through with others": {func(l *Layer, _ *Call) { l.RetriesOn, l.Names = AnyClass.Minus(set("grpc:5")), ClassSet{} }, ""},
		"code that names what may pass":         {func(l *Layer, _ *Call) { l.RetriesOn, l.Names = set("grpc:14", "grpc:5"), set("grpc:14", "grpc:5") }, ""},
		"named, tried once": {func(l *Layer, _ *Call) {
			l.RetriesOn, l.Names, l.Attempts = set("grpc:3"), set("grpc:3"), Exactly(1, BoundExact, Pos{})
		}, ""},
		"on a call that is not certain": {func(l *Layer, c *Call) {
			l.RetriesOn, l.Names, c.Confidence = set("grpc:3"), set("grpc:3"), ConfidenceAssumed
		}, SeverityWarning},
		"a proxy that names it":         {func(l *Layer, _ *Call) { l.Kind, l.RetriesOn = KindSidecar, set("http:400", "http:503") }, SeverityError},
		"a proxy with a group":          {func(l *Layer, _ *Call) { l.Kind, l.RetriesOn = KindSidecar, set("http:5xx") }, ""},
		"a proxy that names nothing":    {func(l *Layer, _ *Call) { l.Kind = KindSidecar }, ""},
		"a default nobody configured":   {func(l *Layer, _ *Call) { l.Kind, l.Implicit, l.RetriesOn = KindClientDefault, true, set("http:400") }, ""},
		"a loop that asks nothing":      {func(l *Layer, _ *Call) { l.Context = false }, SeverityInfo},
		"one that asks for a class":     {func(l *Layer, _ *Call) { l.Context, l.RetriesOn, l.Names = false, set("grpc:14"), set("grpc:14") }, ""},
		"one without a pause":           {func(l *Layer, _ *Call) { l.Context, l.Backoff = false, Backoff{Kind: BackoffNone} }, ""},
		"one whose call has no context": {func(l *Layer, c *Call) { l.Context, c.Deadline = false, DeadlineDropped }, ""},
	} {
		l := Layer{ID: "l", Kind: KindLoop, Context: true, RetriesOn: AnyClass, Attempts: Exactly(3, BoundExact, Pos{}),
			Backoff: Backoff{Kind: BackoffConstant}, Pos: Pos{File: "a.go", Line: 3, Col: 1}}
		c := &Call{To: Endpoint{Service: "db"}, Layers: []string{"l"}, Confidence: ConfidenceStatic, Deadline: DeadlinePropagated, Pos: Pos{File: "a.go", Line: 4, Col: 2}}
		tt.change(&l, c)
		f := &Fragment{Layers: []Layer{l}, Handlers: []Handler{{Service: "api", Body: &Step{Call: c}}, {Service: "db"}}}
		var got Severity
		for _, f := range Compute(Link([]*Fragment{f}, DefaultPolicy()), Options{}).Findings {
			if f.Rule == "AMP008" {
				got = f.Severity
			}
		}
		if got != tt.want {
			t.Errorf("%s: severity %q, want %q", name, got, tt.want)
		}
	}
}
