package graph

import (
	"testing"
	"time"
)

// The calls of a database that are at work at once are no more than the pools of the
// processes that make them let through, where the end of a caller reaches them, and
// than it works on at once.
func TestPools(t *testing.T) {
	pool := func(n int) *Bound {
		b := Exactly(n, BoundExact, Pos{})
		return &b
	}
	for name, tt := range map[string]struct {
		change func(l *Layer, c *Call, p *Policy)
		want   Count
	}{
		"no pool":               {func(*Layer, *Call, *Policy) {}, 8},
		"a pool in one process": {func(l *Layer, _ *Call, p *Policy) { l.Pool, p.Services[0].Replicas = pool(3), 1 }, 3},
		"a pool in two":         {func(l *Layer, _ *Call, p *Policy) { l.Pool, p.Services[0].Replicas = pool(3), 2 }, 6},
		"a pool in who knows":   {func(l *Layer, _ *Call, _ *Policy) { l.Pool = pool(3) }, 8},
		"a pool of the address": {func(_ *Layer, c *Call, p *Policy) { atAddress(c); setReplicas(p, 2) }, 4},
		"one that never binds":  {func(l *Layer, _ *Call, p *Policy) { l.Pool, p.Services[0].Replicas = pool(99), 2 }, 8},
		"given up, and still there": {func(l *Layer, c *Call, p *Policy) {
			l.Pool, c.Deadline = pool(3), DeadlineDropped
			setReplicas(p, 1)
			l.PerTry = lasting(time.Second)
		}, 24},
		"never given up":         {func(l *Layer, c *Call, p *Policy) { l.Pool, c.Deadline = pool(3), DeadlineDropped; setReplicas(p, 1) }, 3},
		"places at the database": {func(_ *Layer, _ *Call, p *Policy) { p.Services[1].Capacity = 5 }, 5},
		"places at two of them":  {func(_ *Layer, _ *Call, p *Policy) { p.Services[1].Capacity, p.Services[1].Replicas = 3, 2 }, 6},
	} {
		l := Layer{ID: "l", Kind: KindClientDefault, RetriesOn: AnyClass, Attempts: Exactly(3, BoundExact, Pos{}), Backoff: Backoff{Kind: BackoffNone}}
		c := &Call{To: Endpoint{Service: "db"}, Layers: []string{"l"}, Confidence: ConfidenceStatic, Deadline: DeadlinePropagated}
		policy := DefaultPolicy()
		policy.Services = []ServiceFacts{{Name: "stock"}, {Name: "db"}}
		tt.change(&l, c, policy)
		f := &Fragment{
			Layers:  []Layer{l},
			FanOuts: []FanOut{{ID: "f", N: Exactly(8, BoundExact, Pos{}), Width: Exactly(8, BoundExact, Pos{}), Mode: FanOutContinue}},
			Handlers: []Handler{
				{Service: "shop", Body: &Step{Repeat: &Repeat{FanOut: "f", Step: Step{Call: &Call{To: Endpoint{Service: "stock"}, Confidence: ConfidenceStatic, Deadline: DeadlinePropagated}}}}},
				{Service: "stock", Body: &Step{Call: c}},
				{Service: "db", Kind: NodeDatastore, Work: lasting(10 * time.Second)},
			},
			Bindings: []Binding{{Name: "db"}},
		}
		for _, n := range Compute(Link([]*Fragment{f}, policy), Options{}).Nodes {
			if n.ID == "db" && *n.Concurrency != tt.want {
				t.Errorf("%s: %s at work at once, want %s", name, n.Concurrency, tt.want)
			}
		}
	}
}

func atAddress(c *Call) {
	c.To = Endpoint{Address: Literal("postgres://db/stock?pool_max_conns=2"), Protocol: "sql"}
}

func setReplicas(p *Policy, n int) { p.Services[0].Replicas = n }
