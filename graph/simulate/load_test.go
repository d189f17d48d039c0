package simulate

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/ampcheck/ampcheck/graph"
)

// chain is client -> front -> back -> database, with a per-try timeout and three
// attempts on every hop; the database works for 100 ms.
func chain() *graph.System {
	names := []string{"client", "front", "back", "database"}
	f := &graph.Fragment{}
	for i, from := range names[:3] {
		f.Layers = append(f.Layers, graph.Layer{ID: from, Kind: graph.KindLibrary, RetriesOn: graph.AnyClass,
			Attempts: graph.Exactly(3, graph.BoundExact, graph.Pos{}), PerTry: lasting(time.Second), Backoff: graph.Backoff{Kind: graph.BackoffNone}})
		call := &graph.Call{To: graph.Endpoint{Service: names[i+1]}, Layers: []string{from}, Confidence: graph.ConfidenceStatic}
		f.Handlers = append(f.Handlers, graph.Handler{Service: from, Body: &graph.Step{Call: call},
			Answers: []graph.AnswerRule{{Callee: "*", Classes: graph.AnyClass, Kind: graph.AnswerPasses}}})
	}
	f.Handlers[0].Entry = graph.EntryRequest
	f.Handlers = append(f.Handlers, graph.Handler{Service: "database", Work: lasting(100 * time.Millisecond)})
	return graph.Link([]*graph.Fragment{f}, graph.DefaultPolicy()).System()
}

func under(t *testing.T, sys *graph.System, o Options) *Run {
	t.Helper()
	o.Entry, o.Target = "client", "database"
	r, err := Under(sys, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// A database that is silent for ten seconds: what waits for it by then is for
// nobody, every new call waits behind it, times out and is made again, and the
// database never gets out from under it: 27 calls for each request are more than
// the 140 a second it has room for. A budget, or deadlines that are handed down, so
// that there are 3, let it.
func TestMetastable(t *testing.T) {
	stall := Options{Rate: 40, Capacity: 14, Class: graph.ClassReset, Stall: true,
		Start: 10 * time.Second, Length: 10 * time.Second, For: 120 * time.Second}
	asIs := under(t, chain(), stall)
	if asIs.Recovered != nil {
		t.Errorf("the database recovers by itself after %s", *asIs.Recovered)
	}
	if asIs.After < 3*asIs.Healthy {
		t.Errorf("at the end it gets %.0f calls a second, not 3 times the %.0f when nothing fails", asIs.After, asIs.Healthy)
	}
	for name, change := range map[string]func(*Options){
		"budget":      func(o *Options) { o.Budget = &graph.Budget{Kind: graph.BudgetRequestRatio, Ratio: 0.1} },
		"propagation": func(o *Options) { o.Propagate = true },
	} {
		o := stall
		change(&o)
		r := under(t, chain(), o)
		if r.Recovered == nil {
			t.Errorf("with %s the database never recovers: %.0f calls a second at the end, %.0f when nothing fails", name, r.After, r.Healthy)
			continue
		}
		t.Logf("%s: recovers after %s; peak %.0f, without it %.0f", name, *r.Recovered, r.Peak, asIs.Peak)
		if last := r.Samples[len(r.Samples)-1]; last.AtWork > 14 {
			t.Errorf("with %s %d calls are still at work at the end", name, last.AtWork)
		}
	}
}

// The same seed is the same run, another one is another.
func TestSeed(t *testing.T) {
	o := Options{Rate: 30, Class: graph.ClassReset, Failure: 0.2, Start: 2 * time.Second, Length: time.Second, For: 6 * time.Second, Seed: 3}
	one, again := fmt.Sprint(under(t, chain(), o).Samples), fmt.Sprint(under(t, chain(), o).Samples)
	if one != again {
		t.Errorf("two runs of one seed differ:\n%s\n%s", one, again)
	}
	o.Seed = 4
	if other := fmt.Sprint(under(t, chain(), o).Samples); other == one {
		t.Error("another seed is the same run")
	}
}

// A run that is cut for its number of events says so and claims no recovery.
func TestCut(t *testing.T) {
	r := under(t, chain(), Options{Start: time.Second, Length: time.Second, For: 10 * time.Second, Events: 300})
	if !r.Cut || r.Recovered != nil || len(r.Samples) >= 10 {
		t.Errorf("cut %v, recovered %v, %d samples", r.Cut, r.Recovered, len(r.Samples))
	}
}

func TestErrors(t *testing.T) {
	for _, o := range []Options{
		{Entry: "nobody", Target: "database", Length: 1, For: 2},
		{Entry: "client", Target: "nothing", Length: 1, For: 2},
		{Entry: "client", Target: "database", Start: time.Second, Length: time.Second, For: time.Second},
		{Entry: "back", Target: "client", Length: 1, For: 2},
	} {
		if _, err := Under(chain(), o); err == nil {
			t.Errorf("%s to %s for %s: no error", o.Entry, o.Target, o.For)
		}
	}
}

// The class that makes the most of a failure is one that the layers retry.
func TestWorstClass(t *testing.T) {
	sys := chain()
	c, calls, err := WorstClass(sys, "client", "database")
	if err != nil || calls != 27 {
		t.Errorf("%s makes %d calls, not 27: %v", c, calls, err)
	}
	for i := range sys.Layers {
		sys.Layers[i].Tries = []graph.SystemTries{{Classes: graph.NewClassSet(graph.ClassConflict), Attempts: 2}}
	}
	if c, calls, _ = WorstClass(sys, "client", "database"); c != graph.ClassConflict || calls != 8 {
		t.Errorf("%s makes %d calls, not conflict 8", c, calls)
	}
}

// Over time every kind of budget lets through what its formula says.
func TestBudgets(t *testing.T) {
	rates := graph.Rates{RPS: 50, First: 20 * time.Millisecond, Retry: 20 * time.Millisecond}
	for name, b := range map[string]graph.Budget{
		"success-funded":      {Kind: graph.BudgetSuccessFunded, Ratio: 0.1},
		"request-ratio":       {Kind: graph.BudgetRequestRatio, Ratio: 0.2},
		"request-floor":       {Kind: graph.BudgetRequestFloor, Ratio: 0.2, MinPerSecond: 10},
		"success-floor":       {Kind: graph.BudgetSuccessFloor, Ratio: 0.2, MinPerSecond: 5},
		"tokens":              {Kind: graph.BudgetTokens, Tokens: 500, Cost: 14},
		"throttle":            {Kind: graph.BudgetThrottle, Tokens: 10, Ratio: 0.1},
		"throttle, no danger": {Kind: graph.BudgetThrottle, Tokens: 100, Ratio: 1},
	} {
		for _, p := range []float64{0.3, 0.6, 1} {
			want := b.Factor(p, 3, rates)
			got := factorOf(b, p)
			t.Logf("%s, p = %g: %.3f calls, formula %.3f", name, p, got, want)
			if math.Abs(got-want) > 0.03*want {
				t.Errorf("%s, p = %g: %.3f calls for each first one, the formula says %.3f", name, p, got, want)
			}
		}
	}
}

// factorOf sends calls at 50 a second through a budget, with three attempts that
// fail at random; the calls after the bucket has drained count.
func factorOf(def graph.Budget, p float64) float64 {
	const warm, calls = 20_000, 60_000
	b, rng := newBudget(&def), rand.New(rand.NewPCG(1, 2))
	attempts := 0
	for i := range warm + calls {
		now := time.Duration(i) * 20 * time.Millisecond
		b.request(now)
		for k := 1; ; k++ {
			if i >= warm {
				attempts++
			}
			ok := false
			b.attempt(k > 1, func(o outcome) { ok = o.ok })(outcome{ok: rng.Float64() >= p})
			if ok || k == 3 || !b.allow(now) {
				break
			}
		}
	}
	return float64(attempts) / calls
}
